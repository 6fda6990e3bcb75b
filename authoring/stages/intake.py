"""A table comes in: fetched, read once in the sandbox, and described as a seed."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from authoring.errors import SandboxError, SeedError
from authoring.records import Limits, Record, Seed, TableFile
from authoring.sandbox.base import Sandbox, Session
from authoring.sources.base import FetchedFile
from authoring.sources.names import safe_stem
from authoring.sources.registry import SOURCES


@dataclass(frozen=True, slots=True)
class Intake:
    """A seed, and where its files wait to be kept: `paths` go with `seed.files`, in order, in the scratch folder."""

    seed: Seed
    paths: tuple[Path, ...]


class _Reading(Record):
    """What `read_table` gives."""

    rows: int
    columns: tuple[str, ...]
    reader: str
    repairs: tuple[str, ...]


def fetch_seed(
    references: Sequence[str],
    *,
    sandbox: Sandbox,
    limits: Limits,
    scratch: Path,
    name: str = "",
    title: str = "",
    description: str = "",
    licence: str = "",
) -> Intake:
    """Fetch tables and find out how they are read.

    Args:
        references: paths, or one ``package:NAME/TABLE``; several paths make a seed of several tables.
        sandbox: where the files are read; no byte of them is interpreted outside of it.
        limits: `max_inputs` is what all files may have together, in bytes.
        scratch: an empty folder for copies, which the caller keeps until it has taken the files.
        name: the seed's; derived from the source when empty, as are `title`, `description` and `licence`.
        title: what the data is called.
        description: what the data is about.
        licence: SPDX identifier or words.

    Raises:
        SeedError: when a table cannot be fetched, read or used; the message says which and where.
    """
    kind, rest = _source_of(references)
    fetched = SOURCES[kind].fetch(rest, scratch=scratch, limit=limits.max_inputs)
    with sandbox.session(inputs=[file.path for file in fetched.files]) as session:
        files = tuple(_read(session, file, limits) for file in fetched.files)
    seed = Seed(
        name=safe_stem(name or fetched.name),
        title=title or fetched.title,
        description=description or fetched.description,
        source=fetched.source,
        url=fetched.url,
        licence=licence or fetched.licence,
        files=files,
    )
    return Intake(seed, tuple(file.path for file in fetched.files))


def _source_of(references: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the kind of source and the references without its prefix."""
    if not references:
        raise SeedError("no table was named", hint="give a path, or package:NAME/TABLE")
    kinds = {_prefix(reference) for reference in references}
    if len(kinds) > 1:
        raise SeedError("a seed comes from one kind of source", hint="add each as a seed of its own")
    kind = kinds.pop()
    return kind or "file", [reference.removeprefix(f"{kind}:") if kind else reference for reference in references]


def _prefix(reference: str) -> str:
    kind, colon, rest = reference.partition(":")
    if not colon or rest.startswith("//") or not kind.isalpha() or Path(reference).exists():
        return ""
    if kind in SOURCES:
        return kind
    if len(kind) == 1 or "/" in kind:
        return ""
    raise SeedError(
        f"{reference}: no source is called {kind!r}", hint=f"known: {', '.join(f'{known}:' for known in SOURCES)}"
    )


def _read(session: Session, file: FetchedFile, limits: Limits) -> TableFile:
    name = file.path.name
    found = session.call("read_table", {"path": f"inputs/{name}", "format": file.format.value}, limits=limits)
    try:
        reading = _Reading.model_validate(found)
    except ValidationError as error:
        raise SandboxError(f"{name}: the sandbox gave no table: {error}", hint="please report this") from error
    with file.path.open("rb") as data:
        digest = hashlib.file_digest(data, "sha256").hexdigest()
    return TableFile(
        name=name,
        format=file.format,
        sha256=digest,
        size=file.path.stat().st_size,
        rows=reading.rows,
        columns=reading.columns,
        reader=reading.reader,
        repairs=(*file.repairs, *reading.repairs),
    )
