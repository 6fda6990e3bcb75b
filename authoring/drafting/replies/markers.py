"""Cell markers as models write them, and docstrings' quotes, line by line."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from authoring.drafting.replies import codes
from authoring.drafting.replies.characters import HIDDEN, INVISIBLE, QUOTES, SPACES, visible
from authoring.drafting.replies.lines import ReplyFinding, ReplyLine, excerpt

# Markers of editors (`# %%`, `#%%`, and `# %` alone on its line), of exported notebooks (`# In [3]:`) and of old ones
# (`# <codecell>`), emphasized or in backticks.
_MARKER = re.compile(
    r"""[ \t]{0,12}(?:[*]{2}|`)?
        (?:\#{1,2}[ \t]{0,4}(?:%%+|%[ ]?%?(?=\s*\Z))|\#[ \t]In[ ]?\[[\d ]{0,6}\]:?|\#[ ]?<codecell>)(?P<rest>.*)""",
    re.VERBOSE | re.DOTALL,
)
# Three quotes with the prefix that a string may have.
_OPENING = re.compile(r"[ \t]*(?P<prefix>[rRuUbBfF]{0,2})(?P<quotes>\"{3}|'{3})")
MARKDOWN = ("[markdown]", "[md]", "[raw]")
PLAIN = "# %%"


@dataclass(frozen=True, slots=True)
class Marker:
    """The content of a marker line: its title, and the part of the cell that stands on its line by mistake."""

    title: str
    first_line: str
    plain: bool
    """Whether it is written as DSEval reads it."""


def marker_of(text: str) -> Marker | None:
    """Return a line as a cell marker; None for a line that is none, such as a comment about 20 %% of something."""
    match = _MARKER.match(text)
    if match is None:
        return None
    title = match["rest"].strip().strip("*`").strip()
    if text == PLAIN:
        return Marker("", "", plain=True)
    # A docstring that begins on the marker's line is no title.
    if title and _OPENING.match(title):
        return Marker("", title, plain=False)
    return Marker(title, "", plain=False)


def opening_of(text: str) -> tuple[str, str] | None:
    """Return the prefix and quotes that a docstring's first line begins with; None where it begins with none."""
    match = _OPENING.match(text)
    return (match["prefix"], match["quotes"]) if match else None


def tidy(lines: Sequence[ReplyLine], notes: list[ReplyFinding]) -> list[ReplyLine]:
    """Return lines with markers and docstrings' quotes freed of characters that cannot be seen or only look right."""
    tidied: list[ReplyLine] = []
    reported = False
    for line in lines:
        text = line.text
        if not text.isascii() and len(text) < 2000:  # noqa: PLR2004 - no marker is that long
            text = _tidied(text)
        # Reported once a reply, however many lines have them.
        if text != line.text and not reported:
            reported = True
            notes.append(
                ReplyFinding(
                    codes.CHARACTERS, line.number, f"characters that cannot be seen, or odd quotes: '{excerpt(text)}'"
                )
            )
        tidied.append(ReplyLine(text, line.number))
    return tidied


def _tidied(text: str) -> str:
    """Return a line as it was meant, if that is a marker or a docstring's quotes; else unchanged."""
    bare = visible(text) if HIDDEN.search(text) else text
    if bare != text and marker_of(bare) is not None:
        return bare
    head = bare.lstrip(" \t").translate(INVISIBLE).translate(SPACES)
    # A prefix of two letters and three quotes are five signs; what follows is the question, and stays.
    quoted = head[:5].translate(QUOTES)
    if opening_of(quoted) is not None and (opening_of(text) is None):
        return quoted + head[5:]
    return text
