"""Writing an export: whole, and in the place of nothing but an earlier export."""

from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from pydantic import BaseModel, ConfigDict

from authoring.errors import BenchmarkError, WorkspaceError
from authoring.records.bundle import EXPORT_MANIFEST, Bundle
from authoring.records.documents import load_json
from authoring.records.seed import InputFile
from authoring.workspace.files import folder_in_place_of, read_text, sha256_of_file, write_file

MADE_BY_LOOKING = frozenset({"__pycache__", ".ipynb_checkpoints", ".DS_Store"})
"""Left behind by programs that only read a folder."""


MOST_NAMES = 3
"""Sets of an earlier export that a refusal names."""


class _ListedSet(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    name: str = ""


class ExportSubject(BaseModel):
    """What an export is of, as its manifest says it; a manifest of before may say less."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    format: str = ""
    benchmark: str = ""
    language: str = ""
    suite: str = ""
    problemsets: tuple[_ListedSet, ...] = ()

    @classmethod
    def of(cls, target: str, benchmark: str, *, language: str, suite: str, names: Iterable[str]) -> "ExportSubject":
        """Return the subject of an export that is still to be made, of the sets of these names."""
        sets = tuple(_ListedSet(name=name) for name in names)
        return cls(format=target, benchmark=benchmark, language=language, suite=suite, problemsets=sets)

    @property
    def names(self) -> list[str]:
        """The names of its sets."""
        return [problemset.name for problemset in self.problemsets]

    def takes_place_of(self, earlier: "ExportSubject") -> bool:
        """Tell whether this is the earlier export again, made of other states or of more or fewer of the same sets."""
        pairs = (
            (self.format, earlier.format),
            (self.benchmark, earlier.benchmark),
            (self.language, earlier.language),
            (self.suite, earlier.suite),
        )
        # Benchmarks of two workspaces may have one name, and then no set in common.
        shares_sets = not set(self.names).isdisjoint(earlier.names) or not (self.names and earlier.names)
        return shares_sets and all(new == old or not (new and old) for new, old in pairs)

    def __str__(self) -> str:
        """Return it in words."""
        names = self.names
        further = [f"{len(names) - MOST_NAMES} more"] if len(names) > MOST_NAMES else []
        details = [*filter(None, (self.suite, self.language)), *names[:MOST_NAMES], *further]
        return f"{self.format} of the benchmark {self.benchmark} ({', '.join(details)})"


class _Manifest(ExportSubject):
    """What a manifest says of its export and its files."""

    files: tuple[InputFile, ...]


def write_export(folder: Path, bundle: Bundle, *, replace: bool = False) -> tuple[Path, ...]:
    """Write an export; an earlier export in the same place is replaced whole.

    One of another format or of other sets is replaced only with `replace`. Of two commands that export the same sets
    into one place at once, the later one replaces what the earlier one exported.

    Raises:
        WorkspaceError: when the folder holds another export, or anything that no export wrote, or that was changed
            since.
    """
    manifest = next((file.content for file in bundle.files if file.path == EXPORT_MANIFEST), b"{}")
    subject = None if replace else ExportSubject.model_validate_json(manifest)
    refuse_foreign(folder, subject)
    # Looked at once more in the moment before it is replaced: what another command exported meanwhile is an export too.
    with folder_in_place_of(folder, check=lambda: refuse_foreign(folder, subject)) as new:
        for file in bundle.files:
            write_file(new / file.path, file.content)
    return tuple(folder / file.path for file in bundle.files)


def refuse_foreign(folder: Path, subject: ExportSubject | None = None) -> None:
    """Stop an export into a place that holds something else; asked before a long run as well.

    An earlier export that is no export of the same `subject` is something else too, unless that is None.

    Raises:
        WorkspaceError: when it is no folder, cannot be made, or holds what no export wrote, what was changed since, or
            another export.
    """
    _refuse_closed(folder)
    # The rename at the end would replace a link itself and not the folder that it leads to.
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise WorkspaceError(f"{folder}: is no folder", hint="name a new or an empty folder")
    if folder.exists() and Path.cwd().is_relative_to(folder.resolve()):
        # Its place would be taken by a new one, and whoever stands in the old one would stand nowhere.
        raise WorkspaceError(f"{folder}: is the current folder, or holds it", hint="name another, or leave it first")
    if not folder.exists() or not any(folder.iterdir()):
        return
    manifest = _manifest(folder)
    listed = {file.name: file.sha256 for file in manifest.files}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        # No export writes a link, so a link to a folder is looked at like a file, and refused.
        if path.is_dir() and not path.is_symlink():
            continue
        if name == EXPORT_MANIFEST or MADE_BY_LOOKING.intersection(path.relative_to(folder).parts):
            continue
        if name not in listed:
            raise WorkspaceError(f"{path}: no export wrote this file", hint="move it away, or name a new folder")
        if path.is_symlink() or not path.is_file() or sha256_of_file(path) != listed[name]:
            raise WorkspaceError(
                f"{path}: was changed since it was exported", hint="move it away, or name a new folder"
            )
    if subject is not None and not subject.takes_place_of(manifest):
        raise WorkspaceError(
            f"{folder}: holds another export, {manifest}",
            hint=f"name another folder, or have {subject.format} take its place: --replace",
        )


def refuse_changed_export(
    folder: Path, *, read: Callable[[str], bool] = lambda _: True, added: Callable[[str], bool] = lambda _: False
) -> None:
    """Stop where the files of an export are not those that were exported; a folder that is no export is let pass.

    Args:
        folder: of the export.
        read: whether a file of this name, relative to the folder, is read by whoever takes the export.
        added: whether a file of this name would be read too, although no export wrote it.

    Raises:
        BenchmarkError: a file is missing, was changed, or was added.
    """
    if not (folder / EXPORT_MANIFEST).is_file():
        return
    hint = "export again, into a new folder; or, if the change is meant, admit it where the sets were admitted"
    try:
        listed = {file.name: file.sha256 for file in _manifest(folder).files}
    except WorkspaceError as error:
        raise BenchmarkError(error.message, hint=hint) from error
    for name, sha256 in sorted(listed.items()):
        path = folder / name
        if not read(name):
            continue
        # A manifest may come from a stranger, and may name no file outside of its folder.
        if not path.resolve().is_relative_to(folder.resolve()) or path.is_symlink() or not path.is_file():
            raise BenchmarkError(f"{path}: was exported, and is missing", hint=hint)
        if sha256_of_file(path) != sha256:
            raise BenchmarkError(f"{path}: was changed since it was exported", hint=hint)
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if added(name) and name not in {*listed, EXPORT_MANIFEST} and (path.is_symlink() or not path.is_dir()):
            raise BenchmarkError(f"{path}: no export wrote this file", hint=f"move it away, or {hint}")


def _refuse_closed(folder: Path) -> None:
    """Stop where nothing can be written; only trying tells, as not every file system keeps to its permissions."""
    # The folder may not exist yet, nor its parents.
    parent = next(parent for parent in folder.absolute().parents if parent.exists())
    try:
        with TemporaryDirectory(prefix=".", dir=parent):
            pass
    except OSError as error:
        raise WorkspaceError(
            f"{folder}: cannot be made, because {parent} takes no new folders: {error.strerror}",
            hint="name a folder in another place",
        ) from error


def _manifest(folder: Path) -> _Manifest:
    manifest = folder / EXPORT_MANIFEST
    if not manifest.is_file():
        raise WorkspaceError(f"{folder}: holds files that no export wrote", hint="name a new or an empty folder")
    try:
        return _Manifest.model_validate(load_json(read_text(manifest)))
    except ValueError as error:
        hint = "name a new or an empty folder"
        raise WorkspaceError(f"{manifest}: is not the manifest of an export", hint=hint) from error
