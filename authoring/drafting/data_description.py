"""A model says what data mean: rows, units, levels, as guesses that a person agrees to or not."""

from collections.abc import Mapping
from typing import Any

from authoring.drafting.prompts.profile import data_text, seed_text
from authoring.drafting.replies.json_reply import TEXT, array_of, object_of, read_json, reply_schema
from authoring.dseal.diagnostic import faults_in
from authoring.errors import ModelError
from authoring.llm.correction import correction
from authoring.llm.port import Model, Request
from authoring.llm.prompt import fenced, render_messages
from authoring.records.dictionary import (
    ColumnEntry,
    DataDictionary,
    LevelMeaning,
    Origin,
    StatementSource,
    TableEntry,
    ValueKind,
)
from authoring.records.profile import Profile
from authoring.records.seed import Seed
from authoring.records.sketch import Guide
from authoring.seeds.dictionary.statements import Entry

TRIES = 2
"""Replies that are asked for, where one says nothing that can be used."""
OPEN_TEXTS = ("row", "rows", "kind", "unit", "meaning", "missing_means")
"""What a reply may leave out: it is empty then."""
NOTHING_SAID = "it says nothing of the tables and columns that are shown, by the names that they have there"
MOST_MEANING = 200
MOST_UNIT = 20
MOST_LEVELS = 60
_COLUMN = object_of(
    {
        "name": TEXT,
        "kind": {**TEXT, "enum": ["", *ValueKind]},
        "unit": TEXT,
        "meaning": TEXT,
        "levels": array_of(object_of({"value": TEXT, "meaning": TEXT})),
        "missing_means": TEXT,
    }
)
DESCRIPTION_SCHEMA = reply_schema(
    "description",
    {"tables": array_of(object_of({"file": TEXT, "row": TEXT, "rows": TEXT, "columns": array_of(_COLUMN)}))},
)
"""The schema of a description; what a model leaves open is an empty text."""


def describe_request(seed: Seed, profile: Profile, prompt: Guide, *, file: str = "", column: str = "") -> Request:
    """Ask what data mean: all of them, those of a table, or of one of its columns."""
    subject = "all tables" if not file else f"`{file}`" if not column else f"the column `{column}` of `{file}`"
    messages = render_messages(
        prompt,
        seed=fenced("seed", seed_text(seed)),
        data=fenced("profile", data_text(profile)),
        subject=subject,
        kinds=", ".join(kind for kind in ValueKind if kind is not ValueKind.UNKNOWN),
    )
    return Request(purpose="describe", subject=seed.name, messages=messages, stable=1, schema_=DESCRIPTION_SCHEMA)


def describe_by_model(
    seed: Seed, profile: Profile, *, model: Model, prompt: Guide, file: str = "", column: str = ""
) -> DataDictionary:
    """Return what a model says of the data: statements of its own about tables and columns that there are.

    Args:
        seed: what is described, with the words of its page.
        profile: with what is known of the columns already.
        model: who is asked.
        prompt: the page `describe` of templates/prompts.
        file: the table; all if empty.
        column: the column; all if empty.

    Raises:
        ModelError: no reply says anything of these data.
        CallError: a call gave no reply.
        BudgetError: a call would have exceeded the budget.
    """
    request = describe_request(seed, profile, prompt, file=file, column=column)
    for _ in range(TRIES):
        reply = model.complete(request).text
        value, findings = read_json(reply, DESCRIPTION_SCHEMA, open_texts=OPEN_TEXTS)
        dictionary = _dictionary(value, profile, file, column)
        if dictionary.tables:
            return dictionary
        request = correction(request, reply, faults_in(findings) or [NOTHING_SAID])
    raise ModelError(
        f"{seed.name}: {model.name} said nothing of these data that can be used",
        hint="state it yourself: authoring seed describe SEED COLUMN meaning=...",
    )


def _dictionary(value: Any, profile: Profile, file: str, column: str) -> DataDictionary:
    names = {table.file: {entry.name for entry in table.columns} for table in profile.tables}
    described: Mapping[str, Any] = value if isinstance(value, dict) else {}
    tables: dict[str, TableEntry] = {}
    for table in described.get("tables", ()):
        # Of two descriptions of one table the first counts, and of a column likewise.
        if table["file"] in names and file in {"", table["file"]} and table["file"] not in tables:
            columns = names[table["file"]] & ({column} if column else names[table["file"]])
            entry = _table_entry(table, columns, is_whole=not column)
            tables |= {entry.file: entry} if entry.sources or entry.columns else {}
    return DataDictionary(tables=tuple(tables.values()))


def _table_entry(table: Mapping[str, Any], names: set[str], *, is_whole: bool) -> TableEntry:
    described: dict[str, Mapping[str, Any]] = {}
    for column in table["columns"]:
        if column["name"] in names:
            described.setdefault(column["name"], column)
    columns = [_column_entry(column) for column in described.values()]
    entry = TableEntry(file=table["file"], columns=tuple(column for column in columns if column.sources))
    rows = {"row": _line(table["row"], MOST_MEANING), "rows": _line(table["rows"], MOST_MEANING)}
    return _sourced(entry, rows if is_whole and rows["row"] else {})


def _column_entry(column: Mapping[str, Any]) -> ColumnEntry:
    levels = [
        LevelMeaning(value=level["value"], meaning=_line(level["meaning"], MOST_MEANING))
        for level in column["levels"][:MOST_LEVELS]
    ]
    values: dict[str, object] = {
        "kind": ValueKind(column["kind"]) if column["kind"] else None,
        "unit": _line(column["unit"], MOST_UNIT),
        "meaning": _line(column["meaning"], MOST_MEANING),
        "levels": tuple(levels),
        "missing_means": _line(column["missing_means"], MOST_MEANING),
    }
    return _sourced(ColumnEntry(name=column["name"]), values)


def _sourced(entry: Entry, values: Mapping[str, object]) -> Entry:
    """Return an entry with those values that say something, as the guesses of a model."""
    stated = {field: value for field, value in values.items() if value}
    sources = tuple(StatementSource(field=field, origin=Origin.MODEL) for field in stated)
    return entry.model_copy(update={**stated, "sources": sources})


def _line(text: str, limit: int) -> str:
    """Return a text on one line; one that is too long says nothing, because its end would be missing."""
    line = " ".join(text.split())
    return line if len(line) <= limit else ""
