"""Intake: tables are fetched, read once in the sandbox, and described as a seed."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.errors import SandboxError, SeedError
from authoring.records.base import Record
from authoring.records.dictionary import DataDictionary
from authoring.records.evidence import Limits
from authoring.records.seed import InputFile, NotebookSource, Seed, TableFile, TableFormat
from authoring.sandbox.port import Sandbox, Session
from authoring.seeds.dictionary.documents import read_document
from authoring.seeds.dictionary.statements import combined
from authoring.seeds.file_names import SUFFIXES, safe_stem
from authoring.seeds.notebooks.cleaning import clean_notebook
from authoring.seeds.sources.base import (
    FetchedNotebook,
    FetchedSeed,
    FetchOptions,
    NotebookRequest,
    OnBytes,
    ignore_bytes,
)
from authoring.seeds.sources.file import fetch_local_notebook
from authoring.seeds.sources.kaggle.references import dataset_reference, is_page
from authoring.seeds.sources.registry import source_kinds, source_of
from authoring.seeds.unpacking import FetchedFile
from authoring.seeds.vetting.codes import BROKEN_TABLE
from authoring.seeds.vetting.gate import TableScan, scan_tables
from authoring.workspace.files import files_in, sha256_of_file


@dataclass(frozen=True, slots=True)
class SeedNaming:
    """Name, title, licence and description that a person gives a seed; empty where the source's own apply."""

    name: str = ""
    title: str = ""
    licence: str = ""
    """SPDX identifier or words."""
    description: str = ""


@dataclass(frozen=True, slots=True)
class Intake:
    """A seed, and where its files wait to be kept: `paths` go with `seed.files`, in order, in the scratch folder."""

    seed: Seed
    paths: tuple[Path, ...]
    notebook: str = ""
    """The reference notebook, cleaned, as the text of an ``.ipynb`` file; empty without one."""
    findings: tuple[Diagnostic, ...] = ()
    """Tables that cannot be read and are left out, and what was found in the notebook."""
    left_out: tuple[str, ...] = ()
    """Files that the source holds and that are not part of the seed, each with the reason, in words."""
    scans: tuple[TableScan, ...] = ()
    """What was seen in the tables, where they were to be looked through."""


class _Reading(Record):
    """What `read_table` gives."""

    rows: int
    columns: tuple[str, ...]
    reader: str
    repairs: tuple[str, ...]


def fetch_seed(  # noqa: PLR0913 - what is taken, what a person says of it, and ports
    references: Sequence[str],
    *,
    sandbox: Sandbox,
    limits: Limits,
    scratch: Path,
    naming: SeedNaming = SeedNaming(),
    notebook: NotebookRequest = NotebookRequest(),
    options: FetchOptions = FetchOptions(),
    progress: OnBytes = ignore_bytes,
    scan: bool = False,
) -> Intake:
    """Fetch tables and find out how they are read.

    Args:
        references: paths, or one ``package:NAME/TABLE`` or ``kaggle:OWNER/SLUG``; several paths make a seed of several
            tables.
        sandbox: where the files are read; no byte of them is interpreted outside of it.
        limits: `max_inputs` is what all files may have together, in bytes.
        scratch: an empty folder for copies, which the caller keeps until it has taken the files.
        naming: what the person says of the seed.
        notebook: which reference notebook it is to have: a path, or what the source calls one.
        options: which files and sheets are taken, and where a download that breaks off waits.
        progress: told how far a download has come, in bytes.
        scan: whether to look each table through for the seed gate while it is at hand.

    Raises:
        SeedError: when a table or the notebook that is named cannot be fetched or read, or no table can; the message
            says which and where.
    """
    if notebook.reference and notebook.excluded:
        raise SeedError("a notebook is named, and none is wanted", hint="leave out --notebook or --no-notebook")
    kind, plain_references = _source_of(references)
    local = _local(notebook)
    # A local notebook takes the place of the source's own, which then need not be fetched.
    request = NotebookRequest(excluded=True) if local else notebook
    source = source_of(kind)
    fetched = source.fetch(
        plain_references, scratch=scratch, limit=limits.max_inputs, notebook=request, options=options, on_bytes=progress
    )
    tables, paths, broken, scans = _tables(fetched, sandbox, limits, scan=scan)
    fetched_notebook = fetch_local_notebook(local, scratch) if local else fetched.notebook
    dictionary, foreign = _described(fetched, tables)
    cleaned, notebook_source, notebook_findings = _cleaned(fetched_notebook, is_required=bool(notebook.reference))
    seed = Seed(
        name=safe_stem(naming.name or fetched.name),
        title=naming.title or fetched.title,
        description=naming.description or fetched.description,
        source=fetched.source,
        url=fetched.url,
        licence=naming.licence or fetched.licence,
        files=tables,
        publication=fetched.publication,
        notebook=notebook_source,
        dictionary=dictionary,
    )
    return Intake(seed, paths, cleaned, (*broken, *notebook_findings, *foreign), fetched.left_out, scans)


def planned_name(references: Sequence[str], name: str = "") -> str:
    """Return what a seed will be called where that is known before anything is fetched; empty where it is not.

    Raises:
        SeedError: the references fit no source.
    """
    if name:
        return safe_stem(name)
    kind, plain_references = _source_of(references)
    # What local files and packages give costs no download.
    return safe_stem(dataset_reference(plain_references[0]).slug) if kind == "kaggle" else ""


def read_files(
    files: Sequence[Path], *, sandbox: Sandbox, limits: Limits
) -> tuple[tuple[TableFile, ...], tuple[InputFile, ...]]:
    """Describe files that keep their names: those that read as tables, and the others as companions.

    `files` may hold folders, as code finds them below ``inputs/``; what is in a folder is a companion.
    """
    tables, companions = list[TableFile](), list[InputFile]()
    with sandbox.session(inputs=files) as session:
        for path in files:
            if path.is_dir():
                companions += [_companion(name, file) for name, file in files_in(path)]
                continue
            kind = SUFFIXES.get(path.suffix.lower(), TableFormat.CSV)
            try:
                tables.append(_read(session, FetchedFile(path, kind), limits))
            except SeedError:
                # The code that came with it may well read it in a way of its own.
                companions.append(_companion(path.name, path))
    return tuple(tables), tuple(companions)


def _companion(name: str, path: Path) -> InputFile:
    return InputFile(name=name, sha256=sha256_of_file(path), size=path.stat().st_size)


def _local(notebook: NotebookRequest) -> Path | None:
    path = Path(notebook.reference)
    # What is no file may still be the source's own name of a notebook.
    return path if notebook.reference and path.is_file() and not notebook.excluded else None


def _tables(
    fetched: FetchedSeed, sandbox: Sandbox, limits: Limits, *, scan: bool
) -> tuple[tuple[TableFile, ...], tuple[Path, ...], tuple[Diagnostic, ...], tuple[TableScan, ...]]:
    """Read what was fetched; of several tables those that cannot be read are findings.

    Raises:
        SeedError: none can be read.
    """
    tables, paths, broken, scans = list[TableFile](), list[Path](), list[SeedError](), list[TableScan]()
    with sandbox.session(inputs=[file.path for file in fetched.files]) as session:
        for file in fetched.files:
            try:
                tables.append(_read(session, file, limits))
                paths.append(file.path)
            except SeedError as error:
                broken.append(error)
                continue
            if scan:
                scans += scan_tables(session, tables[-1:], limits)
    # One broken table of several is a finding that the gate weighs; without any table there is no seed.
    if broken and not tables:
        raise _none_read(broken)
    findings = tuple(BROKEN_TABLE.diagnostic(e.message, hint=e.hint) for e in broken)
    return tuple(tables), tuple(paths), findings, tuple(scans)


def _described(
    fetched: FetchedSeed, tables: tuple[TableFile, ...]
) -> tuple[DataDictionary | None, tuple[Diagnostic, ...]]:
    """Return what the documents that lie beside tables state of them, None where they state nothing, and findings."""
    dictionary, findings = DataDictionary(), list[Diagnostic]()
    for name, text in fetched.documents:
        read, unusable = read_document(text, tables, name)
        dictionary = combined(dictionary, read)
        findings += unusable
    return dictionary if dictionary.tables or dictionary.joins else None, tuple(findings)


def _none_read(broken: Sequence[SeedError]) -> SeedError:
    if len(broken) == 1:
        return broken[0]
    messages = "; ".join(error.message for error in broken[:3])
    return SeedError(f"none of the {len(broken)} tables can be read: {messages}", hint=broken[0].hint)


def _cleaned(
    fetched: FetchedNotebook | None, *, is_required: bool
) -> tuple[str, NotebookSource | None, tuple[Diagnostic, ...]]:
    """Return a notebook as it may be kept; one that was not named and cannot be read is told, and is not kept.

    Raises:
        SeedError: the one that was named cannot be read.
    """
    if fetched is None:
        return "", None, ()
    # A site may send any bytes, so what is no UTF-8 is replaced and judged as text.
    cleaned = clean_notebook(fetched.path.read_bytes().decode("utf-8", "replace"), fetched.path.name)
    if cleaned.text:
        return cleaned.text, fetched.source, cleaned.findings
    if is_required:
        first = cleaned.findings[0]
        hint = f"{first.hint}; or name another notebook, or take none: --no-notebook".removeprefix("; ")
        raise SeedError(f"{fetched.source.ref}: {first.message}", hint=hint)
    prefix = f"the seed has no reference notebook, because {fetched.source.ref} cannot be used: "
    # Nobody asked for this notebook, so the seed goes without it.
    weight = {"severity": Severity.WARNING, "hint": "name another one with --notebook"}
    return (
        "",
        None,
        tuple(
            finding.model_copy(update={**weight, "message": prefix + finding.message}) for finding in cleaned.findings
        ),
    )


def _source_of(references: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the kind of source and the references without its prefix."""
    if not references:
        raise SeedError("no table was named", hint="give a path, package:NAME/TABLE or kaggle:OWNER/SLUG")
    kinds = {_prefix(reference) for reference in references}
    if len(kinds) > 1:
        raise SeedError("a seed comes from one kind of source", hint="add each as a seed of its own")
    kind = kinds.pop()
    return kind or "file", [reference.removeprefix(f"{kind}:") if kind else reference for reference in references]


def _prefix(reference: str) -> str:
    if is_page(reference) and not Path(reference).exists():
        return "kaggle"
    kind, colon, remainder = reference.partition(":")
    # An address has a colon too, and a file may have one in its name.
    if not colon or remainder.startswith("//") or not kind.isalpha() or Path(reference).exists():
        return ""
    if kind in source_kinds():
        return kind
    # A single letter is a drive of Windows.
    if len(kind) == 1:
        return ""
    raise SeedError(
        f"{reference}: no source is called {kind!r}", hint=f"known: {', '.join(f'{name}:' for name in source_kinds())}"
    )


def _read(session: Session, file: FetchedFile, limits: Limits) -> TableFile:
    name = file.path.name
    arguments = {"path": f"inputs/{name}", "format": file.format.value, "sheet": file.sheet}
    answer = session.call("read_table", arguments, limits=limits)
    try:
        # The process that read a stranger's bytes may answer anything.
        reading = _Reading.model_validate(answer)
    except ValidationError as error:
        raise SandboxError(f"{name}: the sandbox gave no table: {error}", hint="please report this") from error
    return TableFile(
        name=name,
        format=file.format,
        sha256=sha256_of_file(file.path),
        size=file.path.stat().st_size,
        rows=reading.rows,
        columns=reading.columns,
        reader=reading.reader,
        repairs=(*file.repairs, *reading.repairs),
    )
