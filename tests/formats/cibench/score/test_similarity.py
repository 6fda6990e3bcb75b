"""Likeness of pictures: as alike as can be, less alike, or not to be compared, whatever a stranger's file holds."""

import base64
import struct
import zlib

import pytest

from authoring.formats.cibench.score.similarity import MOST_PIXELS, SIGNATURE, UnlikeError, is_png, likeness
from tests.formats.cibench.score.made import picture


def encoded(content: bytes) -> str:
    """Return a file as a notebook holds it."""
    return base64.b64encode(content).decode()


def test_the_same_picture_is_as_alike_as_can_be() -> None:
    """Whatever its channels are; a notebook may break its base64 into lines."""
    for mode in ("RGBA", "RGB"):
        png = picture(mode=mode)

        assert likeness(png, base64.encodebytes(png).decode()) > 0.9999


def test_other_pictures_are_less_alike() -> None:
    """Another colour, and another size, which is brought to the reference's."""
    right = encoded(picture())

    assert -1 <= likeness(picture("blue"), right) < 0.99
    assert 0.5 < likeness(picture(size=(120, 80)), right) < 1


def header(width: int, height: int) -> bytes:
    """Return the beginning of a PNG that says it is so large."""
    chunk = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return SIGNATURE + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))


@pytest.mark.parametrize(
    ("predicted", "reference", "said"),
    [
        (b"no picture", encoded(picture()), "is no PNG file"),
        (picture(), None, "is no PNG file"),
        (picture(), "text", "is no PNG file"),
        (picture(), "a", "base64"),
        (picture()[:90], encoded(picture()), "cannot be read"),
        (picture(mode="RGB"), encoded(picture()), "cannot be compared"),
        (picture(size=(6, 6)), encoded(picture(size=(6, 6))), "cannot be compared"),
        (header(MOST_PIXELS, 2), encoded(picture()), "or a huge one"),
        (header(0, 0), encoded(picture()), "cannot be read"),
    ],
)
def test_what_cannot_be_compared_says_why(predicted: bytes, reference: str | None, said: str) -> None:
    """Files that are none, broken, huge, tiny, or of other channels."""
    with pytest.raises(UnlikeError, match=said):
        likeness(predicted, reference)


def test_a_huge_picture_is_known_by_its_head() -> None:
    """Nothing is unpacked to find out."""
    assert is_png(picture())
    assert not is_png(header(MOST_PIXELS, 2))
    assert not is_png(b"")
