"""What the gate says of a seed by its own facts: licence, size, fame; and of what was seen in its tables."""

from collections.abc import Iterator, Sequence

from authoring.dseal.diagnostic import Diagnostic
from authoring.records.base import Record
from authoring.records.evidence import Limits
from authoring.records.seed import Seed
from authoring.seeds.vetting import codes
from authoring.seeds.vetting.licences import licence_of
from authoring.seeds.vetting.well_known import fame_of

FEW_ROWS = 20
"""Rows below which a table is read at a glance."""
IMPORTED = ("module:", "notebook:", "csv:", "functions:", "dseval:")
"""Sources of seeds that need no table: what is asked came with them, or is about code."""
_NAMED = 5
"""Columns that a message names."""


class Example(Record):
    """A place where personal data stands."""

    row: int
    """From 1, without the header."""
    shown: str
    """With most of it left out."""


class PersonalColumn(Record):
    """A column with personal data of one kind."""

    column: str
    beside: str
    """For names: the column with the addresses."""
    kind: str
    rows: int
    """In how many it stands."""
    examples: tuple[Example, ...]


class TableSeen(Record):
    """What `scan_personal_data` saw of one table."""

    file: str
    rows: int
    columns: int
    empty: tuple[str, ...]
    constant: tuple[str, ...]
    personal: tuple[PersonalColumn, ...]


def about_seed(seed: Seed, limits: Limits) -> Iterator[Diagnostic]:
    """Yield what is found without a look into the data: licence, size, fame, no table."""
    asked = not seed.source.startswith(IMPORTED[0])
    licence = licence_of(seed.licence)
    if asked and licence.kind == "restricted":
        passes = "copies may be handed on" if licence.redistributable else "copies may not be handed on"
        yield codes.RESTRICTED_LICENCE.diagnostic(
            f"the licence {seed.licence!r} is restricted: {licence.why}; {passes}",
            hint="choose other data, or ask the authors; where you have their leave, let it pass and say so",
        )
    elif asked and licence.kind == "unknown":
        said = "" if seed.licence == "unknown" else seed.licence.strip()
        yield codes.UNKNOWN_LICENCE.diagnostic(
            f"the licence {said!r} is not known: {licence.why}" if said else f"no licence is stated: {licence.why}",
            hint=f"look it up{f' at {seed.url}' if seed.url else ''} and state it with --licence SPDX",
        )
    size = sum(file.size for file in seed.data)
    if size > limits.max_inputs:
        yield codes.OVERSIZE.diagnostic(
            f"its files take {_megabytes(size)}, and {_megabytes(limits.max_inputs)} is the most",
            hint=codes.NEVER_ALLOWED[codes.OVERSIZE.code],
        )
    if not seed.files and not seed.source.startswith(IMPORTED):
        yield codes.NO_TABLE.diagnostic(
            "none of its files reads as a table", hint=codes.NEVER_ALLOWED[codes.NO_TABLE.code]
        )
    for fame in fame_of(seed):
        yield codes.WORN_OUT.diagnostic(
            f"this seems to be {fame.name}: {fame.how}; it {fame.known_for}",
            hint="ask what nobody has asked of it, or choose data that fewer have written about",
        )


def about_tables(tables: Sequence[TableSeen]) -> Iterator[Diagnostic]:
    """Yield what is found in the tables: personal data, columns and tables that say nothing."""
    for table in tables:
        for personal in table.personal:
            yield _personal(table, personal)
    if tables and all(table.rows < FEW_ROWS for table in tables):
        most = max(tables, key=lambda table: table.rows)
        yield codes.TINY_TABLE.diagnostic(
            f"{most.file} has {most.rows} rows, and no table has more",
            hint="add more of the data, or a table that goes with it",
        )
    elif tables and all(_telling(table) <= 1 for table in tables):
        yield codes.TINY_TABLE.diagnostic(
            f"{tables[0].file} has {'1' if _telling(tables[0]) else 'no'} column with several values, and no table has "
            "more",
            hint="see whether it is read as it was meant: authoring seed show",
        )
    for table in tables:
        yield from _useless(table)


def _telling(table: TableSeen) -> int:
    return table.columns - len(table.empty) - len(table.constant)


def _personal(table: TableSeen, personal: PersonalColumn) -> Diagnostic:
    kinds = "names beside addresses" if personal.beside else _plural(personal.kind)
    where = f"`{personal.column}`" + (f" and `{personal.beside}`" if personal.beside else "")
    shown = ", ".join(f"{example.shown} in row {example.row}" for example in personal.examples)
    rows = f"{personal.rows:,} of {table.rows:,} rows"
    return codes.PERSONAL_DATA.diagnostic(
        f"{table.file}: {where} hold{'' if personal.beside else 's'} {kinds} in {rows}, such as {shown}",
        hint="leave the column out or invent its values; where they are invented or may be published, let it pass",
    )


def _plural(kind: str) -> str:
    return "numbers of persons" if kind == "number of a person" else f"{kind}es" if kind.endswith("s") else f"{kind}s"


def _useless(table: TableSeen) -> Iterator[Diagnostic]:
    count = len(table.empty) + len(table.constant)
    if not count:
        return
    parts = [
        f"{_listed(names)} {verb}"
        for names, verb in (
            (table.empty, "is empty" if len(table.empty) == 1 else "are empty"),
            (table.constant, "holds one value" if len(table.constant) == 1 else "hold one value each"),
        )
        if names
    ]
    info = codes.MOSTLY_USELESS if count * 2 >= table.columns else codes.USELESS_COLUMN
    hint = "see whether the table is read as it was meant: authoring seed show" if count * 2 >= table.columns else ""
    yield info.diagnostic(f"{table.file}: {'; '.join(parts)}", hint=hint)


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:_NAMED])
    return shown if len(names) <= _NAMED else f"{shown} and {len(names) - _NAMED} more"


def _megabytes(size: int) -> str:
    return f"{size / 1_000_000:,.1f} MB"
