"""DS700: a column that the question names and the reference leaves out, or takes another one for."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import called_name, names_in, nodes, strings
from authoring.dseal.session import at_question, checks, steps
from authoring.gate.alignment._inputs import is_made_from, names_read
from authoring.gate.alignment._labels import is_meant, says, texts_of
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS700",
    name="unused-name",
    severity=Severity.WARNING,
    what="The question lists columns in quotes, and the reference uses all of them but one: it leaves that out, or "
    "takes another column in its place, or uses another number of "
    "numbered columns than it says; or the reference reads one column of which the question has no word, and not "
    "the one that the question names.",
    why="A solver who uses what is named is refused.",
    bad='# %%\n"""\nquestion: Give the sum of `a`, `b` and `c`.\nvalidator:\n  result:\n"""\n\n'
    'df["a"] + df["b"] + df["d"]\n',
    good='# %%\n"""\nquestion: Give the sum of `a` and `b`.\nvalidator:\n  result:\n"""\n\ndf["a"] + df["b"]\n',
)
_NAME = r"(?:`[^`\n]{1,60}`|\"[^\"\n]{1,60}\"|'[^'\n]{1,60}'|“[^”\n]{1,60}”)"
_LIST = re.compile(rf"{_NAME}(?:(?:, (?:and |or )?| and | or |、|和){_NAME})+")
_OPEN = (ast.For, ast.comprehension, ast.Lambda, ast.FunctionDef, ast.JoinedStr, ast.Slice)
"""Code with one of these may use columns without naming them."""
_TAKING_ALL = frozenset({"select_dtypes", "columns", "query", "eval", "filter", "startswith", "merge", "join"})


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first list of columns of which one is not used."""
    if "model" in {check.alias for check in checks(subject.problem)}:
        return
    inner = [*nodes(subject.tree)]
    if any(isinstance(node, _OPEN) or getattr(node, "attr", "") in _TAKING_ALL for node in inner):
        return
    used = {str(text.value) for text in strings(subject.tree)} | names_in(subject.tree) | names_read(subject.tree)
    # A column may be made under the name of an argument: `df.assign(rate=...)`.
    used |= {node.arg for node in inner if isinstance(node, ast.keyword) and node.arg is not None}
    read, question = names_read(subject.tree), subject.problem.question
    strange = [name for name in read if not says(question, name)]
    columns = {name for step in steps(subject.problemset) for name in names_read(step.tree)}
    # What is left out stands in a list, and needs no use; what is summed up is used whatever else is left out.
    lists = [match for match in _LIST.finditer(question) if not subject.reading.leaves_out or _is_operand(match)]
    for match in lists:
        spellings = {_label(name): name[1:-1] for name in re.findall(_NAME, match[0])}
        names = [*spellings]
        unused = [name for name in names if not any(name in text for text in used)]
        used_names = [name for name in names if name in read]
        is_column = unused[:1] and (
            unused[0] in columns or len(strange) == 1 or {_family(unused[0])} == {_family(name) for name in used_names}
        )
        if is_column and len(unused) == 1 and len(used_names) == len(names) - 1:
            message = f"the question lists {unused[0]!r} beside {used_names[0]!r}, and the reference does not use it"
            place = spellings[unused[0]]
            yield at_question(subject.problemset, subject.cell, place, INFO, message, "make the two say the same")
            return
    yield from _other_number_of_columns(subject, read)
    unspoken = [name for name in read if not is_meant(question, name)]
    quoted_names = dict.fromkeys(_label(name) for name in re.findall(_NAME, question))
    table_columns = _columns_elsewhere(subject)
    unread = [name for name in quoted_names if name in table_columns and not any(name in text for text in used)]
    is_exchanged = len(unread) == len(unspoken) == 1 and unspoken[0] in table_columns
    if is_exchanged and not is_made_from(subject.problemset, subject.cell, unspoken[0], unread[0]):
        message = f"the question names {unread[0]!r}, and the reference takes {unspoken[0]!r}"
        yield at_question(subject.problemset, subject.cell, unread[0], INFO, message, "make the two say the same")


_FEWEST = 2
_NUMBERS = {word: number for number, word in enumerate(("two", "three", "four", "five", "six", "seven"), start=_FEWEST)}


def _is_operand(match: re.Match[str]) -> bool:
    """Return whether a list is that of what is added up, or compared."""
    return _OPERATING.search(match.string[: match.start()]) is not None


_OPERATING = re.compile(
    r"\b(?:sum|total|mean|average|median|product|maximum|minimum|largest|smallest) of\s+(?:the\s+)?(?:columns\s+)?\Z",
    re.IGNORECASE,
)


def _family(name: str) -> str:
    """Return a name without its numbers: what columns share that are counted, as `flush1_g` and `flush2_g`."""
    return re.sub(r"\d+", "#", name)


def _other_number_of_columns(subject: AlignmentSubject, read: frozenset[str]) -> Iterator[Diagnostic]:
    """Find a list of numbered columns, more or fewer of them than the question says: ``all three flushes``."""
    families: dict[str, set[str]] = {}
    for name in read:
        if _family(name) != name:
            families.setdefault(_family(name), set()).add(name)
    for family, names in families.items():
        (stem, *_) = re.findall(r"[^\W\d_]+", family) or [""]
        pattern = re.compile(rf"\b(?P<number>{'|'.join(_NUMBERS)}) {stem}(?:s|es)?\b", re.IGNORECASE)
        matches = [*pattern.finditer(subject.line)] if stem else []
        numbers = {_NUMBERS[match["number"].casefold()] for match in matches}
        if len(numbers) == 1 and len(names) >= _FEWEST and len(names) not in numbers:
            message = f"the question says {matches[0][0]!r}, and the reference uses {len(names)} of them"
            place = matches[0][0]
            yield at_question(subject.problemset, subject.cell, place, INFO, message, "make the two say the same")


def _columns_elsewhere(subject: AlignmentSubject) -> set[str]:
    """Return the columns that other cells take from a table, or speak of where they read a file; no levels of them."""
    columns: set[str] = set()
    for step in steps(subject.problemset):
        for node in nodes(step.tree) if step.cell is not subject.cell else ():
            match node:
                case ast.Subscript(slice=place):
                    columns.update(str(text.value) for text in texts_of(place))
                case ast.Call(keywords=options) if called_name(node).startswith("read_"):
                    columns.update(str(text.value) for option in options for text in strings(option.value))
    return columns


def _label(quoted: str) -> str:
    """Return the label between quotes, which may be spelled as a string of Python."""
    inner = quoted[1:-1]
    try:
        value = ast.literal_eval(inner) if re.fullmatch('".*"', inner) else inner
    except (ValueError, SyntaxError):
        return inner
    return str(value)
