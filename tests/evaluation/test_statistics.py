"""Statistics of a benchmark: what its text says, and what a run of its references shows."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from authoring.evaluation.statistics import measure_benchmark
from authoring.evaluation.statistics.dependencies import longest_path
from authoring.records.evidence import CellRun, Limits, Outcome, VariableChange
from authoring.records.results import Benchmark, BenchmarkSet
from authoring.records.statistics import SetStatistics, Statistics
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.fake import FakeSandbox
from authoring.workspace.benchmark import read_benchmark

SHOP = Path(__file__).parents[1] / "cases" / "statistics" / "shop"


@pytest.fixture(scope="module")
def measured() -> Iterator[Statistics]:
    """Return the figures of the shop, run once."""
    with closing(LocalSandbox()) as sandbox:
        yield measure_benchmark(read_benchmark(SHOP), limits=Limits(), sandbox=sandbox)


@pytest.fixture
def chain(measured: Statistics) -> SetStatistics:
    """Return the figures of the set that runs to its end."""
    return measured.sets[0]


@pytest.fixture
def stops(measured: Statistics) -> SetStatistics:
    """Return the figures of the set that does not."""
    return measured.sets[1]


def counts(measured: Statistics, library: str) -> dict[str, int]:
    """Return the calls of a library by name."""
    return {api.name: api.count for use in measured.coverage.libraries if use.library == library for api in use.apis}


def test_dependencies_are_those_of_real_reads(chain: SetStatistics) -> None:
    """A problem needs whoever last wrote what it read: a new name, a change in place, a function.

    What an import brought, and what the context wrote, is no other problem.
    """
    assert [problem.depends_on for problem in chain.problems] == [(), (1,), (), (1, 3), (4,), (), (6,), ()]
    assert [problem.needs_context for problem in chain.problems] == [True, False, True, *[False] * 5]
    assert chain.chain == 3


def test_session_is_counted_before_each_problem_and_at_the_end(chain: SetStatistics) -> None:
    """Variables are those a solver finds: no modules, no functions; a frame takes bytes."""
    assert [problem.variables for problem in chain.problems] == [1, 2, 2, 2, 3, 3, 3, 3]
    assert chain.variables == 3
    assert chain.bytes is not None
    assert chain.bytes > (chain.problems[0].bytes or 0) > 0


def test_failing_reference_ends_the_figures_of_its_set(stops: SetStatistics) -> None:
    """What ran before it counts, what comes after is unknown, and the place of the failure is told."""
    assert [problem.depends_on for problem in stops.problems] == [(), None, None]
    assert stops.stop is not None
    assert (stops.stop.number, stops.stop.message) == (2, "IndexError: list index out of range")
    assert SHOP.joinpath("stops.py").read_text().splitlines()[stops.stop.line - 1] == "first[99]"


def test_what_the_sets_come_to(measured: Statistics) -> None:
    """Shares and spreads are over the problems that ran, and over all sets."""
    session = measured.session
    assert session is not None
    assert (session.problems, session.dependent, session.stopped) == (9, 4, 1)
    assert session.in_degree.mean == 5 / 9
    assert (session.chain.mean, session.chain.maximum) == (2, 3)
    assert dict(measured.packages)["pandas"]


def test_methods_are_named_by_the_types_they_met(measured: Statistics) -> None:
    """Links of a chain are resolved as well, an accessor by the way users write it."""
    pandas = counts(measured, "pandas")

    assert pandas["pandas.DataFrame.groupby"] == 1
    assert pandas["pandas.api.typing.SeriesGroupBy.sum"] == 1
    assert pandas["pandas.Series.max"] == 1
    assert pandas["pandas.Series"] == 1
    assert counts(measured, "math") == {"math.sqrt": 2}
    assert counts(measured, "builtins") == {"builtins.len": 1, "builtins.list.sort": 1}


def test_functions_under_test_are_run_by_their_test_cases(measured: Statistics) -> None:
    """What a function calls is known although its problem only defines it."""
    pandas = counts(measured, "pandas")

    assert [pandas[f"pandas.Series.{name}"] for name in ("mul", "astype", "str.upper")] == [1, 1, 1]


def test_own_functions_are_no_coverage(measured: Statistics) -> None:
    """A call of what a set defines is counted apart; nothing else stays unknown here."""
    assert measured.coverage.own == 1
    assert measured.coverage.unresolved == ()


def test_without_a_run_the_text_still_speaks() -> None:
    """Usage and difficulty are the same; dependencies are absent; unknown receivers are counted, not guessed."""
    measured = measure_benchmark(read_benchmark(SHOP), limits=Limits(), sandbox=None)

    assert (measured.session, measured.python) == (None, "")
    assert {problem.depends_on for one in measured.sets for problem in one.problems} == {None}
    unresolved = {one.name for one in measured.coverage.unresolved}
    assert unresolved == {"astype", "map", "max", "mul", "sum", "to_list", "upper"}
    assert counts(measured, "pandas") == {"pandas.DataFrame.groupby": 1, "pandas.Series": 1}


def test_usage_counts_blocks_and_what_templates_add(measured: Statistics) -> None:
    """A validator is written or implied; options are counted by subject, templates and keys by problem."""
    usage = measured.usage
    by_name = {use.name: use for use in usage.validators}

    assert (usage.problems, usage.context, usage.without_block, usage.execution) == (11, 2, 6, 1)
    assert [(one.name, one.count) for one in usage.templates] == [("basic", 1), ("intact", 1)]
    assert (by_name["namespace_check"].written, by_name["namespace_check"].plain) == (3, 2)
    assert [(one.name, one.count) for one in by_name["namespace_check"].options] == [("ignore_dtypes", 1)]
    assert (by_name["result"].written, by_name["result"].implied) == (1, 9)
    assert by_name["table_test"].options == ()


@pytest.mark.parametrize(
    ("needs", "length"),
    [({}, 0), ({1: []}, 1), ({1: [], 2: [1], 3: [1], 4: [2, 3]}, 3), ({1: [], 2: [], 9: [2]}, 2)],
)
def test_longest_path(needs: dict[int, list[int]], length: int) -> None:
    """A chain is counted in problems."""
    assert longest_path(needs) == length


def test_ended_session_leaves_what_was_seen() -> None:
    """A process that is killed ends the set, with the words of the sandbox; progress still comes to its end."""
    text = '# %%\nx = 1\n\n# %%\n"""\nquestion: |\n  Stop.\n"""\n\nx + 1\n'
    killed = CellRun(outcome=Outcome.KILLED, seconds=0, peak_memory=0, detail="it ended by SIGKILL")
    wrote = CellRun(
        outcome=Outcome.OK,
        seconds=1,
        peak_memory=0,
        changes=(VariableChange(name="x", change="added", type="int"),),
    )
    benchmark = Benchmark(name="b", version=1, sets=(BenchmarkSet(name="s", path=Path("s.py"), text=text, inputs=()),))
    told: list[tuple[int, int]] = []
    sandbox = FakeSandbox(runs={"x = 1": wrote, "x + 1": killed}, answers={"calls_seen": "nonsense"})

    measured = measure_benchmark(
        benchmark, limits=Limits(), sandbox=sandbox, progress=lambda done, of: told.append((done, of))
    )

    stop = measured.sets[0].stop
    assert stop is not None
    assert (stop.number, stop.line, stop.message) == (1, 10, "killed: it ended by SIGKILL")
    assert told[-1] == (2, 2)
