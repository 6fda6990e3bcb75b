"""Running sets under several environments for ``authoring run --env``, and what differs between them."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from authoring.cli.environments import choice_of, interpreter_of
from authoring.cli.isolation import open_under
from authoring.cli.places import workspace_around
from authoring.cli.progress import progress_bar
from authoring.cli.proofs import Subject
from authoring.dseal import Severity, Surroundings, lint, parse
from authoring.errors import UsageError
from authoring.gate.environment_drift import Went, compare_environments, imported_packages, run_references
from authoring.records.environment import Comparison, Environment, SetComparison
from authoring.sandbox.port import Sandbox


def run_under(subjects: Sequence[Subject], words: str, workspace: Path | None) -> Comparison:
    """Run every set under every environment at once, one set after the other, and compare.

    Args:
        subjects: the sets.
        words: names of environments, with commas between them.
        workspace: the one that is named, if any.

    Raises:
        UsageError: a word names no environment, or there is none.
        PackagesError: an environment cannot be made.
    """
    names = list(dict.fromkeys(word.strip() for word in words.split(",") if word.strip()))
    if not names:
        raise UsageError("--env names no environment", hint="name several, for example: --env here,old")
    place = workspace_around(workspace)
    choices = [choice_of(name, place) for name in names]
    with ExitStack() as opened:
        sandboxes: dict[str, Sandbox] = {}
        for choice in choices:
            python = opened.enter_context(interpreter_of(choice, place))
            sandbox = open_under(place, python, quiet=bool(sandboxes))
            sandboxes[choice.name] = opened.enter_context(sandbox)
        with progress_bar(f"running under {' and '.join(names)}") as progress:
            advance = _counter(progress, sum(len(parse(each.text).runnable) for each in subjects) * len(names))
            sets = [_compare(subject, sandboxes, advance) for subject in subjects]
        packages = frozenset[str]().union(*(imported_packages(parse(each.text)) for each in subjects))
        return Comparison(environments=tuple(_environments(sandboxes, packages)), sets=tuple(sets))


def _compare(subject: Subject, sandboxes: dict[str, Sandbox], advance: Callable[[], None]) -> SetComparison:
    problemset = parse(subject.text)
    found = lint(subject.text, surroundings=Surroundings(inputs=subject.tables))
    errors = [finding for finding in found if finding.severity is Severity.ERROR]
    if errors:
        for _ in range(len(problemset.runnable) * len(sandboxes)):
            advance()
        refused = f"lint found errors: {errors[0].code} on line {errors[0].line}, {errors[0].message}"
        return SetComparison(name=subject.name, problems=(), differences=(), refused=refused)

    def work(sandbox: Sandbox) -> tuple[Went, ...]:
        return run_references(
            subject.text,
            inputs=subject.inputs,
            limits=subject.limits,
            sandbox=sandbox,
            dialect=subject.dialect,
            progress=lambda _done, _total: advance(),
        )

    with ThreadPoolExecutor(max_workers=len(sandboxes)) as side_by_side:
        running = [side_by_side.submit(work, sandbox) for sandbox in sandboxes.values()]
        try:
            went = [each.result() for each in running]
        except BaseException:
            # The others would run on to their limits, and leaving this block waits for them.
            for sandbox in sandboxes.values():
                sandbox.close()
            raise
    environments = _environments(sandboxes, imported_packages(problemset))
    return compare_environments(subject.name, subject.text, environments, went)


def _environments(sandboxes: dict[str, Sandbox], packages: frozenset[str]) -> list[Environment]:
    found = []
    for name, sandbox in sandboxes.items():
        versions = dict(sandbox.versions(sorted(packages)))
        found.append(Environment(name=name, python=versions.pop("python"), packages=tuple(sorted(versions.items()))))
    return found


def _counter(progress: Callable[[int, int], None], total: int) -> Callable[[], None]:
    """Return what counts one cell more as done, from whatever thread."""
    lock, done = threading.Lock(), [0]

    def advance() -> None:
        with lock:
            done[0] += 1
            progress(done[0], total)

    return advance
