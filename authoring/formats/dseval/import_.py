"""Problem sets of a DSEval benchmark as they are taken into a workspace: their text as it stands, files and facts."""

from collections.abc import Container, Sequence
from dataclasses import dataclass

from authoring.dseal.code import parse_code
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.inputs import input_uses
from authoring.dseal.model import CellKind, ProblemSet
from authoring.dseal.parse import parse
from authoring.formats.dseval.facts import ABOUT
from authoring.records.draft import ProblemOrigin
from authoring.records.imported import ImportedSet

ORIGIN = "import:dseval"
_MOST_NAMES = 5
UNREADABLE = RuleInfo(
    code="DS961",
    name="unreadable-set",
    severity=Severity.WARNING,
    what="A file of the benchmark that holds no problem that can be read; no draft was made of it.",
    why="DSEval would load it, and ask nothing.",
    bad="A file whose docstrings are no YAML.",
    good="A file with at least one problem.",
)
NETWORK_FILE = RuleInfo(
    code="DS962",
    name="unfetched-file",
    severity=Severity.WARNING,
    what="A file that stands under `data:` with its address, and that is not among the benchmark's own.",
    why="DSEval would fetch it while the set runs; here nothing runs with a network, and the file may change any day.",
    bad="data:\n  wind.csv: https://example.org/wind.csv  # and no _inputs/wind.csv",
    good="data:\n  wind.csv: https://example.org/wind.csv  # and _inputs/wind.csv beside it",
)
RENAMED = RuleInfo(
    code="DS963",
    name="renamed-set",
    severity=Severity.NOTE,
    what="A set whose file name cannot be the name of a draft, or is another's, and that got another one.",
    why="Results of DSEval name the set as it was.",
    bad="Wine Quality.py",
    good="wine-quality.py",
)
ALL_FILES = RuleInfo(
    code="DS964",
    name="unclear-inputs",
    severity=Severity.NOTE,
    what="A set whose code does not say by name which files it reads; it got all of those that stand beside it.",
    why="The draft is larger than it has to be.",
    bad="for name in os.listdir('inputs'):\n    tables.append(pd.read_csv(f'inputs/{name}'))",
    good="pd.read_csv('inputs/wine.csv')",
)
UNREAD_FILE = RuleInfo(
    code="DS965",
    name="unread-file",
    severity=Severity.NOTE,
    what="Files in the set's own folder that no cell reads; they were left out.",
    why="They would be shown to agents, and may be what the set was made from, such as a notebook with its answers.",
    bad="_inputs/wine/notebook.ipynb, which no cell reads",
    good="_inputs/wine/wine.csv, which a cell reads",
)
CODES = {info.code: info for info in (UNREADABLE, NETWORK_FILE, RENAMED, ALL_FILES, UNREAD_FILE)}
"""Every kind of finding about a benchmark that is taken in, by code."""


@dataclass(frozen=True, slots=True)
class ReadSet:
    """One set of the benchmark."""

    name: str
    """Of the draft; the file's own where that can be a name."""
    imported: ImportedSet
    files: tuple[str, ...]
    """Of those that it might read, what it is given: names below ``inputs/``, in order."""


def import_set(name: str, text: str, files: Sequence[str], *, shared: bool, called: str = "") -> ReadSet:
    """Return a set as it is taken in, its text unchanged.

    Args:
        name: of the draft.
        text: what stands in the file.
        files: names below ``inputs/`` that it might read, sorted.
        shared: whether other sets might read them too, so that nothing is to be said of those that this one does not.
        called: the file's own name, where the draft has another.
    """
    problemset = parse(text)
    code = "\n".join(cell.code for cell in problemset.runnable)
    reads = input_uses(parse_code(code).tree)
    fetched = {key: url for _, problem in problemset.problems for key, url in problem.data.items()}
    named = dict.fromkeys((*(use.name for use in reads.uses), *fetched))
    kept = tuple(file for file in files if reads.open or _named(file, named))
    lacking = tuple(file for file in named if file not in files and not _is_folder(file, files))
    findings = [_unfetched(file, fetched[file]) for file in lacking if file in fetched]
    unread = [file for file in files if file not in kept and file not in ABOUT]
    if unread and not shared:
        said = ", ".join(unread[:_MOST_NAMES]) + (
            f" and {len(unread) - _MOST_NAMES} more" if unread[_MOST_NAMES:] else ""
        )
        findings.append(UNREAD_FILE.diagnostic(f"no cell reads {said}"))
    if reads.open and len(files) > 1:
        findings.append(
            ALL_FILES.diagnostic(f"the code reads files that it does not name, so all {len(files)} were kept")
        )
    if called:
        findings.append(RENAMED.diagnostic(f"the set {called!r} is called {name} here"))
    if not problemset.problems:
        findings.append(UNREADABLE.diagnostic(_why(problemset), hint="see: authoring lint FILE"))
    origins = (ProblemOrigin(origin=ORIGIN),) * len(problemset.problems)
    return ReadSet(name, ImportedSet(text=text, origins=origins, findings=tuple(findings), needs=lacking), kept)


def _named(file: str, named: Container[str]) -> bool:
    """Tell whether code names a file, or a folder that it is in."""
    parts = file.split("/")
    return any("/".join(parts[:length]) in named for length in range(1, len(parts) + 1))


def _is_folder(name: str, files: Sequence[str]) -> bool:
    return any(file.startswith(f"{name.rstrip('/')}/") for file in files)


def _unfetched(file: str, url: str) -> Diagnostic:
    hint = f"fetch it once, look at it, and put it beside the others as inputs/{file}"
    return NETWORK_FILE.diagnostic(f"inputs/{file} is not among the benchmark's files, and comes from {url}", hint=hint)


def _why(problemset: ProblemSet) -> str:
    broken = sum(cell.kind is CellKind.BROKEN for cell in problemset.cells)
    first = next((found.message for found in problemset.diagnostics), "it has no cell with a question")
    return f"no problem can be read: {first}" + (f" ({broken} cells are broken)" if broken else "")
