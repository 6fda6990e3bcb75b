"""Packed files: unpacked within limits, and refused where an archive is hostile or broken."""

import contextlib
import gzip
import io
import os
import random
import stat
import tempfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.errors import SeedError
from authoring.seeds.unpacking import FetchedFile, ScratchFolder

LIMIT = 1_000_000


def fetch(scratch: Path, path: Path, limit: int = LIMIT) -> tuple[FetchedFile, ...]:
    """Take one file."""
    return ScratchFolder(scratch, limit).add(path, str(path))


def zipped(path: Path, *entries: tuple[str, bytes]) -> Path:
    """Write a zip archive."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return path


def test_gzip(tmp_path: Path, scratch: Path) -> None:
    """A gzipped table is unpacked, and that is stated."""
    (tmp_path / "a.csv.gz").write_bytes(gzip.compress(b"x\n1\n"))
    file = fetch(scratch, tmp_path / "a.csv.gz")[0]

    assert (file.path.name, file.path.read_bytes()) == ("a.csv", b"x\n1\n")
    assert file.repairs == ("unpacked from a.csv.gz",)


@pytest.mark.parametrize(
    ("name", "packed", "repairs"),
    [("a.csv.gz", False, ()), ("a.csv", True, ("unpacked from a.csv",)), ("a.csv", False, ())],
)
def test_the_bytes_say_what_is_packed(
    tmp_path: Path, scratch: Path, *, name: str, packed: bool, repairs: tuple[str, ...]
) -> None:
    """A site may unpack a table on its way, or pack one under its plain name; either is the table that it holds."""
    data = gzip.compress(b"x\n1\n") if packed else b"x\n1\n"
    (tmp_path / name).write_bytes(data)
    whole = fetch(scratch, tmp_path / name)[0]
    (other := tmp_path / "other").mkdir()
    inside = fetch(other, zipped(tmp_path / "all.zip", (f"d/{name}", data)))[0]

    assert (whole.path.name, whole.path.read_bytes(), whole.repairs) == ("a.csv", b"x\n1\n", repairs)
    assert (inside.path.read_bytes(), inside.repairs) == (b"x\n1\n", ("unpacked from all.zip",))


def test_descriptions_in_an_archive(tmp_path: Path, scratch: Path) -> None:
    """A description of the tables is none of them, and is read as what it is, unless it is too long or no text."""
    entries = [("d/a.csv", b"x\n1\n"), ("d/DataPackage.json", b"\xef\xbb\xbf{}"), ("croissant.json", b"\xff\xfe")]
    path = zipped(tmp_path / "all.zip", *entries, ("e/croissant.json", b" " * 2_000_001))
    into = ScratchFolder(scratch, LIMIT)

    assert [file.path.name for file in into.add(path, "all.zip")] == ["a.csv"]
    assert into.documents == [("DataPackage.json", "{}")]
    assert into.left_out == []


def test_broken_gzip(tmp_path: Path, scratch: Path) -> None:
    """A gzip file that breaks off is refused."""
    packed = gzip.compress(os.urandom(10_000))
    for data in (packed[:-100], packed[:2000] + b"\0" * 2000):
        (tmp_path / "a.csv.gz").write_bytes(data)
        with pytest.raises(SeedError, match="cannot be unpacked"):
            fetch(scratch, tmp_path / "a.csv.gz")
        for left in scratch.iterdir():
            left.unlink()


def test_zip(tmp_path: Path, scratch: Path) -> None:
    """The tables of an archive make one seed; all else is left in it, and that is stated."""
    path = zipped(
        tmp_path / "all.zip",
        ("d/A.csv", b"x\n1\n"),
        ("e/a.csv", b"y\n2\n"),
        ("README.md", b"read me"),
        ("LICENSE.txt", b"free"),
        ("__MACOSX/._a.csv", b"litter"),
    )
    into = ScratchFolder(scratch, LIMIT)
    files = into.add(path, str(path))

    assert [file.path.name for file in files] == ["a.csv", "a-2.csv"]
    assert files[0].repairs == ("unpacked from all.zip",)
    assert into.left_out == ["README.md: no table", "LICENSE.txt: no table"]


def test_zip_bomb(tmp_path: Path, scratch: Path) -> None:
    """A small archive that unpacks to far more is refused by what it declares, and by its ratio below the limit."""
    path = zipped(tmp_path / "bomb.zip", ("a.csv", b"0" * 40_000_000))
    with pytest.raises(SeedError, match="unpack to 40,000,000 bytes"):
        fetch(scratch, path)
    with pytest.raises(SeedError, match="as in a zip bomb"):
        fetch(scratch, path, limit=50_000_000)


def test_zip_that_lies(tmp_path: Path, scratch: Path) -> None:
    """An archive that declares less than it holds does not write more than the limit."""
    path = zipped(tmp_path / "bomb.zip", ("a.csv", b"0" * 30_000_000))
    data = path.read_bytes().replace((30_000_000).to_bytes(4, "little"), (1_000).to_bytes(4, "little"))
    path.write_bytes(data)
    with pytest.raises(SeedError):
        fetch(scratch, path)

    assert sum(left.stat().st_size for left in scratch.iterdir()) <= LIMIT


def test_gzip_bomb(tmp_path: Path, scratch: Path) -> None:
    """A gzip file that unpacks to more than the limit is cut off there."""
    (tmp_path / "a.csv.gz").write_bytes(gzip.compress(b"0" * 50_000_000))
    with pytest.raises(SeedError, match="more bytes than allowed"):
        fetch(scratch, tmp_path / "a.csv.gz")

    assert sum(left.stat().st_size for left in scratch.iterdir()) <= LIMIT


def test_hostile_entries(tmp_path: Path, scratch: Path) -> None:
    """Entries that lead out of the archive, links, archives in archives and empty archives are refused."""
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("a.csv", "x\n1\n")
    for name, says in (
        ("../a.csv", "leads out of its folder"),
        ("/etc/a.csv", "leads out of its folder"),
        ("..\\a.csv", "leads out of its folder"),
        ("C:/a.csv", "leads out of its folder"),
        ("inner.zip", "an archive in an archive"),
        ("readme.md", "holds no table"),
    ):
        path = zipped(tmp_path / "a.zip", (name, inner.getvalue()))
        with pytest.raises(SeedError, match=says):
            fetch(scratch, path)
    link = zipfile.ZipInfo("a.csv")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "link.zip", "w") as archive:
        archive.writestr(link, "/etc/passwd")
    with pytest.raises(SeedError, match="is a link, not a file"):
        fetch(scratch, tmp_path / "link.zip")
    (tmp_path / "broken.zip").write_bytes(b"PK\x03\x04rest")
    with pytest.raises(SeedError, match="cannot be unpacked"):
        fetch(scratch, tmp_path / "broken.zip")

    assert not list(scratch.iterdir())
    assert not (tmp_path / "a.csv").exists()


def test_devices(tmp_path: Path, scratch: Path) -> None:
    """Pipes, devices and sockets in an archive are refused; entries that state no kind are files."""
    for kind in (stat.S_IFIFO, stat.S_IFCHR, stat.S_IFBLK, stat.S_IFSOCK):
        entry = zipfile.ZipInfo("a.csv")
        entry.external_attr = (kind | 0o644) << 16
        with zipfile.ZipFile(tmp_path / "device.zip", "w") as archive:
            archive.writestr(entry, "x\n1\n")
        with pytest.raises(SeedError, match="is a device or a pipe"):
            fetch(scratch, tmp_path / "device.zip")
    entry = zipfile.ZipInfo("a.csv")
    entry.external_attr = 0
    with zipfile.ZipFile(tmp_path / "plain.zip", "w") as archive:
        archive.writestr(entry, "x\n1\n")

    assert [file.path.name for file in fetch(scratch, tmp_path / "plain.zip")] == ["a.csv"]


@given(
    names=st.lists(st.sampled_from(["a.csv", "d/a.csv", "../b.csv", "c.JSON", "é.csv", "x.zip", ".csv"]), max_size=4),
    damage=st.lists(st.tuples(st.integers(0, 2_000), st.integers(0, 255)), max_size=4),
    cut=st.integers(0, 40),
)
def test_any_damage(names: list[str], damage: list[tuple[int, int]], cut: int) -> None:
    """Whatever bytes of an archive are others or missing, it gives files inside the folder or one refusal."""
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home, "scratch")
        folder.mkdir()
        path = zipped(Path(home, "a.zip"), *((name, b"x,y\n" + b"1,2\n" * 50) for name in dict.fromkeys(names)))
        data = bytearray(path.read_bytes())
        for at, value in damage:
            data[at % len(data)] = value
        path.write_bytes(data[: len(data) - cut])
        with contextlib.suppress(SeedError):
            fetch(folder, path, limit=10_000)

        assert sorted(entry.name for entry in Path(home).iterdir()) == ["a.zip", "scratch"]
        assert sum(entry.stat().st_size for entry in folder.iterdir()) <= 10_000


def test_encrypted_zip(tmp_path: Path, scratch: Path) -> None:
    """An encrypted archive is refused."""
    path = zipped(tmp_path / "a.zip", ("a.csv", b"x\n1\n"))
    data = bytearray(path.read_bytes())
    for at in (data.index(b"PK\x03\x04") + 6, data.index(b"PK\x01\x02") + 8):
        data[at] |= 1
    path.write_bytes(data)
    with pytest.raises(SeedError, match="is encrypted"):
        fetch(scratch, path)


def test_too_many_tables(tmp_path: Path, scratch: Path) -> None:
    """An archive of more tables than make a seed is refused before one is unpacked."""
    path = zipped(tmp_path / "a.zip", *((f"{at}.csv", b"x\n1\n") for at in range(51)))
    with pytest.raises(SeedError, match="holds 51 tables"):
        fetch(scratch, path)

    assert not list(scratch.iterdir())


def test_a_table_out_of_a_large_archive(scratch: Path, tmp_path: Path) -> None:
    """Of an archive that is larger than the limit a table that is chosen can be taken; the others are named."""
    path = tmp_path / "large.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("data/huge.csv", random.Random(1).randbytes(3 * LIMIT))
        archive.writestr("data/small.csv", "a,b\n1,2\n")
        archive.writestr("packed.csv.gz", gzip.compress(b"c\n1\n"))
    into = ScratchFolder(scratch, LIMIT, ("small.csv", "PACKED.*"))
    files = into.add(path, "large.zip")
    into.refuse_unmet()

    assert [(file.path.name, file.path.read_bytes()) for file in files] == [
        ("small.csv", b"a,b\n1,2\n"),
        ("packed.csv", b"c\n1\n"),
    ]
    assert into.left_out == ["data/huge.csv: not chosen"]


@pytest.mark.parametrize("name", ["sales [2020].csv", "what?.csv", "a*b.csv", "[x].csv.gz"])
def test_a_name_with_the_signs_of_patterns(scratch: Path, tmp_path: Path, name: str) -> None:
    """A name means the file of that very name, whatever signs it holds."""
    path = zipped(tmp_path / "all.zip", (f"d/{name}", b"x\n1\n"), ("b.csv", b"x\n1\n"))
    for pattern in (name, f"d/{name}"):
        into = ScratchFolder(scratch, LIMIT, (pattern,))
        assert len(into.add(path, "all.zip")) == 1
        into.refuse_unmet()
        for left in scratch.iterdir():
            left.unlink()


def test_a_choice_that_meets_nothing(scratch: Path, tmp_path: Path) -> None:
    """A table that is chosen and not there is named with those that are; sheets need a workbook."""
    path = tmp_path / "small.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("small.csv", "a,b\n1,2\n")
    into = ScratchFolder(scratch, LIMIT, ("other.csv", "small.csv"))
    into.add(path, "small.zip")
    with pytest.raises(SeedError, match=r"no table is called other\.csv") as refused:
        into.refuse_unmet()
    assert refused.value.hint == "there are: small.csv"
    without = ScratchFolder(tmp_path, LIMIT, sheets=("first",))
    with pytest.raises(SeedError, match="sheets are chosen, and there is no workbook"):
        without.refuse_unmet()


def test_a_bomb_of_packed_tables(scratch: Path, tmp_path: Path) -> None:
    """A packed table in an archive counts by what it unpacks to."""
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("zeros.csv.gz", gzip.compress(b"0" * (LIMIT + 1)))
    with pytest.raises(SeedError, match="it has more bytes than allowed"):
        ScratchFolder(scratch, LIMIT).add(path, "bomb.zip")
