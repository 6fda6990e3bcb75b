"""Deprecations that a reference meets while it runs, with the version that ends what it does."""

import re

from authoring.gate.probes.fork_programs import ForkState
from authoring.records.probes.probe import DeprecationNote

_VERSION = re.compile(
    r"(?:\b(?:version|versions|in|from|by|until|with)|pandas|numpy|scikit-learn|sklearn)[ =v]*(\d+(?:\.\d+){0,2})\b",
    re.IGNORECASE,
)
_SUCCESSOR = re.compile(r"^Pandas(\d+)\w*Warning$")
LONGEST_MESSAGE = 1_000
"""Characters; what to write in its place stands at the end of a message."""


def deprecations(state: ForkState) -> tuple[DeprecationNote, ...]:
    """Return what a library said of the reference itself, each once; what libraries say of each other is left out."""
    notes: dict[tuple[str, int], DeprecationNote] = {}
    for warning in state.warnings:
        if not warning.library or warning.cell != f"<cell {state.cell - 1}>":
            continue
        message = " ".join(warning.message.split())[:LONGEST_MESSAGE]
        note = DeprecationNote(
            library=warning.library,
            category=warning.category,
            message=message,
            line=warning.line,
            ends=end_version(warning.category, message),
        )
        notes.setdefault((message, warning.line), note)
    return tuple(notes.values())


def end_version(category: str, message: str) -> str:
    """Return the version that ends what is deprecated, as the warning says it; empty where it names none."""
    # The last version that is named: scikit-learn tells first since when.
    versions = _VERSION.findall(message)
    if versions:
        return str(versions[-1])
    successor = _SUCCESSOR.match(category)
    return successor.group(1) if successor else ""
