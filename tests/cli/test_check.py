"""``authoring check``: both sides of every validator on one page, findings below, and the next step."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]
WEAK = '# %%\n"""\nquestion: What is 40 and 2, as an integer?\nvalidator:\n  result:\n    atol: 10\n"""\n\n40 + 2\n'


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a problem set whose validator is too lax, outside any workspace."""
    path = tmp_path / "weak.py"
    path.write_text(WEAK)
    monkeypatch.chdir(tmp_path)
    return path


def test_a_survivor_is_shown_as_the_answer_it_is(cli: Cli, file: Path) -> None:
    """The finding names what was wrong in the answer; warnings fail the command with --strict alone."""
    answer = cli("check", file.name)

    assert answer.code == 0
    assert "wrong answers refused" in answer.out
    assert "DS601 accepted-wrong-answer" in answer.out
    assert answer.out.splitlines()[-1] == "next: authoring check weak.py --fix"
    assert cli("check", file.name, "--quick", "--strict").code == 1


def test_the_answer_is_one_document(cli: Cli, file: Path) -> None:
    """--json holds every trial with its code or its value, and what came of it."""
    (checked,) = cli("check", file.name, "--quick", "--json").json
    (problem,) = checked["certificate"]["problems"]

    assert {trial["outcome"] for trial in problem["trials"]} >= {"accepted", "refused"}
    assert all(trial["code"] or trial["text"] for trial in problem["trials"])


def test_errors_come_first(cli: Cli, file: Path) -> None:
    """A set whose reference fails is shown with that, and fails the command."""
    file.write_text(WEAK.replace("\n40 + 2", "\n40 + x"))
    answer = cli("check", file.name)

    assert answer.code == 1
    assert "no answer was tried" in answer.out


def test_several_sets_are_summed_up(cli: Cli, file: Path) -> None:
    """The last line says how many validators stand on both sides."""
    file.with_name("sound.py").write_text(WEAK.replace("validator:\n  result:\n    atol: 10\n", ""))
    answer = cli("check", ".", "--quick")

    assert "2 sets; validators of 1 of 2 problems refuse all wrong answers and accept all right ones" in answer.out
    assert "left out by --quick: " in answer.out


@pytest.mark.exhaustive
def test_a_mend_is_shown_and_written(cli: Cli, file: Path) -> None:
    """The page says what was changed, and where; before, the next step is to mend."""
    before = cli("check", file.name, "--part", "answers")
    answer = cli("check", file.name, "--part", "answers", "--fix", "--reviewer", "Ann")

    assert before.out.splitlines()[-1] == "next: authoring check weak.py --fix"
    assert "mended problem 1: the value: compared without the flags that let wrong answers pass" in answer.out
    assert "weak.py was written" in answer.out
    assert "atol" not in file.read_text()
    assert answer.code == 0
