"""Data sets of Kaggle as seeds: all tables of one version, what the page says of them, and the most-voted notebook.

Kaggle is asked through its own client, which need not be installed; what talks to it stands beside this module.
"""

import json
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from authoring.errors import SeedError
from authoring.records.dataset_metadata import DatasetFile, DatasetInfo, NotebookInfo
from authoring.records.seed import NotebookSource, Publication
from authoring.seeds.file_names import SUFFIXES, safe_stem
from authoring.seeds.notebooks.codes import NO_CODE
from authoring.seeds.notebooks.reading import read_notebook
from authoring.seeds.sources.base import (
    FetchedNotebook,
    FetchedSeed,
    FetchOptions,
    NotebookRequest,
    OnBytes,
    ignore_bytes,
)
from authoring.seeds.sources.kaggle.download import is_archive
from authoring.seeds.sources.kaggle.errors import MissingError, NoAccessError, RestError
from authoring.seeds.sources.kaggle.parts import download_folder
from authoring.seeds.sources.kaggle.references import DatasetReference, dataset_reference, notebook_reference
from authoring.seeds.unpacking import (
    MAX_TABLES,
    FetchedFile,
    ScratchFolder,
    is_table_name,
    matches,
    no_such_file,
)

if TYPE_CHECKING:
    from authoring.seeds.sources.kaggle.client import Kaggle
    from authoring.seeds.sources.kaggle.responses import NotebookText


_ENDINGS = {("python", "notebook"): ".ipynb", ("python", "script"): ".py"}
"""What a reference notebook may be, by language and kind, and how its file is called."""
_MOST_PULLED = 5
"""Notebooks that are asked for before a seed goes without one."""
_LONGEST_LOOK = 90.0
"""Seconds after which no further notebook is asked for: a site that is silent about some keeps the data waiting."""
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
        options: FetchOptions = FetchOptions(),
        on_bytes: OnBytes = ignore_bytes,
    ) -> FetchedSeed:
        """Download one data set, or the files of it that are chosen, check it, and unpack its tables into `scratch`.

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
            listed = kaggle.files(dataset.ref, version)
            patterns = options.files or ((reference.select,) if reference.select else ())
            chosen = _chosen(dataset, listed, patterns)
            _refuse_unsuited(dataset, chosen if patterns else listed, limit)
            # Before the data, so that a notebook that is named wrongly costs no download.
            passed_over: list[str] = []
            text = _named_notebook(kaggle, notebook_ref) if notebook_ref else None
            if not (notebook_ref or notebook.excluded):
                text = _voted_notebook(kaggle, dataset.ref, passed_over)
            into = ScratchFolder(scratch, limit, sheets=options.sheets)
            files: list[FetchedFile] = []
            with download_folder(options.parts, dataset, scratch) as folder:
                for name in [file.name for file in chosen] if patterns else _downloads(listed, limit):
                    path = kaggle.download(dataset.ref, version, folder, file=name, limit=limit, on_bytes=on_bytes)
                    archive = _as_archive(path)
                    files += into.add(archive, f"kaggle:{dataset.label}")
                    # The scratch folder then holds tables only.
                    archive.unlink()
        into.refuse_unmet()
        into.left_out += [f"{file.name}: not chosen" for file in listed if patterns and file not in chosen]
        return FetchedSeed(
            name=safe_stem(dataset.slug),
            source=f"kaggle:{dataset.label}",
            # That it came in an archive is Kaggle's doing and says nothing about the data.
            files=tuple(replace(file, repairs=()) for file in files),
            title=info.title,
            description="\n\n".join(part for part in (info.subtitle, info.description) if part),
            url=dataset.url,
            licence=info.licence or "unknown",
            publication=_publication(info, version, listed),
            notebook=_written(text, scratch),
            left_out=(*into.left_out, *passed_over),
            documents=(*_documents(info, chosen if patterns else listed), *into.documents),
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


def _publication(info: DatasetInfo, version: int | None, files: Sequence[DatasetFile]) -> Publication:
    """Return what the page says of the version that is taken: an older one has a day and a size of its own.

    The licence is the data set's, and one for all its versions: the site states none of a version.
    """
    own: dict[str, object] = {"version": version, "title": info.title, "licence": info.licence}
    if version != info.publication.version:
        dated = {listed.number: listed.created for listed in info.versions}
        updated = dated.get(version or 0) or max((file.created for file in files if file.created), default=None)
        own |= {"updated": updated, "size": sum(file.size for file in files), "pinned": True}
    return info.publication.model_copy(update=own)


def _chosen(dataset: DatasetReference, files: Sequence[DatasetFile], patterns: Sequence[str]) -> list[DatasetFile]:
    """Return the tables that are chosen.

    Raises:
        SeedError: a name or pattern means none of them.
    """
    tables = [file for file in files if is_table_name(file.name)]
    unmet = [pattern for pattern in patterns if not any(matches(file.name, pattern) for file in tables)]
    if unmet:
        refusal = no_such_file(unmet, [file.name for file in tables])
        raise SeedError(f"{dataset.label}: {refusal.message}", hint=refusal.hint)
    return [file for file in tables if any(matches(file.name, pattern) for pattern in patterns)]


def _downloads(files: Sequence[DatasetFile], limit: int) -> list[str]:
    """Return the files that are downloaded one by one; an empty name stands for all of them in one archive."""
    tables = [file.name for file in files if is_table_name(file.name)]
    # Pictures beside tables may be more than may come at all.
    return tables if tables and sum(file.size for file in files) > limit else [""]


def _documents(info: DatasetInfo, files: Sequence[DatasetFile]) -> tuple[tuple[str, str], ...]:
    """Return what the page says of the columns of the tables that are taken, as a Table Schema, if it says something.

    The types that the page shows are the site's own guesses from the values, which rules here see themselves.
    """
    names = Counter(PurePosixPath(file.name).name.lower() for file in files if is_table_name(file.name))
    # Of two files of one name in several folders, the texts would be taken for those of the first.
    tables = {file.name for file in files if names[PurePosixPath(file.name).name.lower()] == 1}
    fields: dict[str, list[dict[str, str]]] = {}
    for column in info.columns:
        if column.file in tables:
            fields.setdefault(column.file, []).append({"name": column.name, "description": column.description})
    if not fields:
        return ()
    resources = [{"path": file, "schema": {"fields": columns}} for file, columns in fields.items()]
    return ((f"the page of {info.publication.ref}", json.dumps({"resources": resources}, ensure_ascii=False)),)


def _as_archive(path: Path) -> Path:
    """Return a download under a name that says what it is: the site packs some of the single files that it gives."""
    if path.suffix in {".zip", ".xlsx"} or not is_archive(path):
        return path
    return path.rename(path.with_name(f"{path.name}.zip"))


def _refuse_unsuited(dataset: DatasetReference, files: Sequence[DatasetFile], limit: int) -> None:
    """Refuse a data set of which nothing could be used, before it is downloaded."""
    tables = [file for file in files if is_table_name(file.name)]
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
            hint="choose the ones that matter: --files NAME",
        )
    size = sum(file.size for file in tables)
    if size > limit:
        raise SeedError(
            f"{dataset.label}: its tables have {size:,} bytes, and those of one seed may have {limit:,}",
            hint="choose some of them: --files NAME, or raise max_inputs in authoring.toml",
        )


def _ending(file: DatasetFile) -> str:
    return PurePosixPath(file.name).suffix.lower()


def _named_notebook(kaggle: "Kaggle", ref: str) -> "NotebookText":
    """Return a notebook that a person names.

    Raises:
        SeedError: it cannot be had, or is not in Python; or Kaggle cannot be asked at all.
    """
    try:
        text = kaggle.read_notebook(ref)
    except NoAccessError:
        raise
    except SeedError as error:
        raise type(error)(error.message, hint="; or ".join(filter(None, (error.hint, _NO_NOTEBOOK)))) from None
    if (text.language, text.kind) not in _ENDINGS:
        raise SeedError(f"the notebook {ref} is in {text.language or 'no language'}", hint=_NO_NOTEBOOK)
    return text


def _voted_notebook(kaggle: "Kaggle", ref: str, passed_over: list[str]) -> "NotebookText | None":
    """Return the most-voted notebook about a data set that can be used, those with code first, if any.

    What is passed over is told in `passed_over`: a notebook that nobody named never keeps the data out.

    Raises:
        SeedError: Kaggle cannot be asked at all.
    """
    wordy: NotebookText | None = None
    try:
        # The most-voted come first, and each miss costs a call.
        candidates: Sequence[NotebookInfo] = kaggle.notebooks(ref)[:_MOST_PULLED]
        none = "none of the most-voted ones can be used" if candidates else "there is none in Python"
        end = time.monotonic() + _LONGEST_LOOK
        for info in candidates:
            if time.monotonic() > end:
                none = f"no further one was asked for after {_LONGEST_LOOK:g} s"
                break
            usable = _usable_notebook(kaggle, info.ref, passed_over)
            if usable is not None and _has_code(usable):
                return usable
            wordy = wordy or usable
    except NoAccessError:
        raise
    # The list of notebooks cannot be had, or Kaggle wants rest, which the next notebook would only say again.
    except SeedError as error:
        none = error.message
    # One without code says little, and more than none.
    if wordy is not None:
        return wordy
    passed_over.append(f"a reference notebook: {none}" + ("" if none.startswith("there is") else f"; {_NO_NOTEBOOK}"))
    return None


def _usable_notebook(kaggle: "Kaggle", ref: str, passed_over: list[str]) -> "NotebookText | None":
    """Return a notebook; None, and the reason in `passed_over`, where it cannot be had, read or used.

    Raises:
        SeedError: Kaggle cannot be asked at all, or wants rest.
    """
    try:
        text = kaggle.read_notebook(ref)
    except (NoAccessError, RestError):
        raise
    except SeedError as error:
        passed_over.append(f"notebook {ref}: {error.message}")
        return None
    ending = _ENDINGS.get((text.language, text.kind))
    if ending is None:
        passed_over.append(f"notebook {ref}: it is in {text.language or 'no language'}")
        return None
    read = read_notebook(text.text, f"notebook{ending}")
    if not read.readable:
        passed_over.append(f"notebook {ref}: {read.findings[0].message}")
        return None
    return text


def _has_code(text: "NotebookText") -> bool:
    read = read_notebook(text.text, f"notebook{_ENDINGS[text.language, text.kind]}")
    return all(finding.code != NO_CODE.code for finding in read.findings)


def _written(text: "NotebookText | None", scratch: Path) -> FetchedNotebook | None:
    if text is None:
        return None
    path = scratch / f"notebook{_ENDINGS[text.language, text.kind]}"
    path.write_text(text.text, encoding="utf-8", errors="replace")
    return FetchedNotebook(path, NotebookSource(ref=text.info.ref, title=text.info.title, votes=text.info.votes))
