"""Which functions, classes and methods of which libraries the references call."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from authoring.dseal.analysis.calls import OWN_LIBRARY, CallReader, CallSite, Receiver, library_of, names_of
from authoring.dseal.model import Cell, ProblemSet
from authoring.evaluation.statistics.usage import ranked
from authoring.records.statistics import Coverage, LibraryUse


@dataclass(frozen=True, slots=True)
class CellCalls:
    """The calls of one cell, and the number of the first among all of its set."""

    cell: Cell
    first: int
    sites: tuple[CallSite, ...]


def calls_of(problemset: ProblemSet) -> tuple[CellCalls, ...]:
    """Return the calls of every cell that runs, in order."""
    reader, first, cell_calls = CallReader(), 0, []
    for cell in problemset.runnable:
        sites = reader.read(cell.code)
        cell_calls.append(CellCalls(cell, first, sites))
        first += len(sites)
    return tuple(cell_calls)


def coverage_of(cells: Iterable[CellCalls], receivers: Mapping[int, tuple[Receiver, ...]]) -> Coverage:
    """Count what the references of one set call; receivers are what stood at each call, by number, if they ran."""
    apis: Counter[str] = Counter()
    unresolved: Counter[str] = Counter()
    calls = own = 0
    for calls_of_cell in cells:
        # Context is set-up, which nobody is asked for.
        if calls_of_cell.cell.problem is None:
            continue
        for number, site in enumerate(calls_of_cell.sites, start=calls_of_cell.first):
            calls += 1
            names = names_of(site, receivers.get(number, ()))
            # A call of a function that the set itself defines says nothing about a library.
            theirs = {name for name in names if library_of(name) != OWN_LIBRARY}
            apis.update(theirs)
            own += not theirs and bool(names)
            unresolved.update([] if names else [site.method or "(what a call gave)"])
    return Coverage(calls=calls, own=own, libraries=_libraries(apis), unresolved=ranked(unresolved))


def coverage_together(parts: Iterable[Coverage]) -> Coverage:
    """Add up the coverage of several sets."""
    apis: Counter[str] = Counter()
    unresolved: Counter[str] = Counter()
    calls = own = 0
    for part in parts:
        calls, own = calls + part.calls, own + part.own
        for library in part.libraries:
            apis.update({api.name: api.count for api in library.apis})
        unresolved.update({coverage.name: coverage.count for coverage in part.unresolved})
    return Coverage(calls=calls, own=own, libraries=_libraries(apis), unresolved=ranked(unresolved))


def _libraries(apis: Counter[str]) -> tuple[LibraryUse, ...]:
    by_library: dict[str, Counter[str]] = {}
    for name, count in apis.items():
        by_library.setdefault(library_of(name), Counter())[name] += count
    uses = [
        LibraryUse(library=library, calls=counter.total(), apis=ranked(counter))
        for library, counter in by_library.items()
    ]
    return tuple(sorted(uses, key=lambda use: (-use.calls, use.library)))
