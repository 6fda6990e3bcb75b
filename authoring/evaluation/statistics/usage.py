"""Which validators, templates and options the problems of a benchmark use."""

from collections import Counter
from collections.abc import Iterable, Iterator

from authoring.dseal.model import CellKind, Json, Problem, ProblemSet
from authoring.dseal.session import Check, checks
from authoring.records.statistics import Count, Usage, ValidatorUse

REQUIRED = {"function_name", "test_cases", "model_name", "inputs_name", "labels_name"}
"""Options that every use has."""
METRIC = "metric_type"


def usage_of(problemsets: Iterable[ProblemSet]) -> Usage:
    """Count what the blocks of all problems say."""
    texts = tuple(problemsets)
    problems = [problem for problemset in texts for _, problem in problemset.problems]
    blocks = [problem.validator or {} for problem in problems]
    return Usage(
        problems=len(problems),
        context=sum(cell.kind is CellKind.CONTEXT for problemset in texts for cell in problemset.cells),
        without_block=sum(problem.validator is None for problem in problems),
        execution=sum(("execution",) in problem.positions for problem in problems),
        data=sum(bool(problem.data) for problem in problems),
        templates=ranked(Counter(str(block["template"]) for block in blocks if "template" in block)),
        validators=_validators(problems),
    )


def ranked(counter: Counter[str]) -> tuple[Count, ...]:
    """Return counts, the largest first, equal ones by name."""
    ordered = sorted(counter.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Count(name=name, count=count) for name, count in ordered)


def _validators(problems: Iterable[Problem]) -> tuple[ValidatorUse, ...]:
    written: Counter[str] = Counter()
    implied: Counter[str] = Counter()
    subjects: Counter[str] = Counter()
    plain: Counter[str] = Counter()
    options: dict[str, Counter[str]] = {}
    for problem in problems:
        problem_checks = checks(problem)
        written_names = {check.alias for check in problem_checks if check.path is not None}
        # Once a problem, however often its block names one; those without a place in the text stand there by default.
        written.update(written_names)
        implied.update({check.alias for check in problem_checks} - written_names)
        for check in problem_checks:
            for subject in _subjects(check):
                subjects[check.alias] += 1
                plain[check.alias] += not subject
                options.setdefault(check.alias, Counter()).update(subject)
    uses = [
        ValidatorUse(
            name=name,
            written=written[name],
            implied=implied[name],
            subjects=subjects[name],
            plain=plain[name],
            options=ranked(options.get(name, Counter())),
        )
        for name in {*written, *implied}
    ]
    return tuple(sorted(uses, key=lambda use: (-use.written, -use.implied, use.name)))


def _subjects(check: Check) -> Iterator[tuple[str, ...]]:
    """Yield the options of each thing that a written validator compares."""
    if check.path is None:
        return
    # Its options are variables, each with options of its own.
    if check.alias == "namespace_check" and isinstance(check.options, dict):
        yield from (_set_options(options) for options in check.options.values())
    else:
        yield _set_options(check.options)


def _set_options(options: Json) -> tuple[str, ...]:
    """Return the names of the options that are set, metrics one by one; code in their place is a comparison itself."""
    if not isinstance(options, dict):
        return ("compare_fn",) if isinstance(options, str) else ()
    metrics = options.get(METRIC)
    metric_options = [
        f"{METRIC}={metric}" for metric in (metrics if isinstance(metrics, list) else [metrics]) if metric
    ]
    further_options = (
        name for name, value in options.items() if value is not False and name not in {*REQUIRED, METRIC}
    )
    return (*metric_options, *further_options)
