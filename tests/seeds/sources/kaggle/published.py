"""What the loopback Kaggle publishes: data sets and notebooks as plain data, and as JSON on the wire."""

import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

JSON = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class PublishedDataset:
    """One data set. Sizes are those of `files` unless `size` says otherwise."""

    ref: str
    """``OWNER/SLUG``."""
    title: str = ""
    files: Mapping[str, bytes] = field(default_factory=lambda: {"table.csv": b"a,b\n1,2\n3,4\n"})
    subtitle: str = ""
    description: str = ""
    label: str = "CC0: Public Domain"
    """The licence as listings show it."""
    licence: str = "CC0-1.0"
    """The licence as the metadata call shows it."""
    votes: int = 0
    usability: float | None = 0.9
    downloads: int = 0
    notebooks: int = 0
    """As the page counts them; independent of the notebooks that are published."""
    version: int = 1
    updated: datetime = datetime(2024, 5, 1, 12, tzinfo=UTC)
    private: bool = False
    tags: tuple[str, ...] = ()
    size: int | None = None
    """Bytes that the page claims."""
    archive: bytes | None = None
    """The zip that a download gives, where it is not made of `files`."""
    older: Mapping[int, Mapping[str, bytes]] = field(default_factory=dict)
    """Files of earlier versions, by number."""
    days: Mapping[int, datetime] = field(default_factory=dict)
    """When each version was published, as far as the page lists it."""
    columns: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """What the page says of columns, by file and name."""
    packs_files: bool = False
    """Whether a file that is asked for by itself comes as a zip."""

    @property
    def bytes_claimed(self) -> int:
        """What the page says that all files have together."""
        return sum(map(len, self.files.values())) if self.size is None else self.size

    def files_of(self, version: int | None) -> Mapping[str, bytes] | None:
        """Return the files of a version, the current one for None; None when there is no such version."""
        return self.files if version in (None, self.version) else self.older.get(version)

    def zipped(self, version: int | None) -> bytes:
        """Return what a download gives: the same bytes each time."""
        files = self.files_of(version) or {}
        return self.archive if self.archive is not None else zip_of(files)

    def content(self, file: str, version: int | None) -> bytes:
        """Return what a download of one file gives, or of all for an empty name."""
        if not file:
            return self.zipped(version)
        content = (self.files_of(version) or {})[file]
        return zip_of({file.rpartition("/")[2]: content}) if self.packs_files else content

    def page(self) -> JSON:
        """Return the answer of GetDataset, which lists the versions."""
        versions = [
            {
                "versionNumber": number,
                "creationDate": day.strftime("%Y-%m-%dT%H:%M:%SZ"),
                "versionNotes": f"note {number}",
                "status": "Ready",
            }
            for number, day in self.days.items()
        ]
        return {**self.listed(), "versions": versions}

    def listed(self) -> JSON:
        """Return the entry of a listing."""
        owner, slug = self.ref.split("/")
        return {
            "id": 1 + abs(hash(self.ref)) % 1_000_000,
            "ref": self.ref,
            "title": self.title or slug,
            "subtitle": self.subtitle,
            "description": self.description,
            "creatorName": owner,
            "ownerName": owner,
            "ownerRef": owner,
            "url": f"https://www.kaggle.com/datasets/{self.ref}",
            "totalBytes": self.bytes_claimed,
            "lastUpdated": self.updated.strftime("%Y-%m-%dT%H:%M:%S.%f") + "7Z",
            "downloadCount": self.downloads,
            "isPrivate": self.private,
            "licenseName": self.label,
            "kernelCount": self.notebooks,
            "voteCount": self.votes,
            "currentVersionNumber": self.version,
            "usabilityRating": self.usability,
            "tags": [{"ref": tag, "name": tag} for tag in self.tags],
        }

    def metadata(self) -> JSON:
        """Return the ``info`` of GetDatasetMetadata."""
        owner, slug = self.ref.split("/")
        return {
            "datasetSlug": slug,
            "ownerUser": owner,
            "usabilityRating": self.usability,
            "totalVotes": self.votes,
            "totalDownloads": self.downloads,
            "title": self.title or slug,
            "subtitle": self.subtitle,
            "description": self.description,
            "isPrivate": self.private,
            "keywords": list(self.tags),
            "licenses": [{"name": self.licence}] if self.licence else [],
            "data": [
                {
                    "name": file,
                    "columns": [
                        {"name": name, "description": words, "type": "string"} for name, words in columns.items()
                    ],
                }
                for file, columns in self.columns.items()
            ],
        }


@dataclass(frozen=True, slots=True)
class PublishedNotebook:
    """One notebook about a data set."""

    ref: str
    """``OWNER/SLUG``."""
    dataset: str
    source: str = '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'
    title: str = ""
    votes: int = 0
    language: str = "python"
    kind: str = "notebook"
    """``notebook`` or ``script``."""
    updated: datetime = datetime(2024, 6, 1, 12, tzinfo=UTC)

    def listed(self) -> JSON:
        """Return the entry of a listing."""
        owner, slug = self.ref.split("/")
        return {
            "id": 1 + abs(hash(self.ref)) % 1_000_000,
            "ref": self.ref,
            "title": self.title or slug,
            "author": owner,
            "slug": slug,
            "lastRunTime": self.updated.strftime("%Y-%m-%dT%H:%M:%S.%f") + "7Z",
            "language": self.language,
            "kernelType": self.kind,
            "totalVotes": self.votes,
            "datasetDataSources": [self.dataset],
        }

    def blob(self) -> JSON:
        """Return the ``blob`` of GetKernel."""
        slug = self.ref.split("/")[1]
        return {"source": self.source, "language": self.language, "kernelType": self.kind, "slug": slug}


def zip_of(files: Mapping[str, bytes]) -> bytes:
    """Return a zip of files by path, the same bytes each time."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, (2024, 5, 1, 12, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return out.getvalue()
