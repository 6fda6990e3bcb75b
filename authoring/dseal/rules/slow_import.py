"""DS213: an import that takes longer than DSEval's default limit."""

import ast
from collections.abc import Iterator, Mapping

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.python_code import nodes
from authoring.dseal.session import at_node, steps

INFO = RuleInfo(
    code="DS213",
    name="slow-import",
    severity=Severity.WARNING,
    what="A cell imports a heavy package for the first time under DSEval's default limit of one second.",
    why="A first import of such a package often takes longer; DSEval then ends the whole set with a time-out. A "
    "context cell cannot raise the limit, a problem can.",
    bad='# %%\n"""\nquestion: Fit `model`.\n"""\n\nfrom sklearn.linear_model import LinearRegression\n\n'
    "model = LinearRegression().fit([[1], [2]], [1, 2])\nmodel.coef_\n",
    good='# %%\n"""\nquestion: Fit `model`.\nexecution:\n  max_time: 30\n"""\n\n'
    "from sklearn.linear_model import LinearRegression\n\n"
    "model = LinearRegression().fit([[1], [2]], [1, 2])\nmodel.coef_\n",
)

_BRINGS: Mapping[str, tuple[str, ...]] = {
    "catboost": ("matplotlib", "plotly", "scipy"),
    "cv2": (),
    "geopandas": (),
    "imblearn": ("sklearn", "scipy"),
    "keras": ("tensorflow",),
    "lightgbm": ("sklearn", "scipy"),
    "lifelines": ("matplotlib", "scipy"),
    "matplotlib": (),
    "networkx": (),
    "nltk": (),
    "plotly": (),
    "polars": (),
    "prophet": ("matplotlib",),
    "scipy": (),
    "seaborn": ("matplotlib",),
    "shap": ("sklearn", "scipy"),
    "skimage": ("scipy",),
    "sklearn": ("scipy",),
    "spacy": (),
    "statsmodels": ("scipy",),
    "tensorflow": (),
    "torch": (),
    "torchvision": ("torch",),
    "transformers": (),
    "umap": ("sklearn", "scipy"),
    "xgboost": ("sklearn", "scipy"),
}
"""Heavy packages, and those that importing them loads as well."""


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find first imports of heavy packages in cells without a limit of their own."""
    loaded: set[str] = set()
    for step in steps(problemset):
        problem = step.cell.problem
        for node, package in _imports(step.tree):
            if package not in _BRINGS or package in loaded:
                continue
            # A package is slow once; so are those that come along with it.
            loaded.update((package, *_BRINGS[package]))
            if problem is None:
                message = f"importing '{package}' may take longer than DSEval's one second for a context cell"
                hint = "import it in the first problem that needs it, with `execution: {max_time: 30}` there"
                yield at_node(problemset, step.cell, node, INFO, message, hint)
            elif problem.max_time is None:
                message = f"importing '{package}' may take longer than DSEval's default of one second"
                yield at_node(problemset, step.cell, node, INFO, message, "add `execution: {max_time: 30}`")


def _imports(tree: ast.Module) -> Iterator[tuple[ast.stmt, str]]:
    for node in nodes(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield node, name.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.module is not None and not node.level:
            yield node, node.module.partition(".")[0]
