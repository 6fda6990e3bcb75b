"""How a person changes a dictionary: statements such as ``kind=code``, and the whole as YAML in an editor."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import yaml
from pydantic import ValidationError

from authoring.errors import UsageError
from authoring.records.dictionary import ColumnEntry, DataDictionary, JoinEntry, Origin, StatementSource, TableEntry
from authoring.records.documents import load_yaml, yaml_line
from authoring.seeds.dictionary.statements import NO_STATEMENTS, Entry, all_joins, changed_entries, stated_fields

JOIN = "join"
"""The field of a statement that says where a column leads: a join is no field of an entry, for it has two tables."""
_LISTS = {"key", "entity", "time", "ordered_by", "nested_in", "derived_from", "missing", "asks", "notes"}
_YES_NO = {"yes": True, "true": True, "no": False, "false": False}
EDITOR_HEAD = """\
# What the data of {name} mean. Change what is wrong, fill in what you know, save and leave the editor.
# What you change becomes your statement; what you leave alone stays a proposal of the rules.
# kind: identifier, code, category, ordinal, flag, amount, share, money, count, date, period, text, label, unknown
# levels: [{{value: '1', meaning: first class}}], in their order for an ordinal
# joins: [{{left: a.csv, left_columns: [x], right: b.csv, right_columns: [y]}}]; those that rules find stay
"""


def stated(dictionary: DataDictionary, file: str, column: str, words: Sequence[str], *, person: str) -> DataDictionary:
    """Return a dictionary with statements of a person, each ``FIELD=VALUE``; an empty value withdraws one.

    Args:
        dictionary: what was stated before.
        file: the table that they are about.
        column: the column; empty where they are about the table itself.
        words: the statements.
        person: who says so.

    Raises:
        UsageError: there is no such field, or its value cannot be that.
    """
    entry_type: type[TableEntry | ColumnEntry] = ColumnEntry if column else TableEntry
    joins = [word for word in words if word.partition("=")[:2] == (JOIN, "=")]
    values = dict(_field_value(entry_type, word) for word in words if word not in joins)
    for word in joins:
        dictionary = _with_joins(dictionary, file, column, word)

    def change(table: TableEntry) -> TableEntry:
        if not column:
            return _restated(table, values, person)
        entry = next((entry for entry in table.columns if entry.name == column), ColumnEntry(name=column))
        neighbours = tuple(neighbour for neighbour in table.columns if neighbour.name != column)
        return table.model_copy(update={"columns": (*neighbours, _restated(entry, values, person))})

    return pruned(changed_entries(dictionary, file, change))


def columnless_join(word: str) -> UsageError:
    """Return the error for a join that is stated of no column."""
    hint = "name it first: authoring seed describe SEED COLUMN join=FILE:COLUMN"
    return UsageError(f"{word}: a join leads from a column", hint=hint)


def _with_joins(dictionary: DataDictionary, file: str, column: str, word: str) -> DataDictionary:
    """Return a dictionary in which a column leads where a statement says, in place of where it led before."""
    if not column:
        raise columnless_join(word)
    joins = []
    for target in filter(None, (part.strip() for part in word.partition("=")[2].split(","))):
        right, colon, right_column = (part.strip() for part in target.partition(":"))
        if not (colon and right and right_column):
            raise UsageError(f"{word}: no column of a table", hint="write join=FILE:COLUMN")
        joins.append(JoinEntry(left=file, left_columns=(column,), right=right, right_columns=(right_column,)))
    remaining = tuple(join for join in dictionary.joins if (join.left, join.left_columns) != (file, (column,)))
    return dictionary.model_copy(update={"joins": all_joins(remaining, joins)})


def agreed(
    dictionary: DataDictionary, proposal: DataDictionary, file: str, column: str, *, person: str
) -> DataDictionary:
    """Return a dictionary in which a person agrees to what is proposed of a column, or of a table itself."""
    proposed_table = proposal.table(file) or TableEntry(file=file)

    def confirmed(entry: Entry, proposed: Entry) -> Entry:
        previous = {source.field: source for source in proposed.sources}
        fields = [source.field for source in stated_fields(proposed)]
        sources = [
            StatementSource(
                field=field, origin=previous[field].origin if field in previous else Origin.RULE, agreed_by=person
            )
            for field in fields
        ]
        return entry.model_copy(
            update={**{field: getattr(proposed, field) for field in fields}, "sources": tuple(sources)}
        )

    def change(table: TableEntry) -> TableEntry:
        if not column:
            return confirmed(table, proposed_table)
        proposed = next((c for c in proposed_table.columns if c.name == column), ColumnEntry(name=column))
        entry = next((c for c in table.columns if c.name == column), ColumnEntry(name=column))
        neighbours = tuple(neighbour for neighbour in table.columns if neighbour.name != column)
        return table.model_copy(update={"columns": (*neighbours, confirmed(entry, proposed))})

    return changed_entries(dictionary, file, change)


def editor_text(dictionary: DataDictionary, name: str) -> str:
    """Return a whole dictionary as YAML for an editor: every field of it but where statements come from."""
    content: dict[str, Any] = {"tables": [_table_content(table) for table in dictionary.tables]}
    if dictionary.joins:
        content["joins"] = [join.model_dump(mode="json", exclude={"exceptions"}) for join in dictionary.joins]
    return EDITOR_HEAD.format(name=name) + yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=110)


def read_editor_text(text: str) -> DataDictionary:
    """Return the dictionary that was saved in an editor, without sources.

    Raises:
        UsageError: it is no YAML, or says what cannot be; the message names the line.
    """
    try:
        return DataDictionary.model_validate(load_yaml(text) or {})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        path = tuple(first["loc"])
        message = f"line {yaml_line(text, path)}: {'.'.join(map(str, path)) or 'it'}: {first['msg'].lower()}"
        raise UsageError(message, hint="mend the line") from error
    except ValueError as error:
        raise UsageError(str(error).strip().replace("\n", " "), hint="mend the YAML") from error


def edited(statements: DataDictionary, before: DataDictionary, after: DataDictionary, *, person: str) -> DataDictionary:
    """Return the statements of a seed with what a person changed in an editor between two versions of the whole."""
    for table in after.tables:
        old = before.table(table.file)
        previous = TableEntry(file=table.file) if old is None else old
        changes = _differences(previous, table)
        statements = _with_changes(statements, table.file, "", changes, person)
        columns = {column.name: column for column in previous.columns}
        for column in table.columns:
            changes = _differences(columns.get(column.name, ColumnEntry(name=column.name)), column)
            statements = _with_changes(statements, table.file, column.name, changes, person)
    ends, previous_ends = {join.ends for join in after.joins}, {join.ends for join in before.joins}
    remaining = tuple(join for join in statements.joins if join.ends in ends)
    added = tuple(join for join in after.joins if join.ends not in previous_ends)
    return pruned(statements.model_copy(update={"joins": all_joins(remaining, added)}))


def pruned(dictionary: DataDictionary) -> DataDictionary:
    """Return a dictionary without entries that state nothing."""
    tables = []
    for table in dictionary.tables:
        columns = tuple(column for column in table.columns if stated_fields(column))
        if columns or stated_fields(table):
            tables.append(table.model_copy(update={"columns": columns}))
    return dictionary.model_copy(update={"tables": tuple(tables)})


def _with_changes(
    dictionary: DataDictionary, file: str, column: str, changes: Mapping[str, Any], person: str
) -> DataDictionary:
    if not changes:
        return dictionary

    def change(table: TableEntry) -> TableEntry:
        if not column:
            return _restated(table, changes, person)
        entry = next((entry for entry in table.columns if entry.name == column), ColumnEntry(name=column))
        neighbours = tuple(neighbour for neighbour in table.columns if neighbour.name != column)
        return table.model_copy(update={"columns": (*neighbours, _restated(entry, changes, person))})

    return changed_entries(dictionary, file, change)


def _differences(before: Any, after: Any) -> Mapping[str, Any]:
    fields = [field for field in type(before).model_fields if field not in NO_STATEMENTS]
    return {field: getattr(after, field) for field in fields if getattr(before, field) != getattr(after, field)}


def _restated(entry: Entry, values: Mapping[str, Any], person: str) -> Entry:
    """Return an entry with a person's values; one that is empty withdraws what was stated."""
    fields = type(entry).model_fields
    sources = {source.field: source for source in entry.sources}
    update: dict[str, Any] = {}
    for field, value in values.items():
        update[field] = fields[field].default if value is None else value
        if value is None:
            sources.pop(field, None)
        else:
            sources[field] = StatementSource(field=field, origin=Origin.PERSON, agreed_by=person)
    return entry.model_copy(update={**update, "sources": tuple(sources.values())})


def _field_value(entry_type: type[TableEntry | ColumnEntry], word: str) -> tuple[str, Any]:
    """Return field and value of a statement; None for a value that is empty."""
    field, equals, value = word.partition("=")
    fields = [name for name in entry_type.model_fields if name not in NO_STATEMENTS]
    if not equals or field not in fields:
        close = get_close_matches(field, fields, 1)
        names = [*fields, JOIN] if entry_type is ColumnEntry else fields
        hint = f"did you mean {close[0]}=...?" if close else f"write FIELD=VALUE, of: {', '.join(names)}"
        raise UsageError(f"{word}: there is no field of this name" if equals else f"{word}: no statement", hint=hint)
    if not value.strip():
        return field, None
    parsed: Any = value.strip()
    if field == "levels":
        parsed = [_level(part) for part in value.split(";") if part.strip()]
    elif field in _LISTS:
        parsed = [part.strip() for part in value.split(",") if part.strip()]
    elif field == "ordered":
        parsed = _YES_NO.get(parsed.lower(), parsed)
    base = {"name": "x"} if entry_type is ColumnEntry else {"file": "x"}
    try:
        return field, getattr(entry_type.model_validate({**base, field: parsed}), field)
    except ValidationError as error:
        raise UsageError(
            f"{word}: {error.errors(include_url=False)[0]['msg'].lower()}", hint="see docs/dictionary.md"
        ) from error


def _level(text: str) -> dict[str, str]:
    value, _, meaning = text.partition(":")
    return {"value": value.strip(), "meaning": meaning.strip()}


def _table_content(table: TableEntry) -> dict[str, Any]:
    content = table.model_dump(mode="json", exclude={"columns", "sources"}, exclude_defaults=True)
    columns = []
    for column in table.columns:
        entry = column.model_dump(mode="json", exclude={"sources"}, exclude_defaults=True)
        # What a person most likely fills in stands there to be filled in.
        columns.append({"name": column.name, "kind": None, "unit": "", "meaning": "", **entry})
    return {**content, "columns": columns}
