"""`compare --vary` and `compare --report`: the ranking, and a page that stands alone and can be read by everyone."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from pinochle_dsl.report.charts import Interval, intervals, number
from pinochle_dsl.report.words import MEASURABLE
from tests.cli.conftest import Run

VOID = {"meta", "line", "circle", "rect", "path", "br"}
WIDTHS = (390, 1200)
"""A phone and a desk."""
NAMES = (
    *("partnership", "partnership-ja", "cardgames-io", "racehorse", "check-pinochle", "partnership-small"),
    *("partnership-passing", "partnership-auction"),
)
"""As many as fit beside each other."""


class Page(HTMLParser):
    """Reads a page and keeps what tests ask about."""

    def __init__(self, text: str) -> None:
        """Read a page."""
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.wrong: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep an element, and that it is open."""
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep an element that holds nothing."""
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """Close the last element that is open, which must be of this kind."""
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """Return the attributes of every element of a kind."""
        return [attrs for name, attrs in self.tags if name == tag]


def page_of(run: Run, *args: str) -> str:
    """Return the page that a comparison writes."""
    ran = run("compare", *args, "--report", "page.html")
    assert ran.status == 0, ran.err
    assert "page.html is written" in ran.err
    return Path("page.html").read_text(encoding="utf-8")


COMPARISONS = (
    ("partnership-ja", "cardgames-io", "--games", "60"),
    ("three-handed", "cutthroat", "binokel", "--games", "40"),
    ("two-handed-ko", "two-handed-classic", "--games", "40"),
    ("partnership-ja", "--vary", "passing", "--vary", "length", "--games", "30"),
    ("partnership", "partnership", "--games", "20"),
)


@pytest.mark.parametrize("args", COMPARISONS, ids=lambda args: args[0] + "-" + args[1])
def test_the_page_stands_alone_and_can_be_read_aloud(run: Run, args: tuple[str, ...]) -> None:
    text = page_of(run, *args)
    page = Page(text)
    assert page.open == []
    assert page.wrong == []
    assert not re.search(r"https?://|//cdn|@import|url\(|<script|<link|<img|<iframe", text)
    assert all((link["href"] or "").startswith("#") for link in page.all("a"))
    places = {attrs["id"] for tag, attrs in page.tags if "id" in attrs}
    assert {(link["href"] or "")[1:] for link in page.all("a")} <= places
    for picture in page.all("svg"):
        assert picture.get("aria-hidden") == "true" or len(picture.get("aria-label") or "") > 20
    pictures = [svg for svg in page.all("svg") if svg.get("role") == "img"]
    tables = page.all("table")
    assert tables
    if args[0] != args[1]:
        assert pictures
    assert len(page.all("caption")) == len(tables)
    assert all(table["tabindex"] == "0" for table in page.all("div"))
    assert "nan" not in text.lower().split()


def test_the_same_command_makes_the_same_page(run: Run) -> None:
    one = page_of(run, "partnership-ja", "cardgames-io", "--games", "50")
    command = html.unescape(re.findall(r"<pre><code>(.*?)</code></pre>", one)[0])
    assert command == "pinochle compare partnership-ja cardgames-io --games 50 --seed 0 --report page.html"
    Path("page.html").unlink()
    assert page_of(run, "partnership-ja", "cardgames-io", "--games", "50", "--jobs", "1") == one


def test_a_page_tells_what_changed_in_words(run: Run) -> None:
    text = page_of(run, "partnership-ja", "partnership-ja", "--set", "2:passing=none", "--games", "200")
    short = text.split('id="short"')[1].split("</section>")[0]
    assert "Contracts made" in short
    assert "down by" in short
    assert "The declarer and the partner pass each other 4 cards" in text


def test_a_page_says_whose_points_it_shows(run: Run) -> None:
    text = page_of(run, "partnership", "cardgames-io", "--games", "20")
    assert "Points are as scored in cardgames-io: a run counts 150." in text
    assert "bid, as scored in cardgames-io" in text
    assert "Points, as scored in cardgames-io" in text
    assert text.count("; points as scored in cardgames-io</span>") == 2
    assert "in units of" not in text
    Path("page.html").unlink()
    assert "as scored in" not in page_of(run, "cardgames-io", "cardgames-io", "--games", "20")


@pytest.mark.parametrize("more", [(), ("--vary", "passing", "--vary", "beating")], ids=("two", "varied"))
def test_one_word_for_what_is_hardly_chance(run: Run, more: tuple[str, ...]) -> None:
    """It is said what it means, and no interval of 95% is called more than it is."""
    names = ("partnership-ja",) if more else ("partnership-ja", "cardgames-io")
    ran = run("compare", *names, *more, "--games", "30", "--report", "page.html")
    text = Path("page.html").read_text(encoding="utf-8")
    assert "beyond doubt" not in text + ran.out
    assert MEASURABLE in text
    assert not more or MEASURABLE in " ".join(ran.out.split())


def test_the_short_of_many_choices_is_short(run: Run) -> None:
    """A line for each option that changes anything, that matters most first, and one for those that do not."""
    args = ("partnership-ja", *(f"--vary={name}" for name in ("beating", "length", "passing")), "--games", "100")
    text = page_of(run, *args)
    short = text.split('id="short"')[1].split("</section>")[0]
    lines = [html.unescape(line) for line in re.findall("<li>(.*?)</li>", short)]
    assert [line.split(" ")[0] for line in lines] == ["passing", "length", "beating"]
    assert re.match(r"passing matters most: it changes \d+ of 14 figures, \d+ of them more than any", lines[0])
    assert re.search(r"With none instead of four: .* −[\d.]+ points", lines[0])
    assert "With 4 deals instead of 150 points: deals in a game −" in lines[1]
    assert lines[2].startswith("beating changes nothing measurable in 100 games under each combination.")
    assert not re.search(r"[−+][\d.]+(?![\d.]| (?:percentage points|points|deals))", short)
    out = " ".join(run("compare", *args).out.split())
    assert all(line in out for line in lines)


def test_an_option_alone_matters_not_most(run: Run) -> None:
    text = page_of(run, "partnership-ja", "--vary", "passing", "--games", "100")
    assert re.search(r"<li>passing changes \d+ of 14 figures\. With none instead of four: ", text)


def test_files_are_never_overwritten(run: Run) -> None:
    Path("mine.html").write_text("my own")
    ran = run("compare", "partnership", "two-handed", "--games", "5", "--report", "mine.html")
    assert ran.status == 2
    assert "exists already" in ran.err
    assert Path("mine.html").read_text() == "my own"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--report", "page.txt"], "does not end in .html"),
        (["--report", "nowhere/page.html"], "there is no directory"),
    ],
)
def test_where_no_page_can_stand(run: Run, args: list[str], words: str) -> None:
    ran = run("compare", "partnership", "two-handed", "--games", "5", *args)
    assert ran.status == 2
    assert words in ran.err
    assert "games" not in ran.out


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["partnership-ja", "--vary", "pasing"], "no option 'pasing' to vary"),
        (["partnership-ja", "partnership", "--vary", "passing"], "--vary plays the choices of one NAME"),
        (["partnership-ja", "--vary", "passing", "--set", "passing=none"], "both set and varied"),
        (["partnership"], "vary an option of one NAME"),
        (
            [
                "partnership-ja",
                *(f"--vary={name}" for name in ("passing", "trump", "beating", "length", "extra king and queen")),
            ],
            "144 combinations are too many",
        ),
    ],
)
def test_what_cannot_be_varied(run: Run, args: list[str], words: str) -> None:
    ran = run("compare", *args, "--games", "5")
    assert ran.status == 2
    assert words in ran.err


def test_one_game_proves_nothing(run: Run) -> None:
    args = ["compare", "partnership-ja", "--vary", "passing", "--seed", "1"]
    assert not any(effect["measurable"] for effect in run(*args, "--games", "1", "--json").document["effects"])
    shown = run(*args, "--games", "1", "--report", "page.html")
    changes = [line for line in shown.out.splitlines() if "passing = " in line and " to " in line]
    assert changes
    assert all(line.rstrip().endswith("(?)") for line in changes)
    assert "passing changes nothing measurable in 1 game under" in Path("page.html").read_text(encoding="utf-8")
    assert any(effect["measurable"] for effect in run(*args, "--games", "300", "--json").document["effects"])


@pytest.mark.parametrize(
    ("page", "status", "words"),
    [
        ("a" * 300 + ".html", 3, "cannot be written: "),
        (".html", 2, "'.html' has no name before its ending"),
        ("folder.html", 2, "is a directory"),
        ("", 2, "--report names no file"),
    ],
)
def test_what_cannot_be_written_is_said_before_the_games(run: Run, page: str, status: int, words: str) -> None:
    Path("folder.html").mkdir()
    ran = run("compare", "partnership", "two-handed", "--games", "1000000000", "--report", page)
    assert (ran.status, ran.out) == (status, "")
    assert words in ran.err
    assert [path.name for path in Path().iterdir()] == ["folder.html"]


def test_a_page_that_cannot_be_written_in_the_end_costs_no_figures(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from pinochle_dsl.cli import starting
    from pinochle_dsl.cli._failures import Failure, Status

    args = ["compare", "partnership", "two-handed", "--games", "20"]
    whole, document = run(*args), run(*args, "--json").document

    def full(path: Path, _text: str) -> None:
        raise Failure(Status.UNREADABLE, "unwritable", f"'{path}' cannot be written: No space left on device")

    monkeypatch.setattr(starting, "write_new", full)
    ran = run(*args, "--report", "page.html")
    assert (ran.status, ran.out) == (3, whole.out)
    assert "error: 'page.html' cannot be written: No space left on device" in ran.err
    assert "is written" not in ran.err
    ran = run(*args, "--report", "page.html", "--json")
    found = ran.document
    assert (ran.status, found.pop("error")["code"]) == (3, "unwritable")
    assert found == document


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names are bytes on Linux")
def test_names_that_are_no_text(run: Run) -> None:
    """The command on the page is one that a shell takes."""
    name, rules = os.fsdecode(b"b\xffad.html"), os.fsdecode(b"m\xffy.yaml")
    Path(rules).write_text("variant: mine\ntitle: Mine\nextends: partnership\ngame: {target: 120}\n", encoding="utf-8")
    ran = run("compare", "partnership", rules, "--games", "5", "--report", name)
    assert ran.status == 0
    page = Path(name).read_text(encoding="utf-8")
    command = html.unescape(re.findall(r"<pre><code>(.*?)</code></pre>", page)[0])
    assert command == "pinochle compare partnership $'m\\377y.yaml' --games 5 --seed 0 --report $'b\\377ad.html'"
    assert f"Repeat with: {command.partition(' --report')[0]}\n" in ran.out


def test_rankings_for_machines_and_people(run: Run) -> None:
    args = ["compare", "partnership-ja", "--vary", "passing", "--vary", "double pinochle", "--games", "150"]
    document = run(*args, "--json").document
    assert len(document["variants"]) == 6
    effects = [effect for effect in document["effects"] if effect["figure"] == "made"]
    assert [effect["rank"] for effect in effects] == [1, 2, 3]
    assert (effects[0]["option"], effects[0]["choice"]) == ("passing", "none")
    assert effects[0]["high"] < 0
    assert effects[0]["measurable"] is True
    assert document["differences"]["bid"][0] is not None
    out = run(*args).out
    assert re.search(r"Contracts made +passing = none +−", out)
    assert "double pinochle = 32\n  melds.pinochle" in out
    assert "--vary passing --vary 'double pinochle'" in out


BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
LOOK = """
<!DOCTYPE html><meta charset="utf-8"><body style="margin:0"><pre id="told"></pre>
<iframe id="page" style="width:WIDTHpx;height:2000px;border:0" srcdoc="PAGE"></iframe>
<script>
const frame = document.getElementById("page");
frame.onload = () => {
  const page = frame.contentDocument, root = page.documentElement;
  const told = {over: root.scrollWidth - root.clientWidth, small: 0, wide: 0};
  for (const text of page.querySelectorAll("svg[role=img] text")) {
    const box = text.getBoundingClientRect(), picture = text.ownerSVGElement.getBoundingClientRect();
    if (box.height && box.height < 8) told.small++;
    if (box.left < picture.left - 1 || box.right > picture.right + 1) told.wide++;
  }
  for (const more of page.querySelectorAll("details")) more.open = true;
  told.opened = root.scrollWidth - root.clientWidth;
  const boxes = [...page.querySelectorAll(".table")], moving = boxes.filter(box => box.scrollWidth > box.clientWidth);
  const beyond = (part, box) => part.getBoundingClientRect().right > box.getBoundingClientRect().right + 1;
  const wanted = root.clientWidth < 544 ? ".stack th, .stack td, caption span" : "caption span";
  const count = (box, parts) => [...box.querySelectorAll(parts)].filter(part => beyond(part, box)).length;
  told.boxes = moving.length;
  told.unseen = boxes.map(box => count(box, wanted)).reduce((a, b) => a + b, 0);
  const shaded = box => page.defaultView.getComputedStyle(box).backgroundAttachment;
  told.unhinted = moving.filter(box => !/local.*scroll/.test(shaded(box))).length;
  told.dark = page.defaultView.getComputedStyle(root).colorScheme;
  document.getElementById("told").textContent = JSON.stringify(told);
};
</script>
"""


def looked_at(page: str, folder: Path, width: int) -> dict[str, int | str]:
    """Return what a browser of some width makes of a page."""
    assert BROWSER is not None
    look = folder / "look.html"
    look.write_text(LOOK.replace("WIDTH", str(width)).replace("PAGE", html.escape(page, quote=True)), encoding="utf-8")
    flags = "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-sync"
    done = subprocess.run(
        [
            BROWSER,
            *flags.split(),
            "--disable-component-update",
            "--disable-quic",
            f"--user-data-dir={folder / 'profile'}",
            "--virtual-time-budget=5000",
            "--window-size=1300,2000",
            "--dump-dom",
            look.as_uri(),
        ],
        capture_output=True,
        timeout=120,
        check=False,
        env={**os.environ, "HOME": str(folder)},
    )
    told = re.search(r'<pre id="told">(.*?)</pre>', done.stdout.decode("utf-8", "replace"))
    assert told, done.stderr.decode("utf-8", "replace")[-2000:]
    found: dict[str, int | str] = json.loads(html.unescape(told[1]))
    return found


@pytest.mark.skipif(BROWSER is None, reason="needs a browser: chromium")
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("args", COMPARISONS[:4:3], ids=("two", "varied"))
def test_the_page_in_a_browser(run: Run, tmp_path: Path, args: tuple[str, ...], width: int) -> None:
    found = looked_at(page_of(run, *args), tmp_path, width)
    wanted = ("over", "opened", "small", "wide", "unseen", "unhinted")
    assert {key: found[key] for key in wanted} == dict.fromkeys(wanted, 0)


@pytest.mark.skipif(BROWSER is None, reason="needs a browser: chromium")
@pytest.mark.parametrize("names", [("three-handed", "cutthroat", "binokel"), NAMES], ids=("three", "eight"))
def test_changes_are_seen_on_a_phone_without_moving_a_table(run: Run, tmp_path: Path, names: tuple[str, ...]) -> None:
    found = looked_at(page_of(run, *names, "--games", "10"), tmp_path, WIDTHS[0])
    assert (found["over"], found["opened"], found["unseen"], found["unhinted"]) == (0, 0, 0, 0)


def test_a_long_label_is_not_cut() -> None:
    """It goes on in the next line, and the picture has room for it."""
    name = "beating = when trump is led and cannot be beaten"
    one, long = (
        intervals("Title", [Interval(label, 1, 0, 2, "told")] * 2, "axis", number) for label in ("beating", name)
    )
    lines = re.findall(r'<text class="label"[^>]* y="([\d.]+)" text-anchor="end">(.*?)</text>', long)
    assert " ".join(words for _, words in lines[: len(lines) // 2]) == name
    assert all(float(b[0]) - float(a[0]) >= 12 for a, b in pairwise(lines))
    heights = [int(found[1]) for svg in (one, long) if (found := re.search(r"viewBox=.0 0 \d+ (\d+)", svg))]
    assert heights[1] > heights[0]


LONG = "a" * 30 + "nameofonelongwordthatnobodycanbreak"
NAMED_LONG = f"""
variant: {LONG}
title: {LONG.capitalize()}
extends: partnership
options:
  {LONG}: {{default: {LONG}, choices: {{{LONG}: {{}}, other: {{auction: {{minimum: 30}}}}}}}}
"""


@pytest.mark.skipif(BROWSER is None, reason="needs a browser: chromium")
@pytest.mark.parametrize(
    "more",
    [("five-handed-called-partner", "double-deck-tournament", "six-handed-three-sides"), ("--vary", LONG)],
    ids=("many", "varied"),
)
def test_only_tables_move_sideways_on_a_phone(run: Run, tmp_path: Path, more: tuple[str, ...]) -> None:
    """Columns of many games, and names that no line can hold, leave the page as wide as the phone."""
    Path("long.yaml").write_text(NAMED_LONG, encoding="utf-8")
    found = looked_at(page_of(run, "long.yaml", *more, "--games", "20"), tmp_path, WIDTHS[0])
    assert (found["over"], found["opened"], found["unseen"], found["unhinted"]) == (0, 0, 0, 0)
    assert int(found["boxes"]) > 0
