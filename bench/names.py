"""The share of bound names that are prose words, and public class names that stand for two things.

``python bench/names.py [FOLDER] [--list]`` counts every name that code binds (parameters, variables, loop and
comprehension targets, functions, classes, fields), once per scope. A name is prose where, without leading
underscores, it is a participle, pronoun or adverb of `PROSE` that says nothing about the value: a reader who searches
for a concept of the field never types it. ``--list`` prints where they stand, the most frequent words first.
"""

import argparse
import ast
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

_WORDS = """
told said asked wanted found each one kept held way ways rest given gone done taken made seen known shown put meant
named awaited asking telling saying keeping looking taking giving making going here there other others another both
none nothing something anything everything wish want need tell say ask keep hold find take give look come came went
goes what who whom whose which when where why how much many more most less least beside above below around away
apart aside alone along again already always never now then still yet once twice it its itself they them their this
that these those thing things stuff good bad wrong well sure likely worn
"""
PROSE = frozenset(_WORDS.split())
"""Words of ordinary speech, compared with the whole name in lower case."""


SCOPES = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def bound_names(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield every name that a module binds, once per scope, with the line of its first binding."""
    scopes = [tree]
    while scopes:
        scope = scopes.pop()
        names: dict[str, int] = {}
        if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            arguments = scope.args
            for argument in (
                *arguments.posonlyargs,
                *arguments.args,
                *arguments.kwonlyargs,
                arguments.vararg,
                arguments.kwarg,
            ):
                if argument is not None and argument.arg not in {"self", "cls"}:
                    names.setdefault(argument.arg, argument.lineno)
        for node in _own_nodes(scope):
            if isinstance(node, SCOPES):
                scopes.append(node)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                names.setdefault(node.name, node.lineno)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names.setdefault(node.id, node.lineno)
            elif (isinstance(node, ast.ExceptHandler) and node.name) or (
                isinstance(node, ast.MatchAs | ast.MatchStar) and node.name
            ):
                names.setdefault(node.name, node.lineno)
        yield from names.items()


def _own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a scope without those of the scopes inside it, whose own definitions are yielded."""
    pending = list(ast.iter_child_nodes(scope))
    while pending:
        node = pending.pop()
        yield node
        # A scope inside this one is visited by itself, so its names would be counted twice.
        if not isinstance(node, SCOPES):
            pending += ast.iter_child_nodes(node)


def is_prose(name: str) -> bool:
    """Tell whether a name is a word of ordinary speech and no noun of the field."""
    return name.strip("_").lower() in PROSE


def public_classes(modules: list[Path]) -> dict[str, list[Path]]:
    """Return the modules that define each public class, by the class's name."""
    homes: dict[str, list[Path]] = defaultdict(list)
    for module in modules:
        for node in ast.parse(module.read_text()).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(module)
    return homes


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", default="authoring", type=Path)
    parser.add_argument("--list", action="store_true", help="print every prose name with its place")
    parser.add_argument("--sample", type=int, default=0, help="print so many bound names, drawn at random with seed 0")
    parser.add_argument(
        "--most", type=float, help="exit with 1 where the share is higher (percent), or a class name stands twice"
    )
    options = parser.parse_args()
    modules = sorted(options.folder.rglob("*.py"))
    places = [
        (name, f"{module}:{line}") for module in modules for name, line in bound_names(ast.parse(module.read_text()))
    ]
    prose = [(name, place) for name, place in places if is_prose(name)]
    twice = {name: homes for name, homes in public_classes(modules).items() if len(homes) > 1}
    print(f"{len(places):,} bound names, {len(prose):,} prose words ({100 * len(prose) / max(1, len(places)):.1f} %)")
    print(f"{len(twice)} public class names stand in two or more modules")
    if options.list:
        for name, count in Counter(name for name, _ in prose).most_common():
            print(f"{count:5} {name}: {' '.join(place for other, place in prose if other == name)}")
        for name, homes in sorted(twice.items()):
            print(f"class {name}: {' '.join(map(str, homes))}")
    if options.sample:
        for name, place in sorted(random.Random(0).sample(places, min(options.sample, len(places)))):  # noqa: S311
            print(f"{name:30} {place}")
    share = 100 * len(prose) / max(1, len(places))
    if options.most is not None and (share >= options.most or twice):
        raise SystemExit(f"more than {options.most} % prose words, or a public class name twice; see --list")


if __name__ == "__main__":
    main()
