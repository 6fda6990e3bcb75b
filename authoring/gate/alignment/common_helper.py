"""DS658: a helper with a name that an answer to a later problem may choose as well, and is refused for."""

import ast
import re
from collections.abc import Collection, Iterator, Sequence

from authoring.dseal.analysis.flow import free_names, reads_before_binding
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import Cell, ProblemSet
from authoring.dseal.python_code import assigned_names, import_aliases, parse_code
from authoring.dseal.session import at_node, checked_variables, checks
from authoring.gate.alignment.base import AlignmentSubject

_HELPER = '# %%\n"""\nquestion: How many are over 2?\n"""\n\n{0} = [v for v in values if v > 2]\nlen({0})\n\n'
_LATER = '# %%\n"""\nquestion: How many are under 2?\n"""\n\nsum(v < 2 for v in values)\n'
INFO = RuleInfo(
    code="DS658",
    name="common-helper-name",
    severity=Severity.WARNING,
    what="The reference binds a helper that no question names, under a name such as `result`, `X` or `i`, and a later "
    "problem whose task calls for such a name allows no change of it.",
    why="An answer to the later problem that chooses the same name for a helper of its own is refused for a variable "
    "of which it knows nothing.",
    bad="# %%\nvalues = [1, 2, 3]\n\n" + _HELPER.format("result") + _LATER,
    good="# %%\nvalues = [1, 2, 3]\n\n" + _HELPER.format("values_over_2") + _LATER,
)
_COMMON_NAMES = (
    "result results res ans answer output out tmp temp data x y i j X row col cols idx mask filtered filtered_df "
    "grouped groups group top counts count total totals means mean avg average df2 df_new new_df df_copy corr "
    "correlation corr_matrix merged merged_df subset pivot pivot_table model clf lr scaler X_train X_test y_train "
    "y_test X_scaled y_pred y_prob pred preds prediction predictions score scores accuracy features target num cnt "
    "max_value min_value max_count percentage ratio stats summary sorted_df top_10 top_5 top_3 fig ax axes bins "
    "numeric_cols"
)
COMMON = frozenset(_COMMON_NAMES.split())
"""Names that many people give to helpers in code about data."""
_TASKS = {
    "X y X_train X_test y_train y_test features target": r"split|train|fit|build|construct|feature(?!s? names?\b)|"
    r"cluster|component",
    "X_scaled scaler": r"scal|standardi[sz]|normali[sz]",
    "model clf lr": r"fit\b|train\b|build|construct|creat|tune\b|tuning\b|search|regress",
    "y_pred y_prob pred preds prediction predictions accuracy": r"predict|forecast|evaluat|accura|confusion|auc\b",
    "fig ax axes": r"plot|draw|chart|graph|figure|histogram|visuali[sz]|show|bars?\b",
    "i j": r"loop|iterat|pairs?\b|combin|one by one",
    "row": r"rows?\b|record|loop|iterat|one by one",
    "col cols numeric_cols": r"columns?\b|features?\b|fields?\b|variables?\b|numeric|correl|scal|encod|each|every",
    "grouped groups group": r"group|each|every|per\b|by\b|between|differ|compar|across",
    "corr correlation corr_matrix": r"correl|relat|associat|heat",
    "merged merged_df": r"merg|join|combin|concat|together|both|match",
    "pivot pivot_table": r"pivot|cross|table|matrix|each|by\b|per\b",
    "counts count cnt": r"count|number|how (?:many|often)|most|frequen|common|popular|distribut|times|percent|share",
    "total totals": r"total|sum|overall|altogether|percent|share|propor|fraction|ratio|rate\b",
    "mean means avg average": r"mean|average|avg|deviat|standardi|normali|z-?score|imput|fill",
    "max_value min_value max_count": r"max|min|high|low|larg|small|most|least|fewest|top|range|scal|normali",
    "percentage ratio": r"percent|ratio|share|propor|rate\b|fraction|relative|per\b",
    "score scores": r"scor|evaluat|accura|rank|metric|search|compar|best",
    "sorted_df top_10 top_5 top_3": r"sort|order|top|most|rank|larg|high|low|small|first|last|best|worst",
    "bins": r"bin|bucket|interval|categor|range|group|histogram|discreti|level|cut",
    "stats summary": r"statist|summar|descri|mean|median|deviat|quartil|quantil|test|outlier|aggregat|average|each",
}
_TASK_OF = {
    name: re.compile(rf"(?i)\b(?:{words})|[\u4e00-\u9fff]") for names, words in _TASKS.items() for name in names.split()
}
"""For names that few tasks call for, words of questions that do; in Chinese any question may."""
_PREDICTED = frozenset({"y_pred", "y_prob", "pred", "preds", "prediction", "predictions"})
_PREDICTING = re.compile(r"predict|forecast|score|report|confusion")
"""Code that has predictions: a question that speaks of them may ask for a model alone."""
_LOOPED = frozenset({"i", "j", "row", "col"})
"""Names that a loop binds: where the later reference loops, an answer may."""
_LOCAL = ast.FunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom
"""Statements of a problem that asks for a function: helpers of an answer to it are the function's own."""
_MOST_NAMES = 5
_AS_A_NAME = (
    r"[`'\"\u201c]{0}[`'\"\u201d.\[(,]|"
    r"(?i:\b(?:as|in|into|to|called|named|name|variable|dataframe|table|object|model)) {0}\b|{0} (?:=|variable)|"
    r"[\u4e00-\u9fff]\s?{0}(?!\w)|`[^`\n]*\b{0}\b[^`\n]*`"
)
"""How a question writes a variable whose name is a word."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the helpers of a reference that stand in the way of later answers."""
    refusing = refused_helpers(subject.problemset, subject.cell)
    if refusing:
        names = ", ".join(f"`{name}`" for name in list(refusing)[:_MOST_NAMES])
        number = min(refusing.values())
        message = f"no question names the helper {names}, and problem {number} refuses an answer that binds it"
        if len(refusing) > 1:
            message = f"no question names the helpers {names}, and problem {number} refuses an answer that binds one"
        hint = "Give a name that nobody else would choose, or delete it where the reference ends."
        if _is_read_later(subject.problemset, subject.cell, refusing):
            hint = "Give a name that nobody else would choose, here and where a later cell reads it."
        yield at_node(subject.problemset, subject.cell, _binding(subject.tree, min(refusing)), INFO, message, hint)


_SHORT_WORD = re.compile(r"[A-Za-z]{1,2}\d?|[a-z]{3,10}s?")
"""Names of one letter or word: any of them may be chosen again, if by few."""


def refused_helpers(problemset: ProblemSet, cell: Cell, *, also_rare: bool = False) -> dict[str, int]:
    """Return the helpers of a problem's reference that later answers may bind as well, with who refuses them first.

    With `also_rare` those that few people would choose are among them.
    """
    if cell.problem is None:
        return {}
    place = problemset.runnable.index(cell)
    before = {name for earlier in problemset.runnable[:place] for name in assigned_names(earlier.code).bound}
    bound = assigned_names(cell.code)
    # An answer that imports the same module changes nothing.
    others = (
        before | bound.deleted | checked_variables(cell.problem) | import_aliases(parse_code(cell.code).tree).keys()
    )
    return {
        name: number
        for name in sorted(bound.bound - others)
        if (name in COMMON or (also_rare and _SHORT_WORD.fullmatch(name)))
        and not is_named(name, problemset.runnable[: place + 1])
        and (number := _refusing(problemset, place, name)) is not None
    }


def _is_read_later(problemset: ProblemSet, cell: Cell, helpers: Collection[str]) -> bool:
    """Return whether a later cell, or the validator of a later problem, reads one of these helpers."""
    left = {*helpers}
    for later in problemset.runnable[problemset.runnable.index(cell) + 1 :]:
        tree = parse_code(later.code).tree
        flow = reads_before_binding(tree)
        functions = [statement for statement in tree.body if isinstance(statement, ast.FunctionDef)]
        reads = flow.reads.union(*map(free_names, functions))
        options = str([check.options for check in checks(later.problem)]) if later.problem is not None else ""
        if any(name in reads or re.search(rf"(?<!\w){re.escape(name)}(?!\w)", options) for name in left):
            return True
        left -= flow.definite
    return False


def _refusing(problemset: ProblemSet, place: int, name: str) -> int | None:
    """Return the first later problem whose answer may bind a variable that it may not change, its name never said."""
    for later in range(place + 1, len(problemset.runnable)):
        cell = problemset.runnable[later]
        names = assigned_names(cell.code)
        if name in names.bound | names.deleted or names.open or is_named(name, problemset.runnable[: later + 1]):
            return None
        if cell.problem is None:
            continue
        intact = [check for check in checks(cell.problem) if check.alias == "namespace_intact"]
        # Options may name what is free to change.
        is_intact = intact and all(check.path is None or not check.options for check in intact)
        # A forbidden name has its old value again once an answer has run, whatever that bound to it.
        if is_intact and name not in cell.problem.forbid_names and _may_bind(problemset, place, later, name):
            return cell.problem.number
    return None


def _may_bind(problemset: ProblemSet, place: int, later: int, name: str) -> bool:
    """Return whether an answer to a later problem may come to choose a helper's name."""
    helper, cell = problemset.runnable[place], problemset.runnable[later]
    tree = parse_code(cell.code).tree
    if all(isinstance(statement, _LOCAL) for statement in tree.body):
        return False
    task = _TASK_OF.get(name)
    if name in _PREDICTED and _PREDICTING.search(cell.code) is None:
        return False
    if task is None or (cell.problem is not None and task.search(cell.problem.question)):
        return True
    if name in _LOOPED and any(isinstance(statement, ast.For) for statement in tree.body):
        return True
    # Whoever lacks the variables of the reference does its work again, under its names.
    read = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    cells = problemset.runnable[: later + 1]
    return any(not is_named(variable, cells) for variable in read & assigned_names(helper.code).bound)


def is_named(name: str, cells: Sequence[Cell]) -> bool:
    """Tell whether questions name a variable; a word such as `counts` stands there for other reasons, too."""
    edge = (rf"(?<!\w){re.escape(name)}(?!\w)") if not name.isalpha() or len(name) == 1 else _AS_A_NAME.format(name)
    pattern = re.compile(edge)
    return any(cell.problem is not None and pattern.search(cell.problem.question) is not None for cell in cells)


def _binding(tree: ast.Module, name: str) -> ast.stmt:
    """Return the first statement of a cell that binds a name."""
    binding = (statement for statement in tree.body if name in assigned_names(ast.unparse(statement)).bound)
    return next(binding, tree.body[0])
