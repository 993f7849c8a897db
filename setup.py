"""Builds the compiled kernel.  Everything else about the distribution is in pyproject.toml.

Without a compiler, or without Cython, the same files run uncompiled.
"""

import os

from setuptools import setup

KERNEL = ["_melds", "_tables", "_state", "_tricks", "_auction", "_machine", "_basic", "_playout"]
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


def kernel_modules() -> list:
    """Return the extension modules, none of which must be built for the install to succeed."""
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    sources = [f"interpreter/{name}.py" for name in KERNEL]
    modules = cythonize([s for s in sources if os.path.exists(s)], compiler_directives=DIRECTIVES)
    for module in modules:
        module.optional = True
        if os.name != "nt":
            module.extra_compile_args = ["-O3"]
    return modules


setup(ext_modules=kernel_modules())
