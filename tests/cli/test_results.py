"""``authoring results``: look at a summary, a set, a problem; hold one run against another."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]

QUESTIONS = ("How many?", "Sort `x` into `y`.")
SET = "# %%\nx = [3, 1, 2]\n" + "".join(
    f'\n# %%\n"""\nquestion: {question}\n"""\n{code}\n'
    for question, code in zip(QUESTIONS, ("len(x)", "sorted(x)"), strict=True)
)


@pytest.fixture
def judged(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return results of ours: the first problem wrong, the second right."""
    monkeypatch.chdir(tmp_path)
    Path("tiny.py").write_text(SET)
    answers = ({"problemset": "tiny", "index": n, "code": code} for n, code in ((1, "2"), (2, "[1, 2, 3]")))
    Path("agent.jsonl").write_text("".join(json.dumps(answer) + "\n" for answer in answers))

    assert cli("evaluate", "tiny.py", "--submissions", "agent.jsonl", "--out", "results.jsonl").code == 0
    return Path("results.jsonl")


def test_from_the_whole_to_one_problem(cli: Cli, judged: Path) -> None:
    """The summary names a wrong problem, the set lists its problems, the problem shows everything, then it ends."""
    whole, one_set = cli("results", "show", judged), cli("results", "show", judged, "tiny")
    problem = cli("results", "show", judged, "tiny", "1")

    assert (
        whole.out.splitlines()[-1]
        == one_set.out.splitlines()[-1]
        == "next: authoring results show results.jsonl tiny 1"
    )
    assert one_set.out.splitlines()[2].split("  ", 3)[-1].strip() == QUESTIONS[1]
    assert problem.out.splitlines()[-1] == "next: authoring results show results.jsonl"
    assert problem.out.count("wrong reasoning, by the rules, a guess that --judge MODEL may decide") == 1
    for shown in (QUESTIONS[0], "submission\n  2", "verdict\n  wrong output", "why it is wrong"):
        assert shown in problem.out


def test_files_without_evidence_can_be_looked_at(cli: Cli, judged: Path) -> None:
    """Results of other programs show what their lines hold."""
    other = judged.rename("other.jsonl")

    assert "1 set, 2 problems, 2 attempts" in cli("results", "show", other).out
    assert QUESTIONS[1] in cli("results", "show", other, "tiny").out
    assert "verdict\n  wrong output" in cli("results", "show", other, "tiny", "1").out


def test_what_is_not_there(cli: Cli, judged: Path) -> None:
    """A set or problem that is not there is answered with one that is."""
    refused = cli("results", "show", judged, "tini"), cli("results", "show", judged, "tiny", "3")

    assert [answer.code for answer in refused] == [2, 2]
    assert refused[0].err.splitlines()[-1] == "hint: did you mean tiny?"
    assert refused[1].err.splitlines()[0] == "error: results.jsonl: tiny: has no problem 3"


@pytest.mark.exhaustive
def test_json(cli: Cli, judged: Path) -> None:
    """With --json the records themselves are printed."""
    assert cli("results", "show", judged, "--json").json["metrics"]["pass_rate"] == 0.5
    assert len(cli("results", "show", judged, "tiny", "--json").json["problems"]) == 2
    assert cli("results", "show", judged, "tiny", "1", "--json").json["attempts"][0]["submission"]["code"] == "2"


def test_compare(cli: Cli, judged: Path) -> None:
    """Two runs agree, or the verdicts that changed are listed and the command ends with 1."""
    lines = [json.loads(line) for line in judged.read_text().splitlines()]
    lines[0]["verdict"] = "CRASH"
    Path("new.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    same, other = cli("results", "compare", judged, judged), cli("results", "compare", judged, "new.jsonl")

    assert (same.code, other.code) == (0, 1)
    assert "2 of 2 verdicts agree" in same.out
    assert "1 of 2 verdicts agree" in other.out
    assert "crash, value mismatch" in other.out
    assert cli("results", "compare", judged, "new.jsonl", "--json").json["changes"][0]["index"] == 1
