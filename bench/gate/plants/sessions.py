"""Sessions that go wrong: changing results, changed state, repeated problems, files that are not there."""

import ast
import random
import re

from authoring.dseal.model import Cell, Problem, ProblemSet
from bench.gate.plants.plant import Family, Kind, exchange_in_code, rewrite_code, with_cell


class _AroundLast:
    """Puts code around the last expression of a cell."""

    def __init__(self, form: str) -> None:
        """Take the code, with ``{value}`` where the expression goes."""
        self._form = form

    def __call__(self, code: str) -> str | None:
        """Return the code; None where it does not end with an expression."""
        try:
            statements = ast.parse(code).body
        except (SyntaxError, ValueError):
            return None
        if not statements or not isinstance(statements[-1], ast.Expr):
            return None
        lines = code.splitlines(keepends=True)
        before = "".join(lines[: statements[-1].lineno - 1])
        return before + self._form.format(value=ast.unparse(statements[-1].value))


class _AfterTable:
    """Changes a variable that an earlier cell has made, and leaves the cell's own answer as it is."""

    def __init__(self, form: str) -> None:
        """Take the statement, with ``{table}`` where the variable goes."""
        self._form = form

    def __call__(self, problemset: ProblemSet, cell: Cell, _: Problem, __: random.Random) -> str | None:
        """Return the text; None where no table of an earlier cell is used."""
        before = problemset.text[: cell.span.start]
        tables = re.findall(r"^(\w+)\s*=\s*pd\.(?:read_\w+|DataFrame)\(", before, re.MULTILINE)
        used = [table for table in tables if re.search(rf"\b{table}\b", cell.code)]
        if not used:
            return None
        code = _AroundLast(f"_answer = {{value}}\n{self._form.format(table=used[0])}\n_answer")(cell.code)
        if code is None:
            return None
        span = cell.code_span
        return problemset.text[: span.start] + code + problemset.text[span.end :]


class _Repeat:
    """Repeats a problem after itself, with words or names exchanged."""

    def __init__(self, *exchanges: tuple[str, str]) -> None:
        """Take patterns and what goes in their place, for the copy."""
        self._exchanges = exchanges

    def __call__(self, problemset: ProblemSet, cell: Cell, _: Problem, __: random.Random) -> str | None:
        """Return the text with the copy; None where nothing in it could be exchanged."""
        copy = cell.source
        for pattern, replacement in self._exchanges:
            copy = re.sub(pattern, replacement, copy)
        if self._exchanges and copy == cell.source:
            return None
        return with_cell(problemset, cell, f"{cell.source.rstrip()}\n\n{copy.rstrip()}\n\n")


_WRAPPED = (
    ("time added", "import time as _time\n[{value}, _time.time()]"),
    ("random number added", "import random as _random\n[{value}, _random.random()]"),
    ("identity added", "[{value}, id(object())]"),
    ("hash of text added", "[{value}, hash('answer')]"),
    ("unique name added", "import uuid as _uuid\n[{value}, str(_uuid.uuid4())]"),
    ("order of a set", "_answer = {value}\nlist({{str(item) for item in ('a', 'b', 'c', 'd', 'e', 'f')}}), _answer"),
    ("rows drawn without a seed", "_answer = {value}\n_answer.sample(frac=1)"),
    ("noise added", "import numpy as _numpy\n[{value}, _numpy.random.rand()]"),
    ("process number added", "import os as _os\n[{value}, _os.getpid()]"),
)
_CHANGES = (
    ("rows dropped in place", "{table}.drop({table}.index[:2], inplace=True)"),
    ("column added", "{table}['_rank'] = range(len({table}))"),
    ("column deleted", "{table}.pop({table}.columns[-1])"),
    ("table overwritten", "{table} = {table}.head(3)"),
    ("rows sorted in place", "{table}.sort_values({table}.columns[0], inplace=True, ascending=False)"),
    ("column overwritten", "{table}[{table}.columns[0]] = 0"),
    ("columns renamed in place", "{table}.columns = [str(name).upper() for name in {table}.columns]"),
)

KINDS: tuple[Kind, ...] = (
    exchange_in_code(Family.NONDETERMINISM, "seed dropped", r",?\s*random_state\s*=\s*\d+", ""),
    *(rewrite_code(Family.NONDETERMINISM, name, _AroundLast(form)) for name, form in _WRAPPED),
    *(Kind(Family.STATE, name, _AfterTable(form)) for name, form in _CHANGES),
    Kind(Family.DUPLICATE, "repeated literally", _Repeat()),
    Kind(
        Family.DUPLICATE,
        "reworded",
        _Repeat((r"\b(?:Calculate|Compute|Find|Get|Count)\b", "Determine"), (r"\b(?:List|Show|Return)\b", "Give")),
    ),
    Kind(
        Family.DUPLICATE, "helpers renamed", _Repeat((r"\blambda (\w): ", r"lambda \1_: "), (r"\bresult =", "final ="))
    ),
    exchange_in_code(Family.INPUTS, "file missing", r"(['\"])inputs/([^'\"]+)\1", r"\1inputs/absent_\2\1"),
    exchange_in_code(Family.INPUTS, "ending exchanged", r"(['\"])inputs/([^'\".]+)\.\w+\1", r"\1inputs/\2.parquet\1"),
    exchange_in_code(Family.INPUTS, "absolute path", r"(['\"])inputs/([^'\"]+)\1", r"\1/home/user/data/\2\1"),
    exchange_in_code(Family.INPUTS, "folder missing", r"(['\"])inputs/([^'\"]+)\1", r"\1\2\1"),
)
