"""``authoring pilot``: what a person sees of it, and what comes next."""

from collections.abc import Callable
from pathlib import Path

import pytest

from authoring.workspace import Workspace
from tests.api.evaluation.pilot_scene import record_answers
from tests.cli.conftest import Answer
from tests.cli.played import SET, play, stage_of
from tests.llm.server import Answer as Reply
from tests.llm.server import Call, LoopbackServer

Cli = Callable[..., Answer]
CODES = ("len(penguins)", 'penguins["mass"].median()', "penguins")


@pytest.mark.exhaustive
def test_a_draft_is_piloted(cli: Cli, drafted: Workspace, tmp_path: Path) -> None:
    """Figures, the finding with both answers beside each other, cost, what to look at first, and the review."""
    solvers = [
        word
        for name in ("one", "two")
        for word in ("--solver", record_answers(tmp_path / f"{name}.jsonl", CODES, attempts=2))
    ]
    arguments = ("pilot", "penguins", *solvers, "--samples", "2", "--workspace", str(drafted.root))
    answer = cli(*arguments)

    assert answer.code == 0
    assert "penguins: 2 solvers, 2 samples each" in answer.out
    assert "DS971" in answer.out
    assert "4 of 4 answers agree with each other, and not with the reference" in answer.out
    assert 'penguins["mass"].median()' in answer.out
    assert "a hint, no measurement" in answer.out
    assert "to look at first" in answer.out
    assert answer.out.splitlines()[-1] == "next: authoring review penguins"
    assert cli(*arguments, "--strict").code == 1


def test_what_cannot_be_meant_is_said(cli: Cli, drafted: Workspace) -> None:
    """Nobody answers, or the reference itself; nothing to estimate."""
    place = ("--workspace", str(drafted.root))

    assert "who answers?" in cli("pilot", "penguins", *place).err
    assert "the answer itself" in cli("pilot", "penguins", "--solver", "reference", *place).err
    assert "nothing to estimate" in cli("pilot", "penguins", "--solver", "recorded:x", "--estimate", *place).err


@pytest.mark.exhaustive
def test_what_a_pilot_finds_goes_to_the_model_of_the_draft(cli: Cli, seeded: Workspace, tmp_path: Path) -> None:
    """The next command about the run has the disputed problem mended, with the other answer in view, and pays once."""
    other = "round(df['mass'].median(), 1)"
    codes = ("df['mass'].isna().sum()", other, "0", "0")
    files = [record_answers(tmp_path / f"{name}.jsonl", codes, attempts=2) for name in ("one", "two")]
    place = ("--workspace", str(seeded.root))

    def answer(call: Call) -> Reply:
        return Reply(SET) if stage_of(call) == "write" else play(call)

    with LoopbackServer(answer) as server:
        model = ("--model", "scripted", "--base-url", server.url, "--no-try-answers", *place)
        cli("draft", "penguins", *model)
        before = len(server.calls)
        cli("pilot", "penguins", *(word for file in files for word in ("--solver", file)), "--samples", "2", *place)
        cli("draft", "penguins", *model)
        sent = [served.call.messages[-1] for served in server.calls[before:]]
        cli("draft", "penguins", *model)
        after = len(server.calls)

    assert [stage_of(served.call) for served in server.calls[:before]][-1] == "write"
    assert sent[0].startswith("Some problems of a draft")
    # The reference's mean, and the median that all answers have.
    assert "reference: np.float64(4745.0); 4 answers: np.float64(4775.0)" in sent[0]
    assert after == before + len(sent)
