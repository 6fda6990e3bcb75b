"""What a judge said, one JSON object a line, written as it happens: so an interrupted run goes on where it stopped.

Both judges write the same events: ``{"set", "start"}``, then ``{"set", "problem", "attempt", "verdict", "subverdict",
"reason"}`` for every answer, then ``{"set", "end", "error", "seconds"}``. Standard library only: DSEval's interpreter
imports this module too.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

REASON = 4000
"""Characters kept of a reason."""


class Key(NamedTuple):
    """What was judged: a set's name, a problem's number from 1, an answer's number from 1."""

    set: str
    problem: int
    attempt: int


class Word(NamedTuple):
    """What a judge said of one answer."""

    verdict: str
    subverdict: str
    reason: str

    @property
    def pair(self) -> tuple[str, str]:
        """What has to agree."""
        return self.verdict, self.subverdict


class End(NamedTuple):
    """How a set ended."""

    how: str
    """``done``, ``stopped`` (by an exception), ``hung`` (out of its time budget) or ``died`` (the process)."""
    error: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Judged:
    """What one judge said of one benchmark."""

    words: dict[Key, Word] = field(default_factory=dict)
    ends: dict[str, End] = field(default_factory=dict)


class Events:
    """Where a judge writes."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        content = path.read_bytes()
        if not content.endswith(b"\n"):
            # A judge that was killed may have left half a line.
            path.write_bytes(content[: content.rfind(b"\n") + 1])
        self._file = path.open("a", encoding="utf-8", errors="backslashreplace")

    def start(self, name: str) -> None:
        """Say that a set begins."""
        self._write(set=name, start=True)

    def word(self, key: Key, word: Word) -> None:
        """Say what was said of one answer."""
        self._write(**key._asdict(), **word._replace(reason=word.reason[:REASON])._asdict())

    def end(self, name: str, end: End) -> None:
        """Say how a set ended."""
        self._write(set=name, end=end.how, error=end.error[:REASON], seconds=end.seconds)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _write(self, **event: Any) -> None:
        # Flushed at once, so that it is kept even if the process dies right after.
        self._file.write(json.dumps(event) + "\n")
        self._file.flush()


def read_events(path: Path) -> Judged:
    """Return the sets that have ended, and what was said in them; of a set judged twice, what was said last."""
    judged, current = Judged(), dict[Key, Word]()
    for event in _lines(path):
        name = event["set"]
        if "start" in event:
            current = {}
        elif "end" in event:
            for key in [key for key in judged.words if key.set == name]:
                del judged.words[key]
            judged.words.update(current)
            judged.ends[name] = End(event["end"], event["error"], event["seconds"])
            current = {}
        else:
            key = Key(name, event["problem"], event["attempt"])
            current[key] = Word(event["verdict"], event["subverdict"], event["reason"])
    return judged


def _lines(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    lines = path.read_text("utf-8").split("\n")
    # What follows the last line's end is a line that was cut off, or nothing.
    return [json.loads(line) for line in lines[:-1]]
