"""Models that say what they were told to say."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from authoring.errors import ModelError
from authoring.llm.models.scripted import ScriptedModel, read_script
from authoring.llm.port import CallError, Failure, Finish, Purpose, Reply, Request
from tests.llm.requests import REQUEST


def about(purpose: Purpose, subject: str = "penguins") -> Request:
    """Return a request."""
    return REQUEST.model_copy(update={"purpose": purpose, "subject": subject})


def folder(place: Path, **files: str) -> Path:
    """Fill a folder; a double underscore in a name is a slash, a single one a dot."""
    for name, text in files.items():
        path = place / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return place


def test_a_list_is_given_in_order_and_ends() -> None:
    """Texts, whole replies and failures come in turn; behind the last one stands an error, not an empty reply."""
    refused = CallError("no", failure=Failure.REFUSED)
    model = ScriptedModel(["one", Reply(text="two", finish=Finish.LENGTH, model="m"), refused])

    assert model.complete(REQUEST).text == "one"
    assert model.complete(REQUEST).finish is Finish.LENGTH
    with pytest.raises(CallError, match="no"):
        model.complete(REQUEST)
    with pytest.raises(CallError, match="penguins: write: the script has 3 replies, all given"):
        model.complete(REQUEST)


def test_a_function_sees_the_request() -> None:
    """What is said may depend on what is asked."""
    model = ScriptedModel(lambda request: request.messages[-1].content.upper(), name="loud")

    assert model.complete(REQUEST).text == "ABOUT PENGUINS."
    assert model.name == "loud"


def test_text_is_told_in_pieces() -> None:
    """A listener hears the lines of the reply."""
    heard: list[str] = []
    reply = ScriptedModel(["a\nb\n"]).complete(REQUEST, on_text=heard.append)

    assert heard == ["a\n", "b\n"]
    assert reply.usage.estimated
    assert reply.usage.prompt > 0


def test_a_folder_answers_by_purpose_and_subject(tmp_path: Path) -> None:
    """Files for the subject come first, then those for the purpose, in the order of their numbers, then the others."""
    files = {"write-10_md": "ten", "write-2_cut_md": "two", "1_md": "any", "README_md": "no", "cats__write-1_md": "cat"}
    model = read_script(folder(tmp_path, **files))
    replies = [model.complete(about("write")) for _ in range(3)]

    assert [reply.text for reply in replies] == ["two", "ten", "any"]
    assert [reply.finish for reply in replies] == [Finish.LENGTH, Finish.STOP, Finish.STOP]
    assert [model.complete(about("write", "cats")).text for _ in range(2)] == ["cat", "two"]
    with pytest.raises(CallError, match=r"penguins: sketch: .*: no reply left"):
        model.complete(about("sketch"))


def test_subjects_side_by_side_get_the_same(tmp_path: Path) -> None:
    """Each seed goes through the files by itself, whichever thread comes first."""
    model = read_script(folder(tmp_path, **{"write-1_md": "one", "write-2_md": "two"}))

    def ask(subject: str) -> list[str]:
        return [model.complete(about("write", subject)).text for _ in range(2)]

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, [f"seed{number}" for number in range(50)])) == 50 * [["one", "two"]]


def test_fingerprint_changes_with_the_replies(tmp_path: Path) -> None:
    """A reply that was changed is another script; the same files elsewhere are the same one."""
    one = read_script(folder(tmp_path / "a", write_md="x")).fingerprint
    same = read_script(folder(tmp_path / "b", write_md="x")).fingerprint
    other = read_script(folder(tmp_path / "c", write_md="y")).fingerprint

    assert one == same != other


def test_folders_without_replies_are_refused(tmp_path: Path) -> None:
    """No folder, an empty one, and bytes that are no text are errors with a hint."""
    with pytest.raises(ModelError, match="no folder of replies"):
        read_script(tmp_path / "nowhere")
    with pytest.raises(ModelError, match="holds no replies"):
        read_script(tmp_path)
    (tmp_path / "write-1.md").write_bytes(b"\xff")
    with pytest.raises(ModelError, match="cannot be read"):
        read_script(tmp_path)
