"""What the loopback Kaggle answers to each call, as data; the server knows nothing of data sets."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from tests.seeds.sources.kaggle.published import JSON, PublishedDataset, PublishedNotebook

T = TypeVar("T")

_ENDINGS: Mapping[str, str | tuple[str, ...]] = {
    "CSV": ".csv",
    "JSON": ".json",
    "SQLITE": (".sqlite", ".db"),
    "PARQUET": ".parquet",
}
_LICENCES: Mapping[str, str | tuple[str, ...]] = {"CC": "CC", "GPL": "GPL", "ODB": ("Database:", "ODbL", "ODC")}


class NotFoundError(Exception):
    """What is asked for is not published."""


@dataclass(slots=True)
class Holdings:
    """Everything that is published; tests change it while the server runs."""

    datasets: dict[str, PublishedDataset] = field(default_factory=dict)
    notebooks: dict[str, PublishedNotebook] = field(default_factory=dict)

    def dataset(self, body: JSON) -> PublishedDataset:
        """Return the data set that a request names."""
        ref = f"{body.get('ownerSlug')}/{body.get('datasetSlug')}"
        if ref not in self.datasets:
            raise NotFoundError(ref)
        return self.datasets[ref]


def list_datasets(held: Holdings, body: JSON) -> JSON:
    """Filter, sort and cut into pages as the site does."""
    words = str(body.get("search") or "").lower().split()
    found = [
        dataset
        for dataset in held.datasets.values()
        if all(word in f"{dataset.ref} {dataset.title} {dataset.subtitle}".lower() for word in words)
        and _fits(dataset, body)
    ]
    order = str(body.get("sortBy", "DATASET_SORT_BY_HOTTEST")).removeprefix("DATASET_SORT_BY_")
    if order == "VOTES":
        found.sort(key=lambda dataset: -dataset.votes)
    elif order in ("UPDATED", "PUBLISHED"):
        found.sort(key=lambda dataset: dataset.updated, reverse=True)
    page, token = _page(found, body)
    return {"datasets": [dataset.listed() for dataset in page], "nextPageToken": token}


def _fits(dataset: PublishedDataset, body: JSON) -> bool:
    kind = str(body.get("fileType", "")).removeprefix("DATASET_FILE_TYPE_GROUP_")
    licence = str(body.get("license", "")).removeprefix("DATASET_LICENSE_GROUP_")
    return (
        not dataset.private
        and (kind not in _ENDINGS or any(name.endswith(_ENDINGS[kind]) for name in dataset.files))
        and (licence not in _LICENCES or dataset.label.startswith(_LICENCES[licence]))
        and dataset.bytes_claimed >= _int(body, "minSize", 0)
        and dataset.bytes_claimed <= _int(body, "maxSize", 1 << 60)
        and str(body.get("user") or dataset.ref).split("/")[0] == dataset.ref.split("/")[0]
    )


def get_dataset(held: Holdings, body: JSON) -> JSON:
    """One data set, as a listing shows it, with its versions."""
    return held.dataset(body).page()


def get_metadata(held: Holdings, body: JSON) -> JSON:
    """One data set's metadata, with the licence's own name."""
    return {"info": held.dataset(body).metadata()}


def list_files(held: Holdings, body: JSON) -> JSON:
    """The files of a version, in pages."""
    dataset = held.dataset(body)
    version = body.get("datasetVersionNumber")
    files = dataset.files_of(version if isinstance(version, int) else None)
    if files is None:
        raise NotFoundError(dataset.ref)
    page, token = _page(list(files.items()), body)
    listed = [
        {"name": name, "totalBytes": len(content), "creationDate": "2024-05-01T12:00:00Z"} for name, content in page
    ]
    return {"datasetFiles": listed, "nextPageToken": token}


def list_notebooks(held: Holdings, body: JSON) -> JSON:
    """Notebooks about a data set, in pages."""
    found = [
        notebook
        for notebook in held.notebooks.values()
        if body.get("dataset") in (None, "", notebook.dataset)
        and body.get("language") in (None, "", "all", notebook.language)
        and body.get("kernelType") in (None, "", "all", notebook.kind)
    ]
    if body.get("sortBy") == "VOTE_COUNT":
        found.sort(key=lambda notebook: -notebook.votes)
    page, token = _page(found, body)
    return {"kernels": [notebook.listed() for notebook in page], "nextPageToken": token}


def get_notebook(held: Holdings, body: JSON) -> JSON:
    """One notebook with its text."""
    ref = f"{body.get('userName')}/{str(body.get('kernelSlug')).split('/')[0]}"
    if ref not in held.notebooks:
        raise NotFoundError(ref)
    notebook = held.notebooks[ref]
    return {"metadata": notebook.listed(), "blob": notebook.blob()}


def _page(found: Sequence[T], body: JSON) -> tuple[Sequence[T], str]:
    size = _int(body, "pageSize", 20)
    token = str(body.get("pageToken") or "")
    start = int(token.removeprefix("from-")) if token else (_int(body, "page", 1) - 1) * size
    return found[start : start + size], f"from-{start + size}" if start + size < len(found) else ""


def _int(body: JSON, key: str, default: int) -> int:
    value = body.get(key)
    return value if isinstance(value, int) else default


ANSWERS: Mapping[str, Callable[[Holdings, JSON], JSON]] = {
    "ListDatasets": list_datasets,
    "GetDataset": get_dataset,
    "GetDatasetMetadata": get_metadata,
    "ListDatasetFiles": list_files,
    "ListKernels": list_notebooks,
    "GetKernel": get_notebook,
}
