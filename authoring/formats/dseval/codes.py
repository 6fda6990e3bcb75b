"""The kinds of finding of DSEval's benchmarks: of an export (DS701, DS702) and of an import (DS961 to DS965)."""

from collections.abc import Mapping

from authoring.dseal.diagnostic import RuleInfo, Severity

FOREIGN_DIALECT = RuleInfo(
    code="DS701",
    name="foreign-dialect",
    severity=Severity.NOTE,
    what="A benchmark with `dialect: strict` is exported to DSEval, which knows its own rules only.",
    why="The key is passed over there, and submissions are judged with DSEval's bugs: verdicts may differ.",
    bad="dialect: strict",
    good="dialect: dseval",
)
UNKNOWN_TO_DSEVAL = RuleInfo(
    code="DS702",
    name="unknown-to-dseval",
    severity=Severity.ERROR,
    what="A problem is judged by `vis` or `answer_in_source`, which the released DSEval cannot carry out, or by a flag "
    "that only the strict dialect has.",
    why="DSEval stops at such a validator, and so the whole benchmark. Let pass, the problem is not asked, and its "
    "code is context for those behind it; a set that asks nothing then is left out.",
    bad='question: Draw a histogram of "mass".\nvalidator:\n  template: intact\n  vis:',
    good="question: How many penguins weigh less than 4000 grams? Return an integer.\nvalidator:\n  result:",
)
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
EXPORT_CODES: Mapping[str, RuleInfo] = {info.code: info for info in (FOREIGN_DIALECT, UNKNOWN_TO_DSEVAL)}
"""The kinds of finding of an export, beside those of lint, by code."""
IMPORT_CODES: Mapping[str, RuleInfo] = {
    info.code: info for info in (UNREADABLE, NETWORK_FILE, RENAMED, ALL_FILES, UNREAD_FILE)
}
"""The kinds of finding about a benchmark that is imported, by code."""
