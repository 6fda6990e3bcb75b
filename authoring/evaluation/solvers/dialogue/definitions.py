"""Functions and imports that earlier cells leave in their session, as a solver is shown them."""

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from authoring.dseal.python_code import assigned_names, parse_code
from authoring.llm.prompt import cut, make_visible

MOST_LINE = 200
"""Characters of one signature or import."""
MOST_DEFINITIONS = 3_000
"""Characters of all of them."""


@dataclass(frozen=True, slots=True)
class Definitions:
    """What cells import and define, each by the name that it has in the session, as a line of code."""

    imports: Mapping[str, str]
    signatures: Mapping[str, str]


def definitions_of(codes: Sequence[str]) -> Definitions:
    """Return what is left of the imports and definitions of cells when all of them have run."""
    imports: dict[str, str] = {}
    signatures: dict[str, str] = {}
    for code in codes:
        bound = dict(_defined(parse_code(code).tree))
        names = assigned_names(code)
        # A name that is bound again holds a variable, which is listed as one.
        for name in (names.bound | names.deleted) - bound.keys():
            imports.pop(name, None)
            signatures.pop(name, None)
        for name, (line, is_import) in bound.items():
            (signatures if is_import else imports).pop(name, None)
            (imports if is_import else signatures)[name] = line
    return Definitions(imports, signatures)


def definitions_text(codes: Sequence[str], hidden: Collection[str] = frozenset()) -> str:
    """Return the imports and the signatures that cells leave, one a line, imports first, within a budget.

    Functions with `hidden` names are left out.
    """
    definitions = definitions_of(codes)
    signatures = [line for name, line in definitions.signatures.items() if name not in hidden]
    lines = [*dict.fromkeys(definitions.imports.values()), *signatures]
    return cut("\n".join(cut(make_visible(line, lines=False), MOST_LINE) for line in lines), MOST_DEFINITIONS)


def _defined(tree: ast.Module) -> Iterator[tuple[str, tuple[str, bool]]]:
    """Yield each name that a cell imports or defines, with its line and whether that is an import."""
    for node in tree.body:
        match node:
            case ast.Import(names=names):
                for item in names:
                    bound = item.asname or item.name.partition(".")[0]
                    yield bound, (ast.unparse(ast.Import(names=[item])), True)
            case ast.ImportFrom(module=str(module), names=names, level=level) if module != "__future__":
                for item in names:
                    bound = item.asname or (f"* of {module}" if item.name == "*" else item.name)
                    yield bound, (ast.unparse(ast.ImportFrom(module=module, names=[item], level=level)), True)
            case ast.FunctionDef(name=name, args=arguments) | ast.AsyncFunctionDef(name=name, args=arguments):
                returns = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
                prefix = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
                yield name, (f"{prefix} {name}({ast.unparse(arguments)}){returns}", False)
            case ast.ClassDef(name=name, bases=bases):
                parents = f"({', '.join(map(ast.unparse, bases))})" if bases else ""
                yield name, (f"class {name}{parents}", False)
