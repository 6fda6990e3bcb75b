"""Problems are shared between walkers, and what comes of them is what one walker would find."""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.dseal.model import Cell, Problem, ProblemSet
from authoring.dseal.parse import parse
from authoring.errors import SandboxError
from authoring.gate.chain_walk import examine_problems
from authoring.records.evidence import Limits
from tests.examples import examples

WALKERS = 2


@dataclass
class RecordingWalker:
    """A walker without a sandbox: cells that say ``fails`` do not end well."""

    examined: list[int]
    cells: list[str] = field(default_factory=list)
    before_examining: Callable[[int], None] = lambda number: None  # noqa: ARG005 - nothing is waited for

    def walk(self, cell: Cell, limits: Limits) -> bool:
        """Note the cell."""
        del limits
        self.cells.append(cell.code)
        return "fails" not in cell.code

    def examine(self, index: int, cell: Cell, problem: Problem, limits: Limits) -> tuple[int, str] | None:
        """Note the problem; return its number and the cells that ran before it."""
        del index
        before = "".join(self.cells)
        self.examined.append(problem.number)
        self.before_examining(problem.number)
        return (problem.number, before) if self.walk(cell, limits) else None


def problemset(kinds: list[str]) -> ProblemSet:
    """Return a set with a cell for each of these kinds, in this order."""
    cells = []
    for number, kind in enumerate(kinds):
        question = f'"""\nquestion: How much is `x{number}`?\nvalidator:\n  result:\n"""\n' if "problem" in kind else ""
        cells.append(f"# %%\n{question}{'fails' if 'fails' in kind else 'x'}{number}\n")
    return parse("\n".join(cells))


def opener(walkers: list[RecordingWalker]) -> Callable[[threading.Event], AbstractContextManager[RecordingWalker]]:
    """Return what opens these walkers, one after the other."""
    waiting = iter(walkers)

    @contextmanager
    def opened(stopped: threading.Event) -> Iterator[RecordingWalker]:
        del stopped
        yield next(waiting)

    return opened


KINDS = st.lists(st.sampled_from(["context", "problem", "problem", "failing context", "failing problem"]), max_size=8)


@settings(max_examples=examples(100))
@given(KINDS, st.none() | st.sets(st.integers(1, 8)))
def test_problems_are_examined_once_and_in_the_state_before_them(kinds: list[str], numbers: set[int] | None) -> None:
    """Every chosen problem up to the first cell that does not end well, each by one walker that ran all before it."""
    chain = problemset([kind.replace("failing", "fails") for kind in kinds])
    examined: list[int] = []
    walkers = [RecordingWalker(examined) for _ in range(WALKERS)]

    results = examine_problems(chain, Limits(), opener(walkers), numbers=numbers)

    expected, before = [], ""
    for cell in chain.runnable:
        if "fails" in cell.code:
            break
        if cell.problem is not None and (numbers is None or cell.problem.number in numbers):
            expected.append((cell.problem.number, before))
        before += cell.code
    assert list(results) == expected
    assert len(set(examined)) == len(examined)


def test_walkers_work_side_by_side() -> None:
    """Both are at a problem at once."""
    both = threading.Barrier(WALKERS, timeout=60)

    def meet(number: int) -> None:
        del number
        both.wait()

    walkers = [RecordingWalker([], before_examining=meet) for _ in range(WALKERS)]

    results = examine_problems(problemset(["problem"] * WALKERS), Limits(), opener(walkers))

    assert [number for number, _ in results] == [1, 2]


def test_failure_ends_all() -> None:
    """What one walker fails at is raised, and the other begins nothing more."""
    begun = threading.Event()

    def fail(number: int) -> None:
        if number > 1:
            begun.set()
            raise SandboxError("no more processes")
        assert begun.wait(60)

    walkers = [RecordingWalker([], before_examining=fail) for _ in range(WALKERS)]

    with pytest.raises(SandboxError, match="no more processes"):
        examine_problems(problemset(["problem"] * 50), Limits(), opener(walkers))
    assert sum(len(walker.examined) for walker in walkers) < 50


def test_progress_comes_to_the_end_and_never_goes_back() -> None:
    """It counts the cells that the foremost walker has behind it."""
    counts: list[int] = []
    chain = problemset(["context", "problem", "problem", "problem"])

    examine_problems(
        chain,
        Limits(),
        opener([RecordingWalker([]), RecordingWalker([])]),
        progress=lambda done, _: counts.append(done),
    )

    assert counts == sorted(set(counts))
    assert counts[-1] == len(chain.runnable)
