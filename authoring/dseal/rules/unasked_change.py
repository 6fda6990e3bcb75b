"""DS225: a reference that changes a variable of the session without being asked to."""

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.python_code import assigned_names, called_name, calls, keyword_of, names_in
from authoring.dseal.session import at_node, checked_variables, steps

INFO = RuleInfo(
    code="DS225",
    name="unasked-change",
    severity=Severity.WARNING,
    what="The reference changes a variable of an earlier cell in place (a column is set or deleted, rows are sorted or "
    "dropped with `inplace=True`, a list grows) or binds it to what one of its methods gives or to a part of it, also "
    "under a second name, no validator compares it, and the question has neither a word for a change nor the name of "
    "the column. Where the value that the cell ends with does not rest on the change, only a word for this very "
    "change counts; a column is asked for by name, or by a word for adding or changing one. A plain word is no name "
    "of a column where the answer does not show the table and no later cell uses the column; words for breaking ties, "
    "for an order that the answer is given itself, and those of sentences about other variables, ask for nothing. The "
    "name of a column that is taken from another table asks for no change, missing values are filled where a word "
    "says so, and a table that was read from a file is bound to something else only where the question names it or "
    "speaks of reading or storing.",
    why="Later problems rest on a state that no answer to this question would leave behind.",
    bad='# %%\nimport pandas as pd\n\ndf = pd.DataFrame({"mass": [1, 2]})\n\n'
    '# %%\n"""\nquestion: What is the mean of `mass` in kilograms?\n"""\n\n'
    'df["kg"] = df["mass"] / 1000\ndf["kg"].mean()\n',
    good='# %%\nimport pandas as pd\n\ndf = pd.DataFrame({"mass": [1, 2]})\n\n'
    '# %%\n"""\nquestion: What is the mean of `mass` in kilograms?\n"""\n\n(df["mass"] / 1000).mean()\n',
)

CHANGES = re.compile(
    r"(?i)\b(?:add(?!ress)|append|assign|attach|augment|binar|bin\b|bins\b|build|cast|categor|chang|clean|clear|clip|combin|"
    r"construct|conver|correct|creat|cut\b|defin|delet|deriv|discard|discret|downsampl|drop|encod|engineer|enrich|eras|"
    r"exclud|expand|extract|extend|fill|filter|fix|flag|get rid|handl|impos|imput|in[- ]?place|increas|decreas|"
    r"insert|introduc|join|load|mak(?:e|ing)|map|merg|modif|mov|new column|normali|one-hot|overwrit|pars|prepar|"
    r"preprocess|process|put|rearrang|reassign|recod|reduc|reformat|remap|remov|renam|reorder|reorgani|replac|reset|"
    r"resampl|reshap|restructur|revers|sav(?:e|ing)|scal|separat|set\b|setting|shift|shuffl|split|standardi|stor|"
    r"strip|subtract|swap|switch|tag|transform|translat|transpos|trim|truncat|turn|unif|updat|winsor|writ|treat|"
    r"assum|(?<!linear )interpolat|there (?:is|are) (?:a|an|some)\b)"
    r"|[加增添删除改换填新建创存赋替清洗映射编拆合并移舍]|处理|转换|设"
)
"""Words after which a change of a table may have been asked for, in many a form."""
_SORTS = re.compile(
    r"(?i)\b(?:re)?(?:sort|order|arrang|rank|shuffl|in[- ]?place|prepar|ascending|descending|chronolog|"
    r"alphabet)|排|序"
)
_DROPS = re.compile(
    r"(?i)\b(?:duplicat|dedup|keep|drop|remov|"
    r"delet|exclud|discard|filter|clean|handl|prepar|preprocess|outlier|get rid|eras|unique|distinct|"
    r"in[- ]?place|imput|"
    r"fill|replac|subset|restrict|limit|take out|trim|reduc)"
    r"|缺失|重复|忽略|保留|[删去除填]|清洗|过滤|处理"
)
_NAMES = re.compile(rf"{CHANGES.pattern}|(?:name|call|label|index|column)|命名|列名|索引")
_DELETES = re.compile(
    r"(?i)\b(?:delet|drop|remov|discard|exclud|pop\b|get rid|eras|take out|in[- ]?place|clean|sav(?:e|ing)|updat|modif|"
    r"stor)|[删去除改存]"
)
_RENAMES = re.compile(
    r"(?i)\brenam|\b(?:call|name|label) (?:each|the|its|all|these|those|them)\b|\bcolumn names|\bnames of (?:the "
    r"|its )?column|"
    r"\b(?:upper|lower)[- ]?case|\b(?:re)?set (?:the |its |a )?(?:index|columns?)|\bas (?:the |its )?index"
    r"|\bindex\b[^.]{0,20}\bto\b|"
    r"命名|列名|改名|索引"
)
_BINDS = re.compile(
    r"(?i)\b(?:keep|limit|subset|restrict|select|filter|truncat|sampl|sav(?:e|ing)|stor|assign|updat|overwrit|modif|replac|"
    r"chang|clean|reset|convert|prepar|preprocess|transform|normali|standardi|set\b|fix|in[- ]?place)"
    r"|[存改赋换保清处转设]"
)
_SETS = re.compile(
    r"(?i)\b(?:add|append|assign|attach|augment|chang|conver|creat|deriv|encod|engineer|extract|fill|fix|flag|impos|imput|"
    r"in[- ]?place|insert|introduc|map|modif|new (?:\w+ )?(?:column|feature|variable)|normali|overwrit|pars"
    r"|prepar|preprocess|"
    r"recod|replac|sav(?:e|ing)|scal|set (?:\w+ ){0,3}(?:to|values?)\b|split|standardi|stor|tag|transform"
    r"|translat|turn|updat|"
    r"writ|clip|cast|clean|bin|"
    r"categor|discret|interpolat)|[加增添改换填新建创存赋替清映编拆]|处理|转换|设"
)
_ADDS = re.compile(
    rf"{_SETS.pattern}|\b(?:add|generat|comput\w* (?:a|the) (?:\w+ )?(?:column|feature|variable)|columns?\b|"
    r"features?\b|variables?\b|"
    r"mak(?:e|ing)|categor|code\b|codes\b|group(?:ed|s)? (?:\w+ ){0,2}(?:into|as)|into\b|correct|"
    r"preprocess|prepar|process|join|merg|combin|shift|assum|label|rank(?:ed|ing)? (?:each|the|all)|strip|remov|drop|"
    r"filter|handl|impos|expand|there (?:is|are) (?:a|an|some)\b)|列|特征"
)
_FILLS = re.compile(
    r"(?i)\b(?:fill|imput|replac|substitut|(?<!linear )interpolat|clean|handl|treat|assum|in[- ]?place|set\b|stor|"
    r"sav(?:e|ing)|updat|modif|preprocess|prepar|mend|correct|fix|get rid|"
    r"without (?:any )?(?:missing|nulls?|nans?)\b|no (?:missing|nulls?|nans?)\b|"
    r"remov|drop|deal|instead)"
    r"|[填补替换清洗存改设]|处理|插值"
)
"""Words that ask for missing values to be filled; that they are left out is no such word."""
_READS = re.compile(
    r"(?i)\b(?:read|load|import|reload|restor|reset|again|open|scrap|download|dataset|data set|csv|json|files?|"
    r"stor|sav(?:e|ing)|assign|overwrit|replac|updat)|[读载导存赋]"
)
"""Words that may ask for a variable to be bound anew."""
_WORDS_OF_IDLECHANGES: Mapping[str, re.Pattern[str]] = {
    **dict.fromkeys(("drop", "pop", "remove", "clear", "del"), _DELETES),
    **dict.fromkeys(("sort_values", "sort_index"), _SORTS),
    **dict.fromkeys(("dropna", "drop_duplicates", "fillna"), _DROPS),
    **dict.fromkeys(("columns", "index", "rename", "set_index", "reset_index"), _RENAMES),
    "": _SETS,
}
"""Words that ask for a change on which the value at the end does not rest; `_BINDS` for any other method."""
_WORDS_OF_METHODS: Mapping[str, re.Pattern[str]] = {
    "filter": re.compile(rf"{CHANGES.pattern}|\b(?:keep|select|limit|subset|restrict|narrow|focus|remain)"),
    "sort_values": _SORTS,
    "sort_index": _SORTS,
    "dropna": _DROPS,
    "drop_duplicates": _DROPS,
    "fillna": _FILLS,
    "rename": _NAMES,
    "set_index": _NAMES,
    "reset_index": _NAMES,
    "columns": _NAMES,
    "index": _NAMES,
}
"""Words that ask for what a method does; no other word asks for that."""
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|(?<=\u3002)|\n\s*\n")
_TIES = re.compile(
    r"(?i)\b(?:ties?|tied)\b|\b(?:should|if|where|when|in case)\b[^.]*"
    r"\b(?:same|equal|equally|share|shares|several|draw)\b"
)
"""Words of a sentence that says which of equal rows comes first; it orders an answer, and no table."""
_TICKED = re.compile(r"`([^`\n]+)`")
_PLAIN_WORD = re.compile(r"[a-z]+")
_CHANGING_METHODS = frozenset({"append", "extend", "insert", "pop", "remove", "clear", "update", "add", "setdefault"})

_MOST_LINKS = 20


class _Change(NamedTuple):
    name: str
    node: ast.stmt
    column: str
    """The column that is set, where it is a literal; else empty."""
    method: str
    """The method or attribute that changes it, or ``del``; empty where an element is set."""
    is_idle: bool = False
    """Whether the cell ends with a value that does not rest on the change."""
    is_overwriting: bool = False
    """Whether a column is set that was there before, so that its name asks for no change."""
    is_taken: bool = False
    """Whether a column is set to what another table has under this name, of which a question may speak."""
    is_replacing: bool = False
    """Whether a variable is bound to what is made without it."""


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find the first unasked change of each variable; silent where later steps cannot be told from the code."""
    session: set[str] = set()
    inputs: set[str] = set()
    for step in steps(problemset):
        assigned = assigned_names(step.cell.code)
        if assigned.open:
            return
        problem = step.cell.problem
        if problem is not None:
            compared = checked_variables(problem) | words_of_validators(str(problem.validator))
            reported: set[str] = set()
            later = [code.code for code in problemset.runnable if code.span.start > step.cell.span.start]
            for change in lasting_changes(step.tree):
                is_shared = change.name in session and change.name not in compared | reported
                # Anything else than a table of inputs may be a helper's name.
                if change.is_replacing and change.name not in inputs:
                    continue
                question = _governing(problem.question, change, (session | assigned.bound) - {change.name})
                if change.method in _SORTING and _sorts_its_answer(step.tree, question):
                    question = _SORTS.sub("", question)
                if is_shared and not _may_be_meant(
                    change, question, is_shown=_shows(step.tree, change) or _is_used(change, later)
                ):
                    reported.add(change.name)
                    message = f"the reference changes '{change.name}', which the question does not ask for"
                    hint = "work on a copy, or have the question ask for the change"
                    yield at_node(problemset, step.cell, change.node, INFO, message, hint)
        else:
            inputs |= _tables_read(step.tree)
        session = (session | assigned.bound) - assigned.deleted


def _tables_read(tree: ast.Module) -> set[str]:
    """Return the variables that code binds to what it reads from files."""
    return {
        name
        for statement in tree.body
        if isinstance(statement, ast.Assign)
        and any(
            isinstance(node, ast.Call) and called_name(node).startswith("read_") for node in ast.walk(statement.value)
        )
        for name in _bound_by(statement)
    }


def _governing(question: str, change: _Change, variables: Collection[str]) -> str:
    """Return the sentences of a question that may ask for a change; all but those about other variables, or ties."""
    sentences = []
    for sentence in _SENTENCE_END.split(question):
        names = {name.strip() for name in _TICKED.findall(sentence)}
        is_of_others = bool(names) and names <= {*variables} and re.search(rf"\b{change.name}\b", sentence) is None
        is_of_ties = change.method in _SORTING and _TIES.search(sentence) is not None
        if not is_of_others and not is_of_ties:
            sentences.append(sentence)
    return "\n".join(sentences)


_SORTING = frozenset({"sort_values", "sort_index"})


def _sorts_its_answer(tree: ast.Module, question: str) -> bool:
    """Tell whether the answer is sorted itself as often as its question has a word of that."""
    last = tree.body[-1] if tree.body else None
    sorting = [call for call in calls(last) if called_name(call) in _SORTING] if isinstance(last, ast.Expr) else []
    return len(sorting) >= len(_SORTS.findall(_TICKED.sub("", question))) > 0


def _shows(tree: ast.Module, change: _Change) -> bool:
    """Tell whether a cell ends with the table that it changes, or with a part of it."""
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr):
        return True
    match last.value:
        case ast.Call(func=ast.Attribute(value=table, attr="head" | "tail" | "copy" | "sample")):
            return isinstance(table, ast.Name | ast.Subscript)
        case ast.Name(id=name):
            return name == change.name
        case ast.Subscript(value=ast.Name(id=name), slice=ast.List() | ast.Constant()):
            return name == change.name
    return False


def _is_used(change: _Change, later: list[str]) -> bool:
    """Tell whether a later cell names the column that is set."""
    return bool(change.column) and any(re.search(rf"\b{re.escape(change.column)}\b", code) for code in later)


def _is_named(change: _Change, question: str, *, is_shown: bool) -> bool:
    """Tell whether a question names a column; a plain word, where nothing shows the column, has to stand in quotes."""
    if is_shown or _PLAIN_WORD.fullmatch(change.column) is None:
        return change.column.casefold() in question.casefold()
    return re.search(rf"[`'\"“]{change.column}[`'\"”]", question, re.IGNORECASE) is not None


def _may_be_meant(change: _Change, question: str, *, is_shown: bool) -> bool:
    if change.is_replacing:
        is_spoken_of = re.search(rf"(?<!\w){re.escape(change.name)}(?!\w)", question) is not None
        return is_spoken_of or _READS.search(question) is not None
    words = _WORDS_OF_METHODS.get(change.method, CHANGES)
    if change.is_idle:
        words = _WORDS_OF_IDLECHANGES.get(change.method, _BINDS)
    # A column is asked for by its name, or by a word for what is added or put into another form.
    is_added = not change.is_idle and bool(change.column) and change.method in {"", "insert"}
    # The name of a column asks for nothing, as `fill` does.
    spoken = _TICKED.sub("", question)
    if words.search(spoken) and not (is_added and _ADDS.search(spoken) is None):
        return True
    # An attribute such as `columns` is named by many a question that does not ask to exchange it.
    is_named = change.column and not (change.is_idle and change.method) and not change.is_overwriting | change.is_taken
    return bool(is_named) and _is_named(change, question, is_shown=is_shown)


def words_of_validators(block: str) -> set[str]:
    """Return the words of a validator block, any of which may be a variable that it looks at."""
    return set(re.findall(r"\w+", block[:20_000]))


def lasting_changes(tree: ast.Module) -> Iterator[_Change]:
    """Give the statements of a cell's top level that certainly change a variable that was there before the cell."""
    bound: set[str] = set()
    originals: dict[str, str] = {}
    used = _used_at_the_end(tree)
    for statement in tree.body:
        changes = (
            change._replace(name=originals.get(change.name, change.name))
            for change in _changes_of(statement)
            if change.name not in bound and not (change.name in originals and _is_of_itself(change.name, statement))
        )
        yield from (change._replace(is_idle=used is not None and statement not in used) for change in changes)
        bound.update(name for name in _bound_by(statement) if not _is_of_itself(name, statement))
        _follow(statement, originals, bound)


def _follow(statement: ast.stmt, originals: dict[str, str], bound: set[str]) -> None:
    """Note a second name of a variable that was there before; one that is bound anew is a name of its own again."""
    for name in _bound_by(statement):
        if originals.pop(name, None) is not None:
            bound.add(name)
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name(id=original)) if (
            original not in bound and name != original
        ):
            originals[name] = originals.get(original, original)
            bound.discard(name)


def _is_of_itself(name: str, statement: ast.stmt) -> bool:
    """Tell whether a variable is bound to what one of its own methods gives, and is the session's as before."""
    return (
        isinstance(statement, ast.Assign)
        and any(isinstance(target, ast.Name) and target.id == name for target in statement.targets)
        and _is_chain_of(name, statement.value)
    )


def _used_at_the_end(tree: ast.Module) -> frozenset[ast.stmt] | None:
    """Return the statements that the value at the end of a cell rests on; None for a cell that ends with none."""
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr) or (isinstance(last.value, ast.Call) and not _is_read_only(last.value)):
        return None
    needed, used = names_in(last), set[ast.stmt]({last})
    for statement in reversed(tree.body[:-1]):
        changed = {change.name for change in _changes_of(statement)} | {*_bound_by(statement)}
        # A compound statement may change anything that it names.
        if not isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Expr | ast.Delete):
            changed |= names_in(statement)
        if changed & needed:
            needed |= names_in(statement)
            used.add(statement)
    return frozenset(used)


def _is_read_only(call: ast.Call) -> bool:
    """Tell whether a call at the end gives a value, and is there for that."""
    inplace = keyword_of(call, "inplace")
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return name not in _CHANGING_METHODS | {"print", "display", "show"} and not isinstance(inplace, ast.Constant)


def _changes_of(statement: ast.stmt) -> Iterator[_Change]:
    match statement:
        case ast.Assign(targets=targets, value=value):
            yield from _bound(targets, value, statement)
            yield from _called_within(value, statement)
        case ast.Delete(targets=targets):
            for target in targets:
                yield from (change._replace(method=change.method or "del") for change in _set(target, statement))
        case ast.AugAssign(target=target):
            yield from (change._replace(is_overwriting=bool(change.column)) for change in _set(target, statement))
        case ast.Expr(value=ast.Call() as call):
            yield from _called(call, statement)
        case ast.For(body=body) | ast.If(body=body) | ast.With(body=body):
            yield from (change for inner in body for change in _changes_of(inner) if not change.method)


def _bound(targets: list[ast.expr], value: ast.expr, statement: ast.stmt) -> Iterator[_Change]:
    """Give the changes of an assignment: of a variable to what comes of it, and of parts of variables."""
    match targets, value:
        case [ast.Name(id=name)], ast.Call() as call if called_name(call) != "copy" and _is_chain_of(name, value):
            yield _Change(name, statement, "", called_name(_telling_call(call)))
        case [ast.Name(id=name)], ast.Subscript() if _is_chain_of(name, value):
            yield _Change(name, statement, "", "filter")
        case [ast.Name(id=name)], ast.Call(func=ast.Attribute(attr="merge" | "concat"), args=[first, *_]):
            tables = first.elts if isinstance(first, ast.List | ast.Tuple) else [first]
            if any(isinstance(table, ast.Name) and table.id == name for table in tables):
                yield _Change(name, statement, "", "merge")
    for part in _parts(targets):
        for change in _set(part, statement):
            is_overwriting = bool(change.column) and _reads(value, change)
            method = change.method or (_filling(value) if is_overwriting else "")
            is_taken = not is_overwriting and bool(change.column) and _looks_up(value, change.column)
            yield change._replace(is_overwriting=is_overwriting, method=method, is_taken=is_taken)
    match targets:
        case [ast.Name(id=name)] if name not in names_in(value):
            yield _Change(name, statement, "", "bind", is_replacing=True)


def _telling_call(call: ast.Call) -> ast.Call:
    """Return the call that says what a chain does to rows: to number them anew is no more than its consequence."""
    match call:
        case ast.Call(func=ast.Attribute(value=ast.Call() as inner, attr="reset_index")) if called_name(inner) in {
            "sort_values",
            "sort_index",
            "dropna",
            "drop_duplicates",
        }:
            return inner
    return call


def _filling(value: ast.expr) -> str:
    """Return the method by which a column is filled, where nothing else is done to it; else empty."""
    method = called_name(value) if isinstance(value, ast.Call) else ""
    return method if method == "fillna" else ""


def _looks_up(value: ast.expr, column: str) -> bool:
    """Tell whether code looks up a column by its name, in whatever table."""
    return any(
        isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and node.slice.value == column
        for node in ast.walk(value)
    )


def _parts(targets: list[ast.expr]) -> Iterator[ast.expr]:
    for target in targets:
        yield from target.elts if isinstance(target, ast.Tuple | ast.List) else [target]


def _reads(value: ast.expr, change: _Change) -> bool:
    """Tell whether the value that a column is set to is made of the column as it was."""
    return any(
        isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and node.value.id == change.name
        and isinstance(node.slice, ast.Constant)
        and node.slice.value == change.column
        for node in ast.walk(value)
    )


def _called_within(value: ast.expr, statement: ast.stmt) -> Iterator[_Change]:
    """Give the changes of calls whose value is bound: ``prices = table.pop("price")``."""
    for node in ast.walk(value):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="pop" | "popitem")):
                yield _Change(name, statement, "", "pop")


def _bound_by(statement: ast.stmt) -> Iterator[str]:
    """Give the names that a statement binds."""
    return (node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))


def _is_chain_of(name: str, node: ast.expr) -> bool:
    """Tell whether an expression is a method of a variable, or a method of what one gives: ``df.dropna().head()``."""
    for _ in range(_MOST_LINKS):
        match node:
            case ast.Name(id=variable):
                return variable == name
            case ast.Call(func=ast.Attribute(value=inner)) | ast.Subscript(value=inner):
                node = inner
            case ast.Attribute(value=inner, attr="loc" | "iloc"):
                node = inner
            case _:
                return False
    return False


def _set(target: ast.expr, statement: ast.stmt) -> Iterator[_Change]:
    match target:
        case ast.Subscript(value=ast.Name(id=name), slice=key):
            column = key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else ""
            yield _Change(name, statement, column, "")
        case ast.Subscript(value=ast.Attribute(value=ast.Name(id=name), attr="loc" | "iloc" | "at" | "iat")):
            yield _Change(name, statement, "", "")
        case ast.Attribute(value=ast.Name(id=name), attr=attribute):
            yield _Change(name, statement, attribute, attribute)


def _called(call: ast.Call, statement: ast.stmt) -> Iterator[_Change]:
    if not isinstance(call.func, ast.Attribute) or not isinstance(call.func.value, ast.Name):
        return
    inplace = keyword_of(call, "inplace")
    label = call.args[1] if call.func.attr == "insert" and len(call.args) > 1 else None
    if isinstance(label, ast.Constant) and isinstance(label.value, str):
        yield _Change(call.func.value.id, statement, label.value, "insert")
    elif call.func.attr in _CHANGING_METHODS or (isinstance(inplace, ast.Constant) and inplace.value is True):
        yield _Change(call.func.value.id, statement, "", call.func.attr)
