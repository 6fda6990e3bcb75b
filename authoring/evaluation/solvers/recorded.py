"""Answers that somebody gave before and kept in a file."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from authoring.dseal.parse import parse
from authoring.dseal.python_code import loads_of
from authoring.dseal.spelling import closest_word
from authoring.evaluation.solvers.base import Scratchpad, Solver, SolverOptions, Task
from authoring.records.results import Benchmark, Submission, SubmissionNotice

Key = tuple[str, int, int]
"""Set, problem and attempt."""


class RecordedSolver(Solver):
    """Answers each problem, and each further attempt at it, with what is recorded for it; with nothing else."""

    name = "recorded"
    looks = False
    sees_reference = False

    def __init__(self, submissions: Sequence[Submission], benchmark: Benchmark) -> None:
        """Match submissions with the problems of a benchmark; `remarks` says what did not fit."""
        matched, self.remarks = match(submissions, benchmark)
        self._answers: dict[Key, Submission] = {
            (submission.problemset, submission.index, submission.attempt): submission for submission in matched
        }

    @property
    def attempts(self) -> int:
        """The highest attempt that is recorded, and at least 1."""
        return max((attempt for _, _, attempt in self._answers), default=1)

    def answers_to(self, problemset: str) -> tuple[Submission, ...]:
        """Return what is recorded for the problems of a set."""
        return tuple(submission for key, submission in self._answers.items() if key[0] == problemset)

    def imports(self, problemset: str) -> tuple[str, ...]:
        """Return what the recorded code of a set imports."""
        modules = {name for submission in self.answers_to(problemset) for name in loads_of(submission.code)}
        return tuple(sorted(modules))

    def solve(self, task: Task, scratchpad: Scratchpad) -> Submission | None:
        """Answer with what is recorded; None where nothing is."""
        del scratchpad
        return self._answers.get((task.problemset, task.index, task.attempt))

    def close(self) -> None:
        """Do nothing, because recorded answers hold no resources."""


def match(
    submissions: Sequence[Submission], benchmark: Benchmark
) -> tuple[tuple[Submission, ...], tuple[SubmissionNotice, ...]]:
    """Return the submissions that belong to a benchmark's problems, with their places, and what does not fit.

    A submission that names its question alone belongs to the first problem that asks it and has none yet. One whose
    question is not the problem's is kept, because a benchmark may have been reworded since; a remark says so. The
    conventions of a set belong to a question or not: exports have them behind it.
    """
    questions = {
        problemset.name: tuple(
            frozenset({problem.question.strip(), problem.whole_question.strip()})
            for _, problem in parse(problemset.text).problems
        )
        for problemset in benchmark.sets
    }
    places = defaultdict[str, list[tuple[str, int]]](list)
    for name, set_questions in questions.items():
        for index, wordings in enumerate(set_questions, start=1):
            for wording in wordings:
                places[wording].append((name, index))
    matched: dict[Key, Submission] = {}
    remarks: list[SubmissionNotice] = []
    foreign: dict[str, int] = {}
    for submission in submissions:
        if submission.problemset and submission.problemset not in questions:
            foreign[submission.problemset] = foreign.get(submission.problemset, 0) + 1
            continue
        placed, remark = _place(submission, questions, places)
        if remark is not None:
            remarks.append(remark)
        if placed is not None:
            # Of two answers to one attempt the first counts.
            matched.setdefault((placed.problemset, placed.index, placed.attempt), placed)
    return tuple(matched.values()), (*_foreign(foreign, benchmark), *remarks)


def _place(
    submission: Submission,
    questions: dict[str, tuple[frozenset[str], ...]],
    places: dict[str, list[tuple[str, int]]],
) -> tuple[Submission | None, SubmissionNotice | None]:
    """Return a submission with its place, or without one, and what is to be said about it."""
    if not submission.problemset:
        free = places.get(submission.question.strip())
        if not free:
            first_line = submission.question.strip().partition("\n")[0][:60]
            message = "no problem that has no answer yet asks this question, so its submission is left out"
            return None, SubmissionNotice(
                place=f"'{first_line}'", message=message, hint="name its `problemset` and `index`"
            )
        # Taken off the list, so that the next one with this question goes to the next problem that asks it.
        name, index = free.pop(0)
        return submission.model_copy(update={"problemset": name, "index": index}), None
    place = f"{submission.problemset} #{submission.index}"
    set_questions = questions[submission.problemset]
    if not 1 <= submission.index <= len(set_questions):
        message = f"the set has {len(set_questions)} problems, so this submission is left out"
        return None, SubmissionNotice(
            place=place, message=message, hint="`index` counts the problems that are asked, from 1"
        )
    if submission.question.strip() not in {"", *set_questions[submission.index - 1]}:
        message = "the submission answers another question than the benchmark asks here"
        hint = "it is judged all the same; see that the submissions belong to this version of the benchmark"
        return submission, SubmissionNotice(place=place, message=message, hint=hint)
    return submission, None


def _foreign(foreign: dict[str, int], benchmark: Benchmark) -> Iterator[SubmissionNotice]:
    """Say once for each set that the benchmark does not hold how many submissions are left out."""
    for name, count in foreign.items():
        near = closest_word(name, [problemset.name for problemset in benchmark.sets])
        hint = f"is '{near}' meant?" if near else "see that the submissions belong to this benchmark"
        message = f"the benchmark holds no set of this name, so {count} of the submissions are left out"
        yield SubmissionNotice(place=name, message=message, hint=hint)


def open_solver(options: SolverOptions) -> RecordedSolver:
    """Return a solver that replays the submissions of the options."""
    return RecordedSolver(options.submissions, options.benchmark)
