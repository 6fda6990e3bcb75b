"""What the data of the sets mean, in the words of other programs: Frictionless, Croissant, and the card.

What a model guessed and nobody agreed to is left out: whoever loads the data could not tell it from a fact.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import quote

from pydantic import JsonValue

from authoring.formats.base.markdown import plain
from authoring.formats.huggingface.rows import INPUTS, DescribedSet
from authoring.records.dictionary import ColumnEntry, TableEntry, ValueKind
from authoring.seeds.dictionary.documents import column_words, table_schema
from authoring.seeds.dictionary.statements import Entry

DATA_PACKAGE = f"{INPUTS}/datapackage.json"
MOST_LEVELS = 30
"""Levels of a column that are said in words."""
READABLE = (".csv", ".tsv")
"""Files whose columns programs find by the header."""
_NUMBERS = frozenset({ValueKind.AMOUNT, ValueKind.SHARE, ValueKind.MONEY, ValueKind.COUNT})


def data_package(name: str, sets: Sequence[DescribedSet]) -> bytes | None:
    """Return a data package of the input files with what their columns mean; None where nothing is known of any."""
    resources = [_resource(described, table) for described, table in _tables(sets)]
    if not resources:
        return None
    title = f"Data of {name}"
    return f"{json.dumps({'title': title, 'resources': resources}, indent=1, ensure_ascii=False)}\n".encode()


def _resource(described: DescribedSet, table: TableEntry) -> Mapping[str, JsonValue]:
    # Names of resources are in lower case and without signs.
    stem = f"{described.row.name}-{table.file.rpartition('.')[0]}".lower()
    name = "".join(character if character.isalnum() else "-" for character in stem)
    return {"name": name, "path": f"{described.row.name}/{table.file}", "schema": table_schema(table)}


def data_record_sets(sets: Sequence[DescribedSet]) -> list[Mapping[str, JsonValue]]:
    """Return a record set of Croissant for each table of which something is known and whose columns have a header."""
    return [
        _record_set(f"{described.row.name}/{table.file}", table)
        for described, table in _tables(sets)
        if table.file.lower().endswith(READABLE)
    ]


def _record_set(file: str, table: TableEntry) -> Mapping[str, JsonValue]:
    # A label may hold blanks and signs that no identifier has, and the file itself has one of its own.
    path, identity = f"{INPUTS}/{file}", f"tables/{quote(file)}"
    fields: list[JsonValue] = [
        {
            "@type": "cr:Field",
            "@id": f"{identity}/{quote(column.name, safe='')}",
            "name": column.name,
            **({"description": words} if (words := _in_words(column)) else {}),
            "dataType": "sc:Float" if column.kind in _NUMBERS else "sc:Text",
            "source": {"fileObject": {"@id": path}, "extract": {"column": column.name}},
        }
        for column in table.columns
    ]
    keys: list[JsonValue] = [{"@id": f"{identity}/{quote(name, safe='')}"} for name in table.key]
    record_set: dict[str, JsonValue] = {
        "@type": "cr:RecordSet",
        "@id": identity,
        "name": path,
        "description": f"One row per {table.row}" if table.row else f"Rows of {table.file}",
        "field": fields,
    }
    return record_set | ({"key": keys} if keys else {})


def data_section(sets: Sequence[DescribedSet]) -> str:
    """Return what the data mean as a section of a card; empty where nothing is known."""
    parts = [
        f"`{INPUTS}/{described.row.name}/{plain(table.file)}`{_about_rows(table)}\n\n{_columns_table(table)}"
        for described, table in _tables(sets)
    ]
    return "\n".join(("## Data\n", *parts)) if parts else ""


def _about_rows(table: TableEntry) -> str:
    row = f", one row per {plain(table.row)}" if table.row else ""
    return f"{row}, named by {plain(', '.join(table.key))}" if table.key else row


def _columns_table(table: TableEntry) -> str:
    lines = [("column", "kind", "what"), ("---", "---", "---")]
    lines += [
        (plain(column.name), column.kind.value if column.kind else "", plain(_in_words(column)) or "-")
        for column in table.columns
    ]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _in_words(column: ColumnEntry) -> str:
    """Return meaning, unit, levels, formula and missing values of a column in words."""
    levels = [f"{level.value} = {level.meaning}" if level.meaning else level.value for level in column.levels]
    ellipsis = [f"and {len(levels) - MOST_LEVELS} more"] if len(levels) > MOST_LEVELS else []
    parts = [column_words(column)]
    parts += [f"levels: {', '.join((*levels[:MOST_LEVELS], *ellipsis))}"] if levels else []
    parts += [f"calculated as {column.formula}"] if column.formula else []
    parts += [f"missing: {', '.join(column.missing)}"] if column.missing else []
    parts += [f"missing means: {column.missing_means}"] if column.missing_means else []
    return "; ".join(part for part in parts if part)


def _tables(sets: Sequence[DescribedSet]) -> Iterator[tuple[DescribedSet, TableEntry]]:
    """Yield the tables among the input files of which something is known, without guesses."""
    for described in sets:
        files = {file.path for file in described.problemset.inputs}
        dictionary = described.problemset.dictionary
        for table in dictionary.tables if dictionary is not None else ():
            if table.file in files and table.columns:
                columns = tuple(_without_guesses(column) for column in table.columns)
                yield described, _without_guesses(table).model_copy(update={"columns": columns})


def _without_guesses(entry: Entry) -> Entry:
    guesses = [source.field for source in entry.sources if source.is_guess]
    return entry.model_copy(update={field: type(entry).model_fields[field].get_default() for field in guesses})
