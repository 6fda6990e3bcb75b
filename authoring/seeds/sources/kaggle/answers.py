"""The client's objects as records of ours: bounded, fit to be written; odd shapes raise."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from authoring.records.dataset_metadata import DatasetFile, DatasetInfo, NotebookInfo
from authoring.records.seed import Publication
from authoring.seeds.sources.kaggle.errors import UnexpectedAnswerError
from authoring.seeds.sources.kaggle.references import SITE, notebook_url

_SHORT, _LONG = 300, 20_000
"""Characters of a title and of a description that are kept."""


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


def dataset_info(found: Any, metadata: Any = None) -> DatasetInfo:
    """Read a data set from a listing or its own page.

    Args:
        found: the client's ``ApiDataset``.
        metadata: its ``DatasetInfo``, which alone names the licence as an SPDX identifier.

    Raises:
        UnexpectedAnswerError: it has no name, or fields of other types.
    """
    ref = text(found.ref, _SHORT)
    if ref.count("/") != 1:
        raise UnexpectedAnswerError("it is no data set")
    return DatasetInfo(
        publication=Publication(
            ref=ref,
            version=found.current_version_number or None,
            votes=found.vote_count,
            # Sites that rate nothing say 0, which is no rating.
            usability=found.usability_rating or None,
            downloads=found.download_count,
            notebooks=found.kernel_count,
            size=found.total_bytes or None,
            updated=_moment(found.last_updated),
        ),
        title=text(found.title, _SHORT) or ref.split("/")[1],
        subtitle=text(found.subtitle, _SHORT),
        description=text(found.description, _LONG) or text(getattr(metadata, "description", ""), _LONG),
        url=f"{SITE}/datasets/{ref}",
        licence=_licence(metadata) or text(found.license_name, _SHORT),
        private=bool(found.is_private),
        tags=tuple(text(tag.name or tag.ref, _SHORT) for tag in found.tags or () if tag),
    )


def dataset_file(found: Any) -> DatasetFile:
    """Read one file of a listing."""
    return DatasetFile(name=text(found.name, _SHORT), size=found.total_bytes)


def notebook_info(found: Any) -> NotebookInfo:
    """Read a notebook from a listing or its own page.

    Raises:
        UnexpectedAnswerError: it has no name.
    """
    ref = text(found.ref, _SHORT).removeprefix("/code/").strip("/")
    if ref.count("/") != 1:
        raise UnexpectedAnswerError("it is no notebook")
    return NotebookInfo(
        ref=ref,
        title=text(found.title, _SHORT) or ref.split("/")[1],
        votes=found.total_votes,
        updated=_moment(found.last_run_time),
        url=notebook_url(ref),
    )


def notebook_text(found: Any, most: int) -> NotebookText:
    """Read a notebook with its text, of at most `most` characters.

    Raises:
        UnexpectedAnswerError: there is no text, or more of it.
    """
    source = found.blob.source
    if not isinstance(source, str) or not source.strip():
        raise UnexpectedAnswerError("it is empty")
    if len(source) > most:
        raise UnexpectedAnswerError(f"it has more than {most:,} characters")
    language, kind = text(found.blob.language, _SHORT).lower(), text(found.blob.kernel_type, _SHORT).lower()
    return NotebookText(notebook_info(found.metadata), source, language, kind)


def text(said: object, most: int) -> str:
    """Return what the site says, at most `most` characters, without halves of characters that no file can hold."""
    if said is None:
        return ""
    if not isinstance(said, str):
        raise UnexpectedAnswerError("text is expected where it has something else")
    return said[:most].encode("utf-8", "replace").decode("utf-8").strip()


def _licence(metadata: Any) -> str:
    named = [text(licence.name, _SHORT) for licence in getattr(metadata, "licenses", None) or ()]
    return ", ".join(name for name in named if name)


def _moment(said: datetime | None) -> datetime | None:
    """Kaggle's times are UTC without saying so."""
    return said.replace(tzinfo=UTC) if said is not None and said.tzinfo is None else said
