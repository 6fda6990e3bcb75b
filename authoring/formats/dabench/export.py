"""Export to DABench: questions that stand on their own, with labels, tables, concepts and levels."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from authoring.dseal.analysis.inputs import input_files_of
from authoring.dseal.conventions import without_conventions
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.model import Cell, Problem, ProblemSet
from authoring.dseal.parse import parse
from authoring.dseal.session import at_key, checks
from authoring.formats.base.port import ExportOptions, MapSets, Player
from authoring.formats.base.prerequisites import needed_steps, only_imports
from authoring.formats.base.questions import unreadable
from authoring.formats.dabench.answers import NamedAnswer, NoAnswerError, UnwritableError, answers_of, format_of
from authoring.formats.dabench.codes import (
    NO_SCALAR_ANSWER,
    NOT_ONE_TABLE,
    UNLABELLED_PART,
    UNPLAYED_ANSWER,
    UNREADABLE_QUESTION,
    UNWRITABLE_ANSWER,
)
from authoring.records.base import Record
from authoring.records.bundle import AdmittedSet, Bundle, FileContent
from authoring.records.evidence import CellRun, Outcome
from authoring.records.provenance import AdmittedProblem, read_provenance

CONCEPTS = {
    "Machine Learning": r"regression|classif|cluster|machine learning|train|predict|model|cross.validation|forest",
    "Correlation Analysis": r"correlat",
    "Outlier Detection": r"outlier|anomal|z.score",
    "Distribution Analysis": r"distribut|quantile|percentile|histogram|skew|kurtosis|interquartile|normality|t test"
    r"|hypothesis|variance",
    "Comprehensive Data Preprocessing": r"missing|clean|imput|duplicate|data types?|convert|dropping|scal|normali[sz]"
    r"|standardi[sz]|joining|join|merg|melt|long format|dates?|strings?|reading files",
    "Feature Engineering": r"derived|ratio|binning|encod|indicator|dummy|feature|clipping",
    "Summary Statistics": r"count|mean|median|group|aggregat|share|summar|sum|sorting|shape|contingency|comparison"
    r"|standard deviation|filter|maxim|minim|mode|descri",
}
"""The pattern of knowledge points that belong to each of DABench's seven concepts."""
DEFAULT = "Summary Statistics"
LEVELS = ("easy", "medium", "hard")
EASY_BELOW, MEDIUM_UP_TO = 2, 4
STEPS = """The data are in the file {table}. Take these steps first, in this order; their own answers are not asked for.
{steps}

Then answer this:
{question}"""
STANDALONE = "The data are in the file {table}. {question}"
QUESTIONS, LABELS, TABLES = "da-dev-questions.jsonl", "da-dev-labels.jsonl", "da-dev-tables"
TABLE = ".csv"
ANSWER = "result"
ALONGSIDE = frozenset({ANSWER, "crash", "namespace_intact"})
"""Validators of a problem that DABench judges whole: an answer that is right can have come of nothing else."""
COMPARED = "The answer is compared as text, or as a number to 0.000001."
LEFT_OUT = "Let pass, the problem is not asked; what it does stays among the steps of those behind it."
ROUNDED = "Round only the final answer, never on the way to it."
PLAIN = "Answer exactly as the question asks."


def concepts_of(knowledge: Sequence[str]) -> tuple[str, ...]:
    """Return the concepts of a problem, in the order of its knowledge points; never none."""
    concepts = (
        concept
        for point in knowledge
        for concept, pattern in CONCEPTS.items()
        if re.search(rf"\b(?:{pattern})", point.lower())
    )
    return tuple(dict.fromkeys(concepts)) or (DEFAULT,)


def level_of(stated: str, steps: int) -> str:
    """Return the author's level, else one by the number of steps before, as in CIBench: fewer than 2, 2 to 4, more."""
    # The word of a person comes before a count.
    if stated in LEVELS:
        return stated
    return "easy" if steps < EASY_BELOW else "medium" if steps <= MEDIUM_UP_TO else "hard"


@dataclass(frozen=True, slots=True)
class StepChain:
    """The steps and files that a problem builds on."""

    steps: tuple[Cell, ...]
    """Cells before it that it needs, in order; those that only import left out."""
    files: tuple[str, ...]
    """Names of the input files that they and the problem read, sorted."""


def chains_of(cells: Sequence[Cell]) -> tuple[StepChain, ...]:
    """Return for each cell that runs what it builds on, as far as code tells without running it."""
    needed = needed_steps([cell.code for cell in cells])
    files = [set(input_files_of(cell.code)) for cell in cells]
    return tuple(
        StepChain(
            tuple(cells[step] for step in sorted(steps) if not only_imports(cells[step].code)),
            tuple(sorted(files[number].union(*(files[step] for step in steps)))),
        )
        for number, steps in enumerate(needed)
    )


def standalone_question(question: str, chain: StepChain, *, file: str, table: str) -> str:
    """Return a question with its steps.

    `file` is the name of the table in the set, and `table` its name in the benchmark.
    """
    # Its conventions stand among the constraints.
    words = [
        cell.problem.question.strip() if cell.problem else f"Run this code:\n{without_conventions(cell.code)}"
        for cell in chain.steps
    ]
    # Indented below its number, a step of several lines stays one entry of the list.
    steps = "\n".join(f"{number}. {text}".replace("\n", "\n   ") for number, text in enumerate(words, 1))
    text = (STEPS if steps else STANDALONE).format(table=table, steps=steps, question=question.strip())
    return text.replace(f"inputs/{file}", table)


def constraints_of(problem: Problem, answers: Sequence[NamedAnswer]) -> str:
    """Return the constraints of a question: the conventions of its set, and when to round."""
    rounding = ROUNDED if any("rounded" in answer.description for answer in answers) else PLAIN
    if not problem.conventions:
        return rounding
    conventions = " ".join(item if item.endswith((".", "。")) else f"{item}." for item in problem.conventions)
    return f"Where the question says nothing else: {conventions} {rounding}"


class QuestionRow(Record):
    """One line of `QUESTIONS`."""

    id: int
    question: str
    concepts: tuple[str, ...]
    constraints: str
    format: str
    file_name: str
    level: str


class LabelRow(Record):
    """One line of `LABELS`."""

    id: int
    common_answers: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PosedQuestion:
    """One problem as a question with its label."""

    question: QuestionRow
    label: LabelRow


def export(
    problemsets: Sequence[AdmittedSet],
    *,
    options: ExportOptions,  # noqa: ARG001 - the protocol's
    play: Player,
    across: MapSets = map,
) -> Bundle:
    """Return questions, labels and tables; a question's number counts all problems, also those that are not asked."""
    # Sets are played side by side, and their results taken in order, so that the files are the same in every run.
    posed: list[PosedQuestion] = []
    findings: list[Diagnostic] = []
    tables: dict[str, bytes] = {}
    # Numbers count the problems that are left out as well, so that they stay when a finding is mended.
    counts = accumulate((len(parse(admitted_set.text).problems) for admitted_set in problemsets), initial=0)
    before = {admitted_set.name: count for admitted_set, count in zip(problemsets, counts, strict=False)}

    def pose(problemset: AdmittedSet) -> tuple[PosedQuestion | Diagnostic, ...]:
        codes = [cell.code for cell in parse(problemset.text).runnable]
        return (*_of_set(problemset, play(problemset, codes), before[problemset.name]),)

    for problemset, results in zip(problemsets, across(pose, problemsets), strict=True):
        for result in results:
            if isinstance(result, PosedQuestion):
                posed.append(result)
            else:
                findings.append(result.model_copy(update={"path": f"{problemset.name}.py"}))
        file_names = {posed_question.question.file_name for posed_question in posed}
        tables_of_set = {_table_name(problemset, file.path): file.content for file in problemset.inputs}
        tables |= {name: content for name, content in tables_of_set.items() if name in file_names}
    return Bundle(
        files=(
            FileContent(path=QUESTIONS, content=_lines([posed_question.question for posed_question in posed])),
            FileContent(path=LABELS, content=_lines([posed_question.label for posed_question in posed])),
            *(FileContent(path=f"{TABLES}/{name}", content=content) for name, content in tables.items()),
            *(
                FileContent(path=f"_meta/{admitted_set.name}.yaml", content=admitted_set.meta.encode())
                for admitted_set in problemsets
                if admitted_set.meta
            ),
        ),
        findings=tuple(findings),
    )


def _of_set(problemset: AdmittedSet, runs: Sequence[CellRun], before: int) -> Iterator[PosedQuestion | Diagnostic]:
    """Yield each problem, or why it cannot be asked; and what is not judged of it."""
    parsed = parse(problemset.text)
    yield from unreadable(parsed, UNREADABLE_QUESTION)
    cells = parsed.runnable
    admitted = {problem.number: problem for problem in read_provenance(problemset.meta).problems}
    # Runs behind the end of a session are missing.
    played: list[CellRun | None] = [*runs, *[None] * (len(cells) - len(runs))]
    for cell, chain, run in zip(cells, chains_of(cells), played, strict=True):
        problem = cell.problem
        if problem is None:
            continue
        answers = _answers(parsed, cell, problem, chain, run)
        if isinstance(answers, Diagnostic):
            yield answers
            continue
        yield from _unlabelled(parsed, cell, problem)
        about = admitted.get(problem.number) or AdmittedProblem(number=problem.number)
        table = _table_name(problemset, chain.files[0])
        yield PosedQuestion(
            QuestionRow(
                id=before + problem.number,
                question=standalone_question(problem.question, chain, file=chain.files[0], table=table),
                concepts=concepts_of(about.knowledge),
                constraints=constraints_of(problem, answers),
                format=format_of(answers),
                file_name=table,
                level=level_of(about.level, len(chain.steps)),
            ),
            LabelRow(
                id=before + problem.number, common_answers=tuple((answer.name, answer.value) for answer in answers)
            ),
        )


def _answers(
    parsed: ProblemSet, cell: Cell, problem: Problem, chain: StepChain, run: CellRun | None
) -> tuple[NamedAnswer, ...] | Diagnostic:
    """Return the answers of a problem, or why it has none."""
    # What the set says comes before what its run gave: a reason in the set holds in every run.
    if ANSWER not in {check.alias for check in checks(problem)}:
        reason, info = "is not judged by the value of its answer", NO_SCALAR_ANSWER
    elif len(chain.files) != 1 or not chain.files[0].lower().endswith(TABLE):
        reason = f"takes {', '.join(chain.files)}" if chain.files else "takes no file"
        reason, info = f"{reason}, and not one CSV table", NOT_ONE_TABLE
    elif run is None or run.outcome is not Outcome.OK:
        reason, info = "has a reference that did not run to its end", UNPLAYED_ANSWER
    elif run.value is None or run.value.truncated:
        reason = "has no value as its answer" if run.value is None else "has an answer that is too long"
        info = NO_SCALAR_ANSWER
    else:
        try:
            return answers_of(run.value.text)
        except NoAnswerError as error:
            reason, info = f"cannot be asked: {error}", NO_SCALAR_ANSWER
        except UnwritableError as error:
            reason, info = f"cannot be asked: {error}", UNWRITABLE_ANSWER
    return at_key(parsed, cell, (problem.question_key,), info, f"problem {problem.number} {reason}", LEFT_OUT)


def _unlabelled(parsed: ProblemSet, cell: Cell, problem: Problem) -> Iterator[Diagnostic]:
    """Yield findings about the validators of a problem that DABench does not know."""
    for check in checks(problem):
        if check.path is not None and (check.alias not in ALONGSIDE or (check.alias == ANSWER and check.options)):
            part = f"options of `{check.alias}`" if check.alias == ANSWER else f"`{check.alias}`"
            message = f"DABench does not judge problem {problem.number} by the {part}"
            yield at_key(parsed, cell, check.path, UNLABELLED_PART, message, COMPARED)
    if problem.forbid_names:
        message = f"DABench does not judge problem {problem.number} by `forbid_names`"
        yield at_key(parsed, cell, ("execution", "forbid_names"), UNLABELLED_PART, message, COMPARED)


def _table_name(problemset: AdmittedSet, file: str) -> str:
    """Return the name of a table among those of all sets."""
    # All tables lie in one folder, and sets have files of the same name.
    return f"{problemset.name}-{file.replace('/', '-')}"


def _lines(records: Sequence[Record]) -> bytes:
    return "".join(json.dumps(record.model_dump(mode="json")) + "\n" for record in records).encode()
