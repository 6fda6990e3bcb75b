"""A run of OpenCompass is scored as OpenCompass scores it."""

import json
from pathlib import Path

from authoring.formats.cibench.score.run import score_cibench
from tests.formats.cibench.score.trees import expect_same, figures_of, write_runs, write_tree

FIGURES = Path(__file__).parents[3] / "cases" / "scoring" / "opencompass.json"


def test_figures_are_those_that_opencompass_gave(tmp_path: Path) -> None:
    """What the real evaluator gave for made-up runs, kept by tests/peers/opencompass/test_scores.py, comes out here."""
    expected = json.loads(FIGURES.read_text())
    tree, runs = write_tree(tmp_path / "tree"), write_runs(tmp_path / "runs", len(expected))

    for run, figures in zip(runs, expected, strict=True):
        expect_same(figures_of(tree, run), figures)


def test_how_far_it_is_gets_told(tmp_path: Path) -> None:
    """Dataset by dataset."""
    tree, [run] = write_tree(tmp_path / "tree"), write_runs(tmp_path / "runs", 1)
    counts: list[tuple[int, int]] = []
    score_cibench(run, tree, progress=lambda count, total: counts.append((count, total)))

    assert counts == [(1, 3), (2, 3), (3, 3)]
