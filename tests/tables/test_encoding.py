"""A text is read in the encoding that it is in, a guess is told, and what is no text is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.tables.encoding import decode, decodes, first_error, refuse_other_formats
from authoring.tables.refusal import RefusedData

TEXTS = {
    "cp932": "都道府県,人口\n東京都はとても大きい,いちばん\n大阪のひとはたのしい,にばん\n",
    "cp949": "도시,인구\n서울특별시,많다\n부산광역시,적다\n대구광역시,보통\n",
    "gb18030": "城市,人口\n北京市中国的首都,很多\n上海市是最大的城市,最多\n",
    "cp1251": "город,население\nМосква столица,много людей\nКазань,меньше людей\n",  # noqa: RUF001 - Russian
    "cp1252": "ville,habitants\nOrléans,beaucoup\nChâlons,peu\nNîmes,assez\n",
}


@pytest.mark.parametrize("encoding", TEXTS)
def test_a_language_is_recognised(encoding: str) -> None:
    """The letters come out as they were written, and a person is told to check them."""
    decoded = decode(TEXTS[encoding].encode(encoding), "t.csv")

    assert decoded.text == TEXTS[encoding]
    assert len(decoded.repairs) == 1
    assert "check the letters" in decoded.repairs[0]


@given(st.text(st.characters(min_codepoint=32, exclude_categories=["Cs", "Cc"]), min_size=1, max_size=200))
def test_utf8_needs_no_repair(text: str) -> None:
    """Any text in UTF-8 is read as it is, with or without a mark, and never guessed."""
    for data in (text.encode(), b"\xef\xbb\xbf" + text.removeprefix("\ufeff").encode()):
        decoded = decode(data, "t.csv")

        assert (decoded.encoding, decoded.repairs) == (None, ())
        assert decoded.text == text.removeprefix("\ufeff")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_wide_texts_are_read(encoding: str) -> None:
    """By their mark, or by the zero bytes that Latin letters have."""
    decoded = decode("name,sum\nRome,3\n".encode(encoding), "t.csv")

    assert decoded.text == "name,sum\nRome,3\n"
    assert encoding in decoded.repairs[0]


def test_single_broken_bytes_are_replaced() -> None:
    """Damage in one place does not make another language of the whole text."""
    data = ("é" * 50).encode() + b"\xff\n"
    decoded = decode(data, "t.csv")

    assert decoded.broken
    assert decoded.text == "é" * 50 + "\ufffd\n"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("é".encode() * 20 + "é".encode("cp1252") * 20, "mixes encodings"),
        (b"name\x00,sum\nRome,3\n", "NUL byte"),
        (bytes(range(1, 9)) * 10, "control characters"),
        ("ab".encode("utf-16") + b"x", "breaks off"),
    ],
)
def test_what_is_no_one_text_is_refused(data: bytes, words: str) -> None:
    """Nothing is read that would come out as other letters."""
    with pytest.raises(RefusedData, match=words):
        decode(data, "t.csv")


@given(st.binary(max_size=300))
def test_the_first_error_is_where_python_finds_it(data: bytes) -> None:
    """Looking piece by piece finds the very place that reading the whole would."""
    text = data.decode(errors="surrogateescape")
    expected = next((len(text[:at].encode()) for at, char in enumerate(text) if "\udc80" <= char <= "\udcff"), None)

    assert first_error(data, "utf-8") == expected
    assert decodes(data, "utf-8") is (expected is None)


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"", "empty"), (b" \n", "empty"), (b"%PDF-1.7", "a PDF"), (b"<!DOCTYPE html>", "web page"), (b"PAR1", "Parquet")],
)
def test_other_formats_are_named(data: bytes, words: str) -> None:
    """Who gave the wrong file learns which file it is."""
    with pytest.raises(RefusedData, match=words):
        refuse_other_formats(data, "t.csv", "a text file")
