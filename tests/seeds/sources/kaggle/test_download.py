"""Downloads through the real client: whole and checked, or not there at all."""

import contextlib
import io
import random
import tempfile
import threading
import time
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from authoring.errors import SeedError
from authoring.seeds.sources.kaggle.client import Kaggle
from authoring.seeds.sources.kaggle.download import Download
from tests.seeds.sources.kaggle.published import PublishedDataset, zip_of
from tests.seeds.sources.kaggle.quick import quick
from tests.seeds.sources.kaggle.server import HTML, STORAGE, Failure, KaggleSite

FILES = {"numbers.csv": "\n".join(str(number) for number in random.Random(1).sample(range(10**9), 40_000)).encode()}
"""Numbers that do not pack well, so that a part of the archive is a large part."""
BIG = PublishedDataset("ada/big", files=FILES, version=2)
WHOLE = zip_of(FILES)


@pytest.fixture(autouse=True)
def stocked(site: KaggleSite) -> KaggleSite:
    """Return a site with one data set of some hundred kilobytes."""
    site.publish(BIG)
    return site


def ranges(site: KaggleSite) -> list[str]:
    """Return from where on each request for bytes asked, empty for the start."""
    return [asked.headers.get("Range", "") for asked in site.asked if asked.call == STORAGE]


def test_whole(tmp_path: Path) -> None:
    """A download is the archive, byte for byte, under a name that says what it is; progress reaches the end."""
    seen: list[tuple[int, int]] = []
    with Kaggle.open(quick()) as kaggle:
        path = kaggle.download("ada/big", 2, tmp_path, on_bytes=lambda done, of: seen.append((done, of)))

    assert (path.name, path.read_bytes()) == ("big-v2.zip", WHOLE)
    assert [entry.name for entry in tmp_path.iterdir() if entry.is_file()] == ["big-v2.zip"]
    assert seen[-1] == (len(WHOLE), len(WHOLE))


def test_goes_on_where_it_broke_off(stocked: KaggleSite, tmp_path: Path) -> None:
    """After a break the rest alone is asked for, each time from where it ended."""
    stocked.fail(STORAGE, Failure(cut_after=100_000))
    stocked.fail(STORAGE, Failure(cut_after=50_000))
    with Kaggle.open(quick()) as kaggle:
        path = kaggle.download("ada/big", 2, tmp_path)

    assert path.read_bytes() == WHOLE
    # Chunks of 16,384 bytes are kept when they are whole.
    assert ranges(stocked) == ["", f"bytes={6 * 16_384}-", f"bytes={9 * 16_384}-"]


def test_goes_on_in_another_session(stocked: KaggleSite, tmp_path: Path) -> None:
    """What an earlier session left is gone on with, when the site proves it to be the same object."""
    stocked.fail(STORAGE, Failure(cut_after=50_000), times=3)
    with Kaggle.open(quick()) as kaggle, pytest.raises(SeedError, match="did not arrive whole, 3 times in a row"):
        kaggle.download("ada/big", 2, tmp_path)
    left = sorted(path.name for path in tmp_path.iterdir() if path.is_file())
    with Kaggle.open(quick()) as kaggle:
        path = kaggle.download("ada/big", 2, tmp_path)

    assert left == ["big-v2.zip.partial", "big-v2.zip.partial.json"]
    assert path.read_bytes() == WHOLE
    assert ranges(stocked)[-1].startswith("bytes=")


def test_starts_over_without_proof(stocked: KaggleSite, tmp_path: Path) -> None:
    """A site that does not say which object it gives is asked for all of it again."""
    stocked.etags = False
    stocked.fail(STORAGE, Failure(cut_after=100_000))
    with Kaggle.open(quick()) as kaggle:
        path = kaggle.download("ada/big", 2, tmp_path)

    assert path.read_bytes() == WHOLE
    assert ranges(stocked) == ["", ""]


def test_changed_between_two_pieces(stocked: KaggleSite, tmp_path: Path) -> None:
    """Bytes of another object are never put behind those of the first: it starts over."""
    other = {"numbers.csv": FILES["numbers.csv"][::-1]}
    stocked.fail(STORAGE, Failure(cut_after=50_000), times=3)
    with Kaggle.open(quick()) as kaggle:
        with pytest.raises(SeedError):
            kaggle.download("ada/big", 2, tmp_path)
        stocked.publish(PublishedDataset("ada/big", files=other, version=2))
        path = kaggle.download("ada/big", 2, tmp_path)

    assert path.read_bytes() == zip_of(other)


def test_changed_while_it_was_downloaded(site: KaggleSite, tmp_path: Path) -> None:
    """Where no version is named, one that changes meanwhile is refused, and nothing is kept."""
    site.publish(BIG)

    def change(_: int, __: int) -> None:
        site.publish(PublishedDataset("ada/big", files=FILES, version=3))

    with Kaggle.open(quick()) as kaggle, pytest.raises(SeedError, match="version 2 became 3") as refused:
        kaggle.download("ada/big", None, tmp_path, on_bytes=change)

    assert refused.value.hint == "run this again"
    assert not [path for path in tmp_path.iterdir() if path.is_file()]


@pytest.mark.parametrize("etags", [True, False])
@pytest.mark.parametrize("missing", [1, 100, len(WHOLE)])
def test_truncated_is_never_whole(stocked: KaggleSite, tmp_path: Path, missing: int, etags: bool) -> None:  # noqa: FBT001 - a case
    """However little is missing, no file appears under the right name."""
    stocked.etags = etags
    stocked.fail(STORAGE, Failure(cut_after=len(WHOLE) - missing))
    # Going on from there, nothing more comes.
    stocked.fail(STORAGE, Failure(cut_after=0), times=2)
    with Kaggle.open(quick()) as kaggle, pytest.raises(SeedError, match="the data set ada/big@2 did not arrive whole"):
        kaggle.download("ada/big", 2, tmp_path)

    assert not (tmp_path / "big-v2.zip").exists()


def test_truncated_where_the_length_lies(stocked: KaggleSite, tmp_path: Path) -> None:
    """A cut archive whose length is announced as that of the cut is found out by what is in it."""
    stocked.etags = False
    stocked.publish(PublishedDataset("ada/big", files=FILES, version=2, archive=WHOLE[:-50]))
    with Kaggle.open(quick()) as kaggle, pytest.raises(SeedError, match="no whole zip archive"):
        kaggle.download("ada/big", 2, tmp_path)

    assert not [path for path in tmp_path.iterdir() if path.is_file()]


def test_one_wrong_byte(stocked: KaggleSite, tmp_path: Path) -> None:
    """A byte that changed on the way is found by the hash that the site states, and asked for again."""
    stocked.fail(STORAGE, Failure(flip=True))
    with Kaggle.open(quick()) as kaggle:
        path = kaggle.download("ada/big", 2, tmp_path)

    assert path.read_bytes() == WHOLE
    assert ranges(stocked) == ["", ""]


@pytest.mark.parametrize(("etags", "says"), [(True, "its MD5 is not the one"), (False, "checksum|no whole zip")])
def test_one_byte_that_stays_wrong(stocked: KaggleSite, tmp_path: Path, etags: bool, says: str) -> None:  # noqa: FBT001 - a case
    """It is given up after a bounded number of tries; without a hash the checksums in the archive find it."""
    stocked.etags = etags
    stocked.fail(STORAGE, Failure(flip=True), times=3)
    with Kaggle.open(quick()) as kaggle, pytest.raises(SeedError, match=says):
        kaggle.download("ada/big", 2, tmp_path)

    assert not [path for path in tmp_path.iterdir() if path.is_file()]


def test_a_page_instead_of_bytes(stocked: KaggleSite, tmp_path: Path) -> None:
    """A page to sign in on, with status 200, is no archive."""
    stocked.fail(STORAGE, HTML)
    with Kaggle.open(quick()) as kaggle, pytest.raises(SeedError, match="it is a web page, not a file"):
        kaggle.download("ada/big", 2, tmp_path)

    assert not [path for path in tmp_path.iterdir() if path.is_file()]


@pytest.mark.parametrize("lying", [0, -(len(WHOLE) - 10)])
def test_too_big(stocked: KaggleSite, tmp_path: Path, lying: int) -> None:
    """What is announced as too big is not begun; what is not announced is cut off at the limit."""
    stocked.etags = False
    stocked.lying_size = lying
    with Kaggle.open(quick()) as kaggle, pytest.raises(SeedError, match=r"big-v2\.zip|did not arrive whole"):
        kaggle.download("ada/big", 2, tmp_path, limit=100_000)

    assert not (tmp_path / "big-v2.zip").exists()
    assert sum(path.stat().st_size for path in tmp_path.iterdir() if path.is_file()) <= 200_000


def test_what_is_there_of_something_else(stocked: KaggleSite, tmp_path: Path) -> None:
    """Leftovers that belong to nothing, or are broken, are not gone on with."""
    (tmp_path / "big-v2.zip.partial").write_bytes(b"left over")
    with Kaggle.open(quick()) as kaggle:
        (tmp_path / "big-v2.zip.partial.json").write_text("{broken")
        path = kaggle.download("ada/big", 2, tmp_path)

    assert path.read_bytes() == WHOLE
    assert ranges(stocked) == [""]


def test_more_than_all_is_there(stocked: KaggleSite, tmp_path: Path) -> None:
    """Where more is left than the object has, the site refuses the range, and it starts over."""
    stocked.fail(STORAGE, Failure(cut_after=50_000), times=3)
    with Kaggle.open(quick()) as kaggle:
        with pytest.raises(SeedError):
            kaggle.download("ada/big", 2, tmp_path)
        with (tmp_path / "big-v2.zip.partial").open("ab") as partial:
            partial.write(b"0" * len(WHOLE))
        path = kaggle.download("ada/big", 2, tmp_path)

    assert path.read_bytes() == WHOLE


def test_archives_are_left_to_those_who_unpack(site: KaggleSite, tmp_path: Path) -> None:
    """What is encrypted or would unpack to too much arrives as it is: unpacking refuses it with its own reason."""
    data = bytearray(zip_of({"a.csv": b"x\n1\n"}))
    for at in (data.index(b"PK\x03\x04") + 6, data.index(b"PK\x01\x02") + 8):
        data[at] |= 1
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.csv", b"0" * 3_000_000)
    site.publish(
        PublishedDataset("ada/encrypted", archive=bytes(data)), PublishedDataset("ada/bomb", archive=bomb.getvalue())
    )
    with Kaggle.open(quick()) as kaggle:
        encrypted = kaggle.download("ada/encrypted", 1, tmp_path)
        packed = kaggle.download("ada/bomb", 1, tmp_path, limit=1_000_000)

    assert encrypted.read_bytes() == data
    assert packed.read_bytes() == bomb.getvalue()


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """A disk that takes nothing is told as such."""
    with Kaggle.open(quick()) as kaggle, pytest.raises(SeedError, match="cannot be kept here: No such file"):
        kaggle.download("ada/big", 2, tmp_path / "nowhere")


def test_interrupted_by_hand(stocked: KaggleSite, tmp_path: Path) -> None:
    """^C in the middle leaves nothing under the right name; the next call asks for the rest alone."""

    def interrupt(done: int, _: int) -> None:
        if done > 60_000:
            raise KeyboardInterrupt

    with Kaggle.open(quick()) as kaggle:
        with pytest.raises(KeyboardInterrupt):
            kaggle.download("ada/big", 2, tmp_path, on_bytes=interrupt)
        there = (tmp_path / "big-v2.zip").exists()
        path = kaggle.download("ada/big", 2, tmp_path)

    assert not there
    assert path.read_bytes() == WHOLE
    assert ranges(stocked) == ["", f"bytes={4 * 16_384}-"]


BREAKS = st.one_of(
    st.integers(0, len(WHOLE)).map(lambda cut: Failure(cut_after=cut)),
    st.sampled_from([Failure(flip=True), Failure(503), Failure(429), Failure(403), Failure(reset=True), HTML]),
)


@pytest.mark.exhaustive
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(breaks=st.lists(BREAKS, max_size=5), etags=st.booleans(), changes=st.booleans())
def test_any_breaks(stocked: KaggleSite, breaks: list[Failure], etags: bool, changes: bool) -> None:  # noqa: FBT001 - drawn
    """Whatever breaks in whatever order, what appears under the right name is all of one object, or nothing does."""
    stocked.forget_failures()
    stocked.publish(BIG)
    stocked.etags = etags
    other = PublishedDataset("ada/big", files={"numbers.csv": FILES["numbers.csv"][::-1]}, version=2)

    def change(_: int, __: int) -> None:
        if changes:
            stocked.publish(other)

    for one in breaks:
        stocked.fail(STORAGE, one)
    with tempfile.TemporaryDirectory() as folder, Kaggle.open(quick()) as kaggle:
        for _ in range(2):
            with contextlib.suppress(SeedError):
                kaggle.download("ada/big", 2, Path(folder), on_bytes=change)
        found = Path(folder, "big-v2.zip")

        assert not found.exists() or found.read_bytes() in (WHOLE, zip_of(other.files))
        assert found.exists() or len(breaks) > 1


def test_a_deadline_for_the_whole(stocked: KaggleSite, tmp_path: Path) -> None:
    """A site that stops in the middle, without ending the connection, is not waited for beyond the deadline."""
    stocked.fail(STORAGE, Failure(cut_after=100_000, stall=True), times=9)
    policy = replace(quick(), whole=0.5)
    with (
        Kaggle.open(policy) as kaggle,
        pytest.raises(SeedError, match="in the time that a download may take") as refused,
    ):
        kaggle.download("ada/big", 2, tmp_path)
    with Kaggle.open(quick()) as kaggle:
        stocked.forget_failures()
        path = kaggle.download("ada/big", 2, tmp_path)

    assert refused.value.hint == "run this again: it goes on from there"
    assert path.read_bytes() == WHOLE
    assert ranges(stocked)[-1].startswith("bytes=")


def test_no_try_begins_after_the_deadline(stocked: KaggleSite, tmp_path: Path) -> None:
    """Tries share one deadline: what is over when one fails is not begun again."""
    policy = replace(quick(), whole=0.0)
    with Kaggle.open(policy) as kaggle, pytest.raises(SeedError, match="in the time that a download may take"):
        kaggle.download("ada/big", 2, tmp_path)

    assert stocked.count(STORAGE) == 0


@pytest.mark.parametrize("kind", ["application/zip", "application/octet-stream", "text/html"])
def test_a_page_in_the_place_of_an_archive(stocked: KaggleSite, tmp_path: Path, kind: str) -> None:
    """A page is called a page under whatever type it comes, and is not asked for again."""
    stocked.fail(STORAGE, replace(HTML, content_type=kind))
    with Kaggle.open(quick()) as kaggle, pytest.raises(SeedError, match="it is a web page, not a file"):
        kaggle.download("ada/big", 2, tmp_path)

    assert stocked.count(STORAGE) == 1
    assert not list(tmp_path.glob("big*"))


def test_a_deadline_where_no_size_is_announced(tmp_path: Path) -> None:
    """A stream that the deadline ended is not taken for a whole file, though nothing says how long that is."""

    class Endless:
        """An answer without a length, whose bytes end only when somebody ends it."""

        status_code = 200
        headers = {"Content-Type": "text/csv"}  # noqa: RUF012 - a constant
        ended = threading.Event()

        @property
        def raw(self) -> "Endless":
            """Be what the bytes are read from as well."""
            return self

        def shutdown(self) -> None:
            """End the bytes."""
            self.ended.set()

        def iter_content(self, chunk_size: int, /) -> Iterator[bytes]:
            """Yield a line, and no more until the end."""
            del chunk_size
            yield b"a,b\n"
            assert self.ended.wait(60)

        def close(self) -> None:
            """Do nothing."""

    download = Download(tmp_path / "t.csv", 1000, lambda _have, _size: None, time.monotonic() + 0.05, packed=False)
    with pytest.raises(SeedError, match="in the time that a download may take; 4 bytes came") as refused:
        download.receive(Endless())

    assert refused.value.hint == "try again on a faster connection"
    assert not (tmp_path / "t.csv").exists()
