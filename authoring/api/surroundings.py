"""Runs sets while what surrounds them differs on purpose: Python environments, or time zone, locale, threads and seeds.

`compare_environments` runs them under several environments. `vary_surroundings` varies what is otherwise pinned: the
two sessions of a dry run differ in the pins that are named and in nothing else. Where a result differs, each pin is
varied alone, and none at all, so that it can be said what the result depends on.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Literal

from authoring.api.sandboxes import choose_environment, interpreter_of, open_sandbox, open_under
from authoring.api.set_runs import RunnableSet, code_of_sets, held_sets
from authoring.api.verification import verify_job
from authoring.api.workspaces import workspace_around
from authoring.dseal import Severity, Surroundings, lint, parse
from authoring.errors import UsageError, nearest_hint
from authoring.gate.environment_drift import comparison as environment_drift
from authoring.gate.environment_drift.reference_runs import ReferenceRun, imported_packages, run_references
from authoring.records.base import Record
from authoring.records.environment import Environment, EnvironmentComparison, SetDrift
from authoring.records.evidence import REPEAT, CellRun, DryRun, Limits, Outcome, Pins, ProblemRun
from authoring.records.job import Job, SandboxRequirements
from authoring.records.progress import NOBODY, Reporter, reporting
from authoring.sandbox.port import Sandbox
from authoring.workspace.files import job_inputs

VARIED: Mapping[str, tuple[str | int, ...]] = {
    # Five hours and a half ahead of UTC, without daylight saving: hours and minutes both differ.
    "timezone": ("Asia/Kolkata",),
    # The first three write a comma for the decimal point.
    "locale": ("de_DE.UTF-8", "fr_FR.UTF-8", "es_ES.UTF-8", "en_US.UTF-8", "C"),
    "threads": (2,),
    "hash_seed": (REPEAT.hash_seed,),
    "random_state": (REPEAT.random_state,),
}
"""What each pin is varied to; of several values the first that the sandbox has."""
# Fails where the machine lacks the locale that the environment of the session names.
TRY_LOCALE = "import locale\nlocale.setlocale(locale.LC_ALL, '')"
BY_ITSELF = "by itself"
"""Stands for a result that differs when nothing is varied: it depends on what cannot be pinned, as a clock."""
TOGETHER = "together"
"""Stands for a result that differs when all are varied, and not when each is alone."""
LONGEST_RESULT = 200
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
    """What the two sessions are held to in which all that was named is varied at once."""
    varied: tuple[str, ...]
    """The pins that are."""
    sets: tuple[VariedSet, ...]

    @property
    def holds(self) -> bool:
        """Whether every set ran and no verdict depends on what was varied."""
        return not any(
            problemset.refused or any(dependence.matters for dependence in problemset.dependences)
            for problemset in self.sets
        )


def compare_environments(
    names: Sequence[str],
    environments: Sequence[str],
    *,
    run_all: bool = False,
    workspace: Path | None = None,
    reporter: Reporter = NOBODY,
) -> EnvironmentComparison:
    """Run every set under every environment at once, one set after the other, and compare.

    Environments are locks, versions, interpreters or ``here``; all other arguments are those of `run_sets`.

    Raises:
        UsageError: a name stands for no set or no environment, or no environment is named.
        PackagesError: an environment cannot be made.
    """
    home = workspace_around(workspace)
    labels = _distinct(environments)
    if not labels:
        raise UsageError("--env names no environment", hint="name several, for example: --env here,old")
    choices = [choose_environment(label, home) for label in labels]
    with ExitStack() as stack:
        sets = stack.enter_context(held_sets(names, run_all=run_all, workspace=workspace, reporter=reporter))
        sandboxes: dict[str, Sandbox] = {}
        for choice in choices:
            python = stack.enter_context(interpreter_of(choice, home, reporter=reporter))
            # A person is told once where sandboxes isolate nothing.
            sandbox = open_under(home, python, code=code_of_sets(sets), reporter=NOBODY if sandboxes else reporter)
            sandboxes[choice.name] = stack.enter_context(sandbox)
        with reporting(reporter, f"running under {' and '.join(labels)}") as progress:
            cells = sum(len(parse(problemset.text).runnable) for problemset in sets)
            advance = _step_counter(progress, cells * len(labels))
            comparisons = tuple(_compare_set(problemset, sandboxes, advance) for problemset in sets)
        packages = frozenset[str]().union(*(imported_packages(parse(problemset.text)) for problemset in sets))
        return EnvironmentComparison(environments=_describe(sandboxes, packages), sets=comparisons)


def _compare_set(problemset: RunnableSet, sandboxes: Mapping[str, Sandbox], advance: Callable[[], None]) -> SetDrift:
    parsed = parse(problemset.text)
    findings = lint(problemset.text, surroundings=Surroundings(inputs=problemset.tables))
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    if errors:
        # The bar counts the cells of all sets, those of refused ones as well.
        for _ in range(len(parsed.runnable) * len(sandboxes)):
            advance()
        refused = f"lint found errors: {errors[0].code} on line {errors[0].line}, {errors[0].message}"
        return SetDrift(name=problemset.name, problems=(), differences=(), refused=refused)

    def work(sandbox: Sandbox) -> tuple[ReferenceRun, ...]:
        return run_references(
            problemset.text,
            inputs=problemset.inputs,
            limits=problemset.limits,
            sandbox=sandbox,
            dialect=problemset.dialect,
            progress=lambda _cells, _total: advance(),
        )

    with ThreadPoolExecutor(max_workers=len(sandboxes)) as executor:
        futures = [executor.submit(work, sandbox) for sandbox in sandboxes.values()]
        try:
            results = [future.result() for future in futures]
        except BaseException:
            # The others would run on to their limits, and leaving this block waits for them.
            for sandbox in sandboxes.values():
                sandbox.close()
            raise
    environments = _describe(sandboxes, imported_packages(parsed))
    return environment_drift.compare_environments(problemset.name, problemset.text, environments, results)


def _describe(sandboxes: Mapping[str, Sandbox], packages: frozenset[str]) -> tuple[Environment, ...]:
    environments = []
    for name, sandbox in sandboxes.items():
        versions = dict(sandbox.versions(sorted(packages)))
        python = versions.pop("python")
        environments.append(Environment(name=name, python=python, packages=tuple(sorted(versions.items()))))
    return tuple(environments)


def _step_counter(progress: Callable[[int, int], None], total: int) -> Callable[[], None]:
    """Return what counts one cell more as run, from whatever thread."""
    lock, steps = threading.Lock(), [0]

    def advance() -> None:
        with lock:
            steps[0] += 1
            progress(steps[0], total)

    return advance


def _distinct(words: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(word.strip() for word in words if word.strip()))


def vary_surroundings(
    names: Sequence[str],
    pins: Sequence[str],
    *,
    run_all: bool = False,
    workspace: Path | None = None,
    reporter: Reporter = NOBODY,
) -> Variation:
    """Run every set with pins varied, one set after the other, and say which results depend on them.

    Pins are named as in `Pins`, ``all`` for all; all other arguments are those of `run_sets`.

    Raises:
        UsageError: a name stands for no set or no pin, or no pin is named.
        SandboxError: the sandbox failed.
    """
    varied = checked_pins(pins)
    home, inputs_of = workspace_around(workspace), cache(job_inputs)
    with ExitStack() as stack:
        sets = stack.enter_context(held_sets(names, run_all=run_all, workspace=workspace, reporter=reporter))
        folders = [problemset.folder for problemset in sets]
        sandbox = stack.enter_context(
            open_sandbox(home, benchmarks=folders, code=code_of_sets(sets), reporter=reporter)
        )
        values = {name: _varied_value(name, sandbox) for name in varied}
        results = tuple(
            _vary_set(problemset.job(inputs_of, SandboxRequirements()), values, sandbox, reporter)
            for problemset in sets
        )
    return Variation(pins=pins_with(values), varied=varied, sets=results)


def checked_pins(words: Sequence[str]) -> tuple[str, ...]:
    """Return the pins that are named.

    Raises:
        UsageError: a word names none, or there is no word.
    """
    names = _distinct([word.replace("-", "_") for word in words])
    if names == ["all"]:
        return tuple(VARIED)
    every = f"name some of: {', '.join(VARIED)}; or all"
    for name in names:
        if name not in VARIED:
            raise UsageError(f"{name}: nothing of this name can be varied", hint=nearest_hint(name, VARIED, every))
    if not names:
        raise UsageError("--vary names nothing to vary", hint=every)
    return tuple(names)


def pins_with(values: Mapping[str, str | int]) -> tuple[Pins, Pins]:
    """Return the usual pins, and those with these values."""
    return Pins(), Pins.model_validate({**Pins().model_dump(), **values})


def _varied_value(name: str, sandbox: Sandbox) -> str | int:
    """Return what a pin is varied to in this sandbox; not every machine has every locale."""
    # The last value is one that every machine has.
    *preferred, last = VARIED[name]
    for value in preferred:
        with sandbox.session(pins=pins_with({name: value})[1]) as session:
            if session.run(TRY_LOCALE, limits=Limits()).outcome is Outcome.OK:
                return value
    return last


def _vary_set(job: Job, values: Mapping[str, str | int], sandbox: Sandbox, reporter: Reporter) -> VariedSet:
    """Run one set with all varied; where a result differs, also with each alone, and with none."""
    with reporting(reporter, f"varying what surrounds {job.name}") as progress:
        evidence = verify_job(job.model_copy(update={"pins": pins_with(values)}), sandbox=sandbox, progress=progress)
        if evidence.dry_run is None:
            first = evidence.errors[0]
            refused = f"lint found errors: {first.code} on line {first.line}, {first.message}"
            return VariedSet(name=job.name, refused=refused)

        def differing_with(subset: Mapping[str, str | int]) -> dict[int, ProblemRun]:
            varied = job.model_copy(update={"pins": pins_with(subset)})
            run = verify_job(varied, sandbox=sandbox, progress=progress).dry_run
            return {} if run is None else _differing(run)

        joint = _differing(evidence.dry_run)
        if not joint:
            return VariedSet(name=job.name)
        unpinned = differing_with({})
        # With one pin there is nothing to tell apart, and no further run.
        by_pin = {name: joint if len(values) == 1 else differing_with({name: value}) for name, value in values.items()}
    dependences = [_dependence(cell, BY_ITSELF, "") for cell in unpinned.values()]
    for name, cells in by_pin.items():
        value = str(values[name])
        # A cell that differs by itself would differ with every pin, and says nothing about any.
        dependences += [_dependence(cell, name, value) for index, cell in cells.items() if index not in unpinned]
    explained = {dependence.cell for dependence in dependences}
    dependences += [_dependence(cell, TOGETHER, "") for index, cell in joint.items() if index not in explained]
    return VariedSet(name=job.name, dependences=tuple(sorted(dependences, key=lambda dependence: dependence.cell)))


def _differing(run: DryRun) -> dict[int, ProblemRun]:
    return {cell.cell: cell for cell in run.cells if _effect(cell) is not None}


def _effect(cell: ProblemRun) -> Effect | None:
    usual, varied = cell.run, cell.repeat
    if varied is None or usual.outcome is not varied.outcome:
        return "ends otherwise"
    if usual.outcome is not Outcome.OK:
        return None
    if cell.judgement is not None and cell.judgement.correct != "yes":
        return "is refused"
    return "differs" if usual.digest != varied.digest else None


def _dependence(cell: ProblemRun, on: str, value: str) -> Dependence:
    return Dependence(
        cell=cell.cell,
        number=cell.number,
        on=on,
        value=value,
        effect=_effect(cell) or "differs",
        usual=_short_result(cell.run),
        varied="" if cell.repeat is None else _short_result(cell.repeat),
    )


def _short_result(run: CellRun) -> str:
    """Return what came out of a cell as one short line."""
    if run.error is not None:
        text = f"{run.error.type}: {run.error.message}"
    elif run.outcome is not Outcome.OK:
        text = run.detail
    else:
        text = run.value.text if run.value is not None else run.stream
    return " ".join(text.split())[:LONGEST_RESULT]
