"""Answers that are given away, as the dry run saw them: in their own question, or in what was shown before it."""

import io
import re
import tokenize
from collections.abc import Iterator, Sequence
from functools import partial

from authoring.dseal.analysis.answer_leak import answer_in_question, number_in
from authoring.dseal.analysis.unused_facts import (
    nearly_stated,
    stated_ends,
    stated_in_advance,
    stated_members,
    stated_number,
    stated_order,
    stated_pairs,
)
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.gate_codes import GIVEN_AWAY, SHOWN_BEFORE
from authoring.dseal.model import Cell, ProblemSet
from authoring.dseal.prose import prose
from authoring.dseal.python_code import assigned_names, literal_of, parse_code, strings
from authoring.dseal.session import at_question
from authoring.records.evidence import CellRun, DryRun, Outcome, TableView, ValueView

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
SHORTEST_TEXT = 4
"""Characters of a text that stands in an earlier question for no other reason."""
_EXAMPLE = re.compile(
    r"(?:such as|for example|for instance|e\.g\.|like|named|called|,|\bor|\band)[^\w.]*$", re.IGNORECASE
)
"""What stands before a text that is one of several."""
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
    at = partial(at_question, problemset, cell)
    hint = "Ask for it without telling it."
    if SCALARS.fullmatch(value.type):
        if len(value.text) <= SHORT and answer_in_question(problem.question, value.text):
            message = f"the answer, {value.text}, stands in its own question"
            yield at(value.text.strip("'\""), GIVEN_AWAY, message, hint)
        elif phrase := _phrase_telling(problem.question, _codes_up_to(problemset, cell), value.text):
            yield at(phrase, GIVEN_AWAY, f"the answer, {value.text}, is told by “{phrase}”", hint)
    elif value.truncated:
        return
    elif _tells_all(problem.question, cell.code, _numbers(value.text, value.table)):
        yield at("", GIVEN_AWAY, "all numbers of the answer stand in its own question", hint)
    elif _tells_texts(problem.question, cell.code, value.text):
        yield at("", GIVEN_AWAY, "what the answer holds stands in its own question", hint)
    elif phrase := _part_telling(problem.question, _codes_up_to(problemset, cell), value):
        yield at(phrase, GIVEN_AWAY, f"a part of the answer stands in its own question: “{phrase}”", hint)


def _codes_up_to(problemset: ProblemSet, cell: Cell) -> tuple[str, ...]:
    """Return the code of a problem, and of all that it may build on."""
    return tuple(earlier.code for earlier in problemset.runnable if earlier.span.start <= cell.span.start)


def _phrase_telling(question: str, codes: Sequence[str], answer: str) -> str:
    """Return the words of a question that say a number that no code uses and that is the answer, or near to it."""
    number = number_in(answer)
    if number is None:
        return ""
    return nearly_stated(question, codes, number) or stated_number(question, codes, number)


def _part_telling(question: str, codes: Sequence[str], value: ValueView) -> str:
    """Return the words of a question that show labels with their numbers, the order of labels, or a lone text."""
    if value.table is None:
        texts = _texts_in(value.text)
        is_known = any(text.casefold() in code.casefold() for text in texts for code in codes)
        is_lone = len(texts) == 1 and len(texts[0]) >= SHORTEST_TEXT and not is_known
        if is_lone:
            return _as_prose(texts[0], prose(question))
        literal = literal_of(value.text)
        members = literal[0] if literal is not None else None
        return stated_members(question, codes, members) if isinstance(members, list | tuple) else ""
    labels = _labels(value.table)
    return (
        stated_pairs(question, codes, _pairs(value.table))
        or stated_order(question, codes, labels)
        or stated_ends(question, codes, labels)
    )


def _pairs(table: TableView) -> tuple[tuple[str, str], ...]:
    """Return the labels of the rows of a table, each with a number of its row."""
    labels = _labels(table)
    return tuple(
        (label, item)
        for label, row in zip(labels, table.cells, strict=False)
        for item in row
        if item != label and _NUMBER.fullmatch(item)
    )


def _labels(table: TableView) -> tuple[str, ...]:
    """Return what the rows of a table are called: by its index, or by the first column that holds texts."""
    columns = (table.index, *zip(*table.cells, strict=False))
    texts = (column for column in columns if column and not any(_NUMBER.fullmatch(str(item)) for item in column))
    return tuple(str(item) for item in next(texts, table.index))


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
    """Find an answer that an earlier question says or an earlier comment holds."""
    value = run.value
    if value is None:
        return
    if not value.truncated and _all_in_a_comment(problemset, cell, value.text):
        message, advice = "what the answer holds stands in a comment of an earlier cell", "Leave the comment out."
        yield at_question(problemset, cell, "", SHOWN_BEFORE, message, advice)
        return
    if not value.truncated and (texts := _texts_in(value.text)):
        yield from _texts_shown_before(problemset, cell, texts)
    if SCALARS.fullmatch(value.type) and len(value.text) <= SHORT:
        yield from _number_shown_before(problemset, cell, value.text)


def _number_shown_before(problemset: ProblemSet, cell: Cell, text: str) -> Iterator[Diagnostic]:
    """Find the number that an answer is in an earlier question or comment."""
    number = number_in(text)
    if number is None or (isinstance(number, int) and number in YEARS):
        return
    hint = "Ask for something that nothing before tells."
    if _digits(f"{number!r}") < FEWEST_DIGITS:
        yield from _short_number_shown_before(problemset, cell, number)
        return
    for earlier, problem in problemset.problems:
        if earlier.span.start < cell.span.start and answer_in_question(problem.question, text):
            message = f"the answer, {text}, stands in the question of problem {problem.number}"
            yield at_question(problemset, cell, "", SHOWN_BEFORE, message, hint)
            return
    written = repr(abs(number))
    if _digits(written) >= FEWEST_DIGITS_IN_CODE:
        for earlier in problemset.runnable:
            if earlier.span.start < cell.span.start and written in _numbers_in_comments(earlier.code):
                message = f"the answer, {text}, stands in a comment of an earlier cell"
                yield at_question(problemset, cell, "", SHOWN_BEFORE, message, hint)
                return


def _all_in_a_comment(problemset: ProblemSet, cell: Cell, answer: str) -> bool:
    """Return whether one comment before a problem holds all members of a tuple or list of texts and numbers."""
    literal = literal_of(answer)
    members = literal[0] if literal is not None else None
    if not isinstance(members, list | tuple) or len(members) < FEWEST_TEXTS:
        return False
    texts = [f"{member:g}" if isinstance(member, float) else str(member) for member in members]
    is_plain = all(isinstance(member, str | int | float) for member in members) and "" not in texts
    # Two numbers of a digit each stand in any comment.
    if not is_plain or max(map(len, texts)) < SHORTEST_TEXT:
        return False
    comments = (
        comment
        for earlier in problemset.runnable
        if earlier.span.start < cell.span.start
        for comment in _comments(earlier.code)
    )
    return any(all(_stands_in(text, comment) for text in texts) for comment in comments)


def _short_number_shown_before(problemset: ProblemSet, cell: Cell, number: float) -> Iterator[Diagnostic]:
    """Find an answer of two digits in an earlier question whose sentence speaks of what this one asks for."""
    later = cell.problem.question if cell.problem is not None else ""
    for earlier, problem in problemset.problems:
        if earlier.span.start >= cell.span.start:
            return
        if sentence := stated_in_advance(problem.question, _codes_up_to(problemset, cell), later, number):
            message = f"the answer, {number!r}, stands in the question of problem {problem.number}: “{sentence[:80]}”"
            hint = "Ask for something that nothing before tells."
            yield at_question(problemset, cell, "", SHOWN_BEFORE, message, hint)
            return


def _texts_in(answer: str) -> tuple[str, ...]:
    """Return the texts of an answer that is a text, or a list or tuple with some."""
    array = _ARRAY.fullmatch(answer)
    literal = literal_of(array[1] if array is not None else answer)
    members = literal[0] if literal is not None else None
    if isinstance(members, str):
        members = [members]
    return (
        tuple(item for item in members if isinstance(item, str) and item) if isinstance(members, list | tuple) else ()
    )


def _texts_shown_before(problemset: ProblemSet, cell: Cell, texts: tuple[str, ...]) -> Iterator[Diagnostic]:
    """Find the texts of a list in one comment, and a single text in an earlier question that uses it for nothing."""
    hint = "Ask for something that nothing before tells."
    before = [earlier for earlier in problemset.runnable if earlier.span.start < cell.span.start]
    if len(set(texts)) >= FEWEST_TEXTS:
        for earlier in before:
            if any(all(_stands_in(text, comment) for text in texts) for comment in _comments(earlier.code)):
                message = "what the answer holds stands in a comment of an earlier cell"
                yield at_question(problemset, cell, "", SHOWN_BEFORE, message, hint)
                return
    if len(texts) == 1 and (name := _variable_telling(texts[0], before)):
        message = f"the answer, {texts[0]!r}, is told by the name {name!r} in an earlier cell"
        yield at_question(problemset, cell, "", SHOWN_BEFORE, message, hint)
        return
    codes = "\n".join(earlier.code for earlier in (*before, cell)).casefold()
    # What code names is a filter or a label, of which a question may speak.
    if len(texts) != 1 or len(texts[0]) < SHORTEST_TEXT or texts[0].casefold() in codes:
        return
    for earlier in before:
        if earlier.problem is not None and (match := _as_prose(texts[0], prose(earlier.problem.question))):
            message = f"the answer, {texts[0]!r}, stands in the question of problem {earlier.problem.number}: “{match}”"
            yield at_question(problemset, cell, "", SHOWN_BEFORE, message, hint)
            return


def _variable_telling(text: str, before: Sequence[Cell]) -> str:
    """Return a name of several words that earlier code binds and that has a text which no code looks up; else empty."""
    words = re.findall(r"\w+", text.casefold())
    if len(text) < SHORTEST_TEXT or not words:
        return ""
    spelling = "_".join(words)
    trees = [parse_code(cell.code).tree for cell in before]
    if any(text.casefold() in str(item.value).casefold() for tree in trees for item in strings(tree)):
        return ""
    names = sorted({name for cell in before for name in assigned_names(cell.code).bound} - {spelling})
    return next((name for name in names if f"_{spelling}_" in f"_{name.casefold()}_"), "")


def _stands_in(text: str, comment: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(text)}(?!\w)", comment) is not None


def _as_prose(text: str, question: str) -> str:
    """Return the word by which a question says a text that is a name, and no example or one of several; else empty."""
    if not text[0].isupper() or not text.isascii():
        return ""
    for match in re.finditer(rf"(?<!\w){re.escape(text)}s?(?!\w|,| or\b| and\b)", question):
        before = question[: match.start()]
        if before.rstrip() and before.rstrip()[-1] not in ".?!:" and not _EXAMPLE.search(before):
            return match[0]
    return ""


def _numbers_in_comments(code: str) -> frozenset[str]:
    """Return the numbers that comments say; those of the code itself are data."""
    return frozenset(number for comment in _comments(code) for number in _WRITTEN.findall(comment))


def _comments(code: str) -> list[str]:
    """Return the comments of code, as far as it can be read."""
    comments: list[str] = []
    try:
        tokens = tokenize.generate_tokens(io.StringIO(code).readline)
        comments.extend(token.string for token in tokens if token.type == tokenize.COMMENT)
    except (tokenize.TokenError, SyntaxError):
        return comments
    return comments
