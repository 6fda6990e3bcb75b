"""Files that appear whole or not at all, and scratch folders that are gone when their work is done."""

import contextlib
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import yaml

from authoring.errors import AuthoringError, WorkspaceError
from authoring.records.base import Sha256, sha256_of
from authoring.records.job import JobInput
from authoring.records.seed import InputFile
from authoring.workspace.links import open_inside
from authoring.workspace.read_lock import write_locked
from authoring.workspace.regular_file import refuse_pipe
from authoring.workspace.unfinished import locked, put_in_place, sweep_all, unfinished_file, unfinished_folder

MOST_BYTES = 100_000_000
"""``file``: bytes of the largest file that is read whole: far more than a person writes, and all that an endless device
gives."""
MOST_PROBLEM_SET = 2_000_000
"""``problem_set_file``: bytes of the file of one problem set, four for each character that is read at most."""
MOST_YAML = 8_000_000
"""``yaml_file``: bytes of a document, four for each character that is read at most."""
_NAMES = {MOST_BYTES: "file", MOST_PROBLEM_SET: "problem_set_file", MOST_YAML: "yaml_file"}


def refuse_longer(path: object, data: bytes, most: int, *, error: type[AuthoringError] = WorkspaceError) -> None:
    """Refuse what was read of a file, up to one byte more than allowed, where that byte came.

    Raises:
        AuthoringError: of the class `error`; the message names the limit.
    """
    if len(data) > most:
        limit = f"{most // 1_000_000} MB (limit {_NAMES.get(most, 'file')})"
        raise error(f"{path}: is larger than {limit}", hint="is it the right file?")


def read_bytes(path: Path, *, inside: Path | None = None, most: int = MOST_BYTES) -> bytes:
    """Return what stands in a file that a person named, or that stands in a folder: `inside` is that folder.

    Raises:
        WorkspaceError: when it cannot be read, is larger than `most` bytes, or a link leads out of the folder.
    """
    try:
        refuse_pipe(path)
        with path.open("rb") if inside is None else open_inside(path, inside, error=WorkspaceError) as file:
            # One byte more than allowed tells that a file is too large without reading an endless device to its end.
            data = file.read(most + 1)
    except OSError as error:
        raise WorkspaceError(f"{path}: {error.strerror}", hint="check the path") from error
    refuse_longer(path, data, most)
    return data


def read_text(path: Path, *, inside: Path | None = None, most: int = MOST_BYTES) -> str:
    """Return a text file as it stands, line endings and byte order mark included; arguments as for `read_bytes`.

    Raises:
        WorkspaceError: when it cannot be read, is not UTF-8, is larger than allowed, or a link leads out of the folder.
    """
    try:
        return read_bytes(path, inside=inside, most=most).decode("utf-8")
    except UnicodeDecodeError as error:
        raise WorkspaceError(f"{path}: byte {error.start} is not UTF-8", hint="save the file as UTF-8") from error


@contextlib.contextmanager
def folder_in_place_of(
    folder: Path, *, check: Callable[[], None] = lambda: None, read_by: Iterable[Path] = ()
) -> Iterator[Path]:
    """Give an empty folder to fill, and put it in the place of `folder` when that went well.

    Args:
        folder: it is replaced once no command reads it; see `authoring.workspace.read_lock`.
        check: looks at what stands there in the very moment before it is replaced, and raises where it may not be.
        read_by: folders around it that commands may read as a whole.

    Raises:
        WorkspaceError: another command is reading or writing it.
    """
    # Without ".." and ".", which have no name beside which another one could stand.
    folder = Path(os.path.abspath(folder))  # noqa: PTH100 - links stay, which `resolve` would follow
    with unfinished_folder(folder) as new:
        yield new
        # Only now, so that nobody waits while a folder is being filled.
        with locked(folder):
            check()
            with write_locked([*read_by, folder]) if os.path.lexists(folder) else contextlib.nullcontext():
                put_in_place(new, folder)


def write_file(path: Path, content: bytes, *, replace: bool = True, lasting: bool = True) -> bool:
    """Write a file whole: beside its place first, then renamed; return whether it was written.

    Without `replace` a file that stands there already stays as it is. What is not `lasting` may be lost with the power.
    """
    with unfinished_file(path) as (file, new):
        file.write(content)
        file.flush()
        if lasting:
            # Without it a power failure may leave an empty file under the final name.
            os.fsync(file.fileno())
        if replace:
            new.replace(path)
            return True
        try:
            # Unlike a renaming, a second name is refused where a file stands.
            path.hardlink_to(new)
        except FileExistsError:
            return False
        except OSError:
            # A file system on which files have one name, as those of memory cards.
            with locked(path):
                if os.path.lexists(path):
                    return False
                new.replace(path)
        return True


def yaml_bytes(content: object) -> bytes:
    """Return plain data as the YAML that we write."""
    return yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=120).encode()


def write_yaml(path: Path, content: object) -> None:
    """Write plain data as YAML, whole."""
    write_file(path, yaml_bytes(content))


def sha256_of_file(path: Path) -> str:
    """Return the SHA-256 of a file's bytes, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def state_of_files(folder: Path) -> Sha256:
    """Return what changes whenever a file of a folder does; equal for folders that are not there.

    Sizes and times of change stand for the bytes, which may take long to read, as they do for Python's compiled files.
    """
    facts = [(file.relative_to(folder).as_posix(), *stat_of(file)) for file in sorted(folder.rglob("*"))]
    return sha256_of(json.dumps(facts))


def stat_of(path: Path) -> tuple[int, ...]:
    """Return size and times of change of a file; nothing of one that is not there."""
    try:
        about = path.stat()
    except OSError:
        # A link that leads nowhere, or a file that another process removed meanwhile.
        return ()
    return about.st_size, about.st_mtime_ns, about.st_ctime_ns


def files_in(path: Path) -> tuple[tuple[str, Path], ...]:
    """Return an input file, or every file of a folder, with what code calls it below ``inputs/``; sorted."""
    inside = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
    return tuple((file.relative_to(path.parent).as_posix(), file) for file in inside)


def job_inputs(path: Path) -> tuple[JobInput, ...]:
    """Return an input file, or the files of a folder, as a job holds them.

    One that cannot be read gets a hash that no content has.
    """
    return tuple(_job_input(name, file) for name, file in files_in(path))


def _job_input(name: str, path: Path) -> JobInput:
    try:
        return JobInput(name=name, sha256=sha256_of_file(path), size=path.stat().st_size, path=str(path))
    except OSError:
        # The dry run will say why, as of this set.
        return JobInput(name=name, sha256="0" * 64, size=0, path=str(path))


def sha256_of_inputs(inputs: Iterable[Path]) -> Sha256:
    """Return the hash of input files, what code calls them included; they are read."""
    return sha256_of(json.dumps(sorted((file.name, file.sha256) for path in inputs for file in job_inputs(path))))


def copy_into(folder: Path, path: Path) -> None:
    """Copy an input file, or a folder of them, into a folder that has nothing of its name.

    Raises:
        SeedError: it is, or holds by now, a link that leads out of the folder that it stands in.
    """
    for name, file in files_in(path):
        copy_file(file, folder / name, inside=path.parent)


def copy_file(source: Path, target: Path, *, inside: Path | None) -> None:
    """Copy the content of a file; where it is one of a stranger's folder, `inside` is that folder.

    Raises:
        SeedError: a link leads out of the folder.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with source.open("rb") if inside is None else open_inside(source, inside) as reader, target.open("xb") as writer:
        shutil.copyfileobj(reader, writer)


def refuse_changed_copies(folder: Path, files: Iterable[InputFile]) -> None:
    """Stop where copies in a folder are not the files that they are said to be.

    Raises:
        WorkspaceError: one has other bytes, is missing, or is one too many.
    """
    expected = {file.name: file.sha256 for file in files}
    copies = {file.relative_to(folder).as_posix(): sha256_of_file(file) for _, file in files_in(folder)}
    changed = sorted(name for name in expected.keys() | copies.keys() if expected.get(name) != copies.get(name))
    if changed:
        raise WorkspaceError(
            f"{changed[0]}: was changed while it was being copied", hint="see that nobody writes to it, and try again"
        )


@contextlib.contextmanager
def scratch_folder(root: Path, purpose: str) -> Iterator[Path]:
    """Give an empty folder below the workspace's ``.authoring/``, and remove it afterwards.

    A process that is killed leaves its folder behind; whoever asks for one next removes those that nobody holds.
    """
    home = root / ".authoring" / "scratch"
    home.mkdir(parents=True, exist_ok=True)
    sweep_all(home)
    with unfinished_folder(home / purpose) as folder:
        yield folder
