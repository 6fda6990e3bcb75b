"""DSEval itself as the peer: both judges say the same of every case, and of every pair of values under every flag."""

import os
import random
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
import yaml

from authoring.dseal import comparison_code
from authoring.sandbox.inside.serialization import pack, unpack
from authoring.validators.base import CollectedItems
from authoring.validators.comparison import Comparison

HERE = Path(__file__).parent
GRID = HERE.parent / "cases" / "validators" / "grid" / "values.yml"
USUAL = 17
"""Values of the grid that the usual run takes; with AUTHORING_LONG set it takes all, which needs some minutes."""


FRAME = 'pd.DataFrame({"a": [3, 1, 2], "b": ["x", "y", None]})'
ANSWERS = (
    FRAME,
    f"{FRAME}.iloc[::-1]",
    f'{FRAME}.rename_axis("i").rename_axis("j", axis=1)',
    f'{FRAME}.astype({{"a": "float"}})',
    f'{FRAME}.astype({{"a": str}})',
    f'{FRAME}["a"]',
    "[3, 1, 2]",
    "np.array([3, 1, 2])",
    "(3.0, 1, 2)",
    "3",
    "np.float64(3)",
    "'3'",
    "None",
)


@pytest.mark.exhaustive
def test_peer_agrees_on_the_code_of_mends(
    peer: Callable[..., dict[str, Any]], outcome: Callable[[dict[str, Any]], list[str]]
) -> None:
    """Code that `check --fix` writes is loaded by DSEval, which says what we say of any pair of answers."""
    codes = [value for name, value in vars(comparison_code).items() if name.startswith("SAME_")]
    cases = [
        {
            "file": "result",
            "case": f"{reference}, {submission}",
            "reference": reference,
            "submission": submission,
            "block": {"template": "empty", "result": code},
            "context": "import pandas as pd, numpy as np",
        }
        for code in codes
        for reference in ANSWERS[: 9 : 1 if "AUTHORING_LONG" in os.environ else 3]
        for submission in ANSWERS
    ]
    theirs = peer(cases=cases)["cases"]

    assert len(codes) == 4
    # A sub-verdict is decided by words in a reason, and is another matter.
    assert [outcome(case)[:2] for case in cases] == [judged[:2] for judged in theirs]


@pytest.mark.exhaustive
def test_peer_agrees_on_cases(
    peer: Callable[..., dict[str, Any]],
    all_cases: list[dict[str, Any]],
    outcome: Callable[[dict[str, Any]], list[str]],
) -> None:
    """DSEval's own environment and validators give our word, verdict and sub-verdict, but for what a case argues.

    A case of the strict dialect is judged in DSEval's here. Of `vis`, DSEval has the name alone.
    """
    all_cases = [case for case in all_cases if case["file"] != "vis"]
    theirs = peer(cases=all_cases)["cases"]

    ours = [outcome(case) for case in all_cases]

    differing = [
        f"{case['file']}: {case['case']}: {one} here, {other} there"
        for case, one, other in zip(all_cases, ours, theirs, strict=True)
        if (one != other) != case.get("dseval", "").startswith("differs because")
    ]
    assert differing == []


@pytest.mark.exhaustive
def test_peer_agrees_on_the_grid(peer: Callable[..., dict[str, Any]]) -> None:
    """DSEval's comparison gives ours for every value against every other under every set of flags."""
    grid = yaml.safe_load(GRID.read_text(encoding="utf-8"))
    if "AUTHORING_LONG" not in os.environ:
        grid["values"] = random.Random(0).sample(grid["values"], USUAL)
    theirs = peer(**grid)["grid"]

    differing = [
        f"{flags}: {one} | {other}: {ours} here, {theirs[i][j][k]} there"
        for i, flags in enumerate(grid["flags"])
        for j, k, one, other, ours in _verdicts(grid, flags)
        if ours != theirs[i][j][k]
    ]
    assert differing == []


def _verdicts(grid: dict[str, Any], flags: dict[str, Any]) -> Iterable[tuple[int, int, str, str, str]]:
    names: dict[str, Any] = {}
    exec(grid["context"], names)  # noqa: S102 - cases are code
    comparison = Comparison.read(flags, "the grid")
    # Made once and compared often: a comparison that changed its values would show.
    references, submissions = ([eval(value, dict(names)) for value in grid["values"]] for _ in range(2))  # noqa: S307 - as above
    for j, reference in enumerate(references):
        for k, submission in enumerate(submissions):
            verdict = comparison.judge(reference, submission, "result")
            yield j, k, grid["values"][j], grid["values"][k], verdict.correct


def test_travelling_changes_no_verdict() -> None:
    """Values of the grid are compared alike where they are made and where they arrive, each with itself and others."""
    grid = yaml.safe_load(GRID.read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    exec(grid["context"], names)  # noqa: S102 - cases are code
    # Made twice, because an object may be equal to itself where it is not equal to another like it.
    here = [[eval(value, dict(names)) for value in grid["values"]] for _ in range(2)]  # noqa: S307 - as above
    there = [[unpack(pack(CollectedItems({"": value}))).items[""] for value in made] for made in here]
    chance = random.Random(0)
    places = range(len(grid["values"]))
    pairs = [(i, i) for i in places] + [(chance.choice(places), chance.choice(places)) for _ in range(500)]

    differing = []
    for i, j in pairs:
        comparison = Comparison.read(chance.choice(grid["flags"]), "the grid", chance.choice(("dseval", "strict")))
        one, other = (comparison.judge(mine[i], theirs[j], "result") for mine, theirs in (here, there))
        if (one.correct, one.kind, one.how) != (other.correct, other.kind, other.how):
            differing.append(f"{grid['values'][i]} | {grid['values'][j]}: {one} here, {other} there")
    assert differing == []
