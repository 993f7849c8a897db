"""`new`: starters that validate, and files that are never touched."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest

from pinochle_dsl.diagnostics import Diagnostic
from pinochle_dsl.layers import shipped_names
from pinochle_dsl.nodes import plain
from pinochle_dsl.schema import schema_text
from pinochle_dsl.source import decode, read_text

from .conftest import Run

NAMES = sorted(shipped_names())


def uncommented(text: str, first: int | None = None) -> list[str]:
    """Return the starter with all typical changes in force, or each alone."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("# Typical changes")) + 2
    end = next(i for i in range(start, len(lines)) if not lines[i].startswith("# "))
    groups: list[list[int]] = []
    for index in range(start, end):
        if lines[index].startswith("#   "):
            groups[-1].append(index)
        else:
            groups.append([index])
    sets = list(groups) if first is None else [[i for group in groups for i in group]]
    return ["\n".join(line[2:] if i in chosen else line for i, line in enumerate(lines)) + "\n" for chosen in sets]


@pytest.mark.parametrize("name", NAMES)
def test_starter_validates(run: Run, name: str) -> None:
    ran = run("new", "my-rules.yaml", "--extends", name, "--json")
    assert (ran.status, ran.document) == (0, {"file": "my-rules.yaml", "schema": "variant.schema.json"})
    text = Path("my-rules.yaml").read_text(encoding="utf-8")
    assert text.startswith("# yaml-language-server: $schema=variant.schema.json\n")
    assert f"extends: {name}\n" in text
    checked = run("validate", "my-rules.yaml", "--strict", "--json")
    assert checked.status == 0, checked.out
    assert checked.document["files"][0]["examples"]["run"] >= 1


@pytest.mark.parametrize("name", NAMES)
def test_each_typical_change_validates(run: Run, name: str) -> None:
    run("new", "my-rules.yaml", "--extends", name)
    text = Path("my-rules.yaml").read_text(encoding="utf-8")
    variants = [*uncommented(text), *uncommented(text, first=0)]
    assert len(variants) > 3
    for index, changed in enumerate(variants):
        assert changed != text
        Path(f"changed-{index}.yaml").write_text(changed, encoding="utf-8")
        ran = run("validate", f"changed-{index}.yaml", "--strict")
        assert ran.status == 0, ran.out + changed


def test_never_overwrites(run: Run) -> None:
    Path("mine.yaml").write_text("precious", encoding="utf-8")
    Path("folder.yaml").mkdir()
    Path("loose.yaml").symlink_to("nowhere.yaml")
    for name in ("mine.yaml", "folder.yaml", "loose.yaml"):
        ran = run("new", name, "--extends", "partnership")
        assert ran.status == 2
        assert "nothing was written" in ran.err
    assert Path("mine.yaml").read_text(encoding="utf-8") == "precious"
    assert not Path("nowhere.yaml").exists()
    assert sorted(path.name for path in Path().iterdir()) == ["folder.yaml", "loose.yaml", "mine.yaml"]


def test_folder_that_may_not_be_written(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_kwargs: object) -> tuple[int, str]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    ran = run("new", "mine.yaml", "--extends", "partnership", "--json")
    assert ran.status == 3
    assert ran.document["error"]["message"] == "'mine.yaml' cannot be written: Permission denied"


def test_file_system_without_links(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", refuse)
    assert run("new", "mine.yaml", "--extends", "partnership").status == 0
    assert run("validate", "mine.yaml").status == 0
    assert sorted(path.name for path in Path().iterdir()) == ["mine.yaml", "variant.schema.json"]


@pytest.mark.parametrize(
    ("file", "name"), [("Our Game.yaml", "our-game"), ("3rd.yml", "rules-3rd"), ("家.yaml", "house-rules")]
)
def test_odd_names(run: Run, file: str, name: str) -> None:
    assert run("new", file, "--extends", "two-handed").status == 0
    assert re.search(rf"^variant: {name}$", Path(file).read_text(encoding="utf-8"), re.MULTILINE)
    assert run("validate", f"./{file}", "--strict").status == 0


def test_base_that_is_a_file(run: Run) -> None:
    Path("sub").mkdir()
    run("new", "base.yaml", "--extends", "three-handed")
    assert run("new", "sub/mine.yaml", "--extends", "base.yaml").status == 0
    assert "extends: ../base.yaml" in Path("sub/mine.yaml").read_text(encoding="utf-8")
    assert run("validate", "sub/mine.yaml").status == 0
    assert run("new", "other.yaml", "--extends", "./base.yaml").status == 0
    assert run("validate", "other.yaml").status == 0


def test_text_says_what_comes_next(run: Run) -> None:
    ran = run("new", "mine.yaml", "--extends", "partnership")
    assert "pinochle validate mine.yaml" in ran.out
    last = ran.out.rstrip().splitlines()[-1]
    assert last == "  pinochle compare partnership mine.yaml --report what-changed.html"
    assert run(*last.split()[1:], "--games", "3").status == 0
    assert Path("what-changed.html").exists()


def test_every_file_that_is_written_is_named(run: Run) -> None:
    Path("sub").mkdir()
    for file in ("mine.yaml", "other.yaml", "sub/mine.yaml"):
        before = {str(path) for path in Path().rglob("*")}
        out = run("new", file, "--extends", "partnership").out
        written = {str(path) for path in Path().rglob("*")} - before
        assert {line.split(" is written")[0] for line in out.splitlines() if " is written" in line} == written


# ---- the schema beside it ----------------------------------------------------------------------------


def test_schema_lies_where_the_first_line_says(run: Run) -> None:
    Path("rules of the house").mkdir()
    ran = run("new", "rules of the house/ours.yaml", "--extends", "partnership", "--json")
    assert ran.document["schema"] == str(Path("rules of the house/variant.schema.json"))
    text = Path("rules of the house/ours.yaml").read_text(encoding="utf-8")
    named = re.match(r"# yaml-language-server: \$schema=(\S+)\n", text)
    assert named is not None
    assert (Path("rules of the house") / named[1]).read_text(encoding="utf-8") == schema_text()


def test_a_schema_that_is_there_stays(run: Run) -> None:
    Path("variant.schema.json").write_text(schema_text(), encoding="utf-8")
    assert run("new", "one.yaml", "--extends", "partnership").err == ""
    Path("variant.schema.json").write_text("{}", encoding="utf-8")
    ran = run("new", "two.yaml", "--extends", "partnership")
    assert ran.status == 0
    assert "is not the schema of this version" in ran.err
    assert Path("variant.schema.json").read_text(encoding="utf-8") == "{}"


@pytest.mark.parametrize("name", NAMES)
def test_starter_fits_the_schema(run: Run, name: str) -> None:
    run("new", "ours.yaml", "--extends", name)
    schema = json.loads(Path("variant.schema.json").read_text(encoding="utf-8"))
    found: list[Diagnostic] = []
    source = decode(Path("ours.yaml").read_bytes(), "ours.yaml", found)
    assert source is not None
    jsonschema.Draft7Validator(schema).validate(plain(read_text(source, found)))


def test_names_that_are_no_text(run: Run) -> None:
    ran = run("new", "\udcff.yaml", "--extends", "partnership")
    assert ran.status == 0
    assert "pinochle validate $'\\377.yaml'" in ran.out
    assert run("validate", "\udcff.yaml").status == 0
    again = run("new", "house.yaml", "--extends", "./\udcff.yaml")
    assert again.status == 2
    assert "its name is no UTF-8" in again.err
    assert not Path("house.yaml").exists()


def test_next_steps_are_no_options(run: Run) -> None:
    ran = run("new", "--extends", "partnership", "--", "-house.yaml")
    assert "pinochle validate ./-house.yaml\n" in ran.out
    assert "pinochle compare partnership ./-house.yaml --report what-changed.html\n" in ran.out
    assert "pinochle validate ./-house.yaml " in Path("-house.yaml").read_text(encoding="utf-8")


def test_a_folder_that_is_gone(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base = tmp_path / "base.yaml"
    assert run("new", str(base), "--extends", "partnership").status == 0
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    ran = run("new", "house.yaml", "--extends", str(base))
    assert (ran.status, ran.err) == (3, "error: the folder of this command is gone\n")
    assert run("new", "house.yaml", "--extends", "partnership").status == 3
