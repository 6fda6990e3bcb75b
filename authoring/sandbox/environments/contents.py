"""The packages and files of an environment, read without starting anything in it, and compared with its lock."""

import base64
import csv
import hashlib
import importlib.metadata
import os
from collections.abc import Iterator
from pathlib import Path

from authoring.records.environment import EnvironmentDiagnostic, InstalledEnvironment, InstalledPackage, LooseFile
from authoring.sandbox.environments.lock import Lock, normalized

MAX_NAMED_FILES = 5
"""Files of one package that are named."""
REMAKE_HINT = "make it again: authoring env remove, then authoring env create"


def contents_of(folder: Path) -> tuple[tuple[InstalledPackage, ...], tuple[LooseFile, ...]]:
    """Return the packages in an environment's folder, and the files among them that belong to none; both sorted."""
    packages, owned = [], set[Path]()
    for folder_of_packages in _package_folders(folder):
        for distribution in importlib.metadata.distributions(path=[str(folder_of_packages)]):
            record = distribution.read_text("RECORD") or ""
            owned |= {_resolve_in(folder_of_packages, path) for path, _, _ in _rows(record)}
            digest = hashlib.sha256(record.encode()).hexdigest()
            packages.append(
                InstalledPackage(name=normalized(distribution.name), version=distribution.version, record=digest)
            )
    loose = [
        LooseFile(path=str(file.relative_to(folder.resolve())), sha256=_sha256(file).hex())
        for folder_of_packages in _package_folders(folder)
        for file in sorted(folder_of_packages.rglob("*"))
        if file.is_file() and "__pycache__" not in file.parts and file not in owned
    ]
    return tuple(sorted(packages, key=lambda distribution: distribution.name)), tuple(loose)


def size_of(folder: Path) -> int:
    """Return the bytes of all files below a folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir())


def find_faults(folder: Path, environment: InstalledEnvironment, lock: Lock) -> tuple[EnvironmentDiagnostic, ...]:
    """Return where an environment differs from its lock, or from its state when it was made.

    Every file that a package brought is compared with the hash that the package gives for it; files that Python
    compiled have none.
    """
    packages, loose = contents_of(folder)
    return (
        *_against_lock(packages, lock),
        *_against_record(packages, loose, environment),
        *(fault for place in _package_folders(folder) for fault in _changed_files(place)),
    )


def _against_lock(packages: tuple[InstalledPackage, ...], lock: Lock) -> Iterator[EnvironmentDiagnostic]:
    installed = {package.name: package.version for package in packages}
    locked = {
        pin.name: {locked_pin.version for locked_pin in lock.pins if locked_pin.name == pin.name} for pin in lock.pins
    }
    for pin in lock.pins:
        if pin.name not in installed and not pin.conditional:
            yield EnvironmentDiagnostic(message=f"{pin.name} {pin.version} is locked and not there", hint=REMAKE_HINT)
    for name, version in installed.items():
        if name not in locked:
            yield EnvironmentDiagnostic(message=f"{name} {version} is there and not locked", hint=REMAKE_HINT)
        elif version not in locked[name]:
            locked_versions = " or ".join(sorted(locked[name]))
            yield EnvironmentDiagnostic(
                message=f"{name} is {version} and locked as {locked_versions}", hint=REMAKE_HINT
            )


def _against_record(
    packages: tuple[InstalledPackage, ...], loose: tuple[LooseFile, ...], environment: InstalledEnvironment
) -> Iterator[EnvironmentDiagnostic]:
    recorded = {(package.name, package.version): package.record for package in environment.packages}
    for package in packages:
        if recorded.get((package.name, package.version), package.record) != package.record:
            yield EnvironmentDiagnostic(message=f"the list of {package.name}'s files has changed", hint=REMAKE_HINT)
    for file in sorted(set(loose) - set(environment.loose), key=lambda file: file.path):
        yield EnvironmentDiagnostic(
            message=f"{file.path} belongs to no package and was not there, or was another", hint=REMAKE_HINT
        )


def _changed_files(place: Path) -> Iterator[EnvironmentDiagnostic]:
    for distribution in importlib.metadata.distributions(path=[str(place)]):
        rows = _rows(distribution.read_text("RECORD") or "")
        # Some packages ship compiled files, which installing compiles again.
        recorded = [(path, digest) for path, digest, _ in rows if digest and not path.endswith(".pyc")]
        changed = [path for path, digest in recorded if not _has_digest(_resolve_in(place, path), digest)]
        if changed:
            named_files = ", ".join(changed[:MAX_NAMED_FILES]) + (
                f" and {len(changed) - MAX_NAMED_FILES} more" if len(changed) > MAX_NAMED_FILES else ""
            )
            yield EnvironmentDiagnostic(
                message=f"files of {distribution.name} are missing or changed: {named_files}", hint=REMAKE_HINT
            )


def _rows(record: str) -> Iterator[tuple[str, str, str]]:
    """Give path, hash and size of each file that a ``RECORD`` lists."""
    for row in csv.reader(record.splitlines()):
        if len(row) == 3:  # noqa: PLR2004 - the three that the format has
            yield row[0], row[1], row[2]


def _has_digest(path: Path, digest: str) -> bool:
    """Return whether a file has the hash that stands in a ``RECORD``: ``sha256=`` and base64 without its padding."""
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


def _resolve_in(place: Path, path: str) -> Path:
    # Paths in a RECORD may lead out of the folder of packages, to the programs beside the interpreter.
    return Path(os.path.normpath(place / path))


def _package_folders(folder: Path) -> tuple[Path, ...]:
    """Return the folders that hold packages."""
    folders = {path.resolve() for path in folder.resolve().glob("lib*/python3*/site-packages")}
    return tuple(sorted(folders))
