"""How what a search found is shown: the candidates, and why the others are none."""

from collections import Counter
from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from authoring.cli.searching import licence_shown
from authoring.cli.views.render import out, plain, table
from authoring.records.dataset_metadata import Criterion, Found, LeftOut, WornOut
from authoring.records.wording import counted, size

SHOWN = 15
"""Data sets that were left out and are shown; ``--json`` has all."""

BESIDE_REF = 82
"""Columns of a screen that the other facts take, with some for the title."""

ABOUT: dict[Criterion, str] = {
    "votes": "votes",
    "usability": "usability",
    "size": "size",
    "date": "date",
    "licence": "licence",
    "files": "files",
    "private": "private",
}
"""What a reason is about, in the line that sums up."""


def found_view(found: Found) -> tuple[RenderableType, ...]:
    """Return candidates and what was left out; every word of the site as plain text."""
    parts: list[RenderableType] = []
    if found.candidates:
        parts += [candidates_table(found), Text()]
    if found.worn_out:
        parts += [*worn_out_view(found.worn_out), Text()]
    if found.left_out:
        parts += [*left_out_view(found.left_out), Text()]
    return (*parts, plain(summed_up(found)))


def candidates_table(found: Found) -> Table:
    """Return the candidates, one a line, in the order of the site."""
    made = table(
        "title", "ref", "votes>", "usability>", "size>", "updated", "licence", "notebooks>", title="Candidates"
    )
    # A reference is there to be copied: titles give way first, and only a narrow screen breaks it, losing nothing.
    longest = max(len(info.publication.ref) for info in found.candidates)
    made.columns[1].no_wrap = longest + BESIDE_REF <= out().width
    made.columns[1].overflow = "fold"
    made.columns[5].no_wrap = True
    for info in found.candidates:
        one = info.publication
        made.add_row(
            plain(info.title or "-"),
            plain(one.ref, "bold"),
            _number(one.votes),
            "-" if one.usability is None else f"{one.usability:.2f}",
            "-" if one.size is None else size(one.size),
            "-" if one.updated is None else one.updated.date().isoformat(),
            plain(licence_shown(info)),
            _number(one.notebooks),
        )
    return made


def worn_out_view(known: Sequence[WornOut]) -> tuple[RenderableType, ...]:
    """Return the candidates that models know by heart, those of one set together."""
    refs: dict[tuple[str, str], list[str]] = {}
    for one in known:
        refs.setdefault((one.name, one.known_for), []).append(one.ref)
    return tuple(
        plain(f"worn out: {', '.join(of)} seems to be {name}; it {known_for}", "yellow")
        for (name, known_for), of in refs.items()
    )


def left_out_view(left_out: Sequence[LeftOut]) -> tuple[RenderableType, ...]:
    """Return data sets that are no candidates, each with all its reasons."""
    made = table("left out", "because")
    made.columns[0].overflow = "fold"
    for one in left_out[:SHOWN]:
        made.add_row(plain(one.ref), plain("; ".join(reason.words for reason in one.reasons)))
    further = len(left_out) - SHOWN
    return (made, Text(f"and {further:,} more; --json has all", "dim")) if further > 0 else (made,)


def summed_up(found: Found) -> str:
    """Return how many were looked at, how many are candidates, why the others are none, and why the search ended."""
    looked = f"{counted(found.looked_at, 'data set')} looked at, {counted(len(found.candidates), 'candidate')}"
    tally = Counter(reason.about for one in found.left_out for reason in one.reasons)
    whys = ", ".join(f"{ABOUT[about]} {number:,}" for about, number in tally.most_common())
    without = f", {len(found.left_out):,} left out ({whys})" if found.left_out else ""
    return f"{looked}{without}{_ending(found)}"


def _ending(found: Found) -> str:
    if found.ended == "enough":
        return "; there are more: raise --most"
    if found.ended == "votes":
        return f"; all further ones have fewer than {counted(found.wish.votes, 'vote')}"
    if found.ended == "bound":
        return "; the search ended there: add words to come nearer"
    return "" if found.looked_at else "; no data set fits these words"


def _number(value: int | None) -> str:
    return "-" if value is None else f"{value:,}"
