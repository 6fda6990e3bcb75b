"""DS213: an import that takes longer than DSEval's default limit."""

import ast
from collections.abc import Iterator, Mapping

from authoring.dseal.analysis.flow import outer_nodes
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.session import at_node, steps

INFO = RuleInfo(
    code="DS213",
    name="slow-import",
    severity=Severity.WARNING,
    what="A cell imports, for the first time and under DSEval's default limit of one second, a package that takes "
    "longer nearly everywhere: a framework for neural networks, or one that compiles code. Of a package such as "
    "sklearn or matplotlib, which is slow on a slow machine only, a dry run tells more.",
    why="DSEval then ends the whole set with a time-out. A context cell cannot raise the limit, a problem can.",
    bad='# %%\n"""\nquestion: Give the sum of a tensor of 1 and 2.\n"""\n\nimport torch\n\n'
    "torch.tensor([1, 2]).sum().item()\n",
    good='# %%\n"""\nquestion: Give the sum of a tensor of 1 and 2.\nexecution:\n  max_time: 30\n"""\n\n'
    "import torch\n\ntorch.tensor([1, 2]).sum().item()\n",
)

_BRINGS: Mapping[str, tuple[str, ...]] = {
    "autogluon": ("torch",),
    "fastai": ("torch", "torchvision"),
    "keras": ("tensorflow",),
    "prophet": (),
    "pycaret": (),
    "pytorch_lightning": ("torch",),
    "sentence_transformers": ("torch", "transformers"),
    "spacy": (),
    "tensorflow": ("keras",),
    "torch": (),
    "torchvision": ("torch",),
    "umap": (),
}
"""Packages that take more than a second to import nearly everywhere, and those that importing them loads as well."""


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find first imports of slow packages in cells without a limit of their own."""
    loaded: set[str] = set()
    for step in steps(problemset):
        problem = step.cell.problem
        for node, package in _imports(step.tree):
            if package not in _BRINGS or package in loaded:
                continue
            # A package is slow once; so are those that come along with it.
            loaded.update((package, *_BRINGS[package]))
            if problem is None:
                message = f"importing '{package}' takes longer than DSEval's one second for a context cell"
                hint = "import it in the first problem that needs it, with `execution: {max_time: 30}` there"
                yield at_node(problemset, step.cell, node, INFO, message, hint)
            elif problem.max_time is None:
                message = f"importing '{package}' takes longer than DSEval's default of one second"
                yield at_node(problemset, step.cell, node, INFO, message, "add `execution: {max_time: 30}`")


def _imports(tree: ast.Module) -> Iterator[tuple[ast.stmt, str]]:
    # What a function imports is loaded when it is called, if ever.
    statements = [node for node in outer_nodes(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    for node in sorted(statements, key=lambda statement: statement.lineno):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield node, name.name.partition(".")[0]
        elif node.module is not None and not node.level:
            yield node, node.module.partition(".")[0]
