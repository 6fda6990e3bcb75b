"""The seed gate: what speaks against a seed, before a token is spent on it.

Licence, size and fame are facts of the seed itself; personal data and columns that say nothing are seen in its tables,
which are read in the sandbox.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from authoring.dseal.diagnostic import Diagnostic, Severity, errors_in
from authoring.errors import SandboxError, SeedError
from authoring.records.base import Record
from authoring.records.evidence import Limits
from authoring.records.seed import Allowance, Seed, TableFile
from authoring.records.stage import stage
from authoring.records.wording import listed
from authoring.sandbox.port import Sandbox, Session
from authoring.seeds.vetting import codes
from authoring.seeds.vetting.licences import licence_of
from authoring.seeds.vetting.well_known import known_sets_of
from authoring.tables.pii.patterns import ACCOUNT, CARD, MAIL, PERSON, PHONE, find_pii, mask

if TYPE_CHECKING:
    from authoring.dseal.model import Json

_REPORTED_KINDS = {MAIL, PHONE, CARD, ACCOUNT, PERSON}
_WEIGHT = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}


class PersonalExample(Record):
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
    examples: tuple[PersonalExample, ...]


class TableScan(Record):
    """What `scan_personal_data` saw of one table."""

    file: str
    rows: int
    columns: int
    empty: tuple[str, ...]
    constant: tuple[str, ...]
    personal: tuple[PersonalColumn, ...]


FEW_ROWS = 20
"""Rows below which a table is read at a glance."""
IMPORTED = ("module:", "notebook:", "csv:", "functions:", "dseval:")
"""Sources of seeds that need no table: what is asked came with them, or is about code."""
_MAX_NAMED = 5
"""Columns that a message names."""


class _SeedScan(Record):
    """What `scan_personal_data` gives."""

    tables: tuple[TableScan, ...]


@stage("vet_seed")
def vet_seed(seed: Seed, *, files: Sequence[Path], sandbox: Sandbox, limits: Limits) -> tuple[Diagnostic, ...]:
    """Return what is found about a seed, the heaviest first; what a person let pass is not looked at here.

    Personal data in a finding has most of itself left out, so that findings may be journalled and printed.

    `limits.max_inputs` is what all files may have together, in bytes; the other limits hold for the reading.

    Raises:
        SeedError: when a file does not read as the seed says, or takes more than the limits.
        SandboxError: when the sandbox gave something else than asked for.
    """
    scans: tuple[TableScan, ...] = ()
    # Files that are too large for a session are not scanned.
    if seed.files and not _is_oversize(seed, limits):
        with sandbox.session(inputs=files) as session:
            scans = scan_tables(session, seed.files, limits)
    return assess_scanned_seed(seed, scans, limits)


def assess_scanned_seed(seed: Seed, scans: Sequence[TableScan], limits: Limits) -> tuple[Diagnostic, ...]:
    """Return what `vet_seed` finds about a seed whose tables were looked through already."""
    findings = [*about_seed(seed, limits), *_description(seed), *about_tables(scans)]
    return tuple(sorted(findings, key=lambda finding: _WEIGHT[finding.severity]))


def scan_tables(session: Session, tables: Sequence[TableFile], limits: Limits) -> tuple[TableScan, ...]:
    """Look through tables for personal data and columns that say nothing, in a session that has their files.

    The session that has just read a table does not read it again.

    Raises:
        SeedError: when a file does not read as it did, or takes more than the limits.
        SandboxError: when the sandbox gave something else than asked for.
    """
    arguments: dict[str, Json] = {"tables": [{"file": file.name, "reader": file.reader} for file in tables]}
    answer = session.call("scan_personal_data", arguments, limits=limits)
    try:
        return _SeedScan.model_validate(answer).tables
    except ValidationError as error:
        names = ", ".join(file.name for file in tables)
        raise SandboxError(f"{names}: the sandbox gave no findings: {error}", hint="please report this") from error


def _is_oversize(seed: Seed, limits: Limits) -> bool:
    return sum(file.size for file in seed.data) > limits.max_inputs


def _description(seed: Seed) -> list[Diagnostic]:
    """What title and description say of people: they go into every prompt about the seed."""
    text = f"{seed.title} {seed.description}".replace("\n", " ").encode("utf-8", "replace")
    examples = {
        mark.kind: mask(text[mark.start : mark.end].decode("utf-8", "replace"), mark.kind)
        for mark in find_pii(text)
        # A single possible card number proves nothing, see `POSSIBLE_CARD`.
        if mark.kind in _REPORTED_KINDS
    }
    return [
        codes.PERSONAL_DATA.diagnostic(
            f"its description holds a {kind}: {example}", hint="say in your own words what it is: --description TEXT"
        )
        for kind, example in examples.items()
    ]


def about_seed(seed: Seed, limits: Limits) -> Iterator[Diagnostic]:
    """Yield what is found without a look into the data: licence, size, fame, and whether there is a table."""
    # The seed of a module holds no data that anybody could license.
    needs_licence = not seed.source.startswith(IMPORTED[0])
    licence = licence_of(seed.licence)
    if needs_licence and licence.kind == "restricted":
        passes = "copies may be handed on" if licence.redistributable else "copies may not be handed on"
        yield codes.RESTRICTED_LICENCE.diagnostic(
            f"the licence {seed.licence!r} is restricted: {licence.why}; {passes}",
            hint="choose other data, or ask the authors; where you have their leave, let it pass and say so",
        )
    elif needs_licence and licence.kind == "unknown":
        label = "" if seed.licence == "unknown" else seed.licence.strip()
        yield codes.UNKNOWN_LICENCE.diagnostic(
            f"the licence {label!r} is not known: {licence.why}" if label else f"no licence is stated: {licence.why}",
            hint=f"look it up{f' at {seed.url}' if seed.url else ''} and state it with --licence SPDX",
        )
    if _is_oversize(seed, limits):
        size = sum(file.size for file in seed.data)
        yield codes.OVERSIZE.diagnostic(
            f"its files take {_megabytes(size)}, and {_megabytes(limits.max_inputs)} is the most",
            hint=codes.NEVER_ALLOWED[codes.OVERSIZE.code],
        )
    # Questions that came with a benchmark may need no table.
    if not seed.files and not seed.source.startswith(IMPORTED):
        yield codes.NO_TABLE.diagnostic(
            "none of its files reads as a table", hint=codes.NEVER_ALLOWED[codes.NO_TABLE.code]
        )
    for known_set in known_sets_of(seed):
        yield codes.WORN_OUT.diagnostic(
            f"this seems to be {known_set.name}: {known_set.evidence}; it {known_set.known_for}",
            hint="ask what nobody has asked of it, or choose data that fewer have written about",
        )


def about_tables(tables: Sequence[TableScan]) -> Iterator[Diagnostic]:
    """Yield what is found in the tables: personal data, columns and tables that say nothing."""
    for table in tables:
        for personal in table.personal:
            yield _personal(table, personal)
    if tables and all(table.rows < FEW_ROWS for table in tables):
        largest = max(tables, key=lambda table: table.rows)
        yield codes.TINY_TABLE.diagnostic(
            f"{largest.file} has {largest.rows} rows, and no table has more",
            hint="add more of the data, or a table that goes with it",
        )
    # Often a table that was read with the wrong delimiter.
    elif tables and all(_informative_columns(table) <= 1 for table in tables):
        yield codes.TINY_TABLE.diagnostic(
            f"{tables[0].file} has {'1' if _informative_columns(tables[0]) else 'no'} column with several values, "
            "and no table has more",
            hint="see whether it is read as it was meant: authoring seed show",
        )
    for table in tables:
        yield from _useless(table)


def _informative_columns(table: TableScan) -> int:
    return table.columns - len(table.empty) - len(table.constant)


def _personal(table: TableScan, personal: PersonalColumn) -> Diagnostic:
    kinds = "names beside addresses" if personal.beside else _plural(personal.kind)
    columns = f"`{personal.column}`" + (f" and `{personal.beside}`" if personal.beside else "")
    examples = ", ".join(f"{example.shown} in row {example.row}" for example in personal.examples)
    rows = f"{personal.rows:,} of {table.rows:,} rows"
    return codes.PERSONAL_DATA.diagnostic(
        f"{table.file}: {columns} hold{'' if personal.beside else 's'} {kinds} in {rows}, such as {examples}",
        hint="leave the column out or invent its values; where they are invented or may be published, let it pass",
    )


def _plural(kind: str) -> str:
    return "numbers of persons" if kind == "number of a person" else f"{kind}es" if kind.endswith("s") else f"{kind}s"


def _useless(table: TableScan) -> Iterator[Diagnostic]:
    count = len(table.empty) + len(table.constant)
    if not count:
        return
    parts = [
        f"{listed([f'`{name}`' for name in names], _MAX_NAMED)} {verb}"
        for names, verb in (
            (table.empty, "is empty" if len(table.empty) == 1 else "are empty"),
            (table.constant, "holds one value" if len(table.constant) == 1 else "hold one value each"),
        )
        if names
    ]
    info = codes.MOSTLY_USELESS if count * 2 >= table.columns else codes.USELESS_COLUMN
    hint = "see whether the table is read as it was meant: authoring seed show" if count * 2 >= table.columns else ""
    yield info.diagnostic(f"{table.file}: {'; '.join(parts)}", hint=hint)


def _megabytes(size: int) -> str:
    return f"{size / 1_000_000:,.1f} MB"


def with_allowances(findings: Sequence[Diagnostic], allowed: Sequence[Allowance]) -> tuple[Diagnostic, ...]:
    """Return the findings, those that a person let pass as notes that say who did, and why."""
    # Checked here as well, because anybody can write into seed.yaml.
    allowances = {allowance.code: allowance for allowance in allowed if allowance.code not in codes.NEVER_ALLOWED}
    return tuple(
        _noted(finding, allowances[finding.code]) if finding.code in allowances else finding for finding in findings
    )


def _noted(finding: Diagnostic, allowance: Allowance) -> Diagnostic:
    message = f"{finding.message} (let pass by {allowance.who}: {allowance.why})"
    return finding.model_copy(update={"severity": Severity.NOTE, "message": message, "hint": ""})


def refuse_unfit(seed: Seed, findings: Sequence[Diagnostic], *, command: str = "") -> None:
    """Refuse a seed that the gate found something about that nobody let pass.

    The hint names `command` as the one that lets findings pass, ``authoring seed check`` when it is empty.

    Raises:
        SeedError: an error stands among `with_allowances(findings, seed.allowed)`.
    """
    left = with_allowances(findings, seed.allowed)
    left_codes = dict.fromkeys(finding.code for finding in errors_in(left))
    if not left_codes:
        return
    # What nobody can let pass is named alone: --allow would be refused for it.
    hint = "; ".join(codes.NEVER_ALLOWED[code] for code in left_codes if code in codes.NEVER_ALLOWED)
    if not hint:
        allow = " ".join(f"--allow {code}" for code in left_codes)
        hint = f"when it may be used all the same: {command or f'authoring seed check {seed.name}'} {allow} --why TEXT"
    first = next(finding.message for finding in left if finding.code in left_codes)
    raise SeedError(f"{seed.name}: the seed gate found {', '.join(left_codes)}: {first}", hint=hint)
