"""What a dictionary states and the data contradict, as findings."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import TypeAdapter, ValidationError

from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.errors import SandboxError
from authoring.records.base import Record
from authoring.records.dictionary import ColumnEntry, DataDictionary, Operation, TableEntry, ValueKind
from authoring.records.documents import yaml_line
from authoring.records.evidence import Limits
from authoring.records.profile import ColumnKind, ColumnProfile, Profile, RelationKind, TableProfile
from authoring.records.seed import Seed
from authoring.records.wording import counted
from authoring.sandbox.port import Sandbox
from authoring.seeds.dictionary.codes import (
    ABSENT_LEVEL,
    IMPOSSIBLE_KIND,
    IMPOSSIBLE_UNIT,
    NO_SUCH_COLUMN,
    REPEATED_KEY,
    UNFULFILLED_RELATION,
)
from authoring.seeds.dictionary.kinds import text_class
from authoring.seeds.dictionary.statements import stated_fields

if TYPE_CHECKING:
    from authoring.dseal.model import Json

_CALCULATED = {Operation.SUM, Operation.MEAN, Operation.DIFFERENCE}
_NUMBERS = {ValueKind.AMOUNT, ValueKind.SHARE, ValueKind.MONEY, ValueKind.COUNT}
_UNITLESS = {ValueKind.IDENTIFIER, ValueKind.CODE, ValueKind.CATEGORY, ValueKind.FLAG, ValueKind.TEXT}
_MOST_ABSENT = 5
_FEW_EXCEPTIONS = 0.02
"""Share of rows that may break a relation before it is none; rules allow as many."""
_FEW_LONELY = 0.2
"""Share of rows that may find no partner by a join before it is none; rules allow as many."""
_MOST_PERCENT = 100_000


class StatedClaim(Record):
    """Something that all rows have to be looked at for."""

    kind: Literal["key", "nested", "values", "numbers", "join"]
    file: str
    columns: tuple[str, ...]
    related: tuple[str, ...] = ()
    other_file: str = ""
    """The table that a join leads to."""
    values: tuple[str, ...] = ()
    path: tuple[str | int, ...]
    """Where it stands in the dictionary."""


class ClaimAnswer(Record):
    """What all rows say of a claim."""

    exceptions: int
    absent: tuple[str, ...]


def check_dictionary(
    dictionary: DataDictionary,
    profile: Profile,
    seed: Seed,
    *,
    files: Sequence[Path],
    sandbox: Sandbox | None,
    text: str = "",
    under: tuple[str, ...] = (),
) -> tuple[Diagnostic, ...]:
    """Return what the statements of a dictionary say otherwise than the data.

    Args:
        dictionary: statements of documents, a model or a person; what rules propose is not looked at.
        profile: of the data.
        seed: whose data they are.
        files: of the seed.
        sandbox: where rows are looked at; None where no statement asks for that, see `needs_rows`.
        text: YAML that the dictionary was read from, for the lines of findings.
        under: the keys that lead to the dictionary in it.
    """
    findings = [(path, finding) for path, finding in _contradictions(dictionary, profile)]
    absent = {path for path, finding in findings if finding.code == NO_SUCH_COLUMN.code}
    claims = [claim for claim in _claims(dictionary, profile) if not any(claim.path[: len(p)] == p for p in absent)]
    if claims and sandbox is not None:
        answers = _answers(claims, seed, files, sandbox)
        for claim, reply in zip(claims, answers, strict=True):
            size = next(table.rows for table in profile.tables if table.file == claim.file)
            findings += [(claim.path, finding) for finding in _refuted(claim, reply, size)]
    placed = [finding.model_copy(update={"line": yaml_line(text, (*under, *path))}) for path, finding in findings]
    return tuple(sorted(placed, key=lambda finding: finding.line))


PlacedFinding = tuple[tuple[str | int, ...], Diagnostic]
"""A finding, and where in the dictionary what it is about stands."""


def needs_rows(dictionary: DataDictionary, profile: Profile) -> bool:
    """Whether statements of a dictionary can be checked only by looking at all rows."""
    return next(_claims(dictionary, profile), None) is not None


def _contradictions(dictionary: DataDictionary, profile: Profile) -> Iterator[PlacedFinding]:
    """Yield what the profile alone contradicts."""
    tables = {table.file: table for table in profile.tables}
    for place, table in enumerate(dictionary.tables):
        path = ("tables", place)
        table_profile = tables.get(table.file)
        if table_profile is None:
            yield path, _absent("table", table.file, list(tables))
            continue
        names = [column.name for column in table_profile.columns]
        for field in ("key", "entity", "time", "ordered_by"):
            yield from (((*path, field), _absent("column", n, names)) for n in getattr(table, field) if n not in names)
        for index, column in enumerate(table.columns):
            inside = (*path, "columns", index)
            if column.name not in names:
                yield inside, _absent("column", column.name, names)
                continue
            for field in ("nested_in", "derived_from"):
                related = (name for name in getattr(column, field) if name not in names)
                yield from (((*inside, field), _absent("column", name, names)) for name in related)
            if column.same_as and column.same_as not in names:
                yield (*inside, "same_as"), _absent_twin(column.same_as, names, tables)
            marks = _missing_marks(column, table.file, profile)
            yield from _impossible(column, table_profile.columns[names.index(column.name)], inside, marks)
    yield from _absent_in_joins(dictionary, tables)


def _absent_in_joins(dictionary: DataDictionary, tables: Mapping[str, TableProfile]) -> Iterator[PlacedFinding]:
    for place, join in enumerate(dictionary.joins):
        for file, columns in ((join.left, join.left_columns), (join.right, join.right_columns)):
            if file not in tables:
                yield ("joins", place), _absent("table", file, list(tables))
                continue
            names = [column.name for column in tables[file].columns]
            yield from ((("joins", place), _absent("column", name, names)) for name in columns if name not in names)


def _absent_twin(name: str, names: Sequence[str], tables: Mapping[str, TableProfile]) -> Diagnostic:
    """Return the finding about a column that is to say the same as one that the table does not have."""
    finding = _absent("column", name, names)
    if name.partition(":")[0] not in tables:
        return finding
    return finding.model_copy(update={"hint": f"a column of another table is stated as a join: join={name}"})


def _absent(subject: str, name: str, names: Sequence[str]) -> Diagnostic:
    close = get_close_matches(name, names, 1)
    hint = f"did you mean {close[0]}?" if close else f"there are: {', '.join(names[:8])}"
    return NO_SUCH_COLUMN.diagnostic(f"the data have no {subject} called {name!r}", hint=hint)


def _missing_marks(entry: ColumnEntry, file: str, profile: Profile) -> tuple[str, ...]:
    """Return the spellings that stand for a missing value in a column, as somebody stated or the profile found."""
    found = (
        value
        for relation in profile.relations or ()
        if relation.kind is RelationKind.SENTINEL and (relation.file, relation.columns) == (file, (entry.name,))
        for value in relation.values
    )
    return tuple(dict.fromkeys((*entry.missing, *found)))


def _is_number(column: ColumnProfile) -> bool:
    return column.minimum is not None and not isinstance(column.minimum, str)


def _impossible(
    entry: ColumnEntry, column: ColumnProfile, path: tuple[str | int, ...], marks: Sequence[str]
) -> Iterator[PlacedFinding]:
    """Yield kinds, operations and units that the values of a column cannot have.

    Texts with marks for missing values may be numbers beside these; the rows themselves decide that.
    """
    stated = {source.field for source in stated_fields(entry)}
    is_number = _is_number(column) or (column.is_text and bool(marks))
    reason = ""
    if entry.kind in _NUMBERS and not is_number and column.kind is not ColumnKind.EMPTY:
        reason = f"{entry.kind.value}, and its values are no numbers ({column.dtype})"
    elif entry.kind is ValueKind.FLAG and column.distinct > 2:  # noqa: PLR2004 - a flag has two levels
        reason = f"a flag, and it has {column.distinct} levels"
    elif entry.kind is ValueKind.COUNT and (column.decimals or 0) > 0:
        reason = "a count, and some values have decimals"
    elif entry.kind is ValueKind.DATE and column.kind is not ColumnKind.DATE and not is_number and _is_no_date(column):
        reason = "a date, and nothing in it reads as one"
    if "kind" in stated and reason:
        hint = "state what it is: authoring seed describe SEED COLUMN kind=category"
        yield (*path, "kind"), IMPOSSIBLE_KIND.diagnostic(f"{entry.name} is said to be {reason}", hint=hint)
    if (
        "asks" in stated
        and entry.asks
        and not is_number
        and _CALCULATED.intersection(entry.asks)
        and column.kind is not ColumnKind.DATE
    ):
        message = f"{entry.name} is to be asked for a {entry.asks[0].value}, and its values are no numbers"
        yield (*path, "asks"), IMPOSSIBLE_KIND.diagnostic(message, hint="ask for its levels, or its text")
    if "unit" in stated and entry.unit:
        yield from (((*path, "unit"), finding) for finding in _unit_findings(entry, column, is_number=is_number))


def _is_no_date(column: ColumnProfile) -> bool:
    """Return whether values cannot be dates in any form: flags, and classes without a digit or the name of a time."""
    if not column.is_text:
        return column.kind is not ColumnKind.EMPTY
    values = [level.value for level in column.levels]
    has_digits = any(character.isdigit() for value in values for character in value)
    return bool(values) and not has_digits and text_class(tuple(values), column.distinct) is not ValueKind.PERIOD


def _unit_findings(entry: ColumnEntry, column: ColumnProfile, *, is_number: bool) -> Iterator[Diagnostic]:
    if not is_number and column.kind is not ColumnKind.EMPTY:
        yield IMPOSSIBLE_UNIT.diagnostic(
            f"{entry.name} has no numbers, and {entry.unit} for a unit", hint="leave it out: unit="
        )
    elif entry.kind in _UNITLESS:
        message = f"{entry.name} is {entry.kind.value if entry.kind else ''} and has {entry.unit} for a unit"
        yield IMPOSSIBLE_UNIT.diagnostic(message, hint="leave out the unit, or state another kind")
    elif entry.unit == "%" and isinstance(column.maximum, (int, float)) and abs(column.maximum) > _MOST_PERCENT:
        message = f"{entry.name} is in percent, and goes up to {column.maximum:g}"
        yield IMPOSSIBLE_UNIT.diagnostic(message, hint="state another unit")


def _claims(dictionary: DataDictionary, profile: Profile) -> Iterator[StatedClaim]:
    """Yield what all rows have to be looked at for: statements that the profile does not decide."""
    tables = {table.file: table for table in profile.tables}
    for place, table in enumerate(dictionary.tables):
        table_profile = tables.get(table.file)
        if table_profile is None:
            continue
        names = {column.name for column in table_profile.columns}
        if table.key and names.issuperset(table.key) and tuple(table.key) not in table_profile.keys:
            yield StatedClaim(kind="key", file=table.file, columns=table.key, path=("tables", place, "key"))
        for index, column in enumerate(table.columns):
            if column.name in names:
                inside = ("tables", place, "columns", index)
                yield from _column_claims(table, column, names, inside)
                column_profile = next(known for known in table_profile.columns if known.name == column.name)
                marks = _missing_marks(column, table.file, profile)
                if column_profile.is_text and marks:
                    yield from _number_claims(table.file, column, inside, marks)
    for place, join in enumerate(dictionary.joins):
        if join.left in tables and join.right in tables and len(join.left_columns) == len(join.right_columns) > 0:
            yield StatedClaim(
                kind="join",
                file=join.left,
                columns=join.left_columns,
                related=join.right_columns,
                other_file=join.right,
                path=("joins", place),
            )


def _number_claims(
    file: str, entry: ColumnEntry, path: tuple[str | int, ...], marks: tuple[str, ...]
) -> Iterator[StatedClaim]:
    """Yield what is stated of a column of texts that only numbers can be, beside marks for missing values."""
    stated = {source.field for source in stated_fields(entry)}
    fields = ["kind"] if entry.kind in _NUMBERS else []
    fields += ["unit"] if entry.unit and entry.kind not in _UNITLESS else []
    fields += ["asks"] if entry.asks and _CALCULATED.intersection(entry.asks) else []
    for field in fields:
        if field in stated:
            yield StatedClaim(kind="numbers", file=file, columns=(entry.name,), values=marks, path=(*path, field))


def _column_claims(
    table: TableEntry, column: ColumnEntry, names: set[str], path: tuple[str | int, ...]
) -> Iterator[StatedClaim]:
    file, own = table.file, (column.name,)
    for outer in column.nested_in:
        if outer in names:
            yield StatedClaim(kind="nested", file=file, columns=own, related=(outer,), path=(*path, "nested_in"))
    if column.same_as in names:
        yield StatedClaim(kind="nested", file=file, columns=own, related=(column.same_as,), path=(*path, "same_as"))
        yield StatedClaim(kind="nested", file=file, columns=(column.same_as,), related=own, path=(*path, "same_as"))
    if column.levels:
        values = tuple(level.value for level in column.levels)
        yield StatedClaim(kind="values", file=file, columns=own, values=values, path=(*path, "levels"))
    if column.missing:
        yield StatedClaim(kind="values", file=file, columns=own, values=column.missing, path=(*path, "missing"))


def _answers(
    claims: Sequence[StatedClaim], seed: Seed, files: Sequence[Path], sandbox: Sandbox
) -> tuple[ClaimAnswer, ...]:
    readers: list[Json] = [{"file": file.name, "reader": file.reader} for file in seed.files]
    arguments: dict[str, Json] = {
        "tables": readers,
        "claims": [claim.model_dump(mode="json", exclude={"path"}) for claim in claims],
    }
    with sandbox.session(inputs=files) as session:
        answer = session.call("check_claims", arguments, limits=Limits())
    try:
        replies = TypeAdapter(tuple[ClaimAnswer, ...]).validate_python(answer)
    except ValidationError as error:
        raise SandboxError(f"{seed.name}: the sandbox checked nothing: {error}", hint="please report this") from error
    if len(replies) != len(claims):
        raise SandboxError(f"{seed.name}: the sandbox left claims unchecked", hint="please report this")
    return replies


def _refuted(claim: StatedClaim, reply: ClaimAnswer, size: int) -> Iterator[Diagnostic]:
    rows = counted(reply.exceptions, "row")
    if claim.kind == "key" and reply.exceptions:
        message = (
            f"{' + '.join(claim.columns)} do not name a row of {claim.file}: {rows} repeat another or lack a value"
        )
        yield REPEATED_KEY.diagnostic(message, hint="name a further column, or leave the key out: key=")
    elif claim.kind == "nested" and reply.exceptions:
        message = f"{claim.columns[0]} has several values of {claim.related[0]}: {rows} have another than most"
        finding = UNFULFILLED_RELATION.diagnostic(message, hint="leave it out, or say it in words: meaning=...")
        is_minor = reply.exceptions <= _FEW_EXCEPTIONS * size
        yield finding.model_copy(update={"severity": Severity.WARNING}) if is_minor else finding
    elif claim.kind == "numbers" and reply.exceptions:
        marks = ", ".join(map(repr, claim.values[:_MOST_ABSENT]))
        message = (
            f"the {claim.path[-1]} of {claim.columns[0]} is one of numbers, and {rows} hold neither a number nor a "
            f"mark for a missing value ({marks})"
        )
        info = IMPOSSIBLE_UNIT if claim.path[-1] == "unit" else IMPOSSIBLE_KIND
        yield info.diagnostic(message, hint="leave it out, or state further spellings of a missing value: missing=")
    elif claim.kind == "join" and reply.exceptions:
        names = f"{' + '.join(claim.columns)} of {claim.file}"
        message = f"{names} finds no {' + '.join(claim.related)} in {claim.other_file} in {rows}"
        finding = UNFULFILLED_RELATION.diagnostic(
            message, hint="withdraw it: join=, or take it out of the description that states it"
        )
        is_minor = reply.exceptions <= _FEW_LONELY * size
        yield finding.model_copy(update={"severity": Severity.WARNING}) if is_minor else finding
    elif reply.absent:
        words = ", ".join(map(repr, reply.absent[:_MOST_ABSENT]))
        message = f"{claim.columns[0]} has no value {words}"
        yield ABSENT_LEVEL.diagnostic(
            message, hint="write values as they stand in the data, numbers without noise: 1, not 1.0"
        )
