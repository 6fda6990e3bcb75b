"""The file of the batches under way is whole or not there, and says what it lacks."""

import os
from pathlib import Path

import pytest

from authoring.errors import ModelError
from authoring.llm.batch.submission import (
    ENDED,
    BatchResults,
    BatchState,
    BatchSubmission,
    SubmittedBatch,
    SubmittedRequest,
    read_submission,
    write_submission,
)
from authoring.llm.port import CallError, Failure

REQUEST = SubmittedRequest(identity="a" * 64, purpose="write", subject="penguins")
SUBMISSION = BatchSubmission(fingerprint="m", batches=(SubmittedBatch(id="b-1", requests=(REQUEST,)),))


def test_what_was_written_is_read(tmp_path: Path) -> None:
    """A later process knows all that is needed to collect; nothing else is left in the folder."""
    path = tmp_path / "new" / "ticket.json"
    write_submission(path, SUBMISSION)

    assert read_submission(path) == SUBMISSION
    assert [file.name for file in path.parent.iterdir()] == ["ticket.json"]


def test_a_missing_file_says_what_to_do(tmp_path: Path) -> None:
    """Who collects before anything was handed over is told how to hand it over."""
    with pytest.raises(ModelError) as caught:
        read_submission(tmp_path / "none.json")

    assert "--batch" in caught.value.hint


@pytest.mark.parametrize("text", ["", "[]", "{", '{"fingerprint": 5}', '{"batches": [{}]}'])
def test_any_other_file_is_refused(tmp_path: Path, text: str) -> None:
    """A file that is no ticket is named."""
    path = tmp_path / "ticket.json"
    path.write_text(text)
    with pytest.raises(ModelError, match="ticket"):
        read_submission(path)


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    """The path stands in the message."""
    (tmp_path / "file").write_text("")
    with pytest.raises(ModelError, match="file"):
        write_submission(tmp_path / "file" / "ticket.json", SUBMISSION)


def test_only_passing_failures_are_missing() -> None:
    """A request that the provider refuses for good is not handed over again."""
    failures = {
        "a": CallError("late", failure=Failure.TIMEOUT),
        "b": CallError("no", failure=Failure.FILTERED),
    }

    assert BatchResults(failures=failures).missing == {"a"}


@pytest.mark.parametrize("status", ["in_progress", "validating", "finalizing", *sorted(ENDED)])
def test_all_batches_have_to_end(status: str) -> None:
    """One batch that goes on keeps the whole under way."""
    done, other = (BatchState(id="b", status=word, total=1, done=1) for word in ("completed", status))

    assert BatchResults(states=(done, other)).ended is (status in ENDED)


@pytest.mark.parametrize("content", [b"[" * 100_000, b"[]", b"\xff", b"1" * 10_000, None], ids=range(5))
def test_a_damaged_file_is_refused(tmp_path: Path, content: bytes | None) -> None:
    """Nesting without end, other bytes and a pipe that nobody writes into are one clear error."""
    path = tmp_path / "ticket.json"
    if content is None:
        os.mkfifo(path)
    else:
        path.write_bytes(content)

    with pytest.raises(ModelError) as refused:
        read_submission(path)

    assert str(path) in refused.value.message
    assert refused.value.hint
