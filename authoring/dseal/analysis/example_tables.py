"""Worked examples that are drawn as tables: the tables that a function takes, and the one that it gives.

Rows stand between bars, under a row of labels, with lines of dashes between them or not, as in Markdown. A line above a
table names it; a line that speaks of input or output says which it is, in English or Chinese.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from authoring.dseal.python_code import literal_of

LONGEST = 60
"""Rows of a table that is read."""
Row = tuple[str, ...]
_ROW = re.compile(r"\s*\|(?P<cells>.*)\|\s*$")
_RULE = re.compile(r"\s*(?:\+[-=+ ]*\+|\|?[-:=| ]*-[-:=| ]*\|?)\s*$")
_INPUT, _OUTPUT = (
    re.compile(r"\binputs?\b|输入", re.IGNORECASE),
    re.compile(r"\boutputs?\b|\bresult\b|输出", re.IGNORECASE),
)
_LONGEST_HEADING = 60
"""Characters of a line that says what the tables below it are; a longer one is prose."""
_NAME = re.compile(r"\s*(?:[-*]\s*)?[`*]*(?P<name>[A-Za-z_]\w*)[`*]*(?:\s+table)?\s*[:\uff1a]\s*[`*]*\s*$")
_SCALAR = re.compile(r"\s*(?:[-*]\s*)?`?(?P<name>[A-Za-z_]\w*)\s*=\s*(?P<value>[^=].*?)`?\s*$")
_KIND = re.compile(r"\s*[-*|]\s*`?(?P<name>\w+)`?\s*[:(|]\s*`?(?P<kind>[A-Za-z]+)")
_WHOLE, _NUMBER = re.compile(r"[-+]?(?:0|[1-9]\d*)"), re.compile(r"[-+]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)")
_DATE = re.compile(r"\d{4}-\d{1,2}-\d{1,2}(?: \d{2}:\d{2}(?::\d{2})?)?")
_MISSING = frozenset({"", "null", "none", "nan", "nat", "<na>", "na"})
_UNPADDED = re.compile(r"-(\d)(?!\d)")
_TEXT_KINDS = frozenset({"varchar", "str", "string", "enum", "char", "text", "object", "category"})
_TIME_KINDS = frozenset({"date", "datetime", "timestamp"})


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A table as a question draws it: texts in cells."""

    labels: Row
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class DrawnExample:
    """What a function takes, and the table that it gives for it."""

    call: str
    """The call as a person would write it."""
    expression: str
    """The same call with the tables written out, as Python."""
    output: DrawnTable


@dataclass(slots=True)
class _Given:
    """What stands under the last heading of an input."""

    tables: list[tuple[str, DrawnTable]] = field(default_factory=list)
    scalars: dict[str, str] = field(default_factory=dict)


def drawn_examples(question: str, function: ast.FunctionDef) -> Iterator[DrawnExample]:
    """Yield the examples of a function that a question draws.

    Args:
        question: the question's text.
        function: the one that the question asks for, as the reference defines it.
    """
    lines = question.splitlines()
    listed = [(match["name"], match["kind"].lower()) for line in lines if (match := _KIND.match(line))]
    kinds = {name: kind for name, kind in reversed(listed) if kind in _TEXT_KINDS | _TIME_KINDS}
    given, side, name = _Given(), "", ""
    for number, line in enumerate(lines):
        heading = line if len(line) <= _LONGEST_HEADING and not _ROW.match(line) else ""
        if _OUTPUT.search(heading):
            side, name = "output", ""
        elif _INPUT.search(heading):
            given, side, name = _Given(), "input", ""
        elif (named := _NAME.match(heading)) is not None:
            name = named["name"]
        elif side == "input" and (scalar := _SCALAR.match(heading)) is not None and literal_of(scalar["value"]):
            given.scalars[scalar["name"]] = scalar["value"]
        begins = _ROW.match(line) and (
            number == 0 or not _is_drawn(lines[number - 1]) or not _ROW.match(_above(lines, number))
        )
        table = _table(lines[number:]) if side and begins else None
        if table is None:
            continue
        if side == "input":
            given.tables.append((name, table))
            name = ""
            continue
        example = _example(function, given, table, kinds)
        given, side = _Given(), ""
        if example is not None:
            yield example


def shows(output: DrawnTable, labels: Sequence[str], rows: Sequence[Sequence[object]]) -> bool:
    """Return whether a table is what a question draws, in whatever order of rows and columns.

    Args:
        output: what is drawn; numbers count as far as they are shown.
        labels: of the table's columns.
        rows: its cells: truth values, numbers, texts, and None for what is missing.
    """
    if {*labels} != {*output.labels} or len(rows) != len(output.rows):
        return False
    places = [labels.index(label) for label in output.labels]
    left = [[row[place] for place in places] for row in rows]
    for expected in output.rows:
        partner = next((row for row in left if all(map(_is_shown, expected, row))), None)
        if partner is None:
            return False
        left.remove(partner)
    return True


def _is_shown(text: str, cell: object) -> bool:
    if cell is None:
        return text.lower() in _MISSING
    if isinstance(cell, int | float) and not isinstance(cell, bool) and _NUMBER.fullmatch(text):
        decimals = len(text.partition(".")[2])
        return abs(float(text) - cell) <= 0.51 * 10.0**-decimals
    if isinstance(cell, bool):
        return text.lower() in ({"true", "1", "yes"} if cell else {"false", "0", "no"})
    return _padded(text) == _padded(str(cell).strip())


def _padded(text: str) -> str:
    return _UNPADDED.sub(r"-0\1", text) if _DATE.fullmatch(text) else text


def _is_drawn(line: str) -> bool:
    return _ROW.match(line) is not None or _RULE.match(line) is not None


def _above(lines: Sequence[str], number: int) -> str:
    """Return the line above, or the one above a rule."""
    return next((line for line in reversed(lines[:number]) if not _RULE.match(line)), "")


def _table(lines: Sequence[str]) -> DrawnTable | None:
    """Return the table that begins with the first line; None where its rows differ in length, or it is long."""
    rows: list[Row] = []
    for line in lines:
        row = _ROW.match(line)
        if row is not None and not _RULE.match(line):
            rows.append(tuple(cell.strip() for cell in row["cells"].split("|")))
        elif not _RULE.match(line) or not line.strip():
            break
    if not rows or len(rows) > LONGEST or len({*map(len, rows)}) > 1 or len({*rows[0]}) < len(rows[0]):
        return None
    return DrawnTable(rows[0], tuple(rows[1:]))


def _example(
    function: ast.FunctionDef, given: _Given, output: DrawnTable, kinds: Mapping[str, str]
) -> DrawnExample | None:
    """Return an example where each parameter without a default is given; None where one is not, or one too many is."""
    parameters = [argument.arg for argument in function.args.args]
    required = parameters[: len(parameters) - len(function.args.defaults)]
    by_parameter = {_plain(parameter): parameter for parameter in parameters}
    names = [_plain(name) for name, _ in given.tables]
    if len(given.tables) == 1 and names[0] not in by_parameter and len(required) - len(given.scalars) == 1:
        names = [_plain(next(name for name in required if name not in given.scalars))]
    if not names or not {*names} <= {*by_parameter} or len({*names}) < len(names):
        return None
    tables = {by_parameter[name]: table for name, (_, table) in zip(names, given.tables, strict=True)}
    scalars = {name: value for name, value in given.scalars.items() if name in parameters and name not in tables}
    if not {*required} <= {*tables, *scalars}:
        return None
    chosen = [parameter for parameter in parameters if parameter in tables or parameter in scalars]
    written = [f"{name}={_written(tables[name], kinds) if name in tables else scalars[name]}" for name in chosen]
    shown = ", ".join(name if name in tables else f"{name}={scalars[name]}" for name in chosen)
    arguments = ", ".join(f"{name}={name}" for name in chosen)
    call = f"{function.name}({arguments})"
    if len(tables) == 1:
        # A function may change the table that it takes, and give nothing.
        call = f"(lambda answer: {next(iter(tables))} if answer is None else answer)({call})"
    expression = f"(lambda {', '.join(chosen)}: {call})({', '.join(written)})"
    return DrawnExample(f"{function.name}({shown})", expression, output)


def _plain(name: str) -> str:
    return name.replace("_", "").lower()


def _written(table: DrawnTable, kinds: Mapping[str, str]) -> str:
    """Return a table as the expression that makes it."""
    columns = (
        f"{label!r}: {_column([row[place] for row in table.rows], kinds.get(label, ''))}"
        for place, label in enumerate(table.labels)
    )
    return f"__import__('pandas').DataFrame({{{', '.join(columns)}}})"


def _column(cells: Sequence[str], kind: str) -> str:
    present = [cell for cell in cells if cell.lower() not in _MISSING]
    pandas = "__import__('pandas')"
    if kind not in _TEXT_KINDS and present and all(map(_WHOLE.fullmatch, present)):
        values = ", ".join(cell if cell in present else "None" for cell in cells)
        return f"{pandas}.array([{values}], dtype={'int64' if len(present) == len(cells) else 'Int64'!r})"
    if kind not in _TEXT_KINDS and present and all(map(_NUMBER.fullmatch, present)):
        return f"[{', '.join(cell if cell in present else 'None' for cell in cells)}]"
    texts = f"[{', '.join(repr(cell) if cell in present else 'None' for cell in cells)}]"
    is_time = kind in _TIME_KINDS or (not kind and bool(present) and all(map(_DATE.fullmatch, present)))
    return f"{pandas}.to_datetime({texts})" if is_time else texts
