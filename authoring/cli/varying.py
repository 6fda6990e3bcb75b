"""Running sets while what surrounds them is varied on purpose, for ``authoring run --vary``, and what depends on it.

The two sessions of a dry run differ in the pins that are named and in nothing else. Where a result differs, each pin is
varied alone, and none at all, so that it can be said what the result depends on.
"""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Literal

from authoring.api.verification import verify_job
from authoring.cli.isolation import open_sandbox
from authoring.cli.places import workspace_around
from authoring.cli.progress import progress_bar
from authoring.cli.proofs import Subject
from authoring.cli.run_many import job_of
from authoring.errors import UsageError
from authoring.records.base import Record
from authoring.records.evidence import REPEAT, CellRun, DryRun, Limits, Outcome, Pins, ProblemRun
from authoring.records.job import Job, Where
from authoring.sandbox.port import Sandbox
from authoring.workspace.files import job_inputs

VARIED: Mapping[str, tuple[str | int, ...]] = {
    "timezone": ("Asia/Kolkata",),
    "locale": ("de_DE.UTF-8", "fr_FR.UTF-8", "es_ES.UTF-8", "en_US.UTF-8", "C"),
    "threads": (2,),
    "hash_seed": (REPEAT.hash_seed,),
    "random_state": (REPEAT.random_state,),
}
"""What each pin is varied to; of several values the first that the sandbox has."""
TRY_LOCALE = "import locale\nlocale.setlocale(locale.LC_ALL, '')"
BY_ITSELF = "by itself"
"""Stands for a result that differs when nothing is varied: it depends on what cannot be pinned, as a clock."""
TOGETHER = "together"
"""Stands for a result that differs when all are varied, and not when each is alone."""
SHOWN = 200
"""Characters of a result that are repeated."""
Effect = Literal["ends otherwise", "is refused", "differs"]


class Dependence(Record):
    """A cell whose result depends on what surrounds it."""

    cell: int
    """Index into ProblemSet.cells."""
    number: int | None
    """The problem's number; None for context."""
    on: str
    """A pin, ``by itself`` or ``together``."""
    value: str
    """What the pin was varied to."""
    effect: Effect
    """``ends otherwise``, ``is refused`` by the problem's own validator, or ``differs`` and is accepted."""
    usual: str
    """What came out under the usual pins, as short text."""
    varied: str

    @property
    def matters(self) -> bool:
        """Whether a right answer can be judged as wrong because of it."""
        return self.effect != "differs"


class VariedSet(Record):
    """A set that ran while its surroundings were varied."""

    name: str
    dependences: tuple[Dependence, ...] = ()
    """In the order of the cells."""
    refused: str = ""
    """Why it was not run."""


class Variation(Record):
    """Answer of ``run --vary``."""

    pins: tuple[Pins, Pins]
    """Of the two sessions in which all that was named is varied at once."""
    varied: tuple[str, ...]
    """The pins that are."""
    sets: tuple[VariedSet, ...]

    @property
    def holds(self) -> bool:
        """Whether every set ran and no verdict depends on what was varied."""
        return not any(each.refused or any(found.matters for found in each.dependences) for each in self.sets)


def vary(subjects: Sequence[Subject], words: str, workspace: Path | None) -> Variation:
    """Run every set with the pins varied that are named, one set after the other.

    Args:
        subjects: the sets.
        words: names of pins, with commas between them; ``all`` for all.
        workspace: the one that is named, if any.

    Raises:
        UsageError: a word names no pin.
        SandboxError: the sandbox failed.
    """
    names = names_of(words)
    place, known = workspace_around(workspace), cache(job_inputs)
    with open_sandbox(place, benchmarks=[subject.folder for subject in subjects]) as sandbox:
        values = {name: _value_of(name, sandbox) for name in names}
        sets = [_vary(job_of(subject, known, Where()), values, sandbox) for subject in subjects]
    return Variation(pins=pins_with(values), varied=names, sets=tuple(sets))


def names_of(words: str) -> tuple[str, ...]:
    """Return the pins that are named.

    Raises:
        UsageError: a word names none, or there is no word.
    """
    given = list(dict.fromkeys(word.strip().replace("-", "_") for word in words.split(",") if word.strip()))
    if given == ["all"]:
        return tuple(VARIED)
    for word in given:
        if word not in VARIED:
            close = get_close_matches(word, VARIED, n=1)
            hint = f"did you mean {close[0]}?" if close else f"name some of: {', '.join(VARIED)}; or all"
            raise UsageError(f"{word}: nothing of this name can be varied", hint=hint)
    if not given:
        raise UsageError("--vary names nothing to vary", hint=f"name some of: {', '.join(VARIED)}; or all")
    return tuple(given)


def pins_with(values: Mapping[str, str | int]) -> tuple[Pins, Pins]:
    """Return the usual pins, and those with these values."""
    return Pins(), Pins.model_validate({**Pins().model_dump(), **values})


def _value_of(name: str, sandbox: Sandbox) -> str | int:
    """Return what a pin is varied to in this sandbox; not every machine has every locale."""
    *wanted, last = VARIED[name]
    for value in wanted:
        with sandbox.session(pins=pins_with({name: value})[1]) as session:
            if session.run(TRY_LOCALE, limits=Limits()).outcome is Outcome.OK:
                return value
    return last


def _vary(job: Job, values: Mapping[str, str | int], sandbox: Sandbox) -> VariedSet:
    """Run one set with all varied; where a result differs, also with each alone, and with none."""
    with progress_bar(f"varying what surrounds {job.name}") as progress:
        evidence = verify_job(job.model_copy(update={"pins": pins_with(values)}), sandbox=sandbox, progress=progress)
        if evidence.dry_run is None:
            first = evidence.errors[0]
            refused = f"lint found errors: {first.code} on line {first.line}, {first.message}"
            return VariedSet(name=job.name, refused=refused)

        def differing(some: Mapping[str, str | int]) -> dict[int, ProblemRun]:
            varied = job.model_copy(update={"pins": pins_with(some)})
            run = verify_job(varied, sandbox=sandbox, progress=progress).dry_run
            return {} if run is None else _differing(run)

        joint = _differing(evidence.dry_run)
        if not joint:
            return VariedSet(name=job.name)
        never = differing({})
        alone = {name: joint if len(values) == 1 else differing({name: value}) for name, value in values.items()}
    found = [_dependence(cell, BY_ITSELF, "") for cell in never.values()]
    for name, cells in alone.items():
        found += [_dependence(cell, name, str(values[name])) for index, cell in cells.items() if index not in never]
    known = {each.cell for each in found}
    found += [_dependence(cell, TOGETHER, "") for index, cell in joint.items() if index not in known]
    return VariedSet(name=job.name, dependences=tuple(sorted(found, key=lambda each: each.cell)))


def _differing(run: DryRun) -> dict[int, ProblemRun]:
    return {found.cell: found for found in run.cells if _effect(found) is not None}


def _effect(found: ProblemRun) -> Effect | None:
    one, other = found.run, found.repeat
    if other is None or one.outcome is not other.outcome:
        return "ends otherwise"
    if one.outcome is not Outcome.OK:
        return None
    if found.judgement is not None and found.judgement.correct != "yes":
        return "is refused"
    return "differs" if one.digest != other.digest else None


def _dependence(found: ProblemRun, on: str, value: str) -> Dependence:
    return Dependence(
        cell=found.cell,
        number=found.number,
        on=on,
        value=value,
        effect=_effect(found) or "differs",
        usual=_told(found.run),
        varied="" if found.repeat is None else _told(found.repeat),
    )


def _told(run: CellRun) -> str:
    """Return what came out of a cell as one short line."""
    if run.error is not None:
        text = f"{run.error.type}: {run.error.message}"
    elif run.outcome is not Outcome.OK:
        text = run.detail
    else:
        text = run.value.text if run.value is not None else run.stream
    return " ".join(text.split())[:SHOWN]
