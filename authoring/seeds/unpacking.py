"""Tables on disk, plain or packed, copied into a scratch folder under safe names and never outside of it.

No more bytes than allowed are ever written, whatever a file or an archive claims.
"""

import gzip
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import IO, Protocol

from authoring.errors import SeedError
from authoring.records.seed import TableFormat
from authoring.seeds.file_names import SUFFIXES, format_of, safe_name

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class FetchedFile:
    """One table as a file of our own, under a safe name."""

    path: Path
    format: TableFormat
    repairs: tuple[str, ...] = ()
    """What had to be done to get it, in words, for example ``unpacked from cars.zip``."""
    sheet: str = ""
    """The sheet of a workbook that is the table; empty for the first that holds one."""


class Readable(Protocol):
    """An open binary file, packed or not."""

    def read(self, size: int, /) -> bytes:
        """Return at most `size` bytes, none at the end."""
        ...


def too_big(name: str, size: int | None, limit: int) -> SeedError:
    """Return the refusal of files over the limit; `size` is None when nobody counted to the end."""
    reason = f"it has {size:,} bytes" if size is not None else "it has more bytes than allowed"
    return SeedError(
        f"{name}: {reason}, and the tables of one seed may have {limit:,}",
        hint="take a part of it, or raise max_inputs in authoring.toml",
    )


def copy_bounded(source: Readable, target: Path, *, name: str, left: int, limit: int) -> int:
    """Copy an open file to `target`, at most `left` bytes, and return how many there were.

    Raises:
        SeedError: when there are more.
    """
    copied = 0
    # x, so that nothing is ever written over or through what stands there already.
    with target.open("xb") as out:
        while chunk := source.read(_CHUNK):
            copied += len(chunk)
            # Counted as it comes, because what an archive says of its sizes may be a lie.
            if copied > left:
                raise too_big(name, None, limit)
            out.write(chunk)
    return copied


MAX_RATIO = 200
"""Unpacked bytes per packed byte. Tables of numbers pack about fivefold, very regular ones fiftyfold."""
MAX_TABLES = 50
_NAMED = 8
"""Tables that are named where a choice met none."""
DOCUMENTS = ("datapackage.json", "dataresource.json", "croissant.json")
"""Names of descriptions of tables, which are no tables themselves wherever they lie beside some."""
MOST_DOCUMENT = 2_000_000
"""Bytes of the largest description that is read."""
MOST_DOCUMENTS = 4
"""Descriptions of one archive that are read."""
_GZIP = b"\x1f\x8b"
"""How what is packed with gzip begins; no table begins so."""
_SMALL = 1_000_000
"""Bytes below which no ratio is too high."""
_PACKED = (".gz", ".zip", ".bz2", ".xz", ".zst", ".7z", ".rar", ".tar", ".tgz")
_ENCRYPTED = 0x1


@dataclass(slots=True)
class ScratchFolder:
    """The folder that copies go to, and how many bytes may still come."""

    folder: Path
    limit: int
    """Bytes that all files may have together."""
    patterns: tuple[str, ...] = ()
    """Names or patterns of the tables that are taken of archives; all of them without any."""
    sheets: tuple[str, ...] = ()
    """The sheets that are taken of workbooks, each as a table of its own."""
    used: int = 0
    used_names: set[str] = field(default_factory=set)
    left_out: list[str] = field(default_factory=list)
    """Files in archives that are not taken, each with the reason, in words."""
    documents: list[tuple[str, str]] = field(default_factory=list)
    """Descriptions that lie in archives, as name and text."""
    used_patterns: set[str] = field(default_factory=set)
    """Patterns that some file met."""
    offered: list[str] = field(default_factory=list)
    """Tables that there were to choose from."""
    workbooks: int = 0

    def refuse_unmet(self) -> None:
        """Refuse a choice that met nothing, once everything was added.

        Raises:
            SeedError: no file of this name was there, or no workbook for the sheets that are named.
        """
        unmet = [pattern for pattern in self.patterns if pattern not in self.used_patterns]
        if unmet:
            raise no_such_file(unmet, self.offered)
        if self.sheets and not self.workbooks:
            raise SeedError(
                "sheets are chosen, and there is no workbook (.xlsx) among the tables", hint="leave out --sheets"
            )

    def add(self, path: Path, label: str) -> tuple[FetchedFile, ...]:
        """Copy a regular file, all links resolved, or the tables in it when it is a ``.zip`` or ``.gz``.

        `label` is how the person named it, for messages.

        Raises:
            SeedError: when it is too big, no table, or not readable.
        """
        name = path.name.lower()
        try:
            size = path.stat().st_size
            # Refused before a byte is read; of an archive of which a part is chosen only the part counts.
            if size > self.limit - self.used and not (self.patterns and name.endswith(".zip")):
                raise too_big(label, size, self.limit)
            if size == 0:
                raise SeedError(f"{label}: the file is empty", hint="give a file that holds a table")
            if name.endswith(".zip"):
                return tuple(self._unzip(path, label))
            # What is inside of a .tar.gz is an archive, not a table.
            if name.removesuffix(".gz").endswith(_PACKED):
                raise SeedError(
                    f"{label}: archives of this kind are not unpacked", hint="unpack it, or use .zip or .gz"
                )
            self._take(path.name)
            with _damage(label):
                return self._table(lambda: path.open("rb"), path.name, label, size, ())
        except OSError as error:
            raise SeedError(
                f"{label}: cannot be read: {error.strerror or error}", hint="check its permissions"
            ) from None

    def _take(self, name: str) -> bool:
        """Return whether a table is among those that are chosen, and remember which pattern it met."""
        self.offered.append(name)
        met = {pattern for pattern in self.patterns if matches(name, pattern)}
        self.used_patterns |= met
        return bool(met) or not self.patterns

    def _by_sheet(self, file: FetchedFile, label: str) -> Iterator[FetchedFile]:
        """Yield a table, or of a workbook a copy for each sheet that is chosen: a table is a file of a seed."""
        if not self.sheets or file.format is not TableFormat.XLSX:
            yield file
            return
        self.workbooks += 1
        yield replace(file, sheet=self.sheets[0])
        for sheet in self.sheets[1:]:
            target = self.folder / safe_name(f"{file.path.stem}-{sheet}{file.path.suffix}", self.used_names)
            with file.path.open("rb") as source:
                self._copy(source, target, label)
            yield replace(file, path=target, sheet=sheet)

    def _copy(self, source: Readable, target: Path, label: str) -> int:
        copied = copy_bounded(source, target, name=label, left=self.limit - self.used, limit=self.limit)
        self.used += copied
        return copied

    def _table(
        self, opened: Callable[[], IO[bytes]], name: str, label: str, size: int, repairs: tuple[str, ...]
    ) -> tuple[FetchedFile, ...]:
        """Copy a table, unpacked where its bytes are packed with gzip, whatever its name says."""
        inner = name[: -len(".gz")] if name.lower().endswith(".gz") else name
        kind = format_of(inner)
        target = self.folder / safe_name(inner, self.used_names)
        with opened() as source:
            # A site may unpack it on the way, and a person may take the ending off.
            is_packed = source.read(len(_GZIP)) == _GZIP
        with opened() as source, gzip.open(source) if is_packed else nullcontext(source) as table:
            copied = self._copy(table, target, label)
        _refuse_bomb(label, size, copied)
        repairs = repairs or ((f"unpacked from {name}",) if is_packed else ())
        return tuple(self._by_sheet(FetchedFile(target, kind, repairs), label))

    def _unzip(self, path: Path, label: str) -> Iterator[FetchedFile]:
        with _damage(label), zipfile.ZipFile(path) as archive:
            # One entry that is dangerous makes the whole archive one that nobody should trust.
            for entry in archive.infolist():
                _refuse_entry(entry, label)
            members = [entry for entry in archive.infolist() if not _is_litter(entry)]
            documents = [entry for entry in members if is_document_name(entry.filename)]
            self.documents += [
                document for entry in documents[:MOST_DOCUMENTS] for document in _document(archive, entry)
            ]
            tables = [entry for entry in members if is_table_name(entry.filename)]
            if not tables:
                raise SeedError(f"{label}: the archive holds no table", hint=f"known endings: {', '.join(SUFFIXES)}")
            chosen = {entry.filename for entry in tables if self._take(entry.filename)}
            self.left_out += [f"{e.filename}: not chosen" for e in tables if e.filename not in chosen]
            companions = (e for e in members if not is_table_name(e.filename) and not is_document_name(e.filename))
            self.left_out += [f"{entry.filename}: no table" for entry in companions]
            tables = [entry for entry in tables if entry.filename in chosen]
            if len(tables) > MAX_TABLES:
                hint = f"a seed may have {MAX_TABLES}: choose the ones that matter with --files NAME"
                raise SeedError(f"{label}: the archive holds {len(tables)} tables", hint=hint)
            declared = sum(entry.file_size for entry in tables)
            # An honest archive that is too large is refused before anything is unpacked.
            if declared > self.limit - self.used:
                raise SeedError(
                    f"{label}: its tables unpack to {declared:,} bytes, and those of one seed may have {self.limit:,}",
                    hint="choose some of them with --files NAME, or raise max_inputs in authoring.toml",
                )
            for entry in tables:
                yield from self._unzip_entry(archive, entry, label, (f"unpacked from {path.name}",))

    def _unzip_entry(
        self, archive: zipfile.ZipFile, entry: zipfile.ZipInfo, label: str, repairs: tuple[str, ...]
    ) -> Iterator[FetchedFile]:
        opened = partial(archive.open, entry)
        yield from self._table(opened, _last(entry.filename), label, entry.compress_size, repairs)


def _document(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Iterator[tuple[str, str]]:
    """Yield a description in an archive, as name and text; one that is too long or no text is passed over."""
    with archive.open(entry) as source:
        content = source.read(MOST_DOCUMENT + 1)
    if len(content) <= MOST_DOCUMENT:
        with suppress(UnicodeDecodeError):
            yield _last(entry.filename), content.decode("utf-8-sig")


@contextmanager
def _damage(label: str) -> Iterator[None]:
    """Turn what the standard library raises on a broken archive into a refusal."""
    # RuntimeError is what zipfile raises on encryption, NotImplementedError on packings it does not know.
    broken = (zipfile.BadZipFile, gzip.BadGzipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)
    try:
        yield
    except broken as error:
        words = " ".join(str(error).split())
        raise SeedError(f"{label}: cannot be unpacked: {words}", hint="copy or download it again") from None


def _refuse_entry(entry: zipfile.ZipInfo, label: str) -> None:
    """Refuse what no honest archive of tables holds."""
    # Archives of Windows may have backslashes between folders.
    path = entry.filename.replace("\\", "/")
    if path.startswith("/") or ".." in path.split("/") or path[1:2] == ":":
        raise SeedError(f"{label}: {path!r} in the archive leads out of its folder", hint="do not trust this archive")
    # The upper half of this field holds the mode that Unix gave the file.
    mode = entry.external_attr >> 16
    # A link could lead to any file of this machine.
    if stat.S_ISLNK(mode):
        raise SeedError(f"{label}: {path!r} in the archive is a link, not a file", hint="pack the file itself")
    # Programs that know no kinds of files leave the kind empty.
    if stat.S_IFMT(mode) not in {0, stat.S_IFREG, stat.S_IFDIR}:
        raise SeedError(f"{label}: {path!r} in the archive is a device or a pipe", hint="do not trust this archive")
    if entry.flag_bits & _ENCRYPTED:
        raise SeedError(f"{label}: {path!r} in the archive is encrypted", hint="unpack it and add the tables")
    # Archives in archives multiply, so that each of them stays below the ratio; one packed table does not.
    if path.lower().endswith(_PACKED) and not is_table_name(path):
        raise SeedError(f"{label}: {path!r} is an archive in an archive", hint="unpack it and add the tables")


def _refuse_bomb(label: str, packed: int, unpacked: int) -> None:
    if unpacked > max(_SMALL, packed * MAX_RATIO):
        raise SeedError(
            f"{label}: {packed:,} bytes unpack to {unpacked:,}, more than {MAX_RATIO} times as many, as in a zip bomb",
            hint="when it is honest, unpack it and add the tables",
        )


def _is_litter(entry: zipfile.ZipInfo) -> bool:
    # macOS puts files of its own into archives.
    parts = entry.filename.split("/")
    return entry.is_dir() or "__MACOSX" in parts or parts[-1].startswith(".")


def is_table_name(name: str) -> bool:
    """Return whether a file of an archive or a data set is a table by its name, packed with gzip or not."""
    # Texts in an archive are mostly there to be read by people.
    return not is_document_name(name) and _ending(name.lower().removesuffix(".gz")) in SUFFIXES.keys() - {".txt"}


def is_document_name(name: str) -> bool:
    """Return whether a file is a description of tables by its name."""
    return _last(name).lower() in DOCUMENTS


def matches(name: str, pattern: str) -> bool:
    """Return whether a pattern means a file: its path, its name, or either without the ending of its packing."""
    path = name.replace("\\", "/").lower()
    forms = {form.removesuffix(ending) for form in (path, _last(path)) for ending in ("", ".gz")}
    # Names may hold the signs of patterns: `sales [2020].csv`.
    return pattern.lower() in forms or any(fnmatchcase(form, pattern.lower()) for form in forms)


def no_such_file(patterns: Sequence[str], names: Sequence[str]) -> SeedError:
    """Return the refusal of a choice that met none of the tables that there are."""
    there = (
        f"there are: {', '.join(names[:_NAMED])}{', …' if len(names) > _NAMED else ''}" if names else "there is none"
    )
    return SeedError(f"no table is called {', '.join(patterns)}", hint=there)


def _last(path: str) -> str:
    return path.replace("\\", "/").rsplit("/", 1)[-1]


def _ending(path: str) -> str:
    return "." + path.rpartition(".")[2].lower()
