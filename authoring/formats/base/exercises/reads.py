"""Files and addresses that code reads, made ``inputs/NAME``, in the code and in the question."""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from authoring.dseal.python_code import called_name, calls, nodes, parse_code, strings
from authoring.formats.base.exercises.python_code import with_replacements

_URL = re.compile(r"(?:https?|ftp)://", re.IGNORECASE)
_READER = re.compile(r"read_\w+|open|loadtxt|genfromtxt|fromfile|load|loadmat|urlopen|urlretrieve|imread|Path|reader")
_KEYWORDS = frozenset({"filepath_or_buffer", "path_or_buf", "path_or_buffer", "io", "path", "fname", "file", "url"})
_DATA = re.compile(
    r"\.(?:csv|tsv|tab|txt|jsonl?|ndjson|xlsx?|ods|parquet|feather|orc|data|dat|user|item|genre|base|test|db|sqlite3?|"
    r"npy|npz|pkl|pickle|html?|xml|dta|sav|sas7bdat|h5|hdf5?|mat|gz|zip|bz2|xz)\Z",
    re.IGNORECASE,
)
# Everything that is not safe in the name of a file on all systems.
_PLAIN = re.compile(r"[^\w.,()+&@=\u2013-]+")
# Pages of GitHub that show a file: the file itself has another address.
_GITHUB = re.compile(r"https?://github\.com/([^/]+)/([^/]+)/(?:blob|raw)/(.+)\Z")
# A Markdown link; its address may hold one pair of parentheses, as many of Wikipedia do.
_LINK = re.compile(
    r"(?P<this>this\s+)?\[(?P<text>[^\[\]]{0,300})\]\((?P<url>[^()\s]{0,1000}(?:\([^()]{0,100}\)[^()\s]{0,300})?)[^()]{0,300}\)",
    re.IGNORECASE,
)
# Link texts that say nothing by themselves, so that the path may take their place.
_HOLLOW = re.compile(
    r"\s*(?:this\s+)?(?:address|here|link|page|url|file|dataset|data|website|site|repository)\s*", re.IGNORECASE
)
# An address outside of links and quotes.
_BARE = re.compile(r"(?<![(`<\"'])<?(?:https?|ftp)://[^\s<>()`]+>?", re.IGNORECASE)
_LONGEST = 1000
"""Characters; a longer text is no path."""


@dataclass(frozen=True, slots=True)
class FileRead:
    """A file that code reads."""

    name: str
    """The name of the file below ``inputs/``."""
    origin: str
    """The path or address in the original code."""
    is_given: bool

    @property
    def url(self) -> str:
        """The address from which it can be fetched; empty for a path on somebody's machine."""
        match = _GITHUB.match(self.origin)
        if match:
            return f"https://raw.githubusercontent.com/{match[1]}/{match[2]}/{match[3]}"
        return self.origin if _URL.match(self.origin) else ""


@dataclass(frozen=True, slots=True)
class RewrittenCode:
    """Code that reads from ``inputs/``."""

    code: str
    reads: tuple[FileRead, ...]
    """The files that the code reads, in order of their places, without repetition."""
    nameless: tuple[str, ...]
    """Addresses without a file name in them; they stand in the code as they were."""


def rewrite_reads(code: str, files: Sequence[str], paths: frozenset[str] = frozenset()) -> RewrittenCode:
    """Make paths and addresses of data in code ``inputs/NAME``.

    Args:
        code: Python.
        files: names of the files that are given; a path belongs to the one with its base name.
        paths: variables that hold a path somewhere in the notebook, as `path_variables` gives them.
    """
    tree = parse_code(code).tree
    read = {id(node) for node in _read_nodes(tree, paths)}
    # A path that code writes to is no data that it needs.
    written = {id(node) for call in calls(tree) if _writes(called_name(call), call) for node in call.args}
    edits: list[tuple[ast.expr, str]] = []
    reads: dict[str, FileRead] = {}
    nameless: list[str] = []
    # In the order of the text: findings about files should come as a reader meets them.
    for node in sorted(strings(tree), key=lambda literal: (literal.lineno, literal.col_offset)):
        text = str(node.value)
        if len(text) > _LONGEST or "\n" in text or text.startswith("inputs/") or id(node) in written:
            continue
        name = _name_of(text, files, read=id(node) in read)
        if name:
            edits.append((node, _quoted(f"inputs/{name}")))
            reads.setdefault(name, FileRead(name, text, name in files))
        elif id(node) in read and _URL.match(text):
            nameless.append(text)
    # A constant within an f-string has no quotes of its own, so it cannot be replaced by a literal.
    inside = {id(part) for node in nodes(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    edits = [(node, new) for node, new in edits if id(node) not in inside]
    return RewrittenCode(with_replacements(code, edits), tuple(reads.values()), tuple(nameless))


def path_variables(code: str) -> frozenset[str]:
    """Return the variables that code hands to what reads a file."""
    return frozenset(node.id for node in _first_arguments(parse_code(code).tree) if isinstance(node, ast.Name))


def rewrite_question(question: str, reads: Sequence[FileRead]) -> str:
    """Return a question with links to data made ``inputs/NAME``, and of other links their text alone."""
    by_name = {read.name.casefold(): read.name for read in reads}

    def linked(match: re.Match[str]) -> str:
        name = by_name.get(base_name(match["url"]).casefold())
        if name is None:
            return f"{match['this'] or ''}{match['text']}"
        path = f"`inputs/{name}`"
        return path if _HOLLOW.fullmatch(match["text"]) else f"{match['this'] or ''}{match['text']} ({path})"

    def bare(match: re.Match[str]) -> str:
        name = by_name.get(base_name(match[0].strip("<>").rstrip(".,;")).casefold())
        return match[0] if name is None else f"`inputs/{name}`" + ("." if match[0].endswith(".") else "")

    return _BARE.sub(bare, _LINK.sub(linked, question))


def base_name(path: str) -> str:
    """Return the last part of a path or an address, percent signs decoded."""
    plain = re.split(r"[?#]", path, maxsplit=1)[0] if _URL.match(path) else path
    last = re.split(r"[/\\]", plain.rstrip("/\\"))[-1]
    raw = re.sub(rb"%([0-9A-Fa-f]{2})", lambda match: bytes([int(match[1], 16)]), last.encode("utf-8", "replace"))
    return raw.decode("utf-8", "replace")


def _name_of(text: str, files: Sequence[str], *, read: bool) -> str:
    """Return the input file that a text stands for; empty where it stands for none."""
    base = base_name(text)
    url = _URL.match(text) is not None
    # An exact name wins over one that differs in letter case or blanks alone.
    file_name = next((file for file in files if file == base), "") or next(
        (file for file in files if _key(file) == _key(base)), ""
    )
    if file_name and (read or url or "/" in text or "\\" in text):
        return file_name
    if not base or "." not in base.strip("."):
        return ""
    # Besides what is read, only an address that ends like a file of data is one.
    return _PLAIN.sub("_", base) if (read and (_DATA.search(base) or not url)) or (url and _DATA.search(base)) else ""


def _key(name: str) -> str:
    return re.sub(r"[\s_+-]+", "_", name.casefold())


def _read_nodes(tree: ast.Module, paths: frozenset[str]) -> Iterator[ast.AST]:
    yield from _first_arguments(tree)
    for node in nodes(tree):
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id in paths for t in node.targets):
            yield node.value


def _first_arguments(tree: ast.Module) -> Iterator[ast.expr]:
    for call in calls(tree):
        name = called_name(call)
        if _READER.fullmatch(name) and not _writes(name, call):
            yield from call.args[:1]
            yield from (keyword.value for keyword in call.keywords if keyword.arg in _KEYWORDS)


def _writes(name: str, call: ast.Call) -> bool:
    mode = call.args[1] if len(call.args) > 1 else next((k.value for k in call.keywords if k.arg == "mode"), None)
    text = mode.value if isinstance(mode, ast.Constant) else ""
    # `r+` writes as well.
    opens = name == "open" and isinstance(text, str) and bool(set("wax+") & set(text))
    return opens or name.startswith(("to_", "save", "write", "dump"))


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
