"""Where keys and lines come from: single keys on a terminal, lines from a pipe."""

import os
import select
import sys
from collections.abc import Callable
from typing import Protocol

import typer

from authoring.records.wording import visible

if sys.platform != "win32":
    import termios
    import tty

LOOK_EVERY = 0.2
"""Seconds between two looks at what happens while a key is waited for."""
LONGEST_KEY = 32
"""Bytes that a terminal sends for one key, at most."""


class Keyboard(Protocol):
    """Gives what a reviewer types."""

    is_live: bool
    """Whether a person types, who waits for what the screen shows."""

    def key(self) -> str:
        """Return one key; ``q`` when there is no more."""
        ...

    def key_meanwhile(self, look: Callable[[], None]) -> str:
        """Return one key as `key` does, and call `look` from time to time until it comes."""
        ...

    def line(self, question: str) -> str:
        """Ask, and return a line without its ending; empty when there is no more."""
        ...


class TerminalKeyboard:
    """One key at a time, without Enter."""

    is_live = True

    def key(self) -> str:
        """Wait for a key; ^D stands for ``q``."""
        try:
            pressed = typer.getchar()
        except EOFError:
            pressed = "q"
        return _key_of(pressed)

    def key_meanwhile(self, look: Callable[[], None]) -> str:
        """Wait for a key, and look at what happens meanwhile."""
        if sys.platform == "win32":  # has no mode in which one could wait for a key or for time
            return self.key()
        descriptor = sys.stdin.fileno()
        mode = termios.tcgetattr(descriptor)
        try:
            # Not raw, in which what is shown meanwhile would run down the screen like stairs.
            tty.setcbreak(descriptor, termios.TCSADRAIN)
            while not select.select([descriptor], [], [], LOOK_EVERY)[0]:
                look()
            return _key_of(os.read(descriptor, LONGEST_KEY).decode(errors="replace") or "q")
        finally:
            termios.tcsetattr(descriptor, termios.TCSADRAIN, mode)

    def line(self, question: str) -> str:
        """Ask on the terminal, with line editing."""
        try:
            return input(f"{visible(question, lines=False)}: ")
        except EOFError:
            return ""


class PipedKeyboard:
    """One line per key, so that a script can review; an answer is the line after the key that asks."""

    is_live = False

    def key(self) -> str:
        """Read a line; its first character is the key, an empty line stands for ``n``."""
        line = sys.stdin.readline()
        return (line.strip()[:1] or "n") if line else "q"

    def key_meanwhile(self, look: Callable[[], None]) -> str:
        """Read a line: what happens meanwhile is of no use to a script."""
        del look
        return self.key()

    def line(self, question: str) -> str:
        """Print the question and read a line."""
        sys.stdout.write(f"{visible(question, lines=False)}: \n")
        return sys.stdin.readline().rstrip("\r\n")


def _key_of(pressed: str) -> str:
    # A terminal sends its right and left arrow as these sequences, and ^D as the last.
    return {"\x1b[C": "n", "\x1b[D": "p", " ": "n", "\r": "n", "\n": "n", "\x04": "q"}.get(pressed, pressed)


def open_keyboard() -> Keyboard:
    """Return the keyboard that standard input is."""
    return TerminalKeyboard() if sys.stdin.isatty() else PipedKeyboard()
