"""What a notebook's JSON says is read with care, whatever it is."""

import pytest

from authoring.seeds.notebooks.nbformats import authors_of, cells_of, format_of, language_of


@pytest.mark.parametrize(
    ("document", "major"),
    [
        ({"nbformat": 4}, 4),
        ({"nbformat": True}, None),
        ({"nbformat": "4"}, None),
        ({}, None),
        ({"cells": [{"cell_type": "code", "code": "x"}]}, 1),
    ],
)
def test_format(document: dict[str, object], major: int | None) -> None:
    """The first format said no number and had fields of its own."""
    assert format_of(document) == major


@pytest.mark.parametrize(
    ("metadata", "language"),
    [
        ({}, "python"),
        ({"kernelspec": {"name": "python3"}}, "python"),
        ({"kernelspec": {"name": "ir"}}, "r"),
        ({"language_info": {"name": "Julia"}}, "julia"),
        (["no", "object"], "python"),
    ],
)
def test_language(metadata: object, language: str) -> None:
    """A kernel's language is in lower case; Python where nothing says another."""
    assert language_of({"metadata": metadata}) == language


def test_cells_that_are_none_are_counted() -> None:
    """A cell without a kind or a source is left out or empty, and counts as broken."""
    cells, broken = cells_of({"cells": [{"cell_type": "code", "source": ["x", " = 1"]}, 7, {"cell_type": "code"}]})

    assert [cell.source for cell in cells] == ["x = 1", ""]
    assert broken == 2


def test_authors() -> None:
    """Names are given as texts or as objects with a name."""
    assert authors_of({"metadata": {"authors": [{"name": "Ann Example"}, "Bo Example", 3]}}) == (
        "Ann Example",
        "Bo Example",
    )
