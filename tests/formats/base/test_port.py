"""What a format and whoever asks for an export agree on holds for every format there is."""

import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import pytest

from authoring.formats.base.port import Exporter, ExportOptions
from authoring.formats.base.registry import EXPORTERS, nothing_played
from authoring.records.bundle import AdmittedSet

T = TypeVar("T")
OPTIONS = ExportOptions(name="b", version="1", tool="t 1")
TEXT = '# %%\nx = {number}\n\n# %%\n"""\nquestion: How much is `x`?\n"""\nx\n'
SETS = [AdmittedSet(name=f"set-{number}", text=TEXT.format(number=number), inputs=()) for number in range(3)]
QUIET = sorted(name for name, entry in EXPORTERS.items() if not entry.runs)


def backwards(work: Callable[[AdmittedSet], T], problemsets: Sequence[AdmittedSet], /) -> Iterable[T]:
    """Work on the last set first, as sets side by side may end in any order."""
    return list(reversed([work(problemset) for problemset in reversed(problemsets)]))


@pytest.mark.parametrize("target", QUIET)
def test_the_order_of_work_changes_nothing(target: str) -> None:
    """However many sets are worked on at once, and whichever ends first, the export is the same."""
    export = EXPORTERS[target].export
    assert export is not None
    one, other = (export(SETS, options=OPTIONS, play=nothing_played, across=across) for across in (map, backwards))

    assert one == other


@pytest.mark.parametrize("target", sorted(EXPORTERS))
def test_exporter_takes_what_the_protocol_says(target: str) -> None:
    """Every exporter can be called with the same arguments, by the same names."""
    export = EXPORTERS[target].export
    assert export is not None
    expected = list(inspect.signature(Exporter.__call__).parameters)[1:]

    assert list(inspect.signature(export).parameters) == expected


@pytest.mark.parametrize("target", sorted(EXPORTERS))
def test_format_presents_itself(target: str) -> None:
    """A format has a line for lists, a language, and a next step that needs nothing but the folder."""
    entry = EXPORTERS[target]

    assert entry.summary
    assert "\n" not in entry.summary
    assert "en" in entry.languages
    assert entry.next_step.format(folder="f")
