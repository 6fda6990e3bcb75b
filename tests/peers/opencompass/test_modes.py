"""A live solver plays a tree in our session; OpenCompass' evaluator gives its transcripts the figures that we give."""

import re
from pathlib import Path

import pytest

from authoring.api.evaluation import EvaluationRequest, evaluate
from authoring.api.evaluation.solvers import AskingRequest
from authoring.api.models import ModelAccess
from authoring.api.workspaces import create_workspace
from authoring.records.results import EvaluationOptions, StepMode
from tests.formats.cibench.score.trees import expect_same, figures_of
from tests.llm.planner_models import Planner
from tests.llm.server import LoopbackServer
from tests.peers.conftest import Peer
from tests.peers.opencompass.grading import Notebook, OpenCompass, expect_perfect
from tests.peers.opencompass.handmade import make_tree

DATA = re.compile(r"data/(?=\w)")
SPOILT = {
    "num": "print('no number')",
    "text": "1 / 0",
    "vis": "import matplotlib.pyplot as plt\nplt.figure(figsize=(4, 4))\nplt.plot([3, 1])\nplt.show()",
    "exec": "undefined_name",
}
"""A wrong answer to each kind of step."""
PLAYED = {
    StepMode.END_TO_END: (("model", "right", False), ("taskgraph", "preparing", False), ("selfdebug", "right", True)),
    StepMode.ORACLE: (("model", "right", False), ("react", "looking", True), ("taskgraph", "correcting", True)),
}
"""Solvers, the kinds of models that they ask, and whether some of what these answer is wrong, by mode."""

pytestmark = pytest.mark.slow


def answers(books: list[Notebook], *, spoilt: bool) -> dict[str, str]:
    """Return the references' code by question; of steps that read no file a wrong answer if `spoilt`."""
    steps = [step for book in books for step in zip(book.questions, book.cells, book.tags, strict=True)]
    return {
        DATA.sub("inputs/", question.strip()): SPOILT[tag]
        if spoilt and "data/" not in code
        else DATA.sub("inputs/", code)
        for question, code, tag in steps
    }


@pytest.mark.parametrize("mode", PLAYED)
def test_figures_are_those_of_opencompass(
    peer: Peer, tmp_path: Path, mode: StepMode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For right answers everything but warnings is full; for wrong ones of each kind the figures are the same."""
    monkeypatch.chdir(tmp_path)
    opencompass, tree = OpenCompass(peer("opencompass")), make_tree(tmp_path / "tree")
    loaded = opencompass.load(tree)
    books = [book for notebooks in loaded.values() for book in notebooks]
    create_workspace(tmp_path / "w")
    runs = []
    for name, kind, spoilt in PLAYED[mode]:
        with LoopbackServer(getattr(Planner(answers(books, spoilt=spoilt)), kind)) as server:
            access = ModelAccess(base_url=server.url, default_key="sk-none", default_base_url=server.url)
            runs.append(tmp_path / f"{name}-{kind}")
            report = evaluate(
                EvaluationRequest(
                    tree,
                    solver=f"{name}:{kind}",
                    asking=AskingRequest(access),
                    options=EvaluationOptions(mode=mode),
                    transcripts=runs[-1],
                    workspace=tmp_path / "w",
                )
            )
        assert report.transcripts is not None
        assert report.transcripts.notes == ()
        assert report.metrics.blocked == 0

    figures = opencompass.score(tree, *runs)
    for run, theirs in zip(runs, figures, strict=True):
        expect_same(figures_of(tree, run), theirs)
    for (name, _, spoilt), run_figures in zip(PLAYED[mode], figures, strict=True):
        played = {dataset.replace("_oracle", ""): of for dataset, of in run_figures.items()}
        if not spoilt:
            expect_perfect(loaded, played)
            continue
        assert any(0 <= of["numeric_correct"] < 100 for of in played.values())
        # A plan's tasks that fail are no part of its answer, and what is left of it runs.
        assert any(of["executable"] < 100 for of in played.values()) == (name != "taskgraph")
