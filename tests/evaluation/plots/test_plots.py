"""Pictures of figures: whole files of every kind, the same bytes for the same figures, whatever names hold."""

from xml.etree import ElementTree as ET

import matplotlib as mpl
import pytest

from authoring.evaluation.plots import FORMATS, draw_statistics
from authoring.evaluation.plots.dependencies import drawn_sets, longest_chain
from authoring.evaluation.plots.style import PALETTE, ink_on, label, tint
from authoring.records.statistics import (
    Count,
    Coverage,
    LibraryUse,
    ProblemStatistics,
    SessionStatistics,
    SetStatistics,
    Spread,
    Statistics,
    StatisticsStop,
    Usage,
)

BEGINNINGS = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF", "html": b"<!doctype html>"}
USAGE = Usage(problems=3, context=1, without_block=3, execution=0, data=0, templates=(), validators=())


def one_set(name: str, *needs: tuple[int, ...], chain: int) -> SetStatistics:
    """Return a set whose problems depend on each other as given."""
    problems = tuple(
        ProblemStatistics(number=number, line=number, difficulty=10.0 * number, depends_on=before)
        for number, before in enumerate(needs, start=1)
    )
    nothing = Coverage(calls=0, own=0, libraries=(), unresolved=())
    return SetStatistics(name=name, problems=problems, usage=USAGE, coverage=nothing, chain=chain)


def measured(*sets: SetStatistics, libraries: int = 9, name: str = "shop") -> Statistics:
    """Return figures with calls of several libraries."""
    uses = tuple(
        LibraryUse(
            library=f"library{number}",
            calls=60 - number,
            apis=tuple(Count(name=f"library{number}.Class.method{api}", count=9) for api in range(6)),
        )
        for number in range(libraries)
    )
    return Statistics(
        benchmark=name,
        version=1,
        sets=sets,
        difficulty=Spread(count=3, mean=20, median=20, maximum=30),
        usage=USAGE,
        coverage=Coverage(calls=9, own=0, libraries=uses, unresolved=(Count(name="mean", count=2),)),
        session=SessionStatistics(
            problems=3,
            dependent=2,
            in_degree=Spread(),
            chain=Spread(),
            variables=Spread(),
            bytes=Spread(),
            stopped=0,
        ),
    )


CHAIN = one_set("chain", (), (1,), (1, 2), chain=3)


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", FORMATS)
def test_every_format_is_whole_and_repeats_itself(kind: str) -> None:
    """A file of its kind; drawn again, the same bytes."""
    picture = draw_statistics(measured(CHAIN), kind)

    assert picture.startswith(BEGINNINGS[kind])
    assert draw_statistics(measured(CHAIN), kind) == picture


def test_page_needs_nothing_else() -> None:
    """The page holds the picture and fetches nothing."""
    page = draw_statistics(measured(CHAIN, name="<script>alert(1)</script>"), "html").decode()

    assert page.count("<svg") == 1
    assert "<script" not in page
    assert "src=" not in page


def test_strange_names_are_drawn_as_text() -> None:
    """A name can begin no formula and steer nothing, and one in a script without glyphs does not stop the drawing."""
    strange = one_set("a$x_{$ b\x1b[2J\n数据集", (), (1,), chain=2)
    stopped = strange.model_copy(update={"stop": StatisticsStop(number=2, line=9, message="KeyError: '$'")})

    root = ET.fromstring(draw_statistics(measured(stopped, name="$\\frac{"), "svg"))  # noqa: S314 - our own picture

    assert root.tag.endswith("svg")


def test_nothing_to_draw_is_no_error() -> None:
    """A benchmark without calls and without dependencies still gives a picture."""
    alone = one_set("alone", (), chain=1)

    assert draw_statistics(measured(alone, libraries=0), "png").startswith(b"\x89PNG")
    assert draw_statistics(measured(libraries=0), "png").startswith(b"\x89PNG")


def test_sets_with_the_longest_chains_are_drawn() -> None:
    """At most twelve, and none in which no problem needs another."""
    sets = [one_set(f"s{number:02}", *[()] * 3, chain=number) for number in range(20)]

    assert [one.name for one in drawn_sets(measured(*sets))] == [f"s{number:02}" for number in range(19, 7, -1)]


def test_longest_chain_is_a_path() -> None:
    """It follows dependencies from its first problem to its last."""
    assert longest_chain(one_set("x", (), (1,), (1,), (2, 3), (), chain=3)) == (1, 2, 4)


def test_text_is_readable_on_every_colour() -> None:
    """Contrast of names to their ground is at least 3 to 1 by the measure of WCAG, on full and on pale colours."""

    def light(colour: str) -> float:
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for colour in [*PALETTE, "#999999", *(tint(colour, 0.35) for colour in PALETTE)]:
        one, two = sorted((light(colour), light(ink_on(colour))), reverse=True)
        assert (one + 0.05) / (two + 0.05) >= 3, colour


def test_label_fits_one_line() -> None:
    """No line breaks, no control characters, cut with a mark."""
    assert label("a\nb\x1bc" + "d" * 9, 6) == "a?b?c…"


def test_plotting_does_not_touch_the_look_of_others() -> None:
    """Nothing stays changed in matplotlib, and no backend is chosen."""
    before = dict(mpl.rcParams)
    draw_statistics(measured(CHAIN), "png")

    assert dict(mpl.rcParams) == before
