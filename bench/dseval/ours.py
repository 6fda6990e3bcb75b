"""Our side: the same answers through `judge_benchmark`, set by set, into the same kind of events."""

import time
from collections.abc import Callable
from pathlib import Path

from authoring.api.evaluation.judging import judge_benchmark
from authoring.errors import AuthoringError
from authoring.evaluation.solvers.recorded import RecordedSolver
from authoring.records.evidence import Limits
from authoring.records.results import Benchmark, BenchmarkSet, EvaluationOptions, ProblemResult, Submission
from authoring.sandbox.port import Sandbox
from authoring.workspace.benchmark import read_benchmark
from authoring.workspace.settings import Settings
from bench.dseval.checkout import Answers, Part
from bench.dseval.events import End, Events, Judged, Key, Word, read_events

WALL_FACTOR = Settings().evaluation.wall_factor
"""As in a workspace without settings of its own: a busy machine shall make no timeouts."""


def judge_by_us(
    part: Part,
    answers: Answers,
    *,
    mutants: bool,
    folder: Path,
    sandbox: Sandbox,
    changed: Callable[[BenchmarkSet], BenchmarkSet] | None = None,
    time_factor: float = 1.0,
) -> Judged:
    """Judge a benchmark, or what is left of it from an earlier run; the arguments are `judge_by_peer`'s.

    With `changed`, sets are judged as that returns them, and those without answers are left out. Answers to problems
    that set no time get `time_factor` seconds, and all so many times as much processor time.
    """
    path = folder / "events.jsonl"
    events, benchmark = Events(path), read_benchmark(part.folder)
    done = read_events(path).ends
    for problemset in benchmark.sets:
        name = problemset.name
        if name in done or (changed is not None and name not in answers):
            continue
        judged = problemset if changed is None else changed(problemset)
        single, start, how, error = benchmark.model_copy(update={"sets": (judged,)}), time.perf_counter(), "done", ""
        events.start(name)
        try:
            causes = _judge_set(
                single,
                answers.get(name, {}),
                mutants=mutants,
                events=events,
                sandbox=sandbox,
                options=EvaluationOptions(
                    retry_reset=True,
                    max_time=time_factor,
                    wall_factor=WALL_FACTOR,
                    limits=Limits(max_cpu=time_factor * Limits().max_cpu),
                ),
            )
            error = "\n".join(causes)
        except AuthoringError as exception:
            how, error = "stopped", f"{type(exception).__name__}: {exception}"
        events.end(name, End(how, error, time.perf_counter() - start))
    events.close()
    return read_events(path)


def _judge_set(
    benchmark: Benchmark,
    answers: dict[str, list[str]],
    *,
    mutants: bool,
    events: Events,
    sandbox: Sandbox,
    options: EvaluationOptions,
) -> list[str]:
    """Judge a set's answers; return its root causes in words.

    The attempts at a problem end with a correct one. With mutants, what is left after it is judged in a further round.
    """
    left = {index: list(enumerate(codes if mutants else codes[:1], start=1)) for index, codes in answers.items()}
    most = max(map(len, left.values()), default=0)
    causes: list[str] = []
    while any(left.values()):
        submissions = [
            Submission(problemset=benchmark.sets[0].name, index=int(index), attempt=attempt, code=code)
            for index, rest in left.items()
            for attempt, (_, code) in enumerate(rest, start=1)
        ]
        [result] = judge_benchmark(
            benchmark,
            solver=RecordedSolver(submissions, benchmark),
            options=options.model_copy(update={"max_attempts": most}),
            sandbox=sandbox,
        ).sets
        causes = [f"line {cause.line}: {cause.message}" for cause in result.root_causes]
        judged = sum(_note(problem, left.get(str(problem.index), []), events) for problem in result.problems)
        # Nothing judged means that the set cannot be judged, and another round would be the same.
        if not judged or not mutants:
            break
    return causes


def _note(problem: ProblemResult, left: list[tuple[int, str]], events: Events) -> int:
    """Write what was said of a problem's attempts, and take them from what is left; return how many there were."""
    for attempt, (number, _) in zip(problem.attempts, left, strict=False):
        word = Word(str(attempt.verdict), str(attempt.subverdict), attempt.reason)
        events.word(Key(problem.problemset, problem.index, number), word)
    del left[: len(problem.attempts)]
    return len(problem.attempts)
