"""Where keys and lines come from: single keys on a terminal, lines from a pipe."""

import sys
from typing import Protocol

import typer

from authoring.records.wording import visible


class Keyboard(Protocol):
    """Gives what a reviewer types."""

    def key(self) -> str:
        """Return one key; ``q`` when there is no more."""
        ...

    def line(self, question: str) -> str:
        """Ask, and return a line without its ending; empty when there is no more."""
        ...


class TerminalKeyboard:
    """One key at a time, without Enter."""

    def key(self) -> str:
        """Wait for a key; ^D stands for ``q``."""
        try:
            pressed = typer.getchar()
        except EOFError:
            pressed = "q"
        # A terminal sends its right and left arrow as these sequences, and ^D as the last.
        return {"\x1b[C": "n", "\x1b[D": "p", " ": "n", "\r": "n", "\n": "n", "\x04": "q"}.get(pressed, pressed)

    def line(self, question: str) -> str:
        """Ask on the terminal, with line editing."""
        try:
            return input(f"{visible(question, lines=False)}: ")
        except EOFError:
            return ""


class PipedKeyboard:
    """One line per key, so that a script can review; an answer is the line after the key that asks."""

    def key(self) -> str:
        """Read a line; its first character is the key, an empty line stands for ``n``."""
        line = sys.stdin.readline()
        return (line.strip()[:1] or "n") if line else "q"

    def line(self, question: str) -> str:
        """Print the question and read a line."""
        sys.stdout.write(f"{visible(question, lines=False)}: \n")
        return sys.stdin.readline().rstrip("\r\n")


def open_keyboard() -> Keyboard:
    """Return the keyboard that standard input is."""
    return TerminalKeyboard() if sys.stdin.isatty() else PipedKeyboard()
