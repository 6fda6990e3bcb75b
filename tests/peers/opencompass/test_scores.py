"""Our figures are those of OpenCompass' evaluator, on predictions of every kind."""

import json
from collections.abc import Callable
from pathlib import Path

from tests.formats.cibench.score.trees import expect_same, figures_of, write_runs, write_tree
from tests.peers.conftest import Peer
from tests.peers.opencompass.grading import OpenCompass, fresh_answers, grade_stored, spoilt, write_all
from tests.peers.opencompass.handmade import make_tree
from tests.peers.opencompass.spoiling import SPOILS

RUNS = 25
"""Runs that are made up; of three datasets each."""
REPEATED = 5
"""Of these, those whose figures are kept for tests without the peer."""
PLACES = 6
"""Of the figures that are kept: the last ones of a picture's change with versions of scikit-image."""


def test_made_up_predictions(peer: Peer, tmp_path: Path, golden: Callable[[str, str], None]) -> None:
    """Results without text, of other types, several actions, missing pictures: the figures are the same."""
    tree, runs = write_tree(tmp_path / "tree"), write_runs(tmp_path / "runs", RUNS)
    theirs = OpenCompass(peer("opencompass")).score(tree, *runs)

    for run, figures in zip(runs, theirs, strict=True):
        expect_same(figures_of(tree, run), figures)
    counted = [
        {
            dataset: {metric: round(figure, PLACES) if metric == "vis_sim" else figure for metric, figure in of.items()}
            for dataset, of in figures.items()
        }
        for figures in theirs[:REPEATED]
    ]
    golden("scoring/opencompass.json", json.dumps(counted, indent=1, sort_keys=True) + "\n")


def test_answers_of_a_kernel(peer: Peer, tmp_path: Path) -> None:
    """So they are for stored outputs, for outputs of a real kernel, and for each way in which those can be wrong."""
    tree = make_tree(tmp_path / "tree")
    graded = grade_stored(OpenCompass(peer("opencompass")), tree, folder=tmp_path)
    fresh = fresh_answers(tree, graded.loaded, pictures=tmp_path / "fresh")
    runs = [write_all(tmp_path / spoil.metric, spoilt(graded, spoil)) for spoil in SPOILS]
    runs += [tmp_path / "stored", write_all(tmp_path / "again", fresh)]

    for run, figures in zip(runs, graded.opencompass.score(tree, *runs), strict=True):
        expect_same(figures_of(tree, run), figures)
