"""Which names code looks up before it has bound them itself, statement by statement."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

_Comprehension: TypeAlias = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


@dataclass(frozen=True, slots=True)
class Flow:
    """What a cell needs from before, and what it has certainly bound at its end."""

    reads: frozenset[str]
    definite: frozenset[str]


def reads_before_binding(tree: ast.Module) -> Flow:
    """Return what a cell reads and binds; bodies of functions do not run, but those of lambdas may at once."""
    walk = _Walk()
    definite = walk.block(tree.body, frozenset())
    return Flow(frozenset(walk.reads), definite)


def outer_nodes(tree: ast.Module) -> Iterator[ast.AST]:
    """Walk what runs when the cell runs: everything but the bodies of functions; lambdas and class bodies do count."""
    pending: list[ast.AST] = [tree]
    while pending:
        node = pending.pop()
        yield node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            pending += [
                *node.decorator_list,
                *node.args.defaults,
                *(default for default in node.args.kw_defaults if default),
            ]
        else:
            pending.extend(ast.iter_child_nodes(node))


def parameters(node: ast.AST) -> Iterator[str]:
    """Give the parameters of a function and of all functions inside it."""
    return (inner.arg for inner in ast.walk(node) if isinstance(inner, ast.arg))


def free_names(node: ast.AST) -> frozenset[str]:
    """Return the names that a function, class or lambda looks up and does not bind itself."""
    loaded = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load)}
    shared = {name for inner in ast.walk(node) if isinstance(inner, ast.Global) for name in inner.names}
    stored = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)}
    return frozenset(loaded - ((stored | set(parameters(node))) - shared))


class _Walk:
    """Follows the order of execution; `bound` is what is certainly bound at a point."""

    def __init__(self) -> None:
        self.reads: set[str] = set()

    def block(self, body: list[ast.stmt], bound: frozenset[str]) -> frozenset[str]:
        """Return what is bound behind a list of statements."""
        for statement in body:
            bound = self.statement(statement, bound)
        return bound

    def statement(self, node: ast.stmt, bound: frozenset[str]) -> frozenset[str]:
        """Return what is bound behind a statement."""
        match node:
            case ast.For() | ast.AsyncFor() | ast.While() | ast.If() | ast.With() | ast.AsyncWith() | ast.Try():
                return self._compound(node, bound)
            case ast.TryStar() | ast.Match():
                return self._compound(node, bound)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return self._function(node, bound)
            case ast.ClassDef():
                self.reads |= free_names(node) - bound
                return bound | {node.name}
            case ast.Import() | ast.ImportFrom():
                return bound | {(item.asname or item.name).partition(".")[0] for item in node.names}
            case _:
                return self._simple(node, bound)

    def _compound(self, node: ast.stmt, bound: frozenset[str]) -> frozenset[str]:
        """Follow a statement with bodies, which may run or not."""
        match node:
            case ast.For() | ast.AsyncFor():
                bound = self.expression(node.iter, bound)
                # The body of a loop may not run at all: what it binds is not certain behind it.
                self.block(node.body, self._target(node.target, bound))
                self.block(node.orelse, bound)
            case ast.While():
                bound = self.expression(node.test, bound)
                self.block(node.body, bound)
                # It runs also where the body never did.
                self.block(node.orelse, bound)
            case ast.If():
                bound = self.expression(node.test, bound)
                bound = self.block(node.body, bound) & self.block(node.orelse, bound)
            case ast.With() | ast.AsyncWith():
                for item in node.items:
                    bound = self.expression(item.context_expr, bound)
                    bound = self._target(item.optional_vars, bound) if item.optional_vars else bound
                bound = self.block(node.body, bound)
            case ast.Try() | ast.TryStar():
                bound = self._try(node, bound)
            case ast.Match():
                bound = self._match(node, bound)
        return bound

    def _match(self, node: ast.Match, bound: frozenset[str]) -> frozenset[str]:
        bound = self.expression(node.subject, bound)
        for case in node.cases:
            # A name that a pattern captures is certain in its own case only.
            captured = {name for inner_node in ast.walk(case.pattern) if (name := getattr(inner_node, "name", None))}
            inner = bound | captured
            inner = self.expression(case.guard, inner) if case.guard else inner
            self.block(case.body, inner)
        return bound

    def _simple(self, node: ast.stmt, bound: frozenset[str]) -> frozenset[str]:
        """Follow a statement without a body: values first, then targets."""
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            # ``x += 1`` looks x up first, though the tree has x as a target only.
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and node.target.id not in bound:
                self.reads.add(node.target.id)
            bound = self.expression(node.annotation, bound) if isinstance(node, ast.AnnAssign) else bound
            bound = self.expression(node.value, bound) if node.value is not None else bound
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                # ``x: int`` alone binds nothing.
                bare = isinstance(node, ast.AnnAssign) and node.value is None
                bound = bound if bare else self._target(target, bound)
            return bound
        if isinstance(node, ast.Delete):
            for target in node.targets:
                bound = self.expression(target, bound)
                bound = bound - {target.id} if isinstance(target, ast.Name) else bound
            return bound
        for child in ast.iter_child_nodes(node):
            bound = self.expression(child, bound)
        return bound

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, bound: frozenset[str]) -> frozenset[str]:
        for expression in (*node.decorator_list, *node.args.defaults, *node.args.kw_defaults):
            bound = self.expression(expression, bound) if expression is not None else bound
        # A decorator may call the function at once.
        if node.decorator_list:
            self.reads |= free_names(node) - bound
        return bound | {node.name}

    def _try(self, node: ast.Try | ast.TryStar, bound: frozenset[str]) -> frozenset[str]:
        ends = [self.block(node.orelse, self.block(node.body, bound))]
        for handler in node.handlers:
            # From before the body, which may have failed at its first statement.
            inner = self.expression(handler.type, bound) if handler.type else bound
            name = frozenset({handler.name} if handler.name else ())
            # Python deletes the name of the exception when the handler ends.
            ends.append(self.block(handler.body, inner | name) - name)
        # Only one of these ends was reached, so only what all of them bind is certain.
        common = frozenset.intersection(*ends)
        return common | self.block(node.finalbody, bound)

    def _target(self, target: ast.expr, bound: frozenset[str]) -> frozenset[str]:
        """Return what is bound behind an assignment to a target; what it writes into has to be there."""
        match target:
            case ast.Name(id=name):
                return bound | {name}
            case ast.Tuple(elts=elts) | ast.List(elts=elts):
                for element in elts:
                    bound = self._target(element, bound)
                return bound
            case ast.Starred(value=value):
                return self._target(value, bound)
            case _:
                return self.expression(target, bound)

    def expression(self, node: ast.AST, bound: frozenset[str]) -> frozenset[str]:
        """Note what an expression looks up; return what is bound behind it, which a walrus changes."""
        match node:
            case ast.Name(id=name):
                if name not in bound:
                    self.reads.add(name)
                return bound
            case ast.NamedExpr(target=target, value=value):
                return self.expression(value, bound) | {target.id}
            case ast.Lambda():
                self.reads |= free_names(node) - bound
                return bound
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                return self._comprehension(node, bound)
            case _:
                for child in ast.iter_child_nodes(node):
                    bound = self.expression(child, bound)
                return bound

    def _comprehension(self, node: _Comprehension, bound: frozenset[str]) -> frozenset[str]:
        inner = bound
        # What a comprehension binds stays inside of it.
        for generator in node.generators:
            self.expression(generator.iter, inner)
            inner = self._target(generator.target, inner)
            for condition in generator.ifs:
                inner = self.expression(condition, inner)
        for value in [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]:
            self.expression(value, inner)
        return bound
