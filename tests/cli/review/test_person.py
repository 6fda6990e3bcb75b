"""The person at the terminal is a solver: they see questions, try code in the sandbox, and submit it."""

import io
import json
import os
import sys
from pathlib import Path

import pexpect
import pytest

from authoring.cli.review.person import PersonLeftError, ask, terminal_answerer
from authoring.records.evidence import CellRun, Outcome, Variable
from authoring.records.solvers.person import PersonQuestion
from authoring.workspace import Workspace
from tests.cli.conftest import TWO_PROBLEMS

QUESTION = PersonQuestion(
    problemset="gulls",
    index=2,
    question="How many\x1b[2J rows?",
    history=("gulls = load()",),
    variables=(Variable(name="gulls", type="pandas.DataFrame", size=9, text="...", shape=(5, 3)),),
    last_code="len(gulls)",
)


def run_nothing(code: str) -> CellRun:
    """End well."""
    del code
    return CellRun(outcome=Outcome.OK, seconds=0, peak_memory=0)


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Have these lines come from the terminal."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


@pytest.mark.parametrize(
    ("keys", "answer"), [(("s",), "len(gulls)"), (("h", "v", "?", "", "S"), "len(gulls)"), (("p",), None)]
)
def test_keys(
    keys: tuple[str, ...], answer: str | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was written is submitted, or the question is passed; standard output stays empty."""
    typed(monkeypatch, *keys)

    assert ask(QUESTION, run_nothing) == answer
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "How many\\x1b[2J rows?" in captured.err
    assert "5 x 3" in captured.err


def test_nothing_is_submitted_before_anything_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty answer is asked about, and leaving is told apart from passing."""
    typed(monkeypatch, "s", "r", "q")

    with pytest.raises(PersonLeftError):
        ask(QUESTION.model_copy(update={"last_code": ""}), run_nothing)


def test_closed_terminal_is_leaving(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is there any more, and without a terminal nobody is asked."""
    typed(monkeypatch)

    assert terminal_answerer() is None
    with pytest.raises(PersonLeftError):
        ask(QUESTION, run_nothing)


def test_without_a_terminal_the_verb_says_so(cli: "object", folder: Path) -> None:
    """The command ends with the exit code of arguments that do not fit."""
    del folder
    answer = cli("evaluate", "tiny", "--solver", "person")  # type: ignore[operator]

    assert answer.code == 2
    assert "at a terminal" in answer.err


@pytest.mark.exhaustive
def test_a_person_at_a_terminal_goes_on_where_they_left(bare: Workspace, tmp_path: Path) -> None:
    """They write in their editor, see what their code gives, submit, leave; the same command asks the next question."""
    folder = bare.root / "tiny"
    folder.mkdir()
    (folder / "_manifest.yaml").write_text("name: tiny\nversion: 1\n")
    (folder / "a-first.py").write_text(TWO_PROBLEMS)
    editor = tmp_path / "editor.py"
    editor.write_text("import sys\nopen(sys.argv[1], 'w').write('len(x)\\n')\n")

    def started() -> "pexpect.spawn[str]":
        environment = {**os.environ, "TERM": "xterm", "NO_COLOR": "1", "EDITOR": f"{sys.executable} {editor}"}
        command = ["-m", "authoring", "evaluate", "tiny", "--solver", "person"]
        return pexpect.spawn(
            sys.executable,
            command,
            cwd=str(bare.root),
            env=environment,
            dimensions=(40, 100),
            encoding="utf-8",
            timeout=120,
        )

    program = started()
    program.expect("a-first 1.*How many.*quit: ")
    program.sendline("e")
    program.expect("value.*3.*quit: ")
    program.sendline("s")
    program.expect("a-first 2.*Sort.*quit: ")
    program.sendline("q")
    program.expect("you left")
    program.expect(pexpect.EOF)
    program.close()
    assert program.exitstatus == 130

    program = started()
    program.expect("a-first 2.*Sort.*quit: ")
    program.sendline("p")
    program.expect("next: ")
    program.expect(pexpect.EOF)
    program.close()

    assert program.exitstatus == 0
    (out,) = (bare.root / "results").rglob("person.jsonl")
    (result,) = [json.loads(line) for line in out.read_text().splitlines()]
    assert (result["index"], result["verdict"], result["agent_stats"]["runs"]) == (1, "CORRECT", 1)
