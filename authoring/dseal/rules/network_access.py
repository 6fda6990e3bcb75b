"""DS204: code that goes to the network."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.python_code import dotted_name, keyword_of, nodes, strings
from authoring.dseal.session import SessionStep, at_node, steps

INFO = RuleInfo(
    code="DS204",
    name="network-access",
    severity=Severity.ERROR,
    what="Code reads a URL, or uses a package whose purpose is the network.",
    why="What a server answers changes, and a sandbox has no network: the answer cannot be checked again tomorrow.",
    bad='# %%\nimport pandas as pd\n\ndf = pd.read_csv("https://example.org/data.csv")\n\n'
    '# %%\n"""\nquestion: How many rows has `df`?\n"""\n\nlen(df)\n',
    good='# %%\nimport pandas as pd\n\ndf = pd.read_csv("inputs/data.csv")\n\n'
    '# %%\n"""\nquestion: How many rows has `df`?\n"""\n\nlen(df)\n',
)

# Packages whose only purpose is the network.
_PACKAGES = frozenset({
    "aiohttp", "boto3", "botocore", "ftplib", "gdown", "gspread", "httplib2", "httpx", "huggingface_hub", "kaggle",
    "kagglehub", "opendatasets", "openml", "pandas_datareader", "paramiko", "praw", "requests", "selenium", "smtplib",
    "socket", "tweepy", "urllib3", "wget", "wikipedia", "yfinance",
})  # fmt: skip
_MODULES = ("urllib.request", "http.client", "tensorflow.keras.datasets", "keras.datasets")
_CALLS = frozenset({
    "datasets.load_dataset", "nltk.download", "seaborn.load_dataset", "statsmodels.api.datasets.get_rdataset",
    "torch.hub.load", "webbrowser.open",
})  # fmt: skip
# Data sets that scikit-learn and scipy download when asked; those of their `load_*` are installed.
_FETCH = re.compile(r"(?:sklearn|scipy)\.datasets\.(?:\w+\.)?(?:fetch_\w+|electrocardiogram|ascent|face)\Z")
# Commands that download something, where code starts a shell.
_SHELL = re.compile(r"\b(?:curl|wget|pip3? install|conda install|git clone|kaggle datasets)\b")
# Schemes that pandas opens by itself or through fsspec.
_URL = re.compile(r"(?:https?|ftp|s3|gs|gcs|abfs)://", re.IGNORECASE)
_RUNNERS = frozenset({"os.system", "os.popen", "subprocess.run", "subprocess.call", "subprocess.check_output"})
_HINT = "save the data as a file of the seed and read inputs/NAME"


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find code that goes to the network."""
    urls: set[str] = set()
    for step in steps(problemset):
        for node in nodes(step.tree):
            if isinstance(node, ast.Assign) and _is_url(node.value):
                urls.update(target.id for target in node.targets if isinstance(target, ast.Name))
            for place, message in _accesses(step, node, urls):
                yield at_node(problemset, step.cell, place, INFO, message, _HINT)


def _accesses(step: SessionStep, node: ast.AST, urls: set[str]) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    match node:
        case ast.Import(names=names):
            for name in names:
                if _is_network(name.name):
                    yield node, f"'{name.name}' talks to the network"
        case ast.ImportFrom(module=str(module), names=names):
            for name in names:
                if _is_network(module) or _is_network(f"{module}.{name.name}"):
                    yield node, f"'{module}' talks to the network"
        case ast.Call():
            message = _call(step, node, urls)
            if message:
                yield node, message


def _call(step: SessionStep, call: ast.Call, urls: set[str]) -> str:
    name = dotted_name(call.func, step.aliases)
    if name in _CALLS or _FETCH.match(name):
        return f"'{name}' downloads its data"
    if name in _RUNNERS and _SHELL.search(" ".join(str(text.value) for text in strings(call))):
        return f"'{name}' starts a program that goes to the network"
    # A URL counts only where something is read; elsewhere it is a text like any other.
    last = name.rpartition(".")[2] or (call.func.attr if isinstance(call.func, ast.Attribute) else "")
    if last.startswith(("read_", "load", "genfromtxt", "urlopen", "urlretrieve", "imread")):
        first = call.args[0] if call.args else keyword_of(call, "filepath_or_buffer", "io", "path", "url")
        if _is_url(first) or (isinstance(first, ast.Name) and first.id in urls):
            return f"'{last}' reads a URL"
    return ""


def _is_network(module: str) -> bool:
    return module.partition(".")[0] in _PACKAGES or f"{module}.".startswith(tuple(f"{name}." for name in _MODULES))


def _is_url(node: ast.expr | None) -> bool:
    if isinstance(node, ast.JoinedStr):
        # How it begins decides; the rest of an f-string or a sum may be computed.
        node = node.values[0] if node.values else None
    elif isinstance(node, ast.BinOp):
        node = node.left
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and _URL.match(node.value) is not None
