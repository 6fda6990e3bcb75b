"""The person's own editor: what it saves is taken, what it breaks is not."""

from pathlib import Path

import pytest

from authoring.cli.review.editor import edit_text


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a script that serves as the editor."""
    path = tmp_path / "my editor.sh"
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    monkeypatch.setenv("EDITOR", f"'{path}' --wait")
    return path


def test_saved_text_comes_back(editor: Path) -> None:
    """Options and blanks in EDITOR work; the file is given last."""
    editor.write_text('#!/bin/sh\n[ "$1" = --wait ] && printf "x = 1\\r\\n" > "$2"\n')

    assert edit_text("x = 2\n").text == "x = 1\r\n"


def test_text_arrives_as_it_is(editor: Path, tmp_path: Path) -> None:
    """The editor sees the cell's very bytes."""
    editor.write_text(f'#!/bin/sh\ncp "$2" "{tmp_path}/seen"\n')

    assert edit_text("é\r\nx").text == "é\r\nx"
    assert (tmp_path / "seen").read_bytes() == "é\r\nx".encode()


@pytest.mark.parametrize(
    ("script", "problem"),
    [("exit 3", "status 3"), ("printf '\\377' > \"$2\"", "not UTF-8"), ('rm "$2"', "No such file")],
)
def test_problem_is_said(editor: Path, script: str, problem: str) -> None:
    """A failing editor gives nothing, and a reason."""
    editor.write_text(f"#!/bin/sh\n{script}\n")
    result = edit_text("x\n")

    assert result.text is None
    assert problem in result.problem


@pytest.mark.parametrize("command", ["/nowhere/editor", "'"])
def test_no_editor(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor that is not there, or no command at all, is a reason as well."""
    monkeypatch.setenv("EDITOR", command)
    result = edit_text("x\n")

    assert result.text is None
    assert "set EDITOR" in result.problem
