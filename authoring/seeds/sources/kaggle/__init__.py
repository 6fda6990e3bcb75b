"""Data sets of Kaggle as seeds: all tables of one version, what the page says of them, and the most-voted notebook.

Kaggle is asked through its own client, which need not be installed; what talks to it stands beside this module.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from authoring.errors import SeedError
from authoring.records.dataset_metadata import DatasetFile, DatasetInfo, NotebookInfo
from authoring.records.seed import NotebookSource
from authoring.seeds.file_names import SUFFIXES, safe_stem
from authoring.seeds.sources.base import FetchedNotebook, FetchedSeed, NotebookRequest, OnBytes, ignore_bytes
from authoring.seeds.sources.kaggle.errors import MissingError, WithheldError
from authoring.seeds.sources.kaggle.references import DatasetReference, dataset_reference, notebook_reference
from authoring.seeds.unpacking import MAX_TABLES, ScratchFolder

if TYPE_CHECKING:
    from authoring.seeds.sources.kaggle.client import Kaggle
    from authoring.seeds.sources.kaggle.responses import NotebookText


_ENDINGS = {("python", "notebook"): ".ipynb", ("python", "script"): ".py"}
"""What a reference notebook may be, by language and kind, and how its file is called."""
_MOST_PULLED = 3
"""Notebooks that are asked for before a seed goes without one."""
_NO_NOTEBOOK = "name another with --notebook OWNER/SLUG, or take none: --no-notebook"


class KaggleSource:
    """``kaggle:OWNER/SLUG``, or ``kaggle:OWNER/SLUG@VERSION``."""

    def fetch(
        self,
        references: Sequence[str],
        *,
        scratch: Path,
        limit: int,
        notebook: NotebookRequest = NotebookRequest(),
        on_bytes: OnBytes = ignore_bytes,
    ) -> FetchedSeed:
        """Download one data set, check it, and unpack the tables in it into `scratch`.

        Raises:
            SeedError: Kaggle cannot be asked, does not give it, or there is no table in it that may be used.
        """
        from authoring.seeds.sources.kaggle.client import Kaggle  # noqa: PLC0415 - only those who ask Kaggle wait for it

        if len(references) != 1:
            raise SeedError("a seed is made of one data set of Kaggle's", hint="add each as a seed of its own")
        reference = dataset_reference(references[0])
        notebook_ref = notebook_reference(notebook.reference) if notebook.reference and not notebook.excluded else ""
        with Kaggle.open() as kaggle:
            info = kaggle.dataset(reference.ref)
            version = _version(reference, info)
            dataset = DatasetReference(info.publication.ref, version)
            _refuse_unsuited(dataset, kaggle.files(dataset.ref, version), limit)
            # Before the data, so that a notebook that is named wrongly costs no download.
            passed_over: list[str] = []
            text = None if notebook.excluded else _notebook(kaggle, dataset.ref, notebook_ref, passed_over)
            archive = kaggle.download(dataset.ref, version, scratch, limit=limit, on_bytes=on_bytes)
        into = ScratchFolder(scratch, limit)
        files = into.add(archive, f"kaggle:{dataset.label}")
        # The scratch folder then holds tables only.
        archive.unlink()
        return FetchedSeed(
            name=safe_stem(dataset.slug),
            source=f"kaggle:{dataset.label}",
            # That it came in an archive is Kaggle's doing and says nothing about the data.
            files=tuple(replace(file, repairs=()) for file in files),
            title=info.title,
            description="\n\n".join(part for part in (info.subtitle, info.description) if part),
            url=dataset.url,
            licence=info.licence or "unknown",
            publication=info.publication.model_copy(
                update={"version": version, "title": info.title, "licence": info.licence}
            ),
            notebook=_written(text, scratch),
            left_out=(*into.left_out, *passed_over),
        )


SOURCE = KaggleSource()
"""What the registry finds."""


def _version(reference: DatasetReference, info: DatasetInfo) -> int | None:
    """Return the version to download: always a certain one, so that what comes cannot change on the way.

    Raises:
        SeedError: there is no such version yet.
    """
    newest = info.publication.version
    if reference.version and newest and reference.version > newest:
        raise MissingError(
            f"{reference.ref} has no version {reference.version}; its newest is {newest}",
            hint=f"kaggle:{reference.ref}@{newest}",
        )
    return reference.version or newest


def _refuse_unsuited(dataset: DatasetReference, files: Sequence[DatasetFile], limit: int) -> None:
    """Refuse a data set of which nothing could be used, before it is downloaded."""
    # Texts in a data set are mostly there to be read by people.
    tables = [file for file in files if _ending(file) in SUFFIXES.keys() - {".txt"}]
    # One big file may be listed as the archive it is; the download shows what is in it.
    if files and not tables and not any(_ending(file) == ".zip" for file in files):
        kinds = Counter(_ending(file) or "no ending" for file in files)
        contents = ", ".join(f"{count} of {kind}" for kind, count in kinds.most_common(5))
        raise SeedError(
            f"{dataset.label} holds no table; it has {contents}", hint=f"known endings: {', '.join(SUFFIXES)}"
        )
    if len(tables) > MAX_TABLES:
        raise SeedError(
            f"{dataset.label} holds {len(tables)} tables, and a seed may have {MAX_TABLES}",
            hint=f"take the ones that matter by hand from {dataset.url}",
        )
    size = sum(file.size for file in tables)
    if size > limit:
        raise SeedError(
            f"{dataset.label}: its tables have {size:,} bytes, and those of one seed may have {limit:,}",
            hint=f"take a part of it by hand from {dataset.url}, or raise max_inputs in authoring.toml",
        )


def _ending(file: DatasetFile) -> str:
    return PurePosixPath(file.name).suffix.lower()


def _notebook(kaggle: "Kaggle", ref: str, requested_ref: str, passed_over: list[str]) -> "NotebookText | None":
    """Return the notebook that is named, else the most-voted one about the data set that can be had, if any.

    Raises:
        SeedError: the one that is named cannot be had, or is not in Python.
    """
    if requested_ref:
        text = kaggle.read_notebook(requested_ref)
        if (text.language, text.kind) not in _ENDINGS:
            raise SeedError(f"the notebook {requested_ref} is in {text.language or 'no language'}", hint=_NO_NOTEBOOK)
        return text
    # The most-voted come first, and each miss costs a call.
    candidates: Sequence[NotebookInfo] = kaggle.notebooks(ref)[:_MOST_PULLED]
    for info in candidates:
        try:
            text = kaggle.read_notebook(info.ref)
        except (MissingError, WithheldError) as error:
            passed_over.append(f"notebook {info.ref}: {error.message}")
            continue
        if (text.language, text.kind) in _ENDINGS:
            return text
        passed_over.append(f"notebook {info.ref}: it is in {text.language or 'no language'}")
    if not candidates:
        passed_over.append("a reference notebook: there is none in Python")
    return None


def _written(text: "NotebookText | None", scratch: Path) -> FetchedNotebook | None:
    if text is None:
        return None
    path = scratch / f"notebook{_ENDINGS[text.language, text.kind]}"
    path.write_text(text.text, encoding="utf-8", errors="replace")
    return FetchedNotebook(path, NotebookSource(ref=text.info.ref, title=text.info.title, votes=text.info.votes))
