"""Blocks and figures stand where the evaluator's patterns find them, and no text makes the search slow."""

import base64
import re
import struct
import time
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.formats.cibench.score.comparison import (
    MOST_PIXELS,
    SIGNATURE,
    IncomparableError,
    first_block,
    first_picture,
    first_value,
    is_png,
    picture_similarity,
)
from tests.formats.cibench.score.trees import picture

PARTS = ("execute_result:\n\n", "stdout:\n\n", "stderr:\n\n", "```\n", "\n```", "\n", "a", "```", "![fig-", "1](", ")")

TEXTS = st.lists(st.sampled_from(PARTS), max_size=14).map("".join)


def first_match(pattern: str, text: str) -> str | None:
    """Return the first group of the first match."""
    match = re.search(pattern, text, re.DOTALL)
    return match[1] if match else None


@given(TEXTS)
def test_blocks_are_those_of_the_patterns(text: str) -> None:
    """A value comes before what was printed, whatever fences stand in it."""
    result = first_match(r"execute_result:\n\n```\n(.*?)\n```", text)
    printed = first_match(r"stdout:\n\n```\n(.*?)\n```", text)

    assert first_value(text) == (result if result is not None else printed)
    assert first_block(text) == first_match(r"```\n(.*?)\n```", text)


@given(TEXTS)
def test_figures_are_those_of_the_pattern(text: str) -> None:
    """The first link counts, whatever its number."""
    assert first_picture(text) == first_match(r"!\[fig-[0-9]*\]\((.*?)\)", text)


def test_a_hostile_text_takes_no_longer_than_a_long_one() -> None:
    """A million beginnings without an end are no work; the patterns would need hours."""
    started = time.process_time()

    assert first_block("```\na" + "``\n" * 1_000_000) is None
    assert first_picture("![fig-1](" * 1_000_000) is None
    assert time.process_time() - started < 20


# Likeness of pictures: as alike as can be, less alike, or not to be compared, whatever a stranger's file holds.


def encoded(content: bytes) -> str:
    """Return a file as a notebook holds it."""
    return base64.b64encode(content).decode()


def test_the_same_picture_is_as_alike_as_can_be() -> None:
    """Whatever its channels are; a notebook may break its base64 into lines."""
    for mode in ("RGBA", "RGB"):
        png = picture(mode=mode)

        assert picture_similarity(png, base64.encodebytes(png).decode()) > 0.9999


def test_other_pictures_are_less_alike() -> None:
    """Another colour, and another size, which is brought to the reference's."""
    right = encoded(picture())

    assert -1 <= picture_similarity(picture("blue"), right) < 0.99
    assert 0.5 < picture_similarity(picture(size=(120, 80)), right) < 1


def header(width: int, height: int) -> bytes:
    """Return the beginning of a PNG that says it is so large."""
    chunk = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return SIGNATURE + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))


@pytest.mark.parametrize(
    ("predicted", "reference", "message"),
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
def test_what_cannot_be_compared_says_why(predicted: bytes, reference: str | None, message: str) -> None:
    """Files that are none, broken, huge, tiny, or of other channels."""
    with pytest.raises(IncomparableError, match=message):
        picture_similarity(predicted, reference)


def test_a_huge_picture_is_known_by_its_head() -> None:
    """Nothing is unpacked to find out."""
    assert is_png(picture())
    assert not is_png(header(MOST_PIXELS, 2))
    assert not is_png(b"")
