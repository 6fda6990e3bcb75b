"""Wrong output: nothing, a line too few or too many, other words, other numbers."""

import re

from authoring.validators.rewriting.base import ReferenceValue, Variants, wrong
from authoring.validators.rewriting.matters import Matter

_NUMBER = re.compile(r"\d+")
STREAM = frozenset({"stream"})


def _silent(subject: ReferenceValue) -> Variants:
    if subject.value:
        yield "no output", ""


def _line_lost(subject: ReferenceValue) -> Variants:
    lines = subject.value.splitlines(keepends=True)
    if len(lines) > 1:
        yield "without its last line", "".join(lines[:-1])


def _line_added(subject: ReferenceValue) -> Variants:
    yield "with a line more", f"{subject.value}done\n"


def _numbers_changed(subject: ReferenceValue) -> Variants:
    text = _NUMBER.sub(lambda match: f"{match.group()}1", subject.value)
    if text != subject.value:
        yield "other numbers", text


def _words_changed(subject: ReferenceValue) -> Variants:
    lines = subject.value.splitlines(keepends=True)
    if lines and lines[0].strip():
        yield "other words in the first line", "".join([f"not {lines[0]}", *lines[1:]])


OPERATORS = (
    wrong("no-output", "no output", _silent, roles=STREAM, unless=frozenset(), rank=1),
    wrong("line-lost", "the last line lost", _line_lost, roles=STREAM, rank=1),
    wrong("line-added", "a line more", _line_added, roles=STREAM, unless=frozenset({Matter.CHANCE}), rank=2),
    wrong("numbers-changed", "other numbers in the output", _numbers_changed, roles=STREAM, rank=1),
    wrong("words-changed", "other words in the output", _words_changed, roles=STREAM, rank=1),
)
