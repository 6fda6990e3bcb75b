"""Croissant 1.0 metadata: files with their hashes, and the rows with their fields, so that programs load them."""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, get_args, get_origin

from authoring.formats.base.markdown import is_web_address
from authoring.formats.base.port import ExportOptions
from authoring.formats.huggingface.data_dictionary import data_record_sets
from authoring.formats.huggingface.licences import STRICTNESS
from authoring.formats.huggingface.rows import DescribedSet, ProblemRow, SetRow
from authoring.records.base import Record
from authoring.records.bundle import FileContent

CONFORMS = "http://mlcommons.org/croissant/1.0"
CONTEXT: Mapping[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "dct": "http://purl.org/dc/terms/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "sc": "https://schema.org/",
    **{
        term: f"cr:{term}"
        for term in (
            *("citeAs", "column", "equivalentProperty", "extract", "field", "fileObject", "fileProperty", "fileSet"),
            *("format", "includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField", "path", "recordSet"),
            *("references", "regex", "repeated", "replace", "samplingRate", "separator", "source", "subField"),
            "transform",
        )
    },
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
}
"""The words of the format, as its specification lists them."""
FORMATS: Mapping[str, str] = {
    "csv": "text/csv",
    "tsv": "text/tab-separated-values",
    "json": "application/json",
    "jsonl": "application/jsonlines",
    "parquet": "application/x-parquet",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "py": "text/x-python",
    "txt": "text/plain",
    "md": "text/markdown",
    "png": "image/png",
    "jpg": "image/jpeg",
    "zip": "application/zip",
}
"""Media types by the ending of a file's name."""
TYPES: Mapping[type, str] = {str: "sc:Text", int: "sc:Integer", float: "sc:Float", date: "sc:Date"}
TABLES: Mapping[str, tuple[type[Record], str, str]] = {
    "problems": (ProblemRow, "id", "One row per problem"),
    "sets": (SetRow, "name", "One row per problem set: origin, licence and making"),
}
"""Record sets: the fields, the key, what they are. Each is read from the file ``data/NAME.jsonl``."""


def data_file(table: str) -> str:
    """Return where the rows of a table stand."""
    return f"data/{table}.jsonl"


def croissant(
    options: ExportOptions, sets: Sequence[DescribedSet], files: Sequence[FileContent], description: str
) -> bytes:
    """Return ``croissant.json``: what it says hangs on the sets alone, so the date is that of the last admission.

    `files` are all files of the export but the metadata itself.
    """
    dates = [described.row.admitted for described in sets if described.row.admitted]
    pages = sorted({described.row.url for described in sets if is_web_address(described.row.url)})
    hardest = max(described.terms.rank for described in sets)
    metadata = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": CONFORMS,
        "name": options.name,
        "description": description,
        "version": _version(options.version),
        "citeAs": f"{options.name}, version {options.version}",
        "license": sorted({described.terms.address for described in sets}),
        "usageInfo": f"Strictest of the data's licences: {STRICTNESS[hardest]}",
        "inLanguage": options.language,
        "isBasedOn": pages,
        "keywords": ["data science", "code generation", "agents", "benchmark"],
        **({"datePublished": max(dates).isoformat()} if dates else {}),
        "distribution": [_file_object(file) for file in files],
        "recordSet": [*(_record_set(table) for table in TABLES), *data_record_sets(sets)],
    }
    return f"{json.dumps(metadata, indent=1, ensure_ascii=False)}\n".encode("utf-8", "backslashreplace")


def fields_of(record: type[Record]) -> tuple[tuple[str, str, str, bool], ...]:
    """Return name, type, description and whether there are several values, for each field of a row."""
    fields = []
    for name, field in record.model_fields.items():
        several = get_origin(field.annotation) is tuple
        kinds = {field.annotation, *get_args(field.annotation)}
        # A type is looked up within its annotation, because it may stand in a tuple or beside None.
        kind = next(type_name for plain, type_name in TYPES.items() if plain in kinds)
        fields.append((name, kind, field.description or "", several))
    return tuple(fields)


def _version(version: str) -> str:
    """Return a version of three numbers where one or two are said, as Croissant wants it."""
    match = re.fullmatch(r"(\d+)(?:\.(\d+))?", version)
    return f"{match[1]}.{match[2] or 0}.0" if match else version


def _file_object(file: FileContent) -> Mapping[str, str]:
    name = file.path.rpartition("/")[2]
    return {
        "@type": "cr:FileObject",
        "@id": file.path,
        "name": name,
        "contentUrl": file.path,
        "contentSize": f"{len(file.content)} B",
        "encodingFormat": FORMATS.get(name.rpartition(".")[2].lower(), "application/octet-stream"),
        "sha256": hashlib.sha256(file.content).hexdigest(),
    }


def _record_set(table: str) -> Mapping[str, Any]:
    record, key, description = TABLES[table]
    return {
        "@type": "cr:RecordSet",
        "@id": table,
        "name": table,
        "description": description,
        "key": {"@id": f"{table}/{key}"},
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{table}/{name}",
                "name": name,
                "description": description,
                "dataType": kind,
                **({"repeated": True} if several else {}),
                "source": {"fileObject": {"@id": data_file(table)}, "extract": {"column": name}},
            }
            for name, kind, description, several in fields_of(record)
        ],
    }
