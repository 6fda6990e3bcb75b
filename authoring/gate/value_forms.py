"""The form of values, as the dry run saw them: labels nobody says, unrounded texts, flags without effect."""

import ast
import re
from collections.abc import Collection, Iterator

from authoring.dseal.analysis.convention_kinds import ConventionKind, said_of
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.gate_codes import IDLE_FLAG, OTHER_CONTAINER, OTHER_LAYOUT, UNROUNDED_TEXT, UNTOLD_LABEL
from authoring.dseal.model import Cell, Json, Problem, ProblemSet, YamlPath
from authoring.dseal.python_code import parse_code
from authoring.dseal.session import at_key, at_question, checks
from authoring.gate.alignment.untold_rounding import SETTLED
from authoring.records.evidence import CellRun, DryRun, Outcome, ValueView

TABLE_FLAGS = ("ignore_names", "ignore_index", "ignore_dtypes")
"""Flags that reach tables, series and what holds them."""
ORDERED = frozenset({"list", "tuple", "dict", "set"})
TABLES = ("DataFrame", "Series", "Index", "MultiIndex")
NAMING_METHODS = frozenset({"agg", "aggregate", "assign", "DataFrame", "dict"})
"""Calls whose keywords are labels of columns."""
LABELLING_METHODS = frozenset({"to_frame", "set_axis"})
"""Calls whose arguments are labels."""
MANY_DECIMALS = re.compile(r"\d+\.\d{6,}")
"""Numbers as nobody writes them into a text, unless they come from a computation."""
FORMLESS_FLAGS = ("value_only", "type_only", "compare_fn", "match_partial")
"""Options of a comparison that does not look at what holds values."""
BLIND_FLAGS = ("ignore_names", "value_only", "type_only", "compare_fn")
"""Options of a comparison that does not look at labels, or does so in its own way."""

_NAME = r"[\"'`“][^\"'`”\n]{1,80}[\"'`”]"
_NAMES = rf"{_NAME}(?:(?:, and |, | and ){_NAME})*"
_COLUMNS = re.compile(
    rf"(?P<before>{_NAMES}) (?:as|in|for) (?:the |its )?columns?\b(?! of)|"
    rf"\bcolumns?(?: named| called| should be| are|:|,)? (?P<behind>{_NAMES})|"
    rf"\bcontain(?:s|ing) (?:only |their |the )?(?P<inside>{_NAMES})",
    re.IGNORECASE,
)
"""Where a question lists the columns of a table."""
_INDEX = re.compile(rf"(?P<name>{_NAME})(?: \([^()\n]{{0,60}}\))? as (?:the |its )?index\b", re.IGNORECASE)


def value_forms(problemset: ProblemSet, run: DryRun) -> Iterator[Diagnostic]:
    """Find labels and roundings of answers that no question says, and flags that have no effect on the answer."""
    for cell_run in run.cells:
        cell, value = problemset.cells[cell_run.cell], cell_run.run.value
        if cell.problem is None or cell_run.run.outcome is not Outcome.OK:
            continue
        yield from _unrounded(problemset, cell, cell_run.run)
        if value is None:
            continue
        for flags, path in _results(cell.problem):
            idle = _idle_flags(flags, value)
            if idle:
                message = f"`{idle[0]}` has no effect on a value of the type {value.type}"
                yield at_key(problemset, cell, (*path, idle[0]), IDLE_FLAG, message, "Take it out.")
            if not any(flags.get(flag) for flag in BLIND_FLAGS):
                yield from _untold(problemset, cell, value)
                yield from _other_layout(problemset, cell, value)
            if not any(flags.get(flag) for flag in FORMLESS_FLAGS):
                yield from _other_container(problemset, cell, value)


def _results(problem: Problem) -> Iterator[tuple[dict[str, Json], YamlPath]]:
    """Yield the flags that the value is compared under, and where they stand; nothing where code compares it."""
    for check in checks(problem):
        if check.alias == "result" and isinstance(check.options, dict | None):
            yield dict(check.options or {}), check.path or ("validator",)


def _unrounded(problemset: ProblemSet, cell: Cell, run: CellRun) -> Iterator[Diagnostic]:
    """Find a number of many decimals in a text that is compared letter by letter."""
    if cell.problem is None:
        return
    if SETTLED.search(f"{cell.problem.question}\n{said_of(cell.problem.conventions, ConventionKind.ROUNDING)}"):
        return
    aliases = {check.alias for check in checks(cell.problem)}
    texts = [run.printed] if "stream" in aliases else []
    if run.value is not None and run.value.type == "str" and any(not flags for flags, _ in _results(cell.problem)):
        texts.append(run.value.text)
    numbers = [match[0] for text in texts for match in MANY_DECIMALS.finditer(text)]
    if numbers:
        message = f"the text that is compared holds {numbers[0]}, and the question does not say how to round"
        hint = "Say the decimals, or have the number returned in place of a text."
        yield at_question(problemset, cell, "", UNROUNDED_TEXT, message, hint)


def _idle_flags(flags: dict[str, Json], value: ValueView) -> list[str]:
    kind = value.type.rpartition(".")[2]
    if kind in TABLES:
        return []
    is_plain = kind not in ORDERED and kind != "ndarray"
    # A container may hold tables.
    without_effect = [*TABLE_FLAGS, "ignore_order"] if is_plain else [*TABLE_FLAGS] if kind == "ndarray" else []
    return [flag for flag in without_effect if flags.get(flag) is True]


def _untold(problemset: ProblemSet, cell: Cell, value: ValueView) -> Iterator[Diagnostic]:
    """Find the labels of a table that its own code makes up and nothing says before."""
    if value.table is None or value.type.rpartition(".")[2] != "DataFrame" or cell.problem is None:
        return
    made = made_labels(parse_code(cell.code).tree) & {*value.table.header}
    if not made:
        return
    letters_shown = _letters(problemset.shown_before(cell) + cell.problem.question)
    untold = sorted(label for label in made if len(_letters(label)) > 1 and _letters(label) not in letters_shown)
    if untold:
        names = ", ".join(repr(label) for label in untold[:5])
        message = f"the answer has columns that nothing names before: {names}"
        hint = "Say the labels in the question, or compare with `ignore_names: true`."
        yield at_question(problemset, cell, "", UNTOLD_LABEL, message, hint)


def _other_layout(problemset: ProblemSet, cell: Cell, value: ValueView) -> Iterator[Diagnostic]:
    """Find columns in another order than the question lists them, and columns that stand as labels of rows."""
    table = value.table
    if table is None or cell.problem is None or table.columns > len(table.header):
        return
    question, header = cell.problem.question, [*table.header]
    listed = [_quoted(next(filter(None, match.groups()))) for match in _COLUMNS.finditer(question)]
    message = ""
    if value.type.rpartition(".")[2] == "DataFrame":
        other = next((names for names in listed if {*names} == {*header} and names != header), None)
        rows = [name for names in listed for name in names if name not in header and name in table.index]
        if other is not None:
            message = f"the question lists the columns {', '.join(other)}, and the answer has {', '.join(header)}"
        elif rows and any({*names} & {*header} for names in listed):
            message = f"the question has {rows[0]!r} among the columns, and the answer among the labels of its rows"
    indices = [_quoted(match["name"])[0] for match in _INDEX.finditer(question)]
    if not message and len(indices) == 1 and indices[0] in header:
        message = f"the question has {indices[0]!r} as the index, and in the answer it names a column, or the values"
    if message:
        yield at_question(problemset, cell, "", OTHER_LAYOUT, message, "make the two say the same")


def _other_container(problemset: ProblemSet, cell: Cell, value: ValueView) -> Iterator[Diagnostic]:
    """Find an answer in another container than the only one that the question has a word of."""
    question = cell.problem.question if cell.problem is not None else ""
    words = {_CONTAINERS[match[0].casefold().replace(" ", "")] for match in _ANY_CONTAINER.finditer(question)}
    requests = [match for match in _ASKED_CONTAINER.finditer(question) if not _GIVEN.search(question[: match.end()])]
    names = [match["name"] or match["chinese"] for match in requests]
    containers = {_CONTAINERS[name.casefold().replace(" ", "")] for name in names}
    kind = value.type.rpartition(".")[2]
    if len(words) == 1 and containers == words and kind in {*_CONTAINERS.values()} - words:
        message = f"the question asks for a {min(words)}, and the answer is a {kind}"
        yield at_question(problemset, cell, "", OTHER_CONTAINER, message, "make the two say the same")


_CONTAINERS = {
    **dict.fromkeys(("list", "tuple", "列表", "元组"), "list"),
    **dict.fromkeys(("dict", "dictionary", "字典"), "dict"),
    **dict.fromkeys(("set", "集合"), "set"),
    **dict.fromkeys(("string", "字符串"), "str"),
    **dict.fromkeys(("array", "数组"), "ndarray"),
    "series": "Series",
    "dataframe": "DataFrame",
}
"""Words of containers, and the types that they are; a list is compared with a tuple as with another list."""
_ANY_CONTAINER = re.compile(
    r"\b(?:list|tuple|dict|dictionary|set|string|array|series|data ?frame)(?![\w-])|列表|元组|字典|集合|字符串|数组",
    re.IGNORECASE,
)
_GIVEN = re.compile(
    r"\b(?:pass(?:es|ed|ing)?|take[sn]?|accept(?:s|ed|ing)?|suppl(?:y|ies|ied)|receiv\w+|(?:is|are) given)\b"
    r"(?:(?!return|output|produc)[^.?!\n])*\Z|传入(?:(?!返回)[^。])*\Z",
    re.IGNORECASE,
)
"""What a function is given as a list, and does not return as one: ``pass the indices as a list``."""
_ASKED_CONTAINER = re.compile(
    r"\b(?:as|return|returns|give|into|output|produce)(?: (?:it|them|(?:the|your) (?:results?|answers?|outputs?|"
    r"values?)))?"
    r"(?: as)? an? (?:(?:python|numpy|pandas|single|sorted|new|plain|flat) ){0,2}"
    r"(?P<name>list|tuple|dict|dictionary|set|string|array|series|data ?frame)\b|"
    r"(?:返回|输出|给出)[^。\uff0c,]{0,16}?(?P<chinese>列表|元组|字典|集合|字符串|数组)",
    re.IGNORECASE,
)


def _quoted(text: str) -> list[str]:
    return [match[1:-1] for match in re.findall(_NAME, text)]


def _letters(text: str) -> str:
    """Return letters and digits alone, in small letters: how a label is spelled does not matter here."""
    return "".join(re.findall(r"[^\W_]+", text.casefold()))


def made_labels(tree: ast.Module) -> frozenset[str]:
    """Return the labels of columns that code gives by itself, as literals or keywords."""
    labels: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=targets):
                labels.update(_literals(target.slice for target in targets if isinstance(target, ast.Subscript)))
                attributes = [target.attr for target in targets if isinstance(target, ast.Attribute)]
                labels.update(_literals([node.value]) if "columns" in attributes else ())
            case ast.Call():
                labels.update(_labels_of_call(node))
    return frozenset(labels)


def _labels_of_call(call: ast.Call) -> Collection[str]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    keywords = {word.arg: word.value for word in call.keywords if word.arg is not None}
    if name == "rename":
        renamed = [value for value in (*call.args, keywords.get("columns")) if value is not None]
        return _literals(
            part for value in renamed for part in (value.values if isinstance(value, ast.Dict) else [value])
        )
    if name == "reset_index":
        return _literals(keywords[word] for word in ("name", "names") if word in keywords)
    if name in LABELLING_METHODS:
        return _literals([*call.args, *keywords.values()])
    if name in {"melt", "pivot_table"}:
        return _literals(keywords[word] for word in ("var_name", "value_name", "margins_name") if word in keywords)
    if name in NAMING_METHODS:
        frames = [*call.args[:1], *(keywords[word] for word in ("data", "columns") if word in keywords)]
        keys = [key for frame in frames if isinstance(frame, ast.Dict) for key in frame.keys if key is not None]
        rows = [frame for frame in frames if not isinstance(frame, ast.Dict)] if name == "DataFrame" else []
        # The keys of a dictionary given to `agg` are columns that are there already.
        made = keys if name in {"DataFrame", "dict"} else []
        named = {*keywords} if name != "DataFrame" else set()
        return {*_literals([*made, *rows]), *named}
    return ()


def _literals(nodes: Iterator[ast.expr] | Collection[ast.expr]) -> frozenset[str]:
    found: set[str] = set()
    for node in nodes:
        elements = node.elts if isinstance(node, ast.List | ast.Tuple) else [node]
        found.update(item.value for item in elements if isinstance(item, ast.Constant) and isinstance(item.value, str))
    return frozenset(found)
