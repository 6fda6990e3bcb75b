"""Two runs held against each other without a terminal."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.api.evaluation import EvaluationRequest, evaluate
from authoring.api.evaluation.run_comparison import compare_results
from authoring.workspace.evaluation_file import evidence_of

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
    entry["evaluation"]["packages"] = [["numpy", "0.1"], ["pandas", "0.2"]]
    entry["evaluation"]["lock"] = "f" * 64
    entry["evaluation"]["options"]["max_attempts"] = 3
    other = judged.with_name("other.jsonl")
    other.write_bytes(judged.read_bytes())
    evidence_of(other).write_text("\n".join((json.dumps(entry), *sets)) + "\n")

    comparison = compare_results(judged, other)

    names = [difference.partition(":")[0] for difference in comparison.surroundings]
    assert names == ["Python", "lock of packages", "numpy", "pandas", "max attempts"]
    assert "then 3.99.0" in comparison.surroundings[0]
    assert "The runs were not made alike" in cli("results", "compare", judged, other).out
