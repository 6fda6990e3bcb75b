"""DS657: a function whose parameters are others than the question says."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS657",
    name="other-signature",
    severity=Severity.WARNING,
    what="The question shows the first line of a function, and the reference defines it with other parameters, or with "
    "the same in another order. Types and defaults count for nothing.",
    why="Whoever writes the function as the question shows it is called with other arguments.",
    bad='# %%\n"""\nquestion: Write `def share(part, whole)`.\n"""\n\ndef share(whole, part):\n'
    "    return part / whole\n",
    good='# %%\n"""\nquestion: Write `def share(part, whole)`.\n"""\n\ndef share(part, whole):\n'
    "    return part / whole\n",
)
_SHOWN = re.compile(r"\bdef[ \t]+(?P<name>\w{1,80})[ \t]*\((?P<parameters>[^()\n]{0,300})\)")


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first function whose parameters differ."""
    defined = {node.name: node for node in subject.tree.body if isinstance(node, ast.FunctionDef)}
    for match in _SHOWN.finditer(subject.problem.question):
        node, shown = defined.get(match["name"]), _parameters(match["parameters"])
        if node is None or shown is None:
            continue
        names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
        if names != shown and not node.args.vararg and not node.args.kwarg:
            message = f"the question shows {match['name']}({', '.join(shown)}), the reference has ({', '.join(names)})"
            place = ast.Name(id=node.name, lineno=node.lineno, col_offset=node.col_offset, end_lineno=node.lineno)
            place.end_col_offset = node.col_offset + len(f"def {node.name}".encode())
            yield at_node(subject.problemset, subject.cell, place, INFO, message, "make the two say the same")
            return


def _parameters(text: str) -> list[str] | None:
    """Return the names of parameters as they are written; None where they are no plain names."""
    names = [re.split(r"[:=]", part, maxsplit=1)[0].strip() for part in text.split(",") if part.strip()]
    return names if all(name.isidentifier() for name in names) else None
