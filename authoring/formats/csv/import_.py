"""Tables of questions and answers, one pair a row, made problem sets by rule."""

import re
import textwrap
from collections.abc import Iterator, Sequence

from authoring.dseal.code import parse_code
from authoring.dseal.diagnostic import Diagnostic
from authoring.formats.csv.codes import MENDED_TEXT, UNUSABLE_ROW
from authoring.formats.csv.table import Row, Unreadable, read_pairs
from authoring.formats.exercises.assembly import assemble
from authoring.formats.exercises.cells import Exercise
from authoring.formats.exercises.questions import MOST_OF_QUESTION, doubts_about, plain_question
from authoring.records.imported import ImportedSet
from authoring.seeds.notebooks.magics import without_magics

ORIGIN = "import:csv"
_FENCE = re.compile(r"```+[ \t]*(?:python|py|python3)?[ \t]*\n(.*?)\n?```+[ \t]*\Z", re.DOTALL | re.IGNORECASE)


def import_pairs(content: bytes, *, files: Sequence[str], question: str = "", answer: str = "") -> ImportedSet:
    """Make a problem set of a table of pairs; its rows share one session, in their order.

    Findings are those of `import_exercises`, and DS956 to DS959 about the table. Where nothing can be judged, the text
    is empty and a finding is an error.

    Args:
        content: the file.
        files: names of the data files that will stand below ``inputs/``.
        question: name of the column with the questions; found by its name when empty.
        answer: name of the column with the answers; found by its name when empty.
    """
    try:
        table = read_pairs(content, question=question, answer=answer)
    except Unreadable as error:
        return ImportedSet(text="", origins=(), findings=(error.finding,))
    findings: list[Diagnostic] = list(table.findings)
    exercises = list(_exercises(table.rows, findings))
    hint = "a row needs a question and an answer that is Python"
    made = assemble(exercises, files=files, origin=ORIGIN, hint=hint)
    return made.model_copy(update={"findings": (*findings, *made.findings)})


def _exercises(rows: Sequence[Row], findings: list[Diagnostic]) -> Iterator[Exercise]:
    contexts: set[str] = set()
    for number, row in enumerate(rows, start=1):
        place = f"row {number}"
        context, answer = row.context.strip(), _code_of(row.answer, place, findings)
        if context and context not in contexts and parse_code(context).error is None:
            contexts.add(context)
            yield Exercise("", (context,), place)
        why = _why_unusable(row, answer)
        if why:
            findings.append(UNUSABLE_ROW.diagnostic(f"{place} was left out: {why}"))
            continue
        asked = plain_question(row.question[:MOST_OF_QUESTION])
        plain = without_magics(answer)
        yield Exercise(
            asked, (plain.code,), place, tuple(doubts_about(asked, row.question, marked=True)), plain.removed
        )


def _why_unusable(row: Row, answer: str) -> str:
    if not row.question.strip():
        return "it has no question"
    if not answer.strip():
        return "it has no answer"
    error = parse_code(without_magics(answer).code).error
    return f"its answer is no Python 3: {error.message}" if error else ""


def _code_of(answer: str, place: str, findings: list[Diagnostic]) -> str:
    """Return the Python in a cell: out of its fence, unindented, with true line ends."""
    code = textwrap.dedent(answer).strip("\n")
    fenced = _FENCE.match(code.strip())
    if fenced:
        findings.append(MENDED_TEXT.diagnostic(f"{place}: the answer was taken out of a Markdown fence"))
        code = textwrap.dedent(fenced[1])
    if "\n" not in code and "\\n" in code and parse_code(code).error is not None:
        unfolded = code.replace("\\n", "\n").replace("\\t", "\t")
        if parse_code(unfolded).error is None:
            findings.append(MENDED_TEXT.diagnostic(f"{place}: written-out line ends became line ends"))
            return unfolded
    return code
