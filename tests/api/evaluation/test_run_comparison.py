"""Two runs held against each other without a terminal."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.api.evaluation import EvaluationRequest, evaluate
from authoring.api.evaluation.run_comparison import compare_results, compare_runs
from authoring.errors import UsageError
from authoring.workspace.evaluation_file import evidence_of, read_evaluation

Cli = Callable[..., Any]


@pytest.fixture
def judged(folder: Path) -> Path:
    """Return the results of an evaluation."""
    out = folder / "out.jsonl"
    evaluate(EvaluationRequest(benchmark=Path("tiny"), submissions=Path("agent.jsonl"), out=out))
    return out


def test_comparison_is_what_is_printed(cli: Cli, judged: Path) -> None:
    """A run that is held against itself differs in nothing."""
    comparison = compare_results(judged, judged)

    assert (comparison.pairs, comparison.changes, comparison.surroundings) == (4, (), ())
    assert comparison.rates is not None
    assert comparison.rates.difference.rate == 0
    assert comparison.model_dump(mode="json") == cli("results", "compare", judged, judged, "--json").json


def test_what_else_differs_is_told(cli: Cli, judged: Path) -> None:
    """Versions and options that verdicts depend on, by their names."""
    header, *sets = evidence_of(judged).read_text().splitlines()
    entry = json.loads(header)
    entry["evaluation"]["python"] = "3.99.0"
    results = [json.loads(line) for line in sets]
    versions = [["numpy", "0.1"], ["pandas", "0.2"], ["scipy", "0.3"]]
    scipy = [json.dumps(line | {"packages": [*line["packages"], ["scipy", "0.2"]]}) for line in results]
    evidence_of(judged).write_text("\n".join((header, *scipy)) + "\n")
    sets = [json.dumps(line | {"packages": versions}) for line in results]
    entry["evaluation"]["lock"] = "f" * 64
    entry["evaluation"]["options"]["max_attempts"] = 3
    other = judged.with_name("other.jsonl")
    other.write_bytes(judged.read_bytes())
    evidence_of(other).write_text("\n".join((json.dumps(entry), *sets)) + "\n")

    comparison = compare_results(judged, other)

    names = [difference.partition(":")[0] for difference in comparison.surroundings]
    assert names == ["Python", "lock of packages", "numpy", "pandas", "scipy", "max attempts"]
    assert "then 3.99.0" in comparison.surroundings[0]
    assert "The runs were not made alike" in cli("results", "compare", judged, other).out


def test_what_answers_import_is_named(folder: Path) -> None:
    """The version of a package that an answer alone uses stands in the results, and so in every comparison."""
    answers = [json.loads(line) for line in (folder / "agent.jsonl").read_text().splitlines()]
    answers[-1]["code"] = "import scipy\n" + answers[-1]["code"]
    (folder / "agent.jsonl").write_text("".join(json.dumps(answer) + "\n" for answer in answers))
    out = folder / "out.jsonl"
    report = evaluate(EvaluationRequest(benchmark=Path("tiny"), submissions=Path("agent.jsonl"), out=out))
    read = read_evaluation(out)

    assert read is not None
    assert read.packages == report.packages
    assert [name for name, _ in read.packages] == ["numpy", "pandas", "scipy"]


@pytest.fixture
def runs(folder: Path) -> tuple[Path, ...]:
    """Return results of three runs over forty problems, of which 10, 12 and 35 are right; the last one misses one."""
    files = []
    for name, right in (("weak", 10), ("same", 12), ("strong", 35)):
        lines = [
            {
                "problemset": f"s{number % 4}",
                "index": number // 4 + 1,
                "attempt": 1,
                "code": "1",
                "verdict": "CORRECT" if number < right else "WRONG_OUTPUT",
                "subverdict": "UNCATEGORIZED",
            }
            for number in range(40 if name != "strong" else 39)
        ]
        files.append(folder / f"{name}.jsonl")
        files[-1].write_text("".join(json.dumps(line) + "\n" for line in lines))
    return tuple(files)


def test_several_runs_in_one_table(cli: Cli, runs: tuple[Path, ...]) -> None:
    """Over the problems of all, each against the first, with p-values for as many comparisons as there are."""
    table = compare_runs(runs)

    assert (table.against, table.problems, table.sets) == ("weak", 39, 4)
    assert [round(run.rate.rate * 39) for run in table.runs] == [10, 12, 35]
    assert [run.is_clear for run in table.runs] == [False, False, True]
    assert [run.changed for run in table.runs] == [0, 2, 25]
    _, same, strong = table.runs
    assert same.rates is not None
    assert strong.rates is not None
    assert (same.adjusted_p_value, strong.adjusted_p_value) == (same.rates.p_value, 2 * strong.rates.p_value)
    printed = cli("results", "compare", *runs, "--json")
    assert (printed.json, printed.code) == (table.model_dump(mode="json"), 1)
    text = cli("results", "compare", *runs).out
    assert "corrected by Holm's method for 2 comparisons" in text
    assert "show a difference from about" in text


def test_runs_against_another_than_the_first(cli: Cli, runs: tuple[Path, ...]) -> None:
    """Any run may be what the others are held against; of two files that decides which is the older."""
    table = cli("results", "compare", *runs, "--against", runs[2], "--json").json
    pair = cli("results", "compare", runs[0], runs[2], "--against", runs[2], "--json").json

    assert [run["name"] for run in table["runs"]] == ["strong", "weak", "same"]
    assert pair["rates"]["difference"]["rate"] < 0


def test_runs_that_cannot_be_compared(cli: Cli, runs: tuple[Path, ...]) -> None:
    """One file, a file twice, and results of other problems are refused with what to do."""
    other = runs[0].with_name("other.jsonl")
    other.write_text(runs[0].read_text().replace('"problemset": "s', '"problemset": "t'))
    with pytest.raises(UsageError, match="in all of these"):
        compare_runs((*runs, other))
    with pytest.raises(UsageError, match="named twice"):
        compare_runs((*runs, runs[1]))
    assert cli("results", "compare", runs[0]).code == 2
