"""What verbs answer with ``--json`` where no record of the pipeline says it already."""

from authoring.dseal.diagnostic import Diagnostic
from authoring.records.base import Record


class Made(Record):
    """Answer of ``init``: a workspace."""

    workspace: str
    written: tuple[str, ...]
    """Files that were not there before, relative to the workspace."""


class Standing(Record):
    """Answer of ``admit``, one per name."""

    name: str
    admitted: bool
    path: str
    """Of the set's file; empty when it was not admitted."""
    findings: tuple[Diagnostic, ...]


class Exported(Record):
    """Answer of ``export``."""

    format: str
    folder: str
    problemsets: tuple[str, ...]
    files: tuple[str, ...]
    """Relative to the folder."""
    findings: tuple[Diagnostic, ...]
    """What the format could not say."""


class SeedLine(Record):
    """A seed in the answer of ``status``."""

    name: str
    title: str
    licence: str
    tables: int
    rows: int


class DraftLine(Record):
    """A run in the answer of ``status``."""

    name: str
    seed: str
    revision: int
    """0 while nothing is drafted."""
    problems: int
    accepted: int
    """Problems a reviewer has marked as good."""
    errors: int
    warnings: int
    waiting_for: str
    """``a reviewer``, ``the gate``, ``nobody`` and the like."""
    next: str
    """The command that takes it further."""


class SetLine(Record):
    """An admitted set in the answer of ``status``."""

    name: str
    problems: int
    inputs: int
    """Bytes of its data."""


class Overview(Record):
    """Answer of ``status``."""

    workspace: str
    seeds: tuple[SeedLine, ...]
    drafts: tuple[DraftLine, ...]
    problemsets: tuple[SetLine, ...]


class DemoStep(Record):
    """A step in the answer of ``demo``."""

    step: str
    seconds: float
    outcome: str


class Shown(Record):
    """Answer of ``demo``."""

    workspace: str
    export: str
    files: tuple[str, ...]
    steps: tuple[DemoStep, ...]
