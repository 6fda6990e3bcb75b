"""What ``authoring evaluate`` refuses before anything runs: arguments, benchmarks and files that cannot be meant."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]


@pytest.mark.parametrize(
    ("arguments", "code", "message", "hint"),
    [
        ([], 2, "who answers?", "--submissions FILE"),
        (["--submissions", "agent.jsonl", "--solver", "reference"], 2, "who answers?", "--submissions FILE"),
        (["--solver", "referenc"], 2, "no solver is called referenc", "did you mean reference?"),
        (["--solver", "recorded"], 2, "no solver is called recorded", "solvers: reference, "),
        (["--solver", "command"], 2, "no solver is called command", 'did you mean "command:PROGRAM ARGUMENTS"?'),
        (["--solver", "command:"], 2, "there is no program ''", ""),
        (["--solver", "command:no-such-program x"], 2, "there is no program 'no-such-program'", ""),
        (["--solver", "command:'x"], 2, "'x: No closing quotation", "quote it as for a shell"),
        (["--solver", "reference", "--set", "a-frist"], 2, "tiny has no set called a-frist", "did you mean a-first?"),
        (["--submissions", "none.jsonl"], 11, "none.jsonl: cannot be read", ""),
        (["--submissions", "tiny/a-first.py"], 11, "tiny/a-first.py:1:1: is no JSON", ""),
        (["--submissions", "agent.jsonl", "--out", "agent.jsonl"], 2, "agent.jsonl: holds the submissions", "--out"),
        (["--submissions", "agent.jsonl", "--out", "tiny/_manifest.yaml"], 11, "no evaluation wrote", "--overwrite"),
        (["--solver", "reference", "--max-time", "nan"], 2, "", ""),
    ],
)
def test_what_cannot_be_meant(arguments: list[str], code: int, message: str, hint: str, cli: Cli, folder: Path) -> None:
    """Arguments that do not fit, and files that are not there, are named with what to do; nothing is written."""
    before = sorted(folder.rglob("*"))
    answer = cli("evaluate", "tiny", *arguments)

    assert (answer.code, answer.out) == (code, "")
    assert message in answer.err.splitlines()[0]
    assert hint in answer.err.splitlines()[1]
    assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda folder: (folder / "tiny/_manifest.yaml").write_text("name: [\n"), "is no YAML"),
        (lambda folder: (folder / "tiny/_manifest.yaml").unlink(), "is missing"),
        (lambda folder: (folder / "tiny/_manifest.yaml").write_text("name: x\nversion: 1\ndialect: no\n"), "dialect"),
        (lambda folder: [path.unlink() for path in (folder / "tiny").glob("*.py")], "holds no problem sets"),
        (lambda folder: (folder / "tiny").rename(folder / "other"), "no such file or folder"),
        (lambda folder: (folder / "tiny/a-first.py").write_bytes(b"\xff"), "is no UTF-8"),
    ],
)
def test_broken_benchmark(spoil: Callable[[Path], object], message: str, cli: Cli, folder: Path) -> None:
    """A benchmark that cannot be read is said to be so, whatever is wrong with it."""
    spoil(folder)
    answer = cli("evaluate", "tiny", "--solver", "reference")

    assert (answer.code, answer.out) == (10, "")
    assert message in answer.err.splitlines()[0]
