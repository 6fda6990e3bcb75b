"""Comparing what references do under several environments: what breaks, what changes, each told once at its root."""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from authoring.dseal.analysis.dependencies import effects_of
from authoring.dseal.analysis.partial_state import looked_at
from authoring.dseal.analysis.taint import Blocking
from authoring.dseal.model import Cell
from authoring.dseal.parse import parse
from authoring.gate.environment_drift.reasons import reason
from authoring.gate.environment_drift.views import described, difference
from authoring.gate.environment_drift.walking import Look, Went, imported_packages, run_references
from authoring.records.environment import (
    Alike,
    Difference,
    Environment,
    ProblemStanding,
    RootDifference,
    SetComparison,
    Standing,
)
from authoring.records.evidence import CellRun, Judgement, Outcome

__all__ = ["Went", "compare_environments", "imported_packages", "run_references"]

SHOWN = 200
"""Characters of a value or a message that are repeated."""
LEAD = 40
"""Of these, how many come before the first that differs."""
WELL = "ends well"


def compare_environments(
    name: str, text: str, environments: Sequence[Environment], went: Sequence[tuple[Went, ...]]
) -> SetComparison:
    """Compare one set under several environments.

    A problem that breaks because it reads what a failed cell should have left is a dependent of that cell. One that
    changes because it reads a name that had changed is a dependent of the cell where the name did, unless it changes
    by more than the name: then it is a difference of its own.

    Args:
        name: of the set.
        text: of the set.
        environments: in order.
        went: for each environment, what `run_references` gave.
    """
    problemset = parse(text)
    found = _Found({each.name: each for each in environments})
    problems = []
    for runs in zip(*went, strict=True):
        under = {each.name: one for each, one in zip(environments, runs, strict=True)}
        index = runs[0].cell
        cell = problemset.cells[index]
        found.look(index, cell, under)
        if cell.problem is not None:
            standings = tuple(_standing(environment, one) for environment, one in under.items())
            repeats = all(one.repeats for one in runs)
            problems.append(ProblemStanding(number=cell.problem.number, under=standings, repeats=repeats))
    return SetComparison(name=name, problems=tuple(problems), differences=tuple(found.roots()))


@dataclass(slots=True)
class _Found:
    """The differences so far, and which names carry them on."""

    environments: Mapping[str, Environment]
    _broken: dict[int, RootDifference] = field(default_factory=dict)
    """By cell."""
    _changed: dict[int, RootDifference] = field(default_factory=dict)
    _because_broken: dict[int, dict[int, None]] = field(default_factory=dict)
    """By cell, the numbers of the problems that depend on it, in order."""
    _because_changed: dict[int, dict[int, None]] = field(default_factory=dict)
    _carried: dict[Difference, Blocking] = field(default_factory=lambda: {kind: Blocking() for kind in Difference})
    """For each kind, the names that differ by so much or more."""
    _now: dict[str, dict[str, Look]] = field(default_factory=dict)
    """By environment, each name as it was last seen."""

    def roots(self) -> Iterator[RootDifference]:
        """Give the differences with what depends on each, in the order of the cells."""
        for index in sorted({*self._broken, *self._changed}):
            for roots, dependents in (
                (self._broken, self._because_broken),
                (self._changed, self._because_changed),
            ):
                if index in roots:
                    yield roots[index].model_copy(update={"dependents": tuple(dependents.get(index, ()))})

    def look(self, index: int, cell: Cell, under: Mapping[str, Went]) -> None:
        """Take note of what one cell did under each environment."""
        number = cell.problem.number if cell.problem else None
        for one in under.values():
            if one.cause is not None and one.run is None and number is not None:
                self._because_broken.setdefault(one.cause, {})[number] = None
        failed = {name: one.run for name, one in under.items() if one.cause == index and one.run is not None}
        if failed:
            ends = {name: _message(failed.get(name)) for name, one in under.items() if one.cause in {None, index}}
            self._broken[index] = self._root(index, cell, Difference.BREAKS, "", ends, failed)
        well = {name: one for name, one in under.items() if one.cause is None}
        changed = self._follow(well)
        names = self._differing(changed, tuple(well)) if all(one.repeats for one in well.values()) else {}
        self._look_for_changes(index, cell, well, names)
        self._carry(index, cell, names)

    def _look_for_changes(
        self, index: int, cell: Cell, well: Mapping[str, Went], names: Mapping[str, Difference]
    ) -> None:
        """Note a cell that differs where it ends well: as a dependent, or as a root where nothing explains it."""
        verdicts = {name: _word(one.judgement) for name, one in well.items()}
        value = _farthest([one.value for one in well.values()]) if all(one.repeats for one in well.values()) else None
        kinds = {**({"": value} if value else {}), **names}
        kind = max(kinds.values(), key=lambda each: each.weight, default=None)
        kind = Difference.VERDICT if len(set(verdicts.values())) > 1 else kind
        if kind is None:
            return
        looked = looked_at(cell.problem) if cell.problem else frozenset[str]()
        cause = self._carried[kind].blocker(effects_of(cell.code), looked)
        if cause is not None:
            if cell.problem is not None:
                self._because_changed.setdefault(cause, {})[cell.problem.number] = None
            return
        if kind is Difference.VERDICT:
            subject, what = "", verdicts
        else:
            subject = next(name for name, each in kinds.items() if each is kind)
            looks = {name: self._seen(name, subject) if subject else one.value for name, one in well.items()}
            what = _told(looks, kind)
        self._changed[index] = self._root(index, cell, kind, subject, what, {})

    def _follow(self, well: Mapping[str, Went]) -> tuple[str, ...]:
        """Keep the names of a cell as they are now; return those that it changed in any environment."""
        changed: dict[str, None] = {}
        for environment, one in well.items():
            gone = {each.name for each in one.run.changes if each.change == "deleted"} if one.run else set()
            before = self._now.get(environment, {})
            self._now[environment] = {name: look for name, look in before.items() if name not in gone} | dict(one.names)
            changed |= dict.fromkeys((*dict(one.names), *sorted(gone)))
        return tuple(changed)

    def _seen(self, environment: str, name: str) -> Look:
        return self._now.get(environment, {}).get(name, Look(None))

    def _differing(self, names: Sequence[str], environments: Sequence[str]) -> dict[str, Difference]:
        """Return the names among these that hold something else somewhere, and by how much."""
        found = {name: _farthest([self._seen(each, name) for each in environments]) for name in names}
        return {name: apart for name, apart in found.items() if apart is not None}

    def _carry(self, index: int, cell: Cell, differing: Mapping[str, Difference]) -> None:
        """Follow the names that differ, for each kind those that differ by so much or more."""
        effects = effects_of(cell.code)
        for kind, carried in self._carried.items():
            names = frozenset(name for name, each in differing.items() if each.weight >= kind.weight)
            origin = carried.blocker(effects)
            carried.ran(dataclasses.replace(effects, definite=effects.definite - names))
            if names:
                only = dataclasses.replace(effects, binds=names, mutates=frozenset(), calls=(), methods=(), open=False)
                carried.failed(only, index if origin is None else origin)

    def _root(
        self,
        index: int,
        cell: Cell,
        kind: Difference,
        subject: str,
        what: Mapping[str, str],
        failed: Mapping[str, CellRun],
    ) -> RootDifference:
        groups = tuple(
            Alike(environments=tuple(name for name, each in what.items() if each == one), what=one)
            for one in dict.fromkeys(what.values())
        )
        return RootDifference(
            cell=index,
            number=cell.problem.number if cell.problem else None,
            line=cell.span.line,
            kind=kind,
            subject=subject,
            groups=groups,
            reason=reason([[self.environments[name] for name in group.environments] for group in groups], failed),
        )


def _farthest(looks: Sequence[Look]) -> Difference | None:
    """Return how far the first of several looks at one thing is from the others."""
    apart = (difference(looks[0], other) for other in looks[1:])
    return max((each for each in apart if each is not None), key=lambda each: each.weight, default=None)


def _standing(environment: str, one: Went) -> Standing:
    judged = one.judgement
    correct = None if judged is None else judged.correct
    if one.run is None:
        return Standing(environment=environment, outcome=None)
    message = "" if one.run.outcome is Outcome.OK else _message(one.run)
    return Standing(environment=environment, outcome=one.run.outcome, message=message, correct=correct)


def _message(run: CellRun | None) -> str:
    """Return how a cell ended: the type and the first line of its error, or the limit that it hit."""
    if run is None or run.outcome is Outcome.OK:
        return WELL
    if run.error is None or run.outcome is not Outcome.ERROR:
        return run.detail or run.outcome.value
    first = run.error.message.strip().partition("\n")[0]
    return _cut(f"{run.error.type}: {first}" if first else run.error.type)


def _word(judgement: Judgement | None) -> str:
    """Return what a validator says of a reference that ran again, as two runs of it may say it in other words."""
    if judgement is None:
        return ""
    if judgement.category == "validator_error":
        return _cut(f"the validator fails: {judgement.reason}")
    return "correct" if judgement.correct == "yes" else "not correct"


def _told(looks: Mapping[str, Look], kind: Difference) -> dict[str, str]:
    """Return what looks show, cut to where it begins to differ."""
    texts = {name: described(look, kind) for name, look in looks.items()}
    if len(set(texts.values())) == 1 and kind is not Difference.TYPE:
        return {name: _cut(f"rows that are not shown, digest {look.rest[:8] or '-'}") for name, look in looks.items()}
    columns = enumerate(zip(*texts.values(), strict=False))
    same = next((place for place, letters in columns if len(set(letters)) > 1), min(map(len, texts.values())))
    begin = same - LEAD if same > SHOWN - LEAD else 0
    return {name: _cut(f"…{text[begin:]}" if begin else text) for name, text in texts.items()}


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
