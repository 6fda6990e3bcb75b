"""What was recorded is replayed to the letter, and what was not is told."""

import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.errors import ModelError
from authoring.llm.models.record import Recording, RecordingModel, file_name, recording_text
from authoring.llm.models.recorded import RecordedModel
from authoring.llm.models.scripted import ScriptedModel
from authoring.llm.port import CallError, Finish, Message, Reply, Request, TokenUsage
from tests.llm.requests import REQUEST, WANTS_JSON, model
from tests.llm.server import Answer, LoopbackServer

REPLY = Reply(
    text='# %%\n"""\nquestion: How many?\n"""\nlen(x)\n',
    model="gpt",
    usage=TokenUsage(prompt=7, cached=3, output=9),
    seconds=1.5,
    request_id="req-1",
)


def recorded(folder: Path, *requests: Request, reply: Reply = REPLY) -> RecordedModel:
    """Record one reply to each request, and open the folder."""
    model = RecordingModel(ScriptedModel([reply] * len(requests)), folder)
    for request in requests:
        model.complete(request)
    return RecordedModel(folder)


def test_real_conversation_is_replayed_without_network(tmp_path: Path) -> None:
    """What a server said once is said again when it is gone: text, counts, finish, name."""
    with LoopbackServer(lambda call: Answer(f"reply {call.number}\n  two")) as server, model(server) as asked:
        recording = RecordingModel(asked, tmp_path / "new" / "folder")
        said = [recording.complete(request) for request in (REQUEST, WANTS_JSON)]
    replayed = RecordedModel(tmp_path / "new" / "folder")
    heard: list[str] = []

    assert [replayed.complete(request, on_text=heard.append) for request in (REQUEST, WANTS_JSON)] == said
    assert heard == [reply.text for reply in said]
    assert replayed.name == recording.name == "m"
    assert sorted(path.name for path in (tmp_path / "new" / "folder").iterdir()) == sorted(
        map(file_name, (REQUEST, WANTS_JSON))
    )


def test_files_can_be_read_by_people(golden: Callable[[str, str], None]) -> None:
    """Prompts and replies stand in the file as they are, line by line, and no key or address does."""
    golden("llm/recording.yaml", recording_text(Recording(request=WANTS_JSON, reply=REPLY)))


@given(
    st.text(st.characters(exclude_categories=["Cs"])), st.sampled_from(["", "\n", "\r\n", "\t", " \n", "---\n", "\x85"])
)
def test_any_text_comes_back_to_the_letter(text: str, mess: str) -> None:
    """Control characters, odd line ends and what YAML minds survive."""
    reply = REPLY.model_copy(update={"text": text + mess + text})
    request = REQUEST.model_copy(update={"messages": (Message(role="user", content=mess + text),)})
    with tempfile.TemporaryDirectory() as folder:
        assert recorded(Path(folder), request, reply=reply).complete(request) == reply


def test_what_was_not_recorded_is_told_with_the_nearest(tmp_path: Path) -> None:
    """The error names the folder, the nearest recording of the same purpose, and the first line that differs."""
    other = REQUEST.model_copy(update={"purpose": "sketch"})
    longer = Message(role="user", content="Line one.\nLine two.\nLine three.")
    near = REQUEST.model_copy(update={"messages": (*REQUEST.messages, longer)})
    model = recorded(tmp_path, other.model_copy(update={"max_output": 300}), near)
    changed = longer.model_copy(update={"content": longer.content.replace("two", "2")})
    with pytest.raises(CallError) as raised:
        model.complete(REQUEST.model_copy(update={"messages": (*REQUEST.messages, changed)}))

    assert raised.value.message == f"penguins: write: no recording of this request in {tmp_path}"
    assert f"nearest is {file_name(near)}: there 'user: Line two.', here 'user: Line 2.'" in raised.value.hint


def test_samples_are_recorded_apart(tmp_path: Path) -> None:
    """Another sample of the same question is another call."""
    second = REQUEST.model_copy(update={"sample": 1})

    assert len(list(tmp_path.iterdir())) == 0
    recorded(tmp_path, REQUEST, second)
    assert len(list(tmp_path.iterdir())) == 2


def test_failures_are_not_recorded(tmp_path: Path) -> None:
    """Only replies are."""
    with pytest.raises(CallError):
        RecordingModel(ScriptedModel([]), tmp_path).complete(REQUEST)

    assert list(tmp_path.iterdir()) == []


def test_fingerprint_is_of_what_was_recorded(tmp_path: Path) -> None:
    """An edited reply is another recording."""
    one = recorded(tmp_path / "a", REQUEST).fingerprint
    same = recorded(tmp_path / "b", REQUEST).fingerprint
    cut = REPLY.model_copy(update={"finish": Finish.LENGTH})

    assert one == same != recorded(tmp_path / "c", REQUEST, reply=cut).fingerprint


@pytest.mark.parametrize(
    ("content", "said"),
    [("a: [", "no YAML"), ("a: 1", "request: Field required"), ("- !!python/object:os.system {}", "no YAML")],
)
def test_broken_recordings_are_named(tmp_path: Path, content: str, said: str) -> None:
    """A file that is no recording is an error that names it; nothing in it is ever called."""
    (tmp_path / "x.yaml").write_text(content)
    with pytest.raises(ModelError, match=f"x.yaml: {said}"):
        RecordedModel(tmp_path)


def test_folders_without_recordings_are_refused(tmp_path: Path) -> None:
    """No folder and an empty one are errors that say how to record."""
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(ModelError) as raised:
            RecordedModel(folder)
        assert "record:FOLDER=MODEL" in raised.value.hint
