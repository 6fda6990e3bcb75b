"""Descriptions that other programs read and write: Frictionless Table Schema and Croissant.

Both are JSON of strangers. What they say of the columns of the seed is taken as statements of a document; what they
say of others is a finding, and what they say in forms that are not known here is passed over.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from pydantic import JsonValue

from authoring.dseal.diagnostic import Diagnostic
from authoring.records.dictionary import (
    ColumnEntry,
    DataDictionary,
    JoinEntry,
    LevelMeaning,
    Origin,
    StatementSource,
    TableEntry,
    ValueKind,
)
from authoring.records.documents import DocumentError, FileLimits, load_json
from authoring.records.seed import Seed, TableFile
from authoring.seeds.dictionary.codes import FOREIGN_DOCUMENT
from authoring.seeds.dictionary.statements import stated_fields
from authoring.seeds.file_names import SUFFIXES, safe_stem

LIMITS = FileLimits(2_000_000, depth=40)
"""The most that is read of a document."""
MOST_MEANING = 500
MOST_LEVELS = 200
CROISSANT_VERSION = "http://mlcommons.org/croissant/1.0"
_KINDS = {"date": ValueKind.DATE, "datetime": ValueKind.DATE, "boolean": ValueKind.FLAG, "year": ValueKind.PERIOD}
_KINDS |= {"yearmonth": ValueKind.PERIOD, "sc:Date": ValueKind.DATE, "sc:DateTime": ValueKind.DATE}
_KINDS |= {"sc:Boolean": ValueKind.FLAG}
"""Types of both that say more than how a value is written."""
_TYPES = {ValueKind.DATE: "date", ValueKind.FLAG: "boolean", ValueKind.PERIOD: "any", ValueKind.COUNT: "integer"}
_TYPES |= dict.fromkeys((ValueKind.AMOUNT, ValueKind.SHARE, ValueKind.MONEY), "number")
_CROISSANT_TYPES = {"date": "sc:Date", "boolean": "sc:Boolean", "integer": "sc:Integer", "number": "sc:Float"}
DocumentForm = Literal["table-schema", "croissant"]


def read_document(text: str, files: Sequence[TableFile], name: str) -> tuple[DataDictionary, tuple[Diagnostic, ...]]:
    """Return what a document states of the tables of a seed, and what cannot be used.

    Args:
        text: JSON, as it came.
        files: the tables that it is about.
        name: of the document, for messages.
    """
    try:
        content = load_json(text, limits=LIMITS)
    except DocumentError as error:
        hint = "give a datapackage.json or a description in Croissant"
        return DataDictionary(), (FOREIGN_DOCUMENT.diagnostic(f"{name} cannot be read: {error}", hint=hint),)
    root = _mapping(content)
    tables = list(_croissant_tables(root, files)) if "recordSet" in root else list(_package_tables(root, files))
    findings = [finding for _, unknown, label in tables for finding in _foreign(name, label, unknown)]
    entries = tuple(table for table, _, _ in tables if table is not None)
    if not entries and not findings:
        message = f"{name} describes no table of the seed"
        findings.append(
            FOREIGN_DOCUMENT.diagnostic(message, hint="its resources have to go by the names of the seed's files")
        )
    return DataDictionary(tables=entries, joins=tuple(_joins(root, files))), tuple(findings)


def _foreign(name: str, label: str, unknown: Sequence[str]) -> list[Diagnostic]:
    if not unknown:
        return []
    words = ", ".join(repr(column) for column in unknown[:5])
    message = f"{name}: {label} has no column {words}" if label else f"{name} speaks of no file of the seed: {words}"
    return [FOREIGN_DOCUMENT.diagnostic(message, hint="it may be about another version of the data")]


Described = tuple[TableEntry | None, tuple[str, ...], str]
"""What is said of a table, the names in it that are not known, and the file."""


def _package_tables(root: dict[str, Any], files: Sequence[TableFile]) -> Iterator[Described]:
    """Yield the tables of a data package, of a resource, or of a bare Table Schema where the seed has one table."""
    resources = _mappings(root.get("resources")) or [root]
    for resource in resources:
        schema = _mapping(resource.get("schema")) or (resource if "fields" in resource else {})
        fields = _mappings(schema.get("fields"))
        if not fields:
            continue
        file = _file_of(files, _text(resource.get("path")), _text(resource.get("name")), is_single=len(resources) == 1)
        if file is None:
            yield None, (_text(resource.get("path")) or _text(resource.get("name")) or "a resource",), ""
            continue
        missing = tuple(m for m in _texts(schema.get("missingValues")) if m)
        key = _texts(schema.get("primaryKey"))
        columns = [_field_entry(field, missing) for field in fields]
        yield _table_entry(file, columns, key if set(key) <= set(file.columns) else ())


def _field_entry(field: dict[str, Any], missing: tuple[str, ...]) -> ColumnEntry:
    constraints = _mapping(field.get("constraints"))
    levels = [_level(level) for level in _list(field.get("categories"))[:MOST_LEVELS]]
    levels += (
        []
        if levels
        else [LevelMeaning(value=_text(v), meaning="") for v in _list(constraints.get("enum"))[:MOST_LEVELS]]
    )
    kind = _KINDS.get(_text(field.get("type")))
    if kind is None and levels:
        kind = ValueKind.ORDINAL if field.get("categoriesOrdered") is True else ValueKind.CATEGORY
    own = tuple(_spelling(m) for m in _list(field.get("missingValues")))
    return ColumnEntry(
        name=_text(field.get("name")),
        kind=kind,
        unit=_text(field.get("unit"))[:20],
        meaning=_meaning(field.get("title"), field.get("description")),
        # A list of what may be there, without a meaning, says nothing that the data do not.
        levels=tuple(level for level in levels if level.meaning),
        missing=tuple(m for m in own if m) or missing,
    )


def _croissant_tables(root: dict[str, Any], files: Sequence[TableFile]) -> Iterator[Described]:
    """Yield the record sets of a description in Croissant whose fields come from a file of the seed."""
    addresses = {
        _text(f.get("@id")) or _text(f.get("name")): _text(f.get("contentUrl"))
        for f in _mappings(root.get("distribution"))
    }
    record_sets = _mappings(root.get("recordSet"))
    for record_set in record_sets:
        fields = _mappings(record_set.get("field"))
        sources = [_mapping(field.get("source")) for field in fields]
        objects = [_text(_mapping(s.get("fileObject")).get("@id")) or _text(s.get("distribution")) for s in sources]
        identity = next(filter(None, objects), "")
        file = _file_of(
            files, addresses.get(identity, identity), _text(record_set.get("name")), is_single=len(record_sets) == 1
        )
        if not fields or file is None:
            # Record sets about other things, such as splits, are usual.
            continue
        columns = []
        for field, source in zip(fields, sources, strict=True):
            column = _text(_mapping(source.get("extract")).get("column")) or _text(field.get("name")).rpartition("/")[2]
            types = _texts(field.get("dataType"))
            kind = next((_KINDS[kind_type] for kind_type in types if kind_type in _KINDS), None)
            columns.append(ColumnEntry(name=column, kind=kind, meaning=_meaning(field.get("description"))))
        names = {_text(field.get("@id")): column.name for field, column in zip(fields, columns, strict=True)}
        keys = [_text(_mapping(key).get("@id")) or _text(key) for key in _list(record_set.get("key"))]
        key = tuple(names.get(key, key.rpartition("/")[2]) for key in keys if key)
        yield _table_entry(file, columns, key if set(key) <= set(file.columns) else ())


def _table_entry(file: TableFile, columns: Sequence[ColumnEntry], key: tuple[str, ...]) -> Described:
    entries = [_sourced(column) for column in columns if column.name in file.columns]
    table = TableEntry(file=file.name, key=key, columns=tuple(entry for entry in entries if entry.sources))
    unknown = tuple(column.name for column in columns if column.name not in file.columns)
    return _sourced(table), unknown, file.name


def _sourced(entry: Any) -> Any:
    """Return an entry whose fields come from a document."""
    sources = [StatementSource(field=s.field, origin=Origin.DOCUMENT) for s in stated_fields(entry)]
    return entry.model_copy(update={"sources": tuple(sources)})


def _joins(root: dict[str, Any], files: Sequence[TableFile]) -> Iterator[JoinEntry]:
    for resource in _mappings(root.get("resources")):
        schema = _mapping(resource.get("schema"))
        left = _file_of(files, _text(resource.get("path")), _text(resource.get("name")))
        for foreign in _mappings(schema.get("foreignKeys")):
            reference = _mapping(foreign.get("reference"))
            resource_name = _text(reference.get("resource"))
            target = next((r for r in _mappings(root.get("resources")) if _text(r.get("name")) == resource_name), {})
            right = left if not resource_name else _file_of(files, _text(target.get("path")), resource_name)
            own, theirs = _texts(foreign.get("fields")), _texts(reference.get("fields"))
            if left and right and own and set(own) <= set(left.columns) and set(theirs) <= set(right.columns):
                yield JoinEntry(left=left.name, left_columns=own, right=right.name, right_columns=theirs)


def _file_of(files: Sequence[TableFile], path: str, name: str, *, is_single: bool = False) -> TableFile | None:
    """Return the file of a seed that a path or a name means; the only one where only one thing is described."""
    labels = {part.replace("\\", "/").rpartition("/")[2] for part in (path, name) if part}
    safe_labels = {label.lower() for label in labels} | {_safe_stem_of(label) for label in labels}
    for file in files:
        if safe_labels & {file.name, _safe_stem_of(file.name)}:
            return file
    stems = {part.lower().partition(".")[0] for part in labels}
    matching = [file for file in files if file.name.partition(".")[0] in stems]
    if len(matching) == 1:
        return matching[0]
    return files[0] if is_single and len(files) == 1 and not labels else None


def _safe_stem_of(name: str) -> str:
    """Return what a file of this name is called in a seed, without its ending: ``My Data.csv.gz`` as ``my-data``."""
    plain = name.lower().removesuffix(".gz")
    suffix = next((suffix for suffix in SUFFIXES if plain.endswith(suffix)), "")
    return safe_stem(plain.removesuffix(suffix))


def write_document(dictionary: DataDictionary, seed: Seed, form: DocumentForm) -> str:
    """Return a dictionary as JSON of another program's form."""
    content = _package(dictionary, seed) if form == "table-schema" else _croissant(dictionary, seed)
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _package(dictionary: DataDictionary, seed: Seed) -> dict[str, JsonValue]:
    resources: list[JsonValue] = []
    stems = {table.file: table.file.lower().partition(".")[0] for table in dictionary.tables}
    for table in dictionary.tables:
        schema = table_schema(table)
        foreign: list[JsonValue] = [
            {
                "fields": list(join.left_columns),
                "reference": {"resource": stems.get(join.right, join.right), "fields": list(join.right_columns)},
            }
            for join in dictionary.joins
            if join.left == table.file
        ]
        if foreign:
            schema["foreignKeys"] = foreign
        resources.append({"name": stems[table.file], "path": table.file, "schema": schema})
    return {"name": seed.name, "title": seed.title, "description": seed.description, "resources": resources}


def table_schema(table: TableEntry) -> dict[str, JsonValue]:
    """Return what a table means as a Table Schema: its key, and fields with meaning, unit, levels, missing values."""
    schema: dict[str, JsonValue] = {"fields": [_field(column) for column in table.columns]}
    if table.key:
        schema["primaryKey"] = list(table.key)
    return schema


def _field(column: ColumnEntry) -> JsonValue:
    field: dict[str, JsonValue] = {"name": column.name, "type": _TYPES.get(column.kind or ValueKind.UNKNOWN, "any")}
    field |= {key: value for key, value in (("description", column_words(column)), ("unit", column.unit)) if value}
    if column.missing:
        field["missingValues"] = ["", *column.missing]
    if column.levels:
        field["categories"] = [{"value": level.value, "label": level.meaning or level.value} for level in column.levels]
        field["categoriesOrdered"] = column.kind is ValueKind.ORDINAL
    return field


def _croissant(dictionary: DataDictionary, seed: Seed) -> dict[str, JsonValue]:
    record_sets: list[JsonValue] = []
    for table in dictionary.tables:
        fields: list[JsonValue] = []
        for column in table.columns:
            plain = _TYPES.get(column.kind or ValueKind.UNKNOWN, "")
            field: dict[str, JsonValue] = {
                "@type": "cr:Field",
                "@id": f"{table.file}/{column.name}",
                "name": column.name,
                "description": column_words(column),
                "dataType": _CROISSANT_TYPES.get(plain, "sc:Text"),
                "source": {"fileObject": {"@id": table.file}, "extract": {"column": column.name}},
            }
            fields.append(field)
        record_set: dict[str, JsonValue] = {
            "@type": "cr:RecordSet",
            "@id": table.file,
            "name": table.file,
            "field": fields,
        }
        if table.key:
            record_set["key"] = [{"@id": f"{table.file}/{name}"} for name in table.key]
        record_sets.append(record_set)
    distribution: list[JsonValue] = [
        {"@type": "cr:FileObject", "@id": file.name, "name": file.name, "contentUrl": file.name, "sha256": file.sha256}
        for file in seed.files
    ]
    return {
        "@context": {
            "@vocab": "https://schema.org/",
            "sc": "https://schema.org/",
            "cr": "http://mlcommons.org/croissant/",
        },
        "@type": "sc:Dataset",
        "conformsTo": CROISSANT_VERSION,
        "name": seed.name,
        "description": seed.description or seed.title,
        "distribution": distribution,
        "recordSet": record_sets,
    }


def column_words(column: ColumnEntry) -> str:
    """Return what is known of a column in words."""
    unit = f"in {column.unit}" if column.unit and column.unit not in column.meaning else ""
    return ", ".join(part for part in (column.meaning, unit) if part)


def _meaning(*texts: Any) -> str:
    words = dict.fromkeys(" ".join(_text(text).split()) for text in texts)
    return ": ".join(word for word in words if word)[:MOST_MEANING]


def _level(level: Any) -> LevelMeaning:
    content = _mapping(level)
    label = _text(content.get("label"))
    value = _text(content.get("value")) if content else _text(level)
    return LevelMeaning(value=value, meaning="" if label == value else label)


def _spelling(value: Any) -> str:
    return _text(_mapping(value).get("value")) or _text(value)


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _mappings(value: Any) -> list[dict[str, Any]]:
    return [item for item in _list(value) if isinstance(item, dict)]


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(item for item in _list(value) if isinstance(item, str))


def _text(value: Any) -> str:
    """Return a text, or a number as one; empty for all else."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return ""
    return str(value).encode("utf-8", "replace").decode("utf-8").strip()
