"""``authoring import results``: what a file of DSEval's holds, in order and in the workspace."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.workspace import Workspace

Cli = Callable[..., Any]


def line(problemset: str, index: int, verdict: str, **more: object) -> dict[str, object]:
    """Return a line as DSEval writes it."""
    return {
        "benchmark": "Birds",
        "version": 1,
        "problemset": problemset,
        "index": index,
        "attempt": 1,
        "verdict": verdict,
        "subverdict": "UNCATEGORIZED",
        "extended_verdict": "",
        "question": "How many?",
        "agent_exception": "",
        "validation": {"correct": "yes", "category": "and", "reason": []},
        "code": "len(birds)",
        "agent_stats": {"tokens": 3},
        **more,
    }


LINES = (
    line("owls", 1, "CORRECT"),
    line("gulls", 2, "PRESENTATION_ERROR"),
    line("gulls", 1, "INTACT_VIOLATION"),
    line("gulls", 3, "CRASH", subverdict="KEY_ERROR"),
    line("gulls", 3, "CORRECT", attempt=2),
)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file of results that are in no order; the current folder lies in no workspace."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "an agent.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in LINES))
    return path


def test_says_what_is_in_it(cli: Cli, file: Path, golden: Callable[[str, str], None]) -> None:
    """Benchmark, sets, problems, attempts, the paper's rates by the last attempts, verdicts; nothing is written."""
    answer = cli("import", "results", file.name)

    assert (answer.code, answer.err) == (0, "")
    assert list(file.parent.iterdir()) == [file]
    golden("cli/import-results-screen.txt", answer.out)


def test_goes_into_the_workspace(cli: Cli, file: Path, bare: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a workspace it stands by benchmark, in the benchmark's order, with every key as DSEval writes it."""
    monkeypatch.chdir(bare.root)
    answer = cli("import", "results", file)
    written = Path("submissions/Birds/an-agent.jsonl")
    lines = [json.loads(each) for each in written.read_text().splitlines()]

    assert lines == [LINES[2], LINES[1], LINES[3], LINES[4], LINES[0]]
    assert [list(each) for each in lines] == [list(LINES[0])] * 5
    assert answer.out.splitlines()[-1] == f"next: authoring evaluate BENCHMARK --submissions {written}"
    assert cli("import", "results", file).code == 0


def test_other_content_is_not_replaced(cli: Cli, file: Path) -> None:
    """What stands where the results should go is kept, unless that was asked for."""
    out = file.with_name("mine.jsonl")
    out.write_text("mine\n")
    refused = cli("import", "results", file, "--out", out)

    assert (refused.code, out.read_text()) == (2, "mine\n")
    assert cli("import", "results", file, "--out", out, "--overwrite", "--json").json["written"] == str(out)


def test_json(cli: Cli, file: Path) -> None:
    """With --json the counts are there as numbers."""
    answer = cli("import", "results", file, "--json").json

    assert (answer["sets"], answer["problems"], answer["attempts"], answer["correct"]) == (2, 4, 5, 2)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "holds no lines"),
        ("[1]\n", ":1:1: is no JSON object"),
        ('{"problemset": "a", "index": 1, "code": "1"}\n', "has no `verdict`"),
        ('{"problemset": "a", "index": 1, "code": "1", "verdict": "FINE", "subverdict": "X"}\n', "is not known"),
    ],
)
def test_what_is_no_file_of_results(content: str, message: str, cli: Cli, file: Path) -> None:
    """Anything else is refused with file, line and reason."""
    file.write_text(content)
    answer = cli("import", "results", file)

    assert (answer.code, answer.out) == (11, "")
    assert message in answer.err.splitlines()[0]


def test_missing_file(cli: Cli, tmp_path: Path) -> None:
    """A file that is not there is named."""
    assert "none.jsonl" in cli("import", "results", tmp_path / "none.jsonl").err


def test_terminal_is_not_steered(cli: Cli, file: Path) -> None:
    """Names in a stranger's file arrive as text."""
    file.write_text(json.dumps(line("o\x1b[2Jwls", 1, "CORRECT", benchmark="B\u202eirds")) + "\n")
    answers = cli("import", "results", file), cli("results", "show", file, "o\x1b[2Jwls", "1")

    assert [answer.code for answer in answers] == [0, 0]
    assert {"\x1b", "\u202e"} & set("".join(answer.out for answer in answers)) == set()
