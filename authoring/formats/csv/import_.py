"""Tables of questions and answers, one pair a row: encoding, columns, and the problem set made of them by rule."""

import codecs
import csv
import io
import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.python_code import parse_code
from authoring.formats.base.exercises.assembly import assemble
from authoring.formats.base.exercises.questions import (
    MOST_OF_QUESTION,
    Exercise,
    doubts_about,
    is_request,
    plain_question,
)
from authoring.formats.csv.codes import GUESSED_COLUMN, MENDED_TEXT, NO_PAIRS, UNUSABLE_ROW
from authoring.records.draft import ImportedSet
from authoring.seeds.notebooks.magics import without_magics

# UTF-32 stands before UTF-16, because its little-endian mark begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DELIMITERS = (",", "\t", ";", "|")
QUESTIONS = ("question", "query", "prompt", "instruction", "problem", "task", "exercise", "intent", "description")
"""Names of the column with the questions, the usual ones first."""
ANSWERS = ("code", "solution", "reference", "reference_code", "canonical_solution", "answer", "snippet", "python")
"""Names of the column with the answers."""
CONTEXTS = ("context", "setup", "preamble", "prelude", "imports")
"""Names of a column with code that runs before, and is not asked."""
ORIGIN = "import:csv"
# A whole answer in a Markdown fence, headed as Python or not at all.
_FENCE = re.compile(r"```+[ \t]*(?:python|py|python3)?[ \t]*\n(.*?)\n?```+[ \t]*\Z", re.DOTALL | re.IGNORECASE)


class UnreadableTable(Exception):  # noqa: N818 - it never leaves this package: what it holds is a finding
    """The file is no table of pairs."""

    def __init__(self, finding: Diagnostic) -> None:
        super().__init__(finding.message)
        self.finding = finding


@dataclass(frozen=True, slots=True)
class PairRow:
    """One pair of question and answer, as it stands in the table."""

    question: str
    answer: str
    context: str


@dataclass(frozen=True, slots=True)
class PairTable:
    """The rows of a table, and findings about what had to be assumed."""

    rows: tuple[PairRow, ...]
    findings: tuple[Diagnostic, ...]


def read_pairs(content: bytes, *, question: str = "", answer: str = "") -> PairTable:
    """Read a table of pairs.

    Args:
        content: the file.
        question: name of the column with the questions; found by its name when empty.
        answer: name of the column with the answers; found by its name, and by what is Python, when empty.

    Raises:
        UnreadableTable: it is no table, or a column is missing.
    """
    findings: list[Diagnostic] = []
    text = _decoded(content, findings)
    lines = _split(text, findings)
    header = [cell.strip() for cell in lines[0]]
    column_names = {*QUESTIONS, *ANSWERS, *CONTEXTS}
    has_header = any(_key(cell) in column_names or column_names & set(_key(cell).split("_")) for cell in header)
    if (
        not has_header
        and not question
        and not answer
        and parse_code(header[-1]).error is None
        and is_request(header[0])
    ):
        findings.append(GUESSED_COLUMN.diagnostic("there is no line of names: the first line was taken for a pair"))
        header = ["question", *[f"column {number}" for number in range(2, len(header))], "answer"]
        lines = [header, *lines]
    question_column = _column(header, question, QUESTIONS, "questions", findings)
    answer_column = _answer_column(header, answer, lines[1:], question_column, findings)
    context = next(
        (position for position, cell in enumerate(header) if _key(cell) in CONTEXTS and position != answer_column), None
    )
    rows = tuple(
        PairRow(_cell(row, question_column), _cell(row, answer_column), "" if context is None else _cell(row, context))
        for row in lines[1:]
    )
    return PairTable(rows, tuple(findings))


def _decoded(content: bytes, findings: list[Diagnostic]) -> str:
    # A byte order mark is certain; without one UTF-8 is tried, which other encodings hardly ever pass by chance.
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), "utf-8")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding != "utf-8":
            raise UnreadableTable(
                NO_PAIRS.diagnostic(f"the file begins as {encoding} and is none: {error.reason}")
            ) from error
        # Windows-1252 has no meaning for five bytes; they are seldom text anyway.
        text = content.decode("cp1252", "replace")
        findings.append(MENDED_TEXT.diagnostic("the file is not UTF-8; it was read as Windows-1252"))
    if "\0" in text:
        raise UnreadableTable(
            NO_PAIRS.diagnostic("the file holds NUL characters, as binary files do", hint="save it as CSV")
        )
    return text


def _split(text: str, findings: list[Diagnostic]) -> list[list[str]]:
    """Return the rows, split at the delimiter under which the most of them have as many cells as the first."""
    # Read under every delimiter: commas within code would mislead a look at the first lines.
    readings = {delimiter: list(_rows(text, delimiter)) for delimiter in _DELIMITERS}
    fitting = {
        delimiter: sum(len(row) == len(rows[0]) for row in rows)
        for delimiter, rows in readings.items()
        if rows and len(rows[0]) > 1
    }
    if not fitting:
        hint = "the first line names the columns: question,answer"
        raise UnreadableTable(NO_PAIRS.diagnostic("the file has no two columns", hint=hint))
    # Of delimiters that fit equally well the first of the list wins, which is the comma.
    best = max(fitting, key=lambda delimiter: (fitting[delimiter], -_DELIMITERS.index(delimiter)))
    if best != ",":
        findings.append(MENDED_TEXT.diagnostic(f"columns are split at {best!r}"))
    return readings[best]


def _rows(text: str, delimiter: str) -> Iterator[list[str]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield row
    except csv.Error as error:
        # A quotation mark that nothing closes makes one field of all that follows.
        message = f"line {reader.line_num}: {error}"
        # Under another delimiter the error says only that the file is not split that way.
        if delimiter == ",":
            raise UnreadableTable(
                NO_PAIRS.diagnostic(message, hint="look for a quotation mark that is not closed")
            ) from error


def _column(
    header: Sequence[str], requested: str, usual: Sequence[str], contents: str, findings: list[Diagnostic]
) -> int:
    if requested:
        return _column_named(header, requested)
    exact = [position for name in usual for position, cell in enumerate(header) if _key(cell) == name]
    near = [position for name in usual for position, cell in enumerate(header) if name in _key(cell).split("_")]
    if not exact and not near:
        message = f"no column is named like {contents}; there are {', '.join(header)}"
        raise UnreadableTable(NO_PAIRS.diagnostic(message, hint="name them with --question COLUMN and --answer COLUMN"))
    if len(exact) != 1:
        chosen = header[(exact or near)[0]]
        findings.append(GUESSED_COLUMN.diagnostic(f"'{chosen}' was taken for the column of the {contents}"))
    return (exact or near)[0]


def _answer_column(
    header: Sequence[str],
    requested: str,
    body: Sequence[Sequence[str]],
    question_column: int,
    findings: list[Diagnostic],
) -> int:
    """Return the column whose cells are Python most often, of those that are named like answers."""
    if requested:
        return _column_named(header, requested)
    candidates = [
        position
        for name in ANSWERS
        for position, cell in enumerate(header)
        if name in {_key(cell), *_key(cell).split("_")} and position != question_column
    ]
    # A column whose name holds several of the usual words is one candidate.
    candidates = list(dict.fromkeys(candidates))
    if not candidates:
        return _column(header, "", ANSWERS, "answers", findings)
    best = max(
        candidates,
        key=lambda position: (sum(_is_python(_cell(row, position)) for row in body), -candidates.index(position)),
    )
    if len(candidates) > 1 or _key(header[best]) not in ANSWERS:
        findings.append(GUESSED_COLUMN.diagnostic(f"'{header[best]}' was taken for the column of the answers"))
    return best


def _column_named(header: Sequence[str], requested: str) -> int:
    for position, cell in enumerate(header):
        if cell.casefold() == requested.strip().casefold():
            return position
    raise UnreadableTable(NO_PAIRS.diagnostic(f"there is no column '{requested}'; there are {', '.join(header)}"))


def _cell(row: Sequence[str], position: int) -> str:
    return row[position].replace("\r\n", "\n").replace("\r", "\n").strip("\n") if position < len(row) else ""


def _key(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.strip().lower()).strip("_")


def _is_python(text: str) -> bool:
    """Tell whether text is Python that does something; a bare word or number would be, too."""
    parsed = parse_code(text.strip())
    return parsed.error is None and bool(parsed.tree.body) and re.search(r"[=(\[.]", text) is not None


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
    except UnreadableTable as error:
        return ImportedSet(text="", origins=(), findings=(error.finding,))
    findings: list[Diagnostic] = list(table.findings)
    exercises = list(_exercises(table.rows, findings))
    hint = "a row needs a question and an answer that is Python"
    imported = assemble(exercises, files=files, origin=ORIGIN, hint=hint)
    return imported.model_copy(update={"findings": (*findings, *imported.findings)})


def _exercises(rows: Sequence[PairRow], findings: list[Diagnostic]) -> Iterator[Exercise]:
    contexts: set[str] = set()
    for number, row in enumerate(rows, start=1):
        position = f"row {number}"
        context, answer = row.context.strip(), _code_of(row.answer, position, findings)
        # A table often repeats the same context in each of its rows.
        if context and context not in contexts and parse_code(context).error is None:
            contexts.add(context)
            yield Exercise("", (context,), position)
        reason = _why_unusable(row, answer)
        if reason:
            findings.append(UNUSABLE_ROW.diagnostic(f"{position} was left out: {reason}"))
            continue
        question = plain_question(row.question[:MOST_OF_QUESTION])
        plain = without_magics(answer)
        yield Exercise(
            question, (plain.code,), position, tuple(doubts_about(question, row.question, marked=True)), plain.removed
        )


def _why_unusable(row: PairRow, answer: str) -> str:
    if not row.question.strip():
        return "it has no question"
    if not answer.strip():
        return "it has no answer"
    error = parse_code(without_magics(answer).code).error
    return f"its answer is no Python 3: {error.message}" if error else ""


def _code_of(answer: str, position: str, findings: list[Diagnostic]) -> str:
    """Return the Python in a cell: out of its fence, unindented, with true line ends."""
    code = textwrap.dedent(answer).strip("\n")
    fenced = _FENCE.match(code.strip())
    if fenced:
        findings.append(MENDED_TEXT.diagnostic(f"{position}: the answer was taken out of a Markdown fence"))
        code = textwrap.dedent(fenced[1])
    # Only where it mends the code: a string may hold a written-out line end on purpose.
    if "\n" not in code and "\\n" in code and parse_code(code).error is not None:
        unfolded = code.replace("\\n", "\n").replace("\\t", "\t")
        if parse_code(unfolded).error is None:
            findings.append(MENDED_TEXT.diagnostic(f"{position}: written-out line ends became line ends"))
            return unfolded
    return code
