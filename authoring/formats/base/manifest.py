"""The manifest that stands in every export: what it was made from, by what, and every file with its hash."""

import hashlib
import json
from collections.abc import Sequence

from authoring.formats.base.port import ExportOptions
from authoring.records.base import Name, Record, Sha256, sha256_of
from authoring.records.bundle import EXPORT_MANIFEST, AdmittedSet, FileContent
from authoring.records.format_version import marked
from authoring.records.provenance import read_provenance
from authoring.records.seed import InputFile


class ExportedSet(Record):
    """The state of one problem set when it was exported."""

    name: Name
    sha256: Sha256
    """The digest of the set's text."""
    revision: int
    """The revision of the draft that was admitted; 1 for a set whose origin is not known."""
    inputs: tuple[InputFile, ...]


class Manifest(Record):
    """The sources and the files of an export."""

    format: str
    tool: str
    benchmark: str
    version: str
    dialect: str
    language: str
    suite: str
    allowed: tuple[str, ...]
    """Codes of findings that a person let pass."""
    passed: tuple[str, ...] = ()
    """Who let each of them pass, and why."""
    problemsets: tuple[ExportedSet, ...]
    files: tuple[InputFile, ...]
    """All but the manifest itself, sorted by path."""


def manifest_of(
    target: str,
    problemsets: Sequence[AdmittedSet],
    files: Sequence[FileContent],
    *,
    options: ExportOptions,
    allowed: frozenset[str],
) -> FileContent:
    """Return the manifest of an export as a file."""
    manifest = Manifest(
        format=target,
        tool=options.tool,
        benchmark=options.name,
        version=options.version,
        dialect=options.dialect,
        language=options.language,
        suite=options.suite,
        allowed=tuple(sorted(allowed)),
        passed=options.passed,
        problemsets=tuple(_exported(problemset) for problemset in problemsets),
        files=tuple(_hashed(file) for file in sorted(files, key=lambda file: file.path)),
    )
    text = json.dumps(marked("export", manifest.model_dump(mode="json")), indent=1, ensure_ascii=False)
    return FileContent(path=EXPORT_MANIFEST, content=f"{text}\n".encode())


def _exported(problemset: AdmittedSet) -> ExportedSet:
    return ExportedSet(
        name=problemset.name,
        sha256=sha256_of(problemset.text),
        revision=read_provenance(problemset.meta, path=f"problemsets/_meta/{problemset.name}.yaml").revision,
        inputs=tuple(_hashed(file) for file in problemset.inputs),
    )


def _hashed(file: FileContent) -> InputFile:
    return InputFile(name=file.path, sha256=hashlib.sha256(file.content).hexdigest(), size=len(file.content))
