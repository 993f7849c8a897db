"""The examples of the library run, and what they say is so."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


@pytest.fixture
def linear_bidding(monkeypatch):
    pytest.importorskip("numpy")
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import linear_bidding

    yield linear_bidding
    del sys.modules["linear_bidding"]


def test_a_line_is_found_where_there_is_one(linear_bidding):
    """Of points that lie on a line, up to noise, least squares give the line and the noise."""
    import numpy as np

    random = np.random.default_rng(1)
    inputs = random.integers(0, 9, (400, 6)).astype(float)
    inputs[:, 0] = 1
    weights = np.array([100, 20, 10, 0.5, 25, -5])
    line = linear_bidding.fitted(inputs, inputs @ weights + random.normal(0, 3, 400))
    assert line.weights == pytest.approx(weights, rel=0.1, abs=1)
    assert line.error == pytest.approx(3, rel=0.15)


def test_the_linear_bidder_learns_and_plays(linear_bidding):
    ran = CliRunner().invoke(linear_bidding.main, ["cardgames-io", "--games", "5"])
    assert ran.exit_code == 0, ran.output
    assert re.search(r"^\d+ contracts; what a declaring side makes, give or take \d+:$", ran.output, re.MULTILINE)
    assert re.search(r"Against basic it wins \d+\.\d% ± \d+\.\d of the games; 50% is even", ran.output)
    assert CliRunner().invoke(linear_bidding.main, ["cardgames-io", "--games", "5"]).output == ran.output


def test_a_game_without_an_auction_is_refused(linear_bidding):
    ran = CliRunner().invoke(linear_bidding.main, ["two-handed-ko"])
    assert (ran.exit_code, "has no auction" in ran.output) == (2, True)


def test_the_page_about_the_library_runs_as_it_stands_there(capsys):
    for library in ("numpy", "pandas", "pettingzoo"):
        pytest.importorskip(library)
    page = (EXAMPLES.parent / "docs" / "library.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert len(blocks) > 6
    names = {}
    for block in blocks:
        exec(block, names)  # noqa: S102 - it is our own page
    assert capsys.readouterr().out.startswith("[")
