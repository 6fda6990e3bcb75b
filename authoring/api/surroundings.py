"""Runs sets under one Python environment, or under several to compare what their references do."""

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from authoring.api.sandboxes import choose_environment, interpreter_of, open_under
from authoring.api.set_runs import RunnableSet, SetRuns, code_of_sets, held_sets, run_sets
from authoring.api.workspaces import workspace_around
from authoring.dseal import Surroundings, lint, parse
from authoring.dseal.diagnostic import errors_in
from authoring.errors import UsageError
from authoring.gate.environment_drift import comparison as environment_drift
from authoring.gate.environment_drift.reference_runs import ReferenceRun, imported_packages, run_references
from authoring.records.environment import Environment, EnvironmentComparison, SetDrift
from authoring.records.progress import NOBODY, ProgressCallback, Reporter, reporting
from authoring.sandbox.port import Sandbox


@dataclass(frozen=True, slots=True)
class SetRunOptions:
    """Which sets run besides those that are named, where, and how much of it is kept."""

    run_all: bool = False
    """Whether every draft and every admitted set of the workspace runs."""
    environments: tuple[str, ...] = ()
    """Environments that are compared; without one, sets run under the one that the settings name."""
    jobs: int | None = None
    """Sets that run at once; this and what follows counts only where nothing is compared, and is as of `run_sets`."""
    cluster: str | None = None
    fresh: bool = False
    max_details: int | None = None


def run(
    names: Sequence[str] = (),
    options: SetRunOptions = SetRunOptions(),
    *,
    workspace: Path | None = None,
    reporter: Reporter = NOBODY,
) -> SetRuns | EnvironmentComparison:
    """Run the references of sets, or compare what they do under several environments.

    What is raised is as `run_sets` and `compare_environments` say.
    """
    if options.environments:
        return compare_environments(
            names, options.environments, run_all=options.run_all, workspace=workspace, reporter=reporter
        )
    return run_sets(
        names,
        run_all=options.run_all,
        jobs=options.jobs,
        cluster=options.cluster,
        fresh=options.fresh,
        max_details=options.max_details,
        workspace=workspace,
        reporter=reporter,
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
    enclosing = workspace_around(workspace)
    labels = _distinct(environments)
    if not labels:
        raise UsageError("--env names no environment", hint="name several, for example: --env here,old")
    choices = [choose_environment(label, enclosing) for label in labels]
    with ExitStack() as stack:
        sets = stack.enter_context(held_sets(names, run_all=run_all, workspace=workspace, reporter=reporter))
        sandboxes: dict[str, Sandbox] = {}
        for choice in choices:
            python = stack.enter_context(interpreter_of(choice, enclosing, reporter=reporter))
            # A person is told once where sandboxes isolate nothing.
            sandbox = open_under(enclosing, python, code=code_of_sets(sets), reporter=NOBODY if sandboxes else reporter)
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
    errors = errors_in(findings)
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


def _step_counter(progress: ProgressCallback, total: int) -> Callable[[], None]:
    """Return what counts one cell more as run, from whatever thread."""
    lock, steps = threading.Lock(), [0]

    def advance() -> None:
        with lock:
            steps[0] += 1
            progress(steps[0], total)

    return advance


def _distinct(words: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(word.strip() for word in words if word.strip()))
