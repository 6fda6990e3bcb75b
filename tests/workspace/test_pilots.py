"""Records of pilots outlive a command, whole or not at all, in a format with a version."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from authoring.errors import WorkspaceError
from authoring.records.base import sha256_of
from authoring.records.format_version import FORMATS, VERSION_KEY
from authoring.records.pilot import AnswerCluster, AnswerOutcome, PilotProblem, PilotRecord, PilotSolver
from authoring.validators.base import Difference
from authoring.workspace.pilots import pilot_path, read_pilot, write_pilot

RECORD = PilotRecord(
    name="gulls",
    draft=sha256_of("text"),
    time=datetime(2026, 1, 2, tzinfo=UTC),
    samples=2,
    solvers=(PilotSolver(name="model:m", right=1, answers=2),),
    problems=(
        PilotProblem(
            number=1,
            question="\udc00?",
            reference="1",
            clusters=(
                AnswerCluster(
                    outcome=AnswerOutcome.WRONG,
                    answers=2,
                    solvers=("model:m",),
                    code="2",
                    value="2",
                    differences=(Difference("value", "1", "2"),),
                ),
            ),
        ),
    ),
)


def test_a_record_comes_back(tmp_path: Path) -> None:
    """What was written is read, for its own text and no other; half a character of a stranger's loses nothing else."""
    path = write_pilot(tmp_path, RECORD)
    record = read_pilot(tmp_path, "gulls", draft=RECORD.draft)

    assert path == pilot_path(tmp_path, "gulls")
    assert json.loads(path.read_text())[VERSION_KEY] == FORMATS["pilot"]
    assert record is not None
    assert record.problems[0].clusters == RECORD.problems[0].clusters
    assert record.model_copy(update={"problems": ()}) == RECORD.model_copy(update={"problems": ()})
    assert read_pilot(tmp_path, "gulls", draft=sha256_of("other")) is None
    assert read_pilot(tmp_path, "terns") is None


def test_records_of_earlier_versions_are_read(tmp_path: Path) -> None:
    """They say nothing of how a solver asked its model."""
    path = write_pilot(tmp_path, RECORD)
    content = json.loads(path.read_text())
    for name in ("setup", "left_out"):
        del content["solvers"][0][name]
    path.write_text(json.dumps(content | {VERSION_KEY: 2}))
    record = read_pilot(tmp_path, "gulls")

    assert record is not None
    assert record.solvers == RECORD.solvers


@pytest.mark.parametrize(
    ("text", "message"),
    [("{", "gulls.json"), ("{}", "PilotRecord"), ('{"format_version": 99}', "format 99"), ("[]", "keys and values")],
)
def test_a_broken_record_is_named(tmp_path: Path, text: str, message: str) -> None:
    """The error says which file it is, and what to do."""
    path = write_pilot(tmp_path, RECORD)
    path.write_text(text)

    with pytest.raises(WorkspaceError, match=message):
        read_pilot(tmp_path, "gulls")


def test_a_record_of_an_earlier_format_is_read(tmp_path: Path) -> None:
    """Format 1 says nothing of what single problems hang on."""
    path = write_pilot(tmp_path, RECORD)
    content = json.loads(path.read_text())
    for problem in content["problems"]:
        del problem["content"]
    path.write_text(json.dumps(content | {VERSION_KEY: 1}))
    record = read_pilot(tmp_path, "gulls")

    assert record is not None
    assert [problem.content for problem in record.problems] == [""]
