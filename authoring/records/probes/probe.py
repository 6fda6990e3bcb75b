"""Probes: a reference that runs on changed data or in changed surroundings, and what it gives there."""

from typing import Literal

from authoring.records.base import Record

ProbeOutcome = Literal["same", "form", "differs", "crashed", "left-out"]
ProbeKind = Literal[
    "again",
    "shuffled",
    "reversed",
    "dropped",
    "duplicated",
    "halved",
    "permuted",
    "missing",
    "empty",
    "columns-exchanged",
    "replaced",
    "clock",
    "file-order",
    "file-times",
    "place",
    "processors",
]


class Probe(Record):
    """One run of a reference after one change."""

    kind: ProbeKind
    """``again`` is the control, after which nothing is changed; ``replaced`` gives columns values of another kind.

    After ``halved`` the reference is held against another reading of ties, both on the same half of the rows.
    """
    columns: tuple[str, ...] = ()
    """The columns that were changed, where not all were."""
    outcome: ProbeOutcome
    """``form`` is an answer that differs in nothing but the order of rows or columns and their labels."""
    before: str = ""
    """What the reference gives, as short text; empty where that is the same after the change, but for a control."""
    after: str = ""
    """What it gives after the change; empty where that is the same, or was not run."""
    refused: bool | None = None
    """Whether the problem's own validator refuses the other answer; None where it was not asked."""
    line: int = 0
    """The line of the reference's first statement whose value differs, from 1; 0 where it was not looked for."""
    reason: str = ""
    """Why it was left out, how it crashed, the sentence that settles which of two readings is meant, or why an answer
    is refused that looks like the reference's."""


class DeprecationNote(Record):
    """A deprecation that a library gave while a reference ran."""

    library: str
    """Its import name: ``pandas``, ``numpy`` or ``sklearn``."""
    category: str
    """The class of the warning."""
    message: str
    line: int
    """The line of the reference that it speaks of, from 1."""
    ends: str = ""
    """The version that ends what is deprecated, where the message names it."""


class DegenerateAnswer(Record):
    """A sign that an answer is the same for nearly any table."""

    kind: Literal["constant", "empty", "zero", "missing", "equal-parts"]
    subject: str
    """``value``, or the variable that is compared."""
    text: str
    """What was given, as short text."""


class TableFact(Record):
    """What a reference does to tables that is seldom meant."""

    kind: Literal[
        "many-to-many",
        "repeated-rows",
        "repeated-grain",
        "text-order",
        "lost-values",
        "cut-decimals",
        "idle-filling",
        "misaligned",
    ]
    """Keys repeat on both sides of a join; they repeat on its second side only; what is the same in all rows of a key
    is summed or averaged over rows; text that holds numbers is ordered; values that look like numbers or dates become
    missing ones; decimals are cut off; a text is filled in where nothing is missing; series with other row numbers are
    calculated with each other."""
    line: int
    """The line of the reference, from 1."""
    labels: tuple[str, ...] = ()
    """The keys, the columns of the table whose rows are repeated, the column that is ordered or changed, or the column
    that is summed and then those that tell its value."""
    texts: tuple[str, ...] = ()
    """Two texts whose order is not that of their numbers; a value that is lost; a number and what is left of it; a text
    that fills nothing."""
    left_rows: int = 0
    """Rows of the table that a join begins with, or that are summed; values that are lost, cut or without a partner."""
    right_rows: int = 0
    """Rows of the other table, different keys among those that are summed, or values of which some are lost."""
    rows: int = 0
    """Rows of what the join gives."""
