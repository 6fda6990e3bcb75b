"""Statistics: what a benchmark is made of, as the paper's section 5 measures its own."""

import statistics
from collections.abc import Callable, Iterable, Sequence

from authoring.dseal.analysis.complexity import difficulty
from authoring.dseal.code import imports_of
from authoring.dseal.model import CellKind, Problem, ProblemSet
from authoring.dseal.parse import parse
from authoring.evaluation.statistics.coverage import CellCalls, calls_of, coverage_of, coverage_together
from authoring.evaluation.statistics.dependencies import Walk, longest_path, walk
from authoring.evaluation.statistics.usage import usage_of
from authoring.records.evidence import Limits
from authoring.records.results import Benchmark, BenchmarkSet
from authoring.records.statistics import Chains, ProblemStatistics, SetStatistics, Spread, Statistics
from authoring.sandbox.port import Sandbox

Progress = Callable[[int, int], None]
"""Called with (cells done, cells in all)."""
ALWAYS = ("numpy", "pandas")


def measure_benchmark(
    benchmark: Benchmark, *, limits: Limits, sandbox: Sandbox | None, progress: Progress | None = None
) -> Statistics:
    """Measure a benchmark.

    Args:
        benchmark: its sets.
        limits: of each cell that runs.
        sandbox: where the references run once; None runs nothing, and leaves out what only a run shows.
        progress: told after each cell.

    Raises:
        SandboxError: the sandbox failed; a reference that fails ends its set's figures, which say so.
    """
    texts = [parse(one.text) for one in benchmark.sets]
    cells = sum(len(text.runnable) for text in texts)
    sets, done = [], 0
    for one, text in zip(benchmark.sets, texts, strict=True):
        sets.append(_measure_set(one, text, limits, sandbox, _counting(progress, done, cells)))
        done += len(text.runnable)
        if progress is not None:
            progress(done, cells)
    versions = {} if sandbox is None else dict(sandbox.versions(_packages(texts)))
    return Statistics(
        benchmark=benchmark.name,
        version=benchmark.version,
        python=versions.pop("python", ""),
        packages=tuple(sorted(versions.items())),
        sets=tuple(sets),
        difficulty=_spread(problem.difficulty for one in sets for problem in one.problems),
        usage=usage_of(texts),
        coverage=coverage_together(one.coverage for one in sets),
        session=None if sandbox is None else _chains(sets),
    )


def _counting(progress: Progress | None, done: int, cells: int) -> Callable[[], None]:
    ran = 0

    def step() -> None:
        nonlocal ran
        ran += 1
        if progress is not None:
            progress(done + ran, cells)

    return step


def _packages(texts: Iterable[ProblemSet]) -> list[str]:
    imported = {name.partition(".")[0] for text in texts for cell in text.runnable for name in imports_of(cell.code)}
    return sorted({*ALWAYS, *imported})


def _measure_set(
    one: BenchmarkSet, text: ProblemSet, limits: Limits, sandbox: Sandbox | None, step: Callable[[], None]
) -> SetStatistics:
    cells = calls_of(text)
    found = None if sandbox is None else walk(one, cells, limits=limits, sandbox=sandbox, step=step)
    problems = tuple(_problems(cells, found))
    measured = SetStatistics(
        name=one.name,
        problems=problems,
        broken=sum(cell.kind is CellKind.BROKEN for cell in text.cells),
        usage=usage_of([text]),
        coverage=coverage_of(cells, found.receivers if found else {}),
    )
    if found is None:
        return measured
    needs = {problem.number: problem.depends_on or () for problem in measured.ran}
    variables, size = found.sizes[-1]
    return measured.model_copy(
        update={
            "seconds": found.seconds,
            "stop": found.stop,
            "chain": longest_path(needs),
            "variables": variables,
            "bytes": size,
        }
    )


def _problems(cells: Sequence[CellCalls], found: Walk | None) -> Iterable[ProblemStatistics]:
    asked: dict[int, Problem] = {
        number: calls.cell.problem for number, calls in enumerate(cells) if calls.cell.problem is not None
    }
    for number, problem in asked.items():
        measured = ProblemStatistics(
            number=problem.number,
            line=cells[number].cell.span.line,
            difficulty=difficulty(cells[number].cell.code),
        )
        if found is not None and number in found.needs:
            needs = found.needs[number]
            variables, size = found.sizes[number]
            measured = measured.model_copy(
                update={
                    "depends_on": tuple(sorted(asked[cell].number for cell in needs if cell in asked)),
                    "needs_context": any(cell not in asked for cell in needs),
                    "variables": variables,
                    "bytes": size,
                }
            )
        yield measured


def _chains(sets: Sequence[SetStatistics]) -> Chains:
    ran = [problem.depends_on or () for one in sets for problem in one.ran]
    return Chains(
        problems=len(ran),
        dependent=sum(bool(needs) for needs in ran),
        in_degree=_spread(len(needs) for needs in ran),
        chain=_spread(one.chain or 0 for one in sets),
        variables=_spread(one.variables or 0 for one in sets),
        bytes=_spread(one.bytes or 0 for one in sets),
        stopped=sum(one.stop is not None for one in sets),
    )


def _spread(numbers: Iterable[float]) -> Spread:
    values = tuple(numbers)
    if not values:
        return Spread()
    return Spread(
        count=len(values),
        mean=statistics.fmean(values),
        median=statistics.median(values),
        maximum=max(values),
    )
