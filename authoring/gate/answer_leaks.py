"""Answers that are given away, as the dry run saw them: in their own question, or in what was shown before it."""

import io
import re
import tokenize
from collections.abc import Iterator

from authoring.dseal.analysis.answer_leak import answer_in_question, number_in
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.gate_codes import GIVEN_AWAY, SHOWN_BEFORE
from authoring.dseal.model import Cell, ProblemSet
from authoring.dseal.python_code import literal_of
from authoring.dseal.session import at_question
from authoring.records.evidence import CellRun, DryRun, Outcome, TableView

SHORT = 200
"""Characters of an answer that is looked for in its question."""
SCALARS = re.compile(r"int|float|str|bool|numpy\.(u?int|float|str)\w*")
SHORTEST_WHOLE = 12
"""Characters of a list or a mapping that no question has by chance."""
FEWEST_TEXTS = 2
"""Members of a list of texts that have to stand in a question before it tells them."""
_ARRAY = re.compile(r"(?:array|Index)\((\[[^\]]*\])(?:,.*)?\)", re.DOTALL)
FEWEST_NUMBERS = 2
"""Numbers of a table or list that have to stand in a question before it tells them."""
FEWEST_DIGITS, FEWEST_DIGITS_IN_CODE = 3, 5
"""Digits of a number that stands in a question, or in earlier code, for no other reason."""
YEARS = range(1800, 2101)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?")
_WRITTEN = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?!\w|\.\d)")


def answer_leaks(problemset: ProblemSet, run: DryRun) -> Iterator[Diagnostic]:
    """Find the answers that stand in their own question, or in an earlier question or code."""
    for cell_run in run.cells:
        cell, answer = problemset.cells[cell_run.cell], cell_run.run
        if cell.problem is None or answer.value is None or answer.outcome is not Outcome.OK:
            continue
        own = [*_in_own_question(problemset, cell, answer)]
        yield from own or _shown_before(problemset, cell, answer)


def _in_own_question(problemset: ProblemSet, cell: Cell, run: CellRun) -> Iterator[Diagnostic]:
    value, problem = run.value, cell.problem
    if value is None or problem is None:
        return
    hint = "Ask for it without telling it."
    if SCALARS.fullmatch(value.type):
        if len(value.text) <= SHORT and answer_in_question(problem.question, value.text):
            message = f"the answer, {value.text}, stands in its own question"
            yield at_question(problemset, cell, value.text.strip("'\""), GIVEN_AWAY, message, hint)
    elif not value.truncated and _tells_all(problem.question, cell.code, _numbers(value.text, value.table)):
        yield at_question(problemset, cell, "", GIVEN_AWAY, "all numbers of the answer stand in its own question", hint)
    elif not value.truncated and _tells_texts(problem.question, cell.code, value.text):
        yield at_question(problemset, cell, "", GIVEN_AWAY, "what the answer holds stands in its own question", hint)


def _numbers(text: str, table: TableView | None) -> tuple[str, ...]:
    """Return the numbers of a table that is shown whole, or of a list, tuple or mapping that holds nothing else."""
    if table is not None:
        is_whole = table.rows == len(table.cells) and table.columns <= len(table.header)
        cells = [cell for row in table.cells for cell in row] if is_whole else []
        return tuple(cell for cell in cells if _NUMBER.fullmatch(cell))
    # Since numpy 2 a number shows itself as ``np.float64(3.5)``.
    literal = literal_of(re.sub(r"\b(?:np|numpy)\.\w+\(([^()]*)\)", r"\1", text))
    items = [*literal[0].values()] if literal is not None and isinstance(literal[0], dict) else literal and literal[0]
    if not isinstance(items, list | tuple | set) or not all(type(item) in {int, float} for item in items):
        return ()
    return tuple(str(item) for item in items)


def _tells_all(question: str, code: str, numbers: tuple[str, ...]) -> bool:
    """Tell whether a question holds all numbers that tell something, and does not give them as data."""
    telling = {number for number in numbers if _digits(number) >= FEWEST_DIGITS}
    if len(telling) < FEWEST_NUMBERS or any(number in code for number in telling):
        return False
    return all(answer_in_question(question, number) for number in telling)


def _tells_texts(question: str, code: str, answer: str) -> bool:
    """Tell whether a question holds a literal as it is, or all texts of a list, tuple or set; the code has neither."""
    array = _ARRAY.fullmatch(answer)
    literal = literal_of(array[1] if array is not None else answer)
    if literal is not None and len(answer) >= SHORTEST_WHOLE and answer in question and answer not in code:
        return True
    members = literal[0] if literal is not None else None
    if not isinstance(members, list | tuple | set) or not all(isinstance(member, str) for member in members):
        return False
    texts = {str(member) for member in members}
    is_given = any(text in code for text in texts)
    return len(texts) >= FEWEST_TEXTS and not is_given and answer_in_question(question, repr(sorted(texts)))


def _digits(number: str) -> int:
    return len(re.sub(r"\D", "", number.partition("e")[0]).strip("0"))


def _shown_before(problemset: ProblemSet, cell: Cell, run: CellRun) -> Iterator[Diagnostic]:
    """Find a number, or a longer text, that an earlier question says or earlier code holds."""
    value = run.value
    if value is None or cell.problem is None or not SCALARS.fullmatch(value.type) or len(value.text) > SHORT:
        return
    number = number_in(value.text)
    if number is None or _digits(f"{number!r}") < FEWEST_DIGITS or (isinstance(number, int) and number in YEARS):
        return
    hint = "Ask for something that nothing before tells."
    for earlier, problem in problemset.problems:
        if earlier.span.start < cell.span.start and answer_in_question(problem.question, value.text):
            message = f"the answer, {value.text}, stands in the question of problem {problem.number}"
            yield at_question(problemset, cell, "", SHOWN_BEFORE, message, hint)
            return
    written = repr(abs(number))
    if _digits(written) >= FEWEST_DIGITS_IN_CODE:
        for earlier in problemset.runnable:
            if earlier.span.start < cell.span.start and written in _numbers_in_comments(earlier.code):
                message = f"the answer, {value.text}, stands in a comment of an earlier cell"
                yield at_question(problemset, cell, "", SHOWN_BEFORE, message, hint)
                return


def _numbers_in_comments(code: str) -> frozenset[str]:
    """Return the numbers that comments say; those of the code itself are data."""
    numbers: set[str] = set()
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            if token.type == tokenize.COMMENT:
                numbers.update(_WRITTEN.findall(token.string))
    except (tokenize.TokenError, SyntaxError):
        return frozenset(numbers)
    return frozenset(numbers)
