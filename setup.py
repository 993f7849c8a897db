"""Builds the compiled kernel.  Everything else about the distribution is in pyproject.toml.

Without a compiler, or without Cython, the same files run uncompiled.  On x86 the kernel asks for what every
such processor since 2009 has (counting bits in one instruction); it runs on any of them.
"""

import os
import platform

from setuptools import setup
from setuptools.command.build_ext import build_ext

KERNEL = [
    "_melds",
    "_tables",
    "_state",
    "_tricks",
    "_auction",
    "_machine",
    "_basic",
    "_counting",
    "_imagine",
    "_search",
    "_playout",
    "_survey",
    "_solver",
]
DIRECTIVES = {
    "annotation_typing": False,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "infer_types": True,
    "initializedcheck": False,
    "nonecheck": False,
    "language_level": 3,
}
FLAGS = [] if os.name == "nt" else ["-O3"]
PLATFORM = ["-march=x86-64-v2"] if os.name != "nt" and platform.machine() == "x86_64" else []


class BuildKernel(build_ext):
    """Compiles for usual processors where the compiler can, else for any."""

    def build_extension(self, ext):
        """Build one module; one that cannot be built at all is left out."""
        ext.extra_compile_args = FLAGS + PLATFORM
        try:
            build_ext.build_extension(self, ext)
        except Exception:
            if not PLATFORM:
                raise
            ext.extra_compile_args = FLAGS
            build_ext.build_extension(self, ext)


def kernel_modules() -> list:
    """Return the extension modules, none of which must be built for the install to succeed."""
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    modules = cythonize([f"interpreter/{name}.py" for name in KERNEL], compiler_directives=DIRECTIVES)
    for module in modules:
        module.optional = True
    return modules


setup(ext_modules=kernel_modules(), cmdclass={"build_ext": BuildKernel})
