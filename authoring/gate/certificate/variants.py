"""Answers to a problem that are tried as code: the reference spoiled, constants, the reference written otherwise."""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from authoring.dseal.model import Cell, Problem, ProblemSet
from authoring.dseal.mutation import mutants
from authoring.dseal.python_code import assigned_names, calls, identifiers, parse_code
from authoring.dseal.session import checked_variables, checks
from authoring.gate.certificate.idioms import idioms
from authoring.gate.certificate.paraphrases import paraphrases
from authoring.gate.certificate.restatements import restatements
from authoring.records.certificate.trial import Side
from authoring.validators.rewriting.matters import AnswerForm
from authoring.validators.syntax_tree import module_tree

PER_OPERATOR = 2
"""Variants of a reference that one operator makes at most."""
MOST_SPOILED = 10
"""Variants of a reference that are tried."""
MOST_TABLES = 1
"""Tables of the session that are given as an answer."""
FORM_OPERATORS = frozenset({"assigned_instead", "print_instead", "lost_index", "extra_column"})
"""Operators that change the form of an answer, which is wrong only where the question asks for the form."""
NEW_NAME = "{name}_of_mine"
ONE_FEATURE = """{code}

from sklearn.base import clone
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

first_of_mine = FunctionTransformer(lambda table: table.iloc[:, :1] if hasattr(table, "iloc") else table[:, :1])
{model} = make_pipeline(first_of_mine, clone({model})).fit({features}, {known})"""
"""The reference, and then its model trained anew, which takes all features and looks at the first."""


@dataclass(frozen=True, slots=True)
class Variant:
    """Code that is run in place of a problem's reference."""

    side: Side
    operator: str
    code: str
    description: str


def wrong_answers(
    cell: Cell, problem: Problem, *, columns: Sequence[str], tables: Sequence[str]
) -> tuple[Variant, ...]:
    """Return wrong answers to a problem, the most telling first.

    Args:
        cell: the problem's cell, whose code is the reference.
        problem: its question and validator.
        columns: names of columns of the session's tables.
        tables: names of the session's tables.
    """
    spoiled = [
        Variant("wrong", mutant.operator, mutant.code, mutant.description)
        for mutant in mutants(cell.code, limit=PER_OPERATOR, columns=columns)
        if mutant.operator not in FORM_OPERATORS
    ]
    by_operator: dict[str, list[Variant]] = {}
    for variant in spoiled:
        by_operator.setdefault(variant.operator, []).append(variant)
    # One of each operator comes before the second of any, since operators differ more than their places do.
    in_turn = [variant for row in zip_longest(*by_operator.values()) for variant in row if variant is not None]
    codes = {cell.code}
    distinct = []
    for variant in (*_for_kind(cell, problem), *in_turn[:MOST_SPOILED], *_at_hand(cell, problem, tables)):
        if variant.code not in codes:
            codes.add(variant.code)
            distinct.append(variant)
    return tuple(distinct)


def _at_hand(cell: Cell, problem: Problem, tables: Sequence[str]) -> Iterator[Variant]:
    """Yield answers that do nothing, and what lies about in the session; constants are rewritten values."""
    yield Variant("wrong", "empty", "pass", "nothing is done")
    names = sorted(checked_variables(problem) & assigned_names(cell.code).bound)
    for table in tables[:MOST_TABLES]:
        yield _given(names, table, "table", f"the table `{table}` as it is")
        yield _given(names, f"len({table})", "table", f"the number of rows of `{table}`")


def _given(names: Sequence[str], expression: str, operator: str, description: str) -> Variant:
    """Return an answer that binds every variable that is looked at to one expression, and ends with it."""
    code = "".join(f"{name} = {expression}\n" for name in names) + expression
    return Variant("wrong", operator, code, description)


def _for_kind(cell: Cell, problem: Problem) -> Iterator[Variant]:
    """Yield the wrong answers that belong to a validator: models that know little, a blank figure."""
    for check in checks(problem):
        options = check.options if isinstance(check.options, dict) else {}
        if check.alias == "model":
            names = [str(options.get(f"{part}_name")) for part in ("model", "inputs", "labels")]
            if all(name.isidentifier() for name in names):
                yield from _models(cell, *names)
        if check.alias == "vis":
            code = "import matplotlib.pyplot as plt\n\nplt.figure()\nplt.show()"
            yield Variant("wrong", "blank_figure", code, "a figure with nothing in it")


def _models(cell: Cell, model: str, inputs: str, labels: str) -> Iterator[Variant]:
    """Yield models that always predict the same, and the reference's own trained on one feature alone."""
    # What the reference makes itself has to be there before.
    made = {inputs, labels} & assigned_names(cell.code).bound
    before = f"{cell.code.rstrip()}\n\n" if made else ""
    for kind, strategy in (("Classifier", "most_frequent"), ("Regressor", "mean")):
        code = f"from sklearn.dummy import Dummy{kind}\n\n"
        code += f'{model} = Dummy{kind}(strategy="{strategy}").fit({inputs}, {labels})'
        yield Variant("wrong", "constant_predictor", before + code, f"a Dummy{kind} that always predicts the same")
    for call in calls(parse_code(cell.code).tree):
        match call:
            case ast.Call(func=ast.Attribute(attr="fit"), args=[ast.Name(id=features), ast.Name(id=known)]):
                code = ONE_FEATURE.format(code=cell.code.rstrip(), model=model, features=features, known=known)
                yield Variant("wrong", "one_feature", code, "the same model trained on the first feature alone")
                return


def right_answers(
    problemset: ProblemSet,
    cell: Cell,
    problem: Problem,
    form: AnswerForm | None = None,
    *,
    tables: Sequence[str] = (),
) -> Iterator[Variant]:
    """Yield code that answers as the reference does and is written otherwise, the most telling after the plainest.

    Most of it is never asked for.

    Args:
        problemset: the whole set, whose other cells may use what the cell binds.
        cell: the problem's cell, whose code is the reference.
        problem: its question and validator.
        form: what the question leaves open, for other ways to write the same; none of them where it is not given.
        tables: names of tables of the session, for answers that work on a copy.
    """
    visible = _visible_names(problemset, cell, problem)
    prints = not {check.alias for check in checks(problem)} & {"stream"}
    ways: Iterator[tuple[str, str, str]] = iter(())
    if form is not None:
        ways = chain(
            idioms(cell.code, form),
            restatements(cell.code, shared=visible, tables=tables, prints=prints),
            paraphrases(cell.code, tables),
        )
    written = (Variant("right", name, code, description) for name, code, description in ways)
    variants = chain(_renamed(problemset, cell, problem), _in_a_variable(cell), _spelled_out(cell), written)
    yield from (variant for variant in variants if variant.code != cell.code)


def _renamed(problemset: ProblemSet, cell: Cell, problem: Problem) -> Iterator[Variant]:
    """Yield the reference with other names for its helpers: variables that nobody asks for, looks at or uses again."""
    tree = parse_code(cell.code).tree
    visible = _visible_names(problemset, cell, problem)
    helpers = [name for name in sorted(_plain_names(tree)) if name not in visible and name not in problem.question]
    if not helpers or any(isinstance(node, ast.Global | ast.Nonlocal | ast.JoinedStr) for node in ast.walk(tree)):
        return
    renamed = module_tree(cell.code)
    for node in ast.walk(renamed):
        if isinstance(node, ast.Name) and node.id in helpers:
            node.id = NEW_NAME.format(name=node.id)
    yield Variant("right", "renamed_helper", ast.unparse(renamed), f"other names for {', '.join(helpers)}")


def _visible_names(problemset: ProblemSet, cell: Cell, problem: Problem) -> frozenset[str]:
    """Return the names that other cells know, or the validator looks at."""
    later = problemset.cells[problemset.cells.index(cell) + 1 :]
    used = {name for other in later if other.code for name in identifiers(parse_code(other.code).tree)}
    earlier = problemset.cells[: problemset.cells.index(cell)]
    bound = {name for other in earlier for name in assigned_names(other.code).bound}
    return frozenset({*used, *bound, *checked_variables(problem)})


def _plain_names(tree: ast.Module) -> set[str]:
    """Return the variables that top-level statements bind by plain assignment, and nothing else in the code binds."""
    plain = {
        target.id
        for statement in tree.body
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }
    nested = {
        node.arg if isinstance(node, ast.arg) else node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.arg | ast.FunctionDef | ast.ClassDef)
    }
    texts = {
        word
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for word in plain
        if word in node.value
    }
    return plain - nested - texts


def _in_a_variable(cell: Cell) -> Iterator[Variant]:
    """Yield the reference with its last expression stored first and given then."""
    tree = parse_code(cell.code).tree
    if not tree.body or not isinstance(tree.body[-1], ast.Expr) or "answer_of_mine" in cell.code:
        return
    *statements, last = tree.body
    lines = cell.code.splitlines(keepends=True)
    head = "".join(lines[: last.lineno - 1])
    expression = ast.unparse(last)
    if statements and statements[-1].end_lineno == last.lineno:
        return
    code = f"{head}answer_of_mine = {expression}\nanswer_of_mine"
    yield Variant("right", "stored_answer", code, "the answer is stored in a variable first")


def _spelled_out(cell: Cell) -> Iterator[Variant]:
    """Yield the reference as another hand would space and bracket it."""
    tree = parse_code(cell.code).tree
    if tree.body:
        yield Variant("right", "other_spelling", ast.unparse(tree), "the same code, spaced and bracketed otherwise")
