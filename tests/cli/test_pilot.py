"""``authoring pilot``: what a person sees of it, and what comes next."""

from collections.abc import Callable
from pathlib import Path

from authoring.workspace import Workspace
from tests.api.evaluation.pilot_scene import record_answers
from tests.cli.conftest import Answer

Cli = Callable[..., Answer]
CODES = ("len(penguins)", 'penguins["mass"].median()', "penguins")


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
