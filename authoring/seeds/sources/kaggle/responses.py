"""The client's objects as records of ours: bounded, fit to be written; odd shapes raise."""

from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from authoring.records.dataset_metadata import DatasetColumn, DatasetFile, DatasetInfo, DatasetVersion, NotebookInfo
from authoring.records.seed import Publication
from authoring.seeds.sources.kaggle.errors import UnexpectedAnswerError
from authoring.seeds.sources.kaggle.references import SITE, notebook_url

_SHORT, _LONG = 300, 20_000
"""Characters of a title and of a description that are kept."""
_MOST_COLUMNS = 2_000
"""Columns of a data set whose texts are kept: a seed's tables have no more."""


@dataclass(frozen=True, slots=True)
class DatasetPage:
    """One page of a listing."""

    datasets: tuple[DatasetInfo, ...]
    next_page: str
    """What the next page is asked for with; empty on the last one."""


@dataclass(frozen=True, slots=True)
class NotebookText:
    """A notebook with its text, not looked at yet."""

    info: NotebookInfo
    text: str
    language: str
    """``python``, ``r``, ..."""
    kind: str
    """``notebook`` or ``script``."""


def dataset_info(dataset: Any, metadata: Any = None) -> DatasetInfo:
    """Read a data set from a listing or its own page.

    Args:
        dataset: the client's ``ApiDataset``.
        metadata: its ``DatasetInfo``, which alone names the licence as an SPDX identifier, and the texts of columns.

    Raises:
        UnexpectedAnswerError: it has no name, or fields of other types.
    """
    # The reference becomes a path and an address, so its form is checked.
    ref = text(dataset.ref, _SHORT)
    if ref.count("/") != 1:
        raise UnexpectedAnswerError("it is no data set")
    versions = dataset_versions(dataset)
    first = next((version.created for version in versions if version.number == 1), None)
    return DatasetInfo(
        publication=Publication(
            ref=ref,
            version=dataset.current_version_number or None,
            votes=dataset.vote_count,
            # Sites that rate nothing say 0, which is no rating.
            usability=dataset.usability_rating or None,
            downloads=dataset.download_count,
            notebooks=dataset.kernel_count,
            size=dataset.total_bytes or None,
            updated=_moment(dataset.last_updated),
            published=first or (_moment(dataset.last_updated) if dataset.current_version_number == 1 else None),
        ),
        title=text(dataset.title, _SHORT) or ref.split("/")[1],
        subtitle=text(dataset.subtitle, _SHORT),
        description=text(dataset.description, _LONG) or text(getattr(metadata, "description", ""), _LONG),
        url=f"{SITE}/datasets/{ref}",
        licence=_licence(metadata) or text(dataset.license_name, _SHORT),
        private=bool(dataset.is_private),
        tags=tuple(text(tag.name or tag.ref, _SHORT) for tag in dataset.tags or () if tag),
        versions=versions,
        columns=_described_columns(metadata),
    )


def _described_columns(metadata: Any) -> tuple[DatasetColumn, ...]:
    """Read what a publisher wrote about the columns of files; those without a text are left out."""
    files = [file for file in getattr(metadata, "data", None) or () if file]
    columns = (
        DatasetColumn(file=text(file.name, _SHORT), name=text(column.name, _SHORT), description=description)
        for file in files
        for column in file.columns or ()
        if column and (description := text(column.description, _SHORT))
    )
    return tuple(islice(columns, _MOST_COLUMNS))


def dataset_versions(dataset: Any) -> tuple[DatasetVersion, ...]:
    """Read the versions of a data set, the newest first; a listing has none."""
    versions = (
        DatasetVersion(
            number=version.version_number,
            created=_moment(version.creation_date),
            notes=text(version.version_notes, _SHORT),
            status=text(version.status, _SHORT),
        )
        for version in dataset.versions or ()
        if version
    )
    return tuple(sorted(versions, key=lambda version: -version.number))


def dataset_file(file: Any) -> DatasetFile:
    """Read one file of a listing."""
    return DatasetFile(name=text(file.name, _SHORT), size=file.total_bytes, created=_moment(file.creation_date))


def notebook_info(notebook: Any) -> NotebookInfo:
    """Read a notebook from a listing or its own page.

    Raises:
        UnexpectedAnswerError: it has no name.
    """
    # Some answers give the path of the page instead of the reference.
    ref = text(notebook.ref, _SHORT).removeprefix("/code/").strip("/")
    if ref.count("/") != 1:
        raise UnexpectedAnswerError("it is no notebook")
    return NotebookInfo(
        ref=ref,
        title=text(notebook.title, _SHORT) or ref.split("/")[1],
        votes=notebook.total_votes,
        updated=_moment(notebook.last_run_time),
        url=notebook_url(ref),
    )


def notebook_text(notebook: Any, limit: int) -> NotebookText:
    """Read a notebook with its text, of at most `limit` characters.

    Raises:
        UnexpectedAnswerError: there is no text, or more of it.
    """
    source = notebook.blob.source
    if not isinstance(source, str) or not source.strip():
        raise UnexpectedAnswerError("it is empty")
    if len(source) > limit:
        raise UnexpectedAnswerError(f"it has more than {limit:,} characters")
    language, kind = text(notebook.blob.language, _SHORT).lower(), text(notebook.blob.kernel_type, _SHORT).lower()
    return NotebookText(notebook_info(notebook.metadata), source, language, kind)


def text(value: object, limit: int) -> str:
    """Return what the site says, at most `limit` characters, without halves of characters that no file can hold."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise UnexpectedAnswerError("text is expected where it has something else")
    # Cut before it is encoded, so that a text of any length costs little.
    return value[:limit].encode("utf-8", "replace").decode("utf-8").strip()


def _licence(metadata: Any) -> str:
    names = [text(licence.name, _SHORT) for licence in getattr(metadata, "licenses", None) or ()]
    return ", ".join(name for name in names if name)


def _moment(time: datetime | None) -> datetime | None:
    """Kaggle's times are UTC without saying so."""
    return time.replace(tzinfo=UTC) if time is not None and time.tzinfo is None else time
