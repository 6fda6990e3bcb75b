"""Tables that installed packages carry; their code is not run, except scikit-learn's own loaders."""

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from authoring.errors import SeedError
from authoring.seeds.file_names import SUFFIXES, format_of, safe_stem, title_of
from authoring.seeds.sources.base import (
    FetchedSeed,
    FetchOptions,
    NotebookRequest,
    OnBytes,
    ignore_bytes,
    refuse_choice,
    refuse_notebook,
)
from authoring.seeds.sources.package.catalogue import CATALOGUE, KnownTable
from authoring.seeds.unpacking import FetchedFile, ScratchFolder, too_big

_PACKAGE_ALIASES = {"sklearn": "scikit-learn"}
_SAYS_NOTHING = {"tables", "data"}
"""Tables that are better called by their package."""
_CLASSES = {"iris": "species", "wine": "cultivar", "breast_cancer": "diagnosis"}
"""scikit-learn's tables of classes, and what the column of class labels is called."""
_NO_DATA = {"tests", "test", "testing", "node_modules", "schemas"}
"""Folders whose tables are not meant for readers."""


class PackageSource:
    """``package:NAME/TABLE``: NAME as on the package index, TABLE as in the catalogue, else as its file is called."""

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
        """Copy one table of an installed package into `scratch`.

        Raises:
            SeedError: when the package is not installed, has no such table, or no table was named.
        """
        del on_bytes
        refuse_notebook(notebook, "a package's table")
        refuse_choice(options, "a package's table")
        if len(references) != 1:
            raise SeedError("a seed is made of one package's table", hint="add each as a seed of its own")
        distribution_name, _, table = references[0].partition("/")
        package = normal_name(distribution_name)
        installed = _installed(package)
        tables = _tables(installed, package)
        if table not in tables:
            raise _no_such_table(package, table, list(tables))
        known_table = tables[table]
        return FetchedSeed(
            name=safe_stem(package if table in _SAYS_NOTHING else Path(table).stem),
            source=f"package:{package}/{table}",
            files=_copied(installed, table, known_table, ScratchFolder(scratch, limit)),
            title=known_table.title,
            description=known_table.description,
            url=known_table.url,
            licence=known_table.licence,
        )


SOURCE = PackageSource()
"""What the registry finds."""


def normal_name(package: str) -> str:
    """Return a package's name as the package index spells it: ``vega_datasets`` is ``vega-datasets``."""
    # The spelling of PEP 503, in which package indexes compare names.
    name = re.sub(r"[-_.]+", "-", package.strip()).lower()
    return _PACKAGE_ALIASES.get(name, name)


def _installed(package: str) -> Distribution:
    hint = f"install it where authoring runs: python -m pip install {package}"
    # A hint holds the name in a command that people copy, so nothing odd may stand there.
    if not re.fullmatch(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?", package):
        raise SeedError(f"{package!r} is no name of a package", hint="write package:NAME/TABLE")
    try:
        return distribution(package)
    except PackageNotFoundError:
        raise SeedError(f"the package {package} is not installed", hint=hint) from None


def _tables(installed: Distribution, package: str) -> dict[str, KnownTable]:
    """The tables of a package: those of the catalogue, or every data file when it is not in there."""
    # The catalogue knows which tables may be copied, so for its packages nothing else is offered.
    if package in CATALOGUE:
        return CATALOGUE[package]
    paths = [
        path
        for path in installed.files or ()
        if path.suffix.lower() in SUFFIXES.keys() - {".txt"}
        and not _NO_DATA.intersection(path.parts)
        and not path.parts[0].endswith((".dist-info", ".egg-info"))
        and ".." not in path.parts
    ]
    # A table goes by its short name where that is unique, else by its path.
    stems = [path.stem for path in paths]
    licence = _licence_of(installed)
    return {
        path.stem if stems.count(path.stem) == 1 else str(path): KnownTable(
            title=title_of(path.stem),
            description=f"A table that the package {package} carries as {path}.",
            licence=licence,
            url=_metadata(installed, "Home-page"),
            files=(str(path),),
        )
        for path in sorted(paths)
    }


def _licence_of(installed: Distribution) -> str:
    """What a package says of itself; nothing is known of a single file in it."""
    statement = _metadata(installed, "License-Expression") or _metadata(installed, "License")
    # Some packages put the whole licence into this field.
    first = statement.splitlines()[0][:100] if statement else ""
    return f"{first} (of the package; none is stated for the table)" if first else "unknown"


def _metadata(installed: Distribution, key: str) -> str:
    return installed.metadata[key].strip() if key in installed.metadata else ""


def _no_such_table(package: str, table: str, tables: list[str]) -> SeedError:
    if not tables:
        return SeedError(f"the package {package} carries no tables", hint=f"tables end in {', '.join(SUFFIXES)}")
    table_list = ", ".join(sorted(tables)[:30]) + (" …" if len(tables) > 30 else "")  # noqa: PLR2004 - a screen's worth
    if not table:
        return SeedError(
            f"name one of the tables of {package}: {table_list}", hint=f"for example package:{package}/{tables[0]}"
        )
    close = get_close_matches(table, tables, 1)
    suggestion = f"did you mean package:{package}/{close[0]}? " if close else ""
    return SeedError(f"{package} has no table {table!r}", hint=f"{suggestion}it has: {table_list}")


def _copied(
    installed: Distribution, table: str, known_table: KnownTable, into: ScratchFolder
) -> tuple[FetchedFile, ...]:
    if not known_table.files:
        target = into.folder / f"{safe_stem(table)}.csv"
        _write_bundled(table, target)
        if target.stat().st_size > into.limit:
            raise too_big(table, target.stat().st_size, into.limit)
        return (FetchedFile(target, format_of(target.name), ("made by scikit-learn's loader, class labels as text",)),)
    files: list[FetchedFile] = []
    for name in known_table.files:
        # Copied from the disk, so that none of the package's code runs.
        path = Path(str(installed.locate_file(name)))
        if not path.is_file():
            raise SeedError(
                f"this version of {installed.metadata['Name']} ({installed.version}) has no {name}",
                hint="install another version of it",
            )
        files.extend(into.add(path.resolve(), name))
    return tuple(files)


def _write_bundled(name: str, target: Path) -> None:
    """Write a table that a loader of scikit-learn puts together out of several files as CSV, class labels as text."""
    from sklearn import datasets  # noqa: PLC0415 - takes a second, and only these tables need it

    load: Callable[..., Any] = getattr(datasets, f"load_{name}")
    # By default this loader standardises all values, which takes their units away.
    options = {"scaled": False} if name == "diabetes" else {}
    bundle = load(as_frame=True, **options)
    frame = bundle.data.copy()
    if name in _CLASSES:
        frame[_CLASSES[name]] = [str(bundle.target_names[label]) for label in bundle.target]
    elif name == "diabetes":
        frame["progression"] = bundle.target
    else:
        frame = frame.join(bundle.target)
    # The loaders hold counts as floats; as whole numbers they read as what they are.
    counts = [column for column, kind in frame.dtypes.items() if kind.kind == "f" and (frame[column] % 1 == 0).all()]
    frame.astype(dict.fromkeys(counts, "int64")).to_csv(target, index=False, lineterminator="\n")
