"""What lies in an environment, read without starting anything in it, and whether it is what it should be."""

import base64
import csv
import hashlib
import importlib.metadata
from collections.abc import Iterator
from pathlib import Path

from authoring.records.environment import EnvironmentFault, InstalledPackage, LooseFile, MadeEnvironment
from authoring.sandbox.environments.lock import Lock, normalized

MOST = 5
"""Files of one package that are named."""
AGAIN = "make it again: authoring env remove, then authoring env create"


def contents_of(folder: Path) -> tuple[tuple[InstalledPackage, ...], tuple[LooseFile, ...]]:
    """Return the packages in an environment's folder, and the files among them that belong to none; both sorted."""
    packages, owned = [], set[Path]()
    for place in _places(folder):
        for each in importlib.metadata.distributions(path=[str(place)]):
            record = each.read_text("RECORD") or ""
            owned |= {_located(place, path) for path, _, _ in _rows(record)}
            digest = hashlib.sha256(record.encode()).hexdigest()
            packages.append(InstalledPackage(name=normalized(each.name), version=each.version, record=digest))
    loose = [
        LooseFile(path=str(file.relative_to(folder.resolve())), sha256=_sha256(file).hex())
        for place in _places(folder)
        for file in sorted(place.rglob("*"))
        if file.is_file() and "__pycache__" not in file.parts and file not in owned
    ]
    return tuple(sorted(packages, key=lambda each: each.name)), tuple(loose)


def size_of(folder: Path) -> int:
    """Return the bytes of all files below a folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir())


def faults_of(folder: Path, made: MadeEnvironment, lock: Lock) -> tuple[EnvironmentFault, ...]:
    """Return where an environment is not what its lock says, or not as it was when it was made.

    Every file that a package brought is compared with the hash that the package gives for it; files that Python
    compiled have none.
    """
    packages, loose = contents_of(folder)
    return (
        *_against_lock(packages, lock),
        *_against_record(packages, loose, made),
        *(fault for place in _places(folder) for fault in _changed_files(place)),
    )


def _against_lock(packages: tuple[InstalledPackage, ...], lock: Lock) -> Iterator[EnvironmentFault]:
    there = {each.name: each.version for each in packages}
    locked = {pin.name: {other.version for other in lock.pins if other.name == pin.name} for pin in lock.pins}
    for pin in lock.pins:
        if pin.name not in there and not pin.conditional:
            yield EnvironmentFault(message=f"{pin.name} {pin.version} is locked and not there", hint=AGAIN)
    for name, version in there.items():
        if name not in locked:
            yield EnvironmentFault(message=f"{name} {version} is there and not locked", hint=AGAIN)
        elif version not in locked[name]:
            wanted = " or ".join(sorted(locked[name]))
            yield EnvironmentFault(message=f"{name} is {version} and locked as {wanted}", hint=AGAIN)


def _against_record(
    packages: tuple[InstalledPackage, ...], loose: tuple[LooseFile, ...], made: MadeEnvironment
) -> Iterator[EnvironmentFault]:
    was = {(each.name, each.version): each.record for each in made.packages}
    for each in packages:
        if was.get((each.name, each.version), each.record) != each.record:
            yield EnvironmentFault(message=f"the list of {each.name}'s files has changed", hint=AGAIN)
    for file in sorted(set(loose) - set(made.loose), key=lambda file: file.path):
        yield EnvironmentFault(
            message=f"{file.path} belongs to no package and was not there, or was another", hint=AGAIN
        )


def _changed_files(place: Path) -> Iterator[EnvironmentFault]:
    for each in importlib.metadata.distributions(path=[str(place)]):
        rows = _rows(each.read_text("RECORD") or "")
        # Some packages bring compiled files, and installing compiles them anew.
        kept = [(path, digest) for path, digest, _ in rows if digest and not path.endswith(".pyc")]
        changed = [path for path, digest in kept if not _is(_located(place, path), digest)]
        if changed:
            shown = ", ".join(changed[:MOST]) + (f" and {len(changed) - MOST} more" if len(changed) > MOST else "")
            yield EnvironmentFault(message=f"files of {each.name} are missing or changed: {shown}", hint=AGAIN)


def _rows(record: str) -> Iterator[tuple[str, str, str]]:
    """Give path, hash and size of each file that a ``RECORD`` lists."""
    for row in csv.reader(record.splitlines()):
        if len(row) == 3:  # noqa: PLR2004 - the three that the format has
            yield row[0], row[1], row[2]


def _is(path: Path, digest: str) -> bool:
    """Tell whether a file has the hash that stands in a ``RECORD``: ``sha256=`` and base64 without its padding."""
    kind, _, expected = digest.partition("=")
    if kind != "sha256":
        return path.is_file()
    try:
        return base64.urlsafe_b64encode(_sha256(path)).rstrip(b"=").decode() == expected
    except OSError:
        return False


def _sha256(path: Path) -> bytes:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


def _located(place: Path, path: str) -> Path:
    # Paths in a RECORD may lead out of the folder of packages, to the programs beside the interpreter.
    return Path(*_normalized_parts(place / path))


def _normalized_parts(path: Path) -> tuple[str, ...]:
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return tuple(parts)


def _places(folder: Path) -> tuple[Path, ...]:
    """Return the folders that hold packages."""
    found = {path.resolve() for path in folder.resolve().glob("lib*/python3*/site-packages")}
    return tuple(sorted(found))
