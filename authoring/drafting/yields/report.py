"""What is known of runs, and what is told of them."""

from datetime import datetime
from typing import Literal

from authoring.drafting.yields.shares import Share
from authoring.llm.pricing import Cost
from authoring.records.base import Record
from authoring.records.draft import Making

Aspect = Literal["model", "guide", "prompt", "example"]


class DraftRecord(Record):
    """One run: what it was made with and how far it came."""

    name: str
    seed: str
    made_with: Making
    began: datetime
    """Of its first step."""
    ended: datetime | None = None
    """Of its last sign of life; None for a run that may go on."""
    parsed: bool
    """A draft stands: the reply could be read."""
    linted: bool
    """Lint has no error to say of the first draft, or of one that the model mended, before any person's word."""
    passed: bool
    """Nor have the dry run and the search for repeats."""
    at_once: bool
    """As `passed`, of the very first draft."""
    admitted: int
    """Problems of the set that was admitted; 0 where none was."""
    minutes: float
    """Of reviewers."""


class Funnel(Record):
    """Drafts that came so far, from the first step to the last."""

    asked: int
    written: int
    """The model replied to the end."""
    parsed: int
    linted: int
    dry_run: int
    """Passed the dry run without an error."""
    admitted: int


class Yield(Record):
    """What came of some drafts."""

    aspect: Literal["all", "model", "guide", "prompt", "example"]
    name: str
    version: str = ""
    """Of a guide or a prompt; ``with`` or ``without`` for an example."""
    funnel: Funnel
    passed: Share
    """Drafts that passed the gate before a person looked, of those asked."""
    at_once: Share
    """Drafts that passed it without a repair."""
    admitted: Share
    problems: int
    """Admitted."""
    calls: int
    prompt: int
    cached: int
    output: int
    """Tokens of all calls, also of those for drafts that came to nothing."""
    costs: tuple[Cost, ...] = ()
    unpriced: int = 0
    """Calls with tokens and without a price."""
    minutes: float
    """Of reviewers, in all."""

    tokens_per_problem: float | None
    """Tokens of prompts and replies for one admitted problem; None where none was admitted, as for the next two."""
    money_per_problem: tuple[Cost, ...] | None
    minutes_per_problem: float | None


class Comparison(Record):
    """What can be said of a change."""

    aspect: Aspect
    name: str
    before: str
    after: str
    """Versions; ``without`` and ``with`` for an example."""
    low: float
    high: float
    """95 % interval of the difference of the shares that passed, after less before."""
    enough: bool
    """Whether there are drafts enough on both sides to say anything."""
    also_changed: tuple[str, ...] = ()
    """What else differs between the two sides, so that the difference may be its doing."""
    statement: str


class YieldReport(Record):
    """Answer of ``report yield``."""

    total: Yield
    parts: tuple[Yield, ...]
    """By model, then guide, prompt and example; versions in the order in which they came into use."""
    comparisons: tuple[Comparison, ...]
    other_calls: int = 0
    """Calls of the ledger that belong to no run: for topics, lessons, or runs whose journal is gone."""
    troubles: tuple[str, ...] = ()
    """Journals that could not be read."""
