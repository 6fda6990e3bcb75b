"""DS203: code that reaches for files outside of inputs/."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.analysis.inputs import static_path
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.python_code import calls, dotted_name, keyword_of, strings
from authoring.dseal.session import SessionStep, at_node, steps

INFO = RuleInfo(
    code="DS203",
    name="path-outside-inputs",
    severity=Severity.ERROR,
    what="Code names an absolute path, a path that leaves the working directory, or reads a file that is not below "
    "`inputs/`.",
    why="The working directory holds `inputs/` and nothing else, on every machine; other paths exist on one only.",
    bad='# %%\nimport pandas as pd\n\ndf = pd.read_csv("/home/me/data.csv")\n\n'
    '# %%\n"""\nquestion: How many rows has `df`?\n"""\n\nlen(df)\n',
    good='# %%\nimport pandas as pd\n\ndf = pd.read_csv("inputs/data.csv")\n\n'
    '# %%\n"""\nquestion: How many rows has `df`?\n"""\n\nlen(df)\n',
)

# Suspicious in any text: well-known folders, drives of Windows, the home folder, and ways upwards.
_ANYWHERE = re.compile(
    r"/(?:home|Users|kaggle|content|tmp|mnt|media|root|var|data|etc|usr|opt|proc|dev|sys)/\S"
    r"|[A-Za-z]:(?:\\\w|/\w)|~[/\\]\w|(?:[\w. -]+[/\\])*\.\.[/\\]|file:/"
)
# Where a path is expected: any absolute one, and any that goes upwards.
_AS_PATH = re.compile(r"[/\\~]|[A-Za-z]:[/\\]|(?:[^/\\]*[/\\])*\.\.(?:[/\\]|$)")
# A file name with an ending, below the working directory.
_FILE_NAME = re.compile(r"[\w./\\ -]{1,200}\.\w{1,8}\Z")
_HOME = frozenset({"os.path.expanduser", "pathlib.Path.home", "Path.home"})
_HINT = "put the file into inputs/, read inputs/NAME"
_LONGEST = 1000
"""Characters; a longer text is no path."""


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find paths that do not lead into inputs/."""
    written: set[str] = set()
    for step in steps(problemset):
        reported: set[int] = set()
        for call in calls(step.tree):
            # All writes of a cell before its reads, because calls come in no particular order.
            written.update(_written(call))
        for call in calls(step.tree):
            for node, message in _misled(step, call, written):
                reported.add(id(node))
                yield at_node(problemset, step.cell, node, INFO, message, _HINT)
        for constant in strings(step.tree):
            text = str(constant.value)
            if id(constant) not in reported and len(text) < _LONGEST and _ANYWHERE.match(text):
                message = f"the path '{text[:60]}' leads out of the working directory"
                yield at_node(problemset, step.cell, constant, INFO, message, _HINT)


def _misled(step: SessionStep, call: ast.Call, written: set[str]) -> Iterator[tuple[ast.expr, str]]:
    name = dotted_name(call.func, step.aliases)
    if name in _HOME:
        yield call, "the home folder differs from machine to machine"
        return
    reads = _reads(name, call)
    if not (reads or name in {"pathlib.Path", "Path", "os.chdir", "os.listdir", "os.path.join", "glob.glob"}):
        return
    for node in _path_arguments(call):
        path = static_path(node, dict(step.aliases))
        if not path or len(path) > _LONGEST or "://" in path or "\n" in path:
            continue
        if _AS_PATH.match(path):
            yield node, f"the path '{path[:60]}' leads out of the working directory"
        elif (
            reads
            and _FILE_NAME.match(path)
            and path not in written
            and not path.removeprefix("./").startswith("inputs/")
        ):
            yield node, f"'{path[:60]}' is read, but only inputs/ holds files"


def _reads(name: str, call: ast.Call) -> bool:
    if name == "open":
        mode = call.args[1] if len(call.args) > 1 else keyword_of(call, "mode")
        # A mode that is computed may be a reading one.
        return not isinstance(mode, ast.Constant) or not set("wax") & set(str(mode.value))
    return name.startswith("pandas.read_") or name in {"numpy.load", "numpy.loadtxt", "numpy.genfromtxt"}


def _path_arguments(call: ast.Call) -> list[ast.expr]:
    path = keyword_of(call, "filepath_or_buffer", "path", "io", "file", "fname")
    return [*call.args[:1], *([path] if path is not None else [])]


def _written(call: ast.Call) -> Iterator[str]:
    writes = isinstance(call.func, ast.Attribute) and call.func.attr.startswith(("to_", "save", "write"))
    opens = isinstance(call.func, ast.Name) and call.func.id == "open" and not _reads("open", call)
    if writes or opens:
        for node in call.args:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
