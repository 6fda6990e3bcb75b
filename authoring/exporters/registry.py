"""The formats problem sets can be exported in."""

from collections.abc import Sequence

from authoring.errors import UsageError
from authoring.exporters import dseval
from authoring.exporters.base import Exporter
from authoring.records import AdmittedSet, Bundle
from authoring.validators.base import Dialect

EXPORTERS: dict[str, Exporter] = {"dseval": dseval.export}


def export(
    target: str, problemsets: Sequence[AdmittedSet], *, name: str, version: str, dialect: Dialect = "dseval"
) -> Bundle:
    """Return admitted sets in another project's format; the same sets give the same bytes.

    Args:
        target: a key of `EXPORTERS`.
        problemsets: with their data, from `Workspace.read_problemset`.
        name: what the benchmark is called in the format.
        version: of the benchmark.
        dialect: whose rules the benchmark is judged by.

    Returns:
        Files as data, sorted by path; `Workspace.write_bundle` writes them.

    Raises:
        UsageError: when there is no such format.
        ExportError: when a set cannot be said in the format.
    """
    if target not in EXPORTERS:
        raise UsageError(f"no format is called {target}", hint=f"formats: {', '.join(EXPORTERS)}")
    return EXPORTERS[target](problemsets, name=name, version=version, dialect=dialect)
