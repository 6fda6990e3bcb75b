"""What the seed gate can find (DS901 to DS929); each has its place in guides/seeds.md."""

from collections.abc import Mapping
from functools import partial

from authoring.dseal.diagnostic import RuleInfo, Severity

_error = partial(RuleInfo, severity=Severity.ERROR)
_warning = partial(RuleInfo, severity=Severity.WARNING)
_note = partial(RuleInfo, severity=Severity.NOTE)

RESTRICTED_LICENCE = _error(
    code="DS901",
    name="restricted-licence",
    what="The licence of the data forbids something that a benchmark does with it: being used for any purpose, being "
    "changed, or being handed on.",
    why="A benchmark hands its data on to everybody who runs it; who may not do that learns it best before the work.",
    bad="licence: CC-BY-NC-SA-4.0, or the rules of a competition",
    good="licence: CC0-1.0, CC-BY-4.0, ODbL-1.0, PDDL-1.0",
)
UNKNOWN_LICENCE = _warning(
    code="DS902",
    name="unknown-licence",
    what="Nobody has said under which licence the data stands, or in words that are not known here.",
    why="What nobody allowed is forbidden: without a licence the authors keep all their rights.",
    bad="licence: unknown",
    good="licence: CC-BY-4.0, after a look at the page that the data comes from",
)
PERSONAL_DATA = _error(
    code="DS903",
    name="personal-data",
    what="A column holds mail addresses, phone numbers, numbers of payment cards, bank accounts or persons, or names "
    "of people beside their addresses; or the description holds one of them.",
    why="It would be sent to a model and published with the benchmark, and neither can be taken back.",
    bad="name,mail\nErika Mustermann,erika@firm.de",
    good="customer\nC-0001",
)
OVERSIZE = _error(
    code="DS904",
    name="oversize-data",
    what="All files of the seed together take more bytes than `limits.max_inputs`.",
    why="Every session of every agent gets a copy, and everybody who runs the benchmark has to fetch it.",
    bad="data/: 180 MB, where limits.max_inputs is 50 MB",
    good="data/: a sample of 20 MB",
)
NO_TABLE = _error(
    code="DS905",
    name="no-table",
    what="The seed has no file that reads as a table.",
    why="Questions are asked about tables, and there is nothing to ask about.",
    bad="data/: scan.pdf",
    good="data/: orders.csv",
)
WORN_OUT = _warning(
    code="DS906",
    name="worn-out-data",
    what="The data is one of the sets that everybody uses, or belongs to a published benchmark, as its reference, name "
    "or columns tell.",
    why="Models have seen it and its usual questions many times: answers may come from memory.",
    bad="titanic.csv: PassengerId, Survived, Pclass, Name, Sex, Age",
    good="A table that was published lately, or that few have written about.",
)
TINY_TABLE = _warning(
    code="DS907",
    name="tiny-data",
    what="No table of the seed has more than a few rows, or more than one column that says something.",
    why="The answers to most questions can be read off at a glance, and chance decides many of them.",
    bad="totals.csv: 4 rows",
    good="orders.csv: 3,000 rows",
)
MOSTLY_USELESS = _warning(
    code="DS908",
    name="useless-columns",
    what="Half of a table's columns or more are empty, or hold one value throughout.",
    why="Nothing can be asked about them; most often the table was read or exported wrongly.",
    bad="Unnamed: 9, Unnamed: 10 and Unnamed: 11 are empty",
    good="Every column holds several values.",
)
USELESS_COLUMN = _note(
    code="DS909",
    name="useless-column",
    what="Some columns of a table are empty, or hold one value throughout.",
    why="Questions about them have trivial answers.",
    bad="year: 2013 in every row",
    good="year: 2011, 2012, 2013",
)
BROKEN_TABLE = _error(
    code="DS921",
    name="broken-table",
    what="One of several tables of a source cannot be read.",
    why="Whatever the set asks rests on the other tables, and nobody knows what the broken one would have said.",
    bad="orders.csv, and a customers.csv with a quote that is never closed.",
    good="Both tables whole; or only orders.csv, taken on purpose.",
)
CODES: dict[str, RuleInfo] = {
    info.code: info
    for info in (
        *(RESTRICTED_LICENCE, UNKNOWN_LICENCE, PERSONAL_DATA, OVERSIZE, NO_TABLE),
        *(WORN_OUT, TINY_TABLE, MOSTLY_USELESS, USELESS_COLUMN, BROKEN_TABLE),
    )
}
"""Every kind of finding of the seed gate, by code."""
NEVER_ALLOWED: Mapping[str, str] = {
    OVERSIZE.code: "take fewer rows or files, or raise limits.max_inputs in authoring.toml",
    NO_TABLE.code: "give at least one file that reads as a table: csv, tsv, json, jsonl, parquet or xlsx",
}
"""Codes that nobody can let pass, each with what to do instead."""
