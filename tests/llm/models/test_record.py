"""Recording asks another model, changes nothing of its reply, and writes before it answers."""

from pathlib import Path

import pytest

from authoring.errors import ModelError
from authoring.llm.models.record import RecordingModel, file_name, open_model
from authoring.llm.models.scripted import ScriptedModel
from authoring.llm.port import Reply
from authoring.records.model_config import ModelChoice
from tests.llm.requests import REQUEST

REPLY = Reply(text="a\nb", model="m")


def test_a_reply_is_written_and_returned(tmp_path: Path) -> None:
    """The caller gets what the model said; beside the recording nothing is left in the folder."""
    recording = RecordingModel(ScriptedModel([REPLY]), tmp_path / "new")

    assert recording.complete(REQUEST) == REPLY
    assert [path.name for path in (tmp_path / "new").iterdir()] == [file_name(REQUEST)]


@pytest.mark.parametrize("subject", ["../../etc/passwd", "a/b", "", "x" * 500, "ünï"])
def test_a_subject_cannot_leave_the_folder(subject: str) -> None:
    """Whatever a request is about, its file has a short plain name."""
    name = file_name(REQUEST.model_copy(update={"subject": subject}))

    assert Path(name).name == name
    assert not name.startswith(".")
    assert len(name) < 120


@pytest.mark.parametrize("argument", ["", "folder", "=model", "folder="])
def test_folder_and_model_are_both_needed(argument: str) -> None:
    """The error shows how such a name is written."""
    with pytest.raises(ModelError) as caught:
        open_model(ModelChoice(name=f"record:{argument}"), argument, key=None)

    assert "record:FOLDER=MODEL" in caught.value.hint


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    """Nothing is asked where nothing could be recorded."""
    (tmp_path / "file").write_text("")
    with pytest.raises(ModelError, match="file"):
        RecordingModel(ScriptedModel([REPLY]), tmp_path / "file" / "folder")


def test_recording_is_invisible(tmp_path: Path) -> None:
    """Name and fingerprint are the recorded model's, so that caches do not tell the two apart."""
    model = ScriptedModel([REPLY])
    recording = RecordingModel(model, tmp_path)
    recording.close()

    assert (recording.name, recording.fingerprint) == (model.name, model.fingerprint)
