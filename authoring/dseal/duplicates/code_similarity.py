"""Similarity of code: equal or nearly equal syntax trees, whatever the names of variables and the formatting."""

import ast
import builtins
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from authoring.dseal.python_code import import_aliases, parse_code

ALIKE = 0.5
"""Share of the runs of three nodes of two trees, taken together, that both must have, where both have the same calls,
operators and names, and the same columns and constants in the same order: what is left to differ is how variables and
statements hang together."""
FEWEST = 9
"""Nodes of the smallest code that is compared: ``len(df)`` and ``df["a"].mean()`` have 3, a grouped mean 5, fitting a
model 7, ``df[df["a"] > 3]["b"].sum()`` 9. Shorter ones are judged by their questions alone."""
FEWEST_OF_NOTEBOOK = 15
"""Nodes of the smallest code that counts as copied from a notebook: shorter ones come to everybody's mind."""
COPIED = 0.8
"""Share of a code's nodes that must stand in a notebook, statement by statement."""
MOST_NODES = 2_000
"""Nodes of a code that are compared at most; so many decide the matter."""
# Nodes that say how code is put together: variables, assignments, containers; and columns and constants, which are
# compared by themselves. What is left are calls, operators and names.
_STRUCTURE = re.compile(r"v\d+|Assign|AnnAssign|Tuple|List|Subscript|arguments|=.*", re.DOTALL)
_BUILT_IN = frozenset(dir(builtins))
# Calls around a whole value that change how it is shown, and not what is computed.
_WRAPPERS = frozenset({"float", "int", "round", "print", "display", "bool"})
_READERS = frozenset(
    {"read_csv", "read_table", "read_excel", "read_json", "read_parquet", "read_pickle", "load_dataset"}
)


@dataclass(frozen=True, slots=True)
class CodeShape:
    """The parts of a code that count in comparisons."""

    nodes: tuple[str, ...]
    """The syntax tree in the order of the text; variables by number, calls, columns and constants by what they are."""
    constants: tuple[str, ...]
    """Columns, texts and numbers in order, but for how far something is rounded."""
    operations: frozenset[tuple[str, int]]
    """Calls, operators and names, with how often each stands there."""
    free: tuple[str, ...]
    """Variables of the session that it uses, in the order of the text."""
    statements: tuple[tuple[str, ...], ...]
    """The nodes of each statement, its variables numbered by themselves."""

    @property
    def size(self) -> int:
        """How much there is to compare."""
        return len(self.nodes)

    @property
    def runs(self) -> Counter[tuple[str, ...]]:
        """All runs of three nodes; counted when asked for, because few codes have another with the same operations."""
        return Counter(zip(self.nodes, self.nodes[1:], self.nodes[2:], strict=False))


def shape_of(code: str) -> CodeShape:
    """Return what counts of a code; imports and the reading of files count nothing, nor does code that cannot parse."""
    parsed = parse_code(code)
    body = () if parsed.error is not None else parsed.tree.body
    counted = [node for node in map(_unwrapped, body) if _counts(node)]
    # The whole code is read twice: with values put in the place of names that only pause, for comparison with problems,
    # and statement by statement with its own numbers of variables, for comparison with notebooks.
    aliases = import_aliases(parsed.tree)
    inlined = _inlined(counted)
    reader = _Reader(aliases, inlined)
    remaining = (
        statement
        for statement in counted
        if not (isinstance(statement, ast.Assign) and statement.value in inlined.values())
    )
    nodes = tuple(islice((node for statement in remaining for node in reader.read(statement)), MOST_NODES))
    statements = (islice(_Reader(aliases, {}).read(_bare(statement)), MOST_NODES) for statement in counted)
    return CodeShape(
        nodes=nodes,
        constants=tuple(node for node in nodes if node.startswith("=")),
        operations=frozenset(Counter(node for node in nodes if not _STRUCTURE.fullmatch(node)).items()),
        free=_free_names(counted, aliases),
        statements=tuple(map(tuple, statements)),
    )


def similarity(first: CodeShape, second: CodeShape) -> float:
    """Return the share of two trees' runs of nodes that both have, from 0 to 1; 0 if what they name or call differs."""
    # Another column, number or call is another problem, however much of the trees is the same.
    if first.constants != second.constants or first.operations != second.operations:
        return 0.0
    if first.nodes == second.nodes:
        return float(bool(first.nodes))
    first_runs, second_runs = first.runs, second.runs
    together = (first_runs | second_runs).total()
    return (first_runs & second_runs).total() / together if together else 0.0


def do_the_same(first: CodeShape, second: CodeShape) -> bool:
    """Return whether two codes of some size do the same; it does not matter which comes first."""
    return min(first.size, second.size) >= FEWEST and similarity(first, second) >= ALIKE


def column_words(shape: CodeShape) -> frozenset[str]:
    """Return the words of the texts that stand in a code, in lower case: they may be parts of column names."""
    texts = (node[1:] for node in shape.constants)
    return frozenset(
        word for text in texts for word in "".join(c if c.isalnum() else " " for c in text.casefold()).split()
    )


def _counts(node: ast.stmt) -> bool:
    if isinstance(node, ast.Import | ast.ImportFrom | ast.Pass):
        return False
    # A name or a constant alone shows a value that another statement computed.
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Name | ast.Constant):
        return False
    # Every set about a table begins by reading it, so that proves nothing.
    value = getattr(node, "value", None)
    called = value.func if isinstance(value, ast.Call) else None
    return not (isinstance(called, ast.Attribute | ast.Name) and _last(called) in _READERS)


def _bare(node: ast.stmt) -> ast.AST:
    """Return the value of a statement that only names or shows it."""
    match node:
        case ast.Assign(targets=[ast.Name()], value=value):
            return value
    return node


def _last(called: ast.expr) -> str:
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def _unwrapped(node: ast.stmt) -> ast.stmt:
    """Return a statement without what only shows its value: ``print(x)`` and ``float(round(x, 2))`` are ``x``."""
    if not isinstance(node, ast.Expr):
        return node
    value = node.value
    while (
        isinstance(value, ast.Call) and value.args and isinstance(value.func, ast.Name) and value.func.id in _WRAPPERS
    ):
        value = value.args[0]
    # Rounding is left out like printing: how far an answer is rounded makes no other problem.
    while (
        isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in {"round", "item"}
    ):
        value = value.func.value
    return ast.copy_location(ast.Expr(value=value), node)


def _inlined(statements: Sequence[ast.stmt]) -> dict[str, ast.expr]:
    """Return the values that are named once and used once, in a later statement: the name is only a pause."""
    loads: dict[str, list[int]] = {}
    stores: Counter[str] = Counter()
    for position, statement in enumerate(statements):
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                loads.setdefault(node.id, []).append(position)
            elif isinstance(node, ast.Name):
                stores[node.id] += 1
    values: dict[str, ast.expr] = {}
    for position, statement in enumerate(statements):
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                used = loads.get(name, [])
                # Stored or loaded twice, the value stands for more than one thing, and its name is no pause.
                if stores[name] == 1 and len(used) == 1 and used[0] > position:
                    values[name] = value
    return values


def _free_names(statements: Sequence[ast.stmt], aliases: Mapping[str, str]) -> tuple[str, ...]:
    name_nodes = [node for statement in statements for node in ast.walk(statement) if isinstance(node, ast.Name)]
    bound = {node.id for node in name_nodes if not isinstance(node.ctx, ast.Load)} | _BUILT_IN | set(aliases)
    bound |= {node.arg for statement in statements for node in ast.walk(statement) if isinstance(node, ast.arg)}
    return tuple(dict.fromkeys(node.id for node in name_nodes if node.id not in bound))


class _Reader:
    """Turns trees into nodes; the same variable has the same number throughout."""

    def __init__(self, aliases: Mapping[str, str], inlined: Mapping[str, ast.expr]) -> None:
        self._aliases = aliases
        self._inlined = dict(inlined)
        self._numbers: dict[str, str] = {}

    def read(self, root: ast.AST) -> Iterator[str]:
        """Yield the nodes of a tree in the order of the text."""
        # A stack instead of recursion, so that no depth of a tree ends in a RecursionError.
        waiting: list[ast.AST] = [root]
        while waiting:
            node = waiting.pop()
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in self._inlined:
                waiting.append(self._inlined.pop(node.id))
                continue
            token, children = self._token_of(node)
            if token:
                yield token
            waiting.extend(reversed(children))

    def _token_of(self, node: ast.AST) -> tuple[str, list[ast.AST]]:  # noqa: C901, PLR0911 - one line for a kind of node
        match node:
            case ast.Name(id=name):
                return self._name(name), []
            case ast.Constant(value=value):
                # Two signs for what is no text, so that the number 1 and the column "1" differ.
                return f"={value}" if isinstance(value, str) else f"=={value!r}", []
            case (
                ast.Attribute(attr=name, value=value) | ast.Subscript(slice=ast.Constant(value=str(name)), value=value)
            ):
                # A column is the same as df["a"] and as df.a.
                return f"={name}", [value]
            case ast.Call(func=func, args=args, keywords=keywords):
                # The digits of a rounding do not count, nor does the order of keywords.
                compared_args = (
                    args[:-1] if _last(func) == "round" and args and isinstance(args[-1], ast.Constant) else args
                )
                children = [*compared_args, *sorted(keywords, key=lambda keyword: keyword.arg or "")]
                if isinstance(func, ast.Attribute):
                    return f"Call.{func.attr}", [func.value, *children]
                return "Call", [func, *children]
            case ast.keyword(arg=name, value=value):
                return f"{name}:", [value]
            case ast.FunctionDef(args=arguments, body=body):
                # Without its name and its decorators.
                return "FunctionDef", [arguments, *body]
            case ast.arg(arg=name):
                return self._name(name), []
            case ast.Slice(lower=lower, upper=upper, step=step):
                bounds = [part for part in (lower, upper, step) if part is not None]
                return f"Slice.{lower is not None:d}{upper is not None:d}{step is not None:d}", list(bounds)
            case ast.Expr(value=value):
                return "", [value]
            case ast.expr_context():
                return "", []
        return type(node).__name__, list(ast.iter_child_nodes(node))

    def _name(self, name: str) -> str:
        if name in self._aliases:
            return f"@{self._aliases[name]}"
        if name in _BUILT_IN:
            return f"@{name}"
        return self._numbers.setdefault(name, f"v{len(self._numbers)}")
