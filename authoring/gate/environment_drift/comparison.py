"""Comparing what references do under several environments: what breaks and what changes, reported at its root."""

import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product

from authoring.dseal.analysis.dependencies import effects_of
from authoring.dseal.analysis.taint import TaintTracker, inspected_names
from authoring.dseal.model import Cell
from authoring.dseal.parse import parse
from authoring.gate.environment_drift.reference_runs import ReferenceRun, ValueLook
from authoring.gate.environment_drift.value_difference import described, difference
from authoring.records.environment import (
    AgreeingEnvironments,
    DriftKind,
    DriftRoot,
    Environment,
    EnvironmentOutcome,
    ProblemDrift,
    SetDrift,
)
from authoring.records.evidence import CellRun, Judgement, Outcome

LONGEST_TEXT = 200
"""Characters of a value or a message that are repeated."""

LEAD = 40
"""Characters before the first one that differs, which are part of those."""

ENDS_WELL = "ends well"


def compare_environments(
    name: str, text: str, environments: Sequence[Environment], runs_by_environment: Sequence[tuple[ReferenceRun, ...]]
) -> SetDrift:
    """Compare what `run_references` gave for one set under each of several environments.

    A problem that breaks because it reads what a failed cell should have left is a dependent of that cell. One that
    changes because it reads a name that had changed is a dependent of the cell where the name did, unless it changes
    by more than the name: then it is a difference of its own.
    """
    problemset = parse(text)
    differences = _Differences({environment.name: environment for environment in environments})
    problems = []
    for runs in zip(*runs_by_environment, strict=True):
        under = {environment.name: run for environment, run in zip(environments, runs, strict=True)}
        index = runs[0].cell
        cell = problemset.cells[index]
        differences.add_cell(index, cell, under)
        if cell.problem is not None:
            standings = tuple(_standing(environment, run) for environment, run in under.items())
            repeats = all(run.repeats for run in runs)
            problems.append(ProblemDrift(number=cell.problem.number, under=standings, repeats=repeats))
    return SetDrift(name=name, problems=tuple(problems), differences=tuple(differences.roots()))


@dataclass(slots=True)
class _Differences:
    """The differences so far, and which names carry them on."""

    environments: Mapping[str, Environment]
    _broken: dict[int, DriftRoot] = field(default_factory=dict)
    """By cell."""
    _changed: dict[int, DriftRoot] = field(default_factory=dict)
    _because_broken: dict[int, dict[int, None]] = field(default_factory=dict)
    """By cell, the numbers of the problems that depend on it, in order."""
    _because_changed: dict[int, dict[int, None]] = field(default_factory=dict)
    _carried: dict[DriftKind, TaintTracker] = field(
        default_factory=lambda: {kind: TaintTracker() for kind in DriftKind}
    )
    """For each kind, the names that differ by so much or more."""
    _looks: dict[str, dict[str, ValueLook]] = field(default_factory=dict)
    """By environment, each name as it was last seen."""

    def roots(self) -> Iterator[DriftRoot]:
        """Give the differences with what depends on each, in the order of the cells."""
        for index in sorted({*self._broken, *self._changed}):
            for roots, dependents in (
                (self._broken, self._because_broken),
                (self._changed, self._because_changed),
            ):
                if index in roots:
                    yield roots[index].model_copy(update={"dependents": tuple(dependents.get(index, ()))})

    def add_cell(self, index: int, cell: Cell, under: Mapping[str, ReferenceRun]) -> None:
        """Take note of what one cell did under each environment."""
        number = cell.problem.number if cell.problem else None
        for run in under.values():
            if run.cause is not None and run.run is None and number is not None:
                self._because_broken.setdefault(run.cause, {})[number] = None
        failed = {name: run.run for name, run in under.items() if run.cause == index and run.run is not None}
        if failed:
            ends = {name: _message(failed.get(name)) for name, run in under.items() if run.cause in {None, index}}
            self._broken[index] = self._root(index, cell, DriftKind.BREAKS, "", ends, failed)
        # Environments in which the cell failed, or was not run, have no value to compare.
        successes = {name: run for name, run in under.items() if run.cause is None}
        changed = self._follow(successes)
        names = self._differing(changed, tuple(successes)) if all(run.repeats for run in successes.values()) else {}
        self._look_for_changes(index, cell, successes, names)
        self._carry(index, cell, names)

    def _look_for_changes(
        self, index: int, cell: Cell, successes: Mapping[str, ReferenceRun], names: Mapping[str, DriftKind]
    ) -> None:
        """Note a cell that differs where it ends well: as a dependent, or as a root where nothing explains it."""
        verdicts = {name: _word(run.judgement) for name, run in successes.items()}
        value = (
            _farthest([run.value for run in successes.values()])
            if all(run.repeats for run in successes.values())
            else None
        )
        kinds = {**({"": value} if value else {}), **names}
        kind = max(kinds.values(), key=lambda other_kind: other_kind.weight, default=None)
        # Another verdict outweighs any difference of values: it decides whether the problem can be used.
        kind = DriftKind.VERDICT if len(set(verdicts.values())) > 1 else kind
        if kind is None:
            return
        checked_names = inspected_names(cell.problem) if cell.problem else frozenset[str]()
        cause = self._carried[kind].blocker(effects_of(cell.code), checked_names)
        # Explained by an earlier difference: the problem is counted there and reported once.
        if cause is not None:
            if cell.problem is not None:
                self._because_changed.setdefault(cause, {})[cell.problem.number] = None
            return
        if kind is DriftKind.VERDICT:
            subject, descriptions = "", verdicts
        else:
            subject = next(name for name, other_kind in kinds.items() if other_kind is kind)
            looks = {
                name: self._latest_look(name, subject) if subject else run.value for name, run in successes.items()
            }
            descriptions = _shortened_looks(looks, kind)
        self._changed[index] = self._root(index, cell, kind, subject, descriptions, {})

    def _follow(self, successes: Mapping[str, ReferenceRun]) -> tuple[str, ...]:
        """Keep the names of a cell as they are now; return those that it changed in any environment."""
        changed: dict[str, None] = {}
        for environment, run in successes.items():
            deleted = {change.name for change in run.run.changes if change.change == "deleted"} if run.run else set()
            before = self._looks.get(environment, {})
            self._looks[environment] = {name: look for name, look in before.items() if name not in deleted} | dict(
                run.names
            )
            changed |= dict.fromkeys((*dict(run.names), *sorted(deleted)))
        return tuple(changed)

    def _latest_look(self, environment: str, name: str) -> ValueLook:
        return self._looks.get(environment, {}).get(name, ValueLook(None))

    def _differing(self, names: Sequence[str], environments: Sequence[str]) -> dict[str, DriftKind]:
        """Return the names among these that hold something else somewhere, and by how much."""
        distances = {
            name: _farthest([self._latest_look(environment, name) for environment in environments]) for name in names
        }
        return {name: distance for name, distance in distances.items() if distance is not None}

    def _carry(self, index: int, cell: Cell, differing: Mapping[str, DriftKind]) -> None:
        """Follow the names that differ, for each kind those that differ by so much or more."""
        effects = effects_of(cell.code)
        for kind, carried in self._carried.items():
            names = frozenset(name for name, distance in differing.items() if distance.weight >= kind.weight)
            origin = carried.blocker(effects)
            carried.ran(dataclasses.replace(effects, definite=effects.definite - names))
            if names:
                only = dataclasses.replace(effects, binds=names, mutates=frozenset(), calls=(), methods=(), open=False)
                # A difference that was inherited keeps its first cause.
                carried.failed(only, index if origin is None else origin)

    def _root(
        self,
        index: int,
        cell: Cell,
        kind: DriftKind,
        subject: str,
        descriptions: Mapping[str, str],
        failed: Mapping[str, CellRun],
    ) -> DriftRoot:
        groups = tuple(
            AgreeingEnvironments(
                environments=tuple(
                    name for name, description in descriptions.items() if description == group_description
                ),
                what=group_description,
            )
            for group_description in dict.fromkeys(descriptions.values())
        )
        return DriftRoot(
            cell=index,
            number=cell.problem.number if cell.problem else None,
            line=cell.span.line,
            kind=kind,
            subject=subject,
            groups=groups,
            reason=reason([[self.environments[name] for name in group.environments] for group in groups], failed),
        )


def _farthest(looks: Sequence[ValueLook]) -> DriftKind | None:
    """Return how far the first of several looks at one thing is from the others."""
    distances = (difference(looks[0], look) for look in looks[1:])
    return max(
        (distance for distance in distances if distance is not None), key=lambda distance: distance.weight, default=None
    )


def _standing(environment: str, run: ReferenceRun) -> EnvironmentOutcome:
    judged = run.judgement
    correct = None if judged is None else judged.correct
    if run.run is None:
        return EnvironmentOutcome(environment=environment, outcome=None)
    message = "" if run.run.outcome is Outcome.OK else _message(run.run)
    return EnvironmentOutcome(environment=environment, outcome=run.run.outcome, message=message, correct=correct)


def _message(run: CellRun | None) -> str:
    """Return how a cell ended: the type and the first line of its error, or the limit that it hit."""
    if run is None or run.outcome is Outcome.OK:
        return ENDS_WELL
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


def _shortened_looks(looks: Mapping[str, ValueLook], kind: DriftKind) -> dict[str, str]:
    """Return what looks show, cut to where it begins to differ."""
    texts = {name: described(look, kind) for name, look in looks.items()}
    if len(set(texts.values())) == 1 and kind is not DriftKind.TYPE:
        return {name: _cut(f"rows that are not shown, digest {look.digest[:8] or '-'}") for name, look in looks.items()}
    columns = enumerate(zip(*texts.values(), strict=False))
    same = next((place for place, letters in columns if len(set(letters)) > 1), min(map(len, texts.values())))
    # Where the first difference lies too far behind, the text begins shortly before it, so that it is seen.
    begin = same - LEAD if same > LONGEST_TEXT - LEAD else 0
    return {name: _cut(f"…{text[begin:]}" if begin else text) for name, text in texts.items()}


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"


# What is likely to blame for a difference, as far as that is cheap to say.

MOST_PACKAGES = 3
"""Packages that are named."""

_MODULE = re.compile(r"No module named '?([\w.]+)")

_FRAME = re.compile(r"[/\\]site-packages[/\\]([\w-]+)")


def reason(groups: Sequence[Sequence[Environment]], failed: Mapping[str, CellRun]) -> str:
    """Return in one line what is likely to blame; empty where nothing says.

    A module that is missing comes first. Then packages that stand in an error's traceback; those whose versions divide
    the environments as the difference does; and those that differ at all.

    Args:
        groups: the environments that agree with each other.
        failed: how the cell ended, by the name of each environment in which it failed.
    """
    for name, run in failed.items():
        missing = _MODULE.search(run.error.message) if run.error else None
        if missing:
            return f"{missing[1].partition('.')[0]} is not installed under {name}"
    raised = {package for run in failed.values() if run.error for package in _FRAME.findall(run.error.traceback)}
    versions = _versions(groups)
    differing = [name for name, versions_of_package in versions.items() if _divides(versions_of_package, groups)]
    same = [name for name in differing if len(set(versions[name].values())) == len(groups)]
    # Packages of the traceback first; then those whose versions divide the environments exactly as the results do.
    blamed = [name for name in differing if name in raised] or same or differing
    words = [f"{name} is {_listed(versions[name])}" for name in blamed[:MOST_PACKAGES]]
    return "; ".join([*words, *([f"and {len(blamed) - MOST_PACKAGES} more"] if len(blamed) > MOST_PACKAGES else [])])


def _versions(groups: Sequence[Sequence[Environment]]) -> dict[str, dict[str, str]]:
    """Return for each package, and at the end for Python, the version by environment."""
    environments = [environment for group in groups for environment in group]
    packages = sorted({name for environment in environments for name, _ in environment.packages})
    versions_by_environment = {environment.name: dict(environment.packages) for environment in environments}
    versions_by_package = {
        package: {name: versions.get(package, "") for name, versions in versions_by_environment.items()}
        for package in packages
    }
    return {**versions_by_package, "Python": {environment.name: environment.python for environment in environments}}


def _divides(versions: Mapping[str, str], groups: Sequence[Sequence[Environment]]) -> bool:
    """Tell whether environments that do not agree have other versions."""
    pairs = (pair for first, second in combinations(groups, 2) for pair in product(first, second))
    return len(groups) > 1 and all(versions[first.name] != versions[second.name] for first, second in pairs)


def _listed(versions: Mapping[str, str]) -> str:
    names: dict[str, list[str]] = {}
    for name, version in versions.items():
        names.setdefault(version, []).append(name)
    return ", ".join(
        f"{version or 'not installed'} under {' and '.join(environments)}" for version, environments in names.items()
    )
