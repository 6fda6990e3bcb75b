"""Our side: the same answers through `evaluation.judge_benchmark`, set by set, into the same kind of events."""

import time
from pathlib import Path

from authoring.api import evaluation
from authoring.errors import AuthoringError
from authoring.evaluation.solvers.recorded import RecordedSolver
from authoring.records.results import Benchmark, EvaluationOptions, ProblemResult, Submission
from authoring.sandbox.port import Sandbox
from authoring.workspace.benchmark import read_benchmark
from bench.dseval.checkout import Answers, Part
from bench.dseval.events import End, Events, Judged, Key, Word, read_events


def judge_by_us(part: Part, answers: Answers, *, mutants: bool, folder: Path, sandbox: Sandbox) -> Judged:
    """Judge a benchmark, or what is left of it from an earlier run; the arguments are `judge_by_peer`'s."""
    path = folder / "events.jsonl"
    events, benchmark = Events(path), read_benchmark(part.folder)
    done = read_events(path).ends
    for problemset in benchmark.sets:
        name = problemset.name
        if name in done:
            continue
        one, start, how, error = benchmark.model_copy(update={"sets": (problemset,)}), time.perf_counter(), "done", ""
        events.start(name)
        try:
            causes = _judge_set(one, answers.get(name, {}), mutants=mutants, events=events, sandbox=sandbox)
            error = "\n".join(causes)
        except AuthoringError as exception:
            how, error = "stopped", f"{type(exception).__name__}: {exception}"
        events.end(name, End(how, error, time.perf_counter() - start))
    return read_events(path)


def _judge_set(
    benchmark: Benchmark, answers: dict[str, list[str]], *, mutants: bool, events: Events, sandbox: Sandbox
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
        [result] = evaluation.judge_benchmark(
            benchmark,
            solver=RecordedSolver(submissions, benchmark),
            options=EvaluationOptions(max_attempts=most, retry_reset=True),
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
