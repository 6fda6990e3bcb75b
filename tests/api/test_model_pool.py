"""Who is asked with which key: options, then authoring.toml, then the environment."""

from pathlib import Path

import pytest

from authoring.cli.model_choice import WITHOUT_SERVER, choice_of, key_of
from authoring.errors import WorkspaceError
from authoring.llm.models.registry import OFFLINE
from authoring.workspace import Workspace


def place(tmp_path: Path, settings: str) -> Workspace:
    """Return a workspace with a [model] table."""
    (tmp_path / "authoring.toml").write_text(f"[model]\n{settings}\n")
    return Workspace(tmp_path)


def test_options_come_before_settings_before_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Name and server are looked for in the same order, each by itself."""
    monkeypatch.setenv("OPENAI_MODEL", "env")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://env/v1")
    both = place(tmp_path, 'name = "set"\nbase_url = "http://set/v1"\ntemperature = 0.5')
    chosen = [choice_of(both, model="option", base_url="http://option/v1"), choice_of(both, model="option")]
    chosen += [choice_of(both), choice_of(None)]

    assert [choice.name for choice in chosen] == ["option", "option", "set", "env"]
    assert [choice.base_url.split("/")[2] for choice in chosen] == ["option", "set", "set", "env"]
    assert [choice.temperature for choice in chosen] == [0.5, 0.5, 0.5, -1]


def test_nobody_named_one(tmp_path: Path) -> None:
    """The name is empty then, and nothing is asked."""
    assert choice_of(place(tmp_path, "")).name == ""


def test_folders_need_no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """A script or a replay is the same wherever the environment points."""
    monkeypatch.setenv("OPENAI_BASE_URL", "http://env/v1")

    assert choice_of(None, model="recorded:x").base_url == ""
    assert WITHOUT_SERVER == OFFLINE


def test_key_comes_from_the_file_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file comes before the environment; one that others may read is warned of; the key is not shown."""
    monkeypatch.setenv("OPENAI_API_KEY", " sk-env \n")
    file = tmp_path / "key"
    file.write_text("sk-file\n")
    file.chmod(0o600)

    assert key_of(None) == key_of(place(tmp_path, "")) == "sk-env"
    assert key_of(place(tmp_path, 'key_file = "key"')) == "sk-file"
    assert capsys.readouterr().err == ""
    file.chmod(0o644)
    assert key_of(place(tmp_path, 'key_file = "key"')) == "sk-file"
    warned = capsys.readouterr().err
    assert "others on this machine may read the key: chmod 600" in " ".join(warned.split())
    assert "sk-file" not in warned


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", None])
def test_key_files_that_hold_none(tmp_path: Path, content: bytes | None) -> None:
    """A missing, empty or unreadable file is an error: nobody wants to be asked for another key then."""
    if content is not None:
        (tmp_path / "key").write_bytes(content)
        (tmp_path / "key").chmod(0o600)
    with pytest.raises(WorkspaceError, match="key"):
        key_of(place(tmp_path, 'key_file = "key"'))


def test_no_key_at_all() -> None:
    """None, and not an empty one."""
    assert key_of(None) is None
