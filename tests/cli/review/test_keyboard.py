"""Keys come singly from a terminal and by lines from a pipe, and both end a review where nothing more comes."""

import io
import os
import sys
import termios

import pytest

from authoring.cli.review.keyboard import PipedKeyboard, TerminalKeyboard, open_keyboard


def test_a_script_gives_one_line_for_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first character counts, an empty line goes on, an answer is a whole line, and the end quits."""
    monkeypatch.setattr("sys.stdin", io.StringIO("accept\n\ncomment\n  ties?  \r\n"))
    keyboard = PipedKeyboard()

    assert [keyboard.key() for _ in range(3)] == ["a", "n", "c"]
    assert keyboard.line("your comment") == "  ties?  "
    assert (keyboard.key(), keyboard.line("more")) == ("q", "")


@pytest.mark.parametrize(
    ("pressed", "key"), [("\x1b[C", "n"), ("\x1b[D", "p"), (" ", "n"), ("\r", "n"), ("\x04", "q"), ("x", "x")]
)
def test_arrows_and_enter_are_keys(pressed: str, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Right and Enter go on, left goes back, ^D quits, and every other key is itself."""
    monkeypatch.setattr("typer.getchar", lambda: pressed)

    assert TerminalKeyboard().key() == key


def test_a_terminal_that_is_gone_quits(monkeypatch: pytest.MonkeyPatch) -> None:
    """No key and no line are ever waited for again."""

    def end(*_: object) -> str:
        raise EOFError

    monkeypatch.setattr("typer.getchar", end)
    monkeypatch.setattr("builtins.input", end)

    assert (TerminalKeyboard().key(), TerminalKeyboard().line("your comment")) == ("q", "")


def test_questions_cannot_steer_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a question quotes of a draft is shown in characters that can be seen."""
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    PipedKeyboard().line("drop \x1b[2J?")

    assert "\x1b" not in capsys.readouterr().out


def test_a_pipe_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which keyboard is used is decided by standard input alone."""
    monkeypatch.setattr("sys.stdin", io.StringIO(""))

    assert isinstance(open_keyboard(), PipedKeyboard)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo terminal")
def test_a_terminal_is_watched_while_a_key_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until a key comes, whoever waits may look at something else; the terminal's mode is what it was before."""
    ours, theirs = os.openpty()
    with os.fdopen(theirs, "r") as terminal:
        monkeypatch.setattr("sys.stdin", terminal)
        mode = termios.tcgetattr(theirs)
        looks: list[int] = []

        def look() -> None:
            looks.append(len(looks))
            if len(looks) == 2:
                os.write(ours, b"\x1b[C")

        assert TerminalKeyboard().key_meanwhile(look) == "n"
        assert looks == [0, 1]
        assert termios.tcgetattr(theirs) == mode
    os.close(ours)
