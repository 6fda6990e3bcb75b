"""Results read again without a terminal: the records are those that ``authoring results`` prints."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from authoring.api.evaluation import EvaluationRequest, evaluate
from authoring.api.results import select_results
from authoring.errors import UsageError

Cli = Callable[..., Any]


@pytest.fixture
def judged(folder: Path) -> Path:
    """Return the results of an evaluation."""
    out = folder / "out.jsonl"
    evaluate(EvaluationRequest(benchmark=Path("tiny"), submissions=Path("agent.jsonl"), out=out))
    return out


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize("selection", [(), ("a-first",), ("a-first", 2)])
@pytest.mark.parametrize("has_evidence", [True, False])
def test_selection_is_what_is_printed(cli: Cli, judged: Path, selection: tuple[Any, ...], has_evidence: bool) -> None:  # noqa: FBT001
    """All, one set or one problem; of results without evidence beside them, what the file holds."""
    file = judged if has_evidence else judged.rename(judged.with_name("moved.jsonl"))
    record = select_results(file, *selection).record
    document = (
        record.model_dump(mode="json")
        if isinstance(record, BaseModel)
        else [result.model_dump(mode="json") for result in record]
    )

    assert document == cli("results", "show", file, *map(str, selection), "--json").json


def test_what_is_not_there_is_told(judged: Path) -> None:
    """A set or problem that the file does not hold is answered with one that it holds."""
    with pytest.raises(UsageError, match="has no set a-frist") as error:
        select_results(judged, "a-frist")
    assert error.value.hint == "did you mean a-first?"
    with pytest.raises(UsageError, match="has no problem 9"):
        select_results(judged, "a-first", 9)
