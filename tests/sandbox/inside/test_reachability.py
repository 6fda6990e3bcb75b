"""What a cell changed is told by looking at what it can have got at; that is the same as by looking at everything."""

import importlib.util
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.inside import changes
from authoring.sandbox.inside.cell import execute
from authoring.sandbox.inside.changes import Snapshot, compare, forget_columns, snapshot
from authoring.sandbox.inside.digest import digest
from authoring.sandbox.inside.reachability import Reachability
from tests.case_files import read_yaml
from tests.examples import examples

CASES: list[dict[str, Any]] = read_yaml((Path(__file__).parents[2] / "cases" / "sandbox" / "reach.yaml").read_text())
FIRST = "import pandas as pd, numpy as np\napart = pd.DataFrame({'a': [1, 2, 3], 'mark': [4, 5, 6]})"
OLD = int(pd.__version__.partition(".")[0]) < 3
LIMITS = Limits(max_time=30)
STATEMENTS = """
f{i} = pd.DataFrame({{'a': [1, 2, {n}], 'b': [4, 5, 6]}})
f{i} = pd.DataFrame(a{j}, copy=False)
f{i} = f{j}
f{i} = f{j}.copy()
f{i} = f{j}.iloc[:{k}]
f{i} = f{j}.T
f{i} = f{j}[['a']]
f{i} = f{j}.assign(c={n})
f{i} = f{j}.set_index('a')
f{i} = f{j}.astype({{'a': 'category'}})
f{i} = f{j}.astype({{'b': 'Int64'}})
f{i}['a'] = a{j}
f{i}['o'] = [l{j}] * len(f{i})
f{i}.attrs['k'] = l{j}
f{i}.iloc[0, 0] = {n}
f{i}.loc[1, 'a'] = {n}
f{i}.index.name = 'n{n}'
f{i}.columns.name = 'n{n}'
f{i}.drop(columns='a', inplace=True)
f{i}.groupby('a').sum()
f{i}.iloc[0, -1].append({n})
s{i} = f{j}['a']
s{i} = f{j}.iloc[:, 0]
s{i} = pd.Series(a{j}, copy=False)
s{i} = s{j}[1:]
s{i}.iloc[0] = {n}
s{i}[:] = {n}
s{i} += 1
s{i}.name = 'n{n}'
s{i}.index.name = 'n{n}'
a{i} = f{j}.values
a{i} = s{j}.to_numpy()
a{i} = s{j}.array
a{i} = f{j}.index.values
a{i} = a{j}[::-1]
a{i} = a{j}[1:]
a{i} = a{j}.reshape(-1)
a{i} = np.arange({n}.0)
a{i} = np.array([l{j}, None], dtype=object)
a{i} = np.ma.masked_array(a{j})
a{i}.flags.writeable = True
a{i} += 1
a{i}[0] = {n}
a{i}[0].append({n})
l{i} = []
l{i} = [l{j}]
l{i} = [f{j}, a{k}]
l{i} = [s{j}.index, {n}]
l{i}.append({n})
l{i}[0].append({n})
l{i}[0].iloc[0, 0] = {n}
l{i}[-1][0] = {n}
l{i}[0].name = 'n{n}'
d{i} = {{'x': f{j}, 'l': l{k}}}
d{i}['l'].append({n})
d{i}['x'].iloc[0, 0] = {n}
d{i}['x'] = s{j}
t{i} = (f{j}, l{k})
t{i}[1].append({n})
t{i}[0].iloc[0, 0] = {n}
m{i} = memoryview(a{j})
m{i}[0] = {n}.0
w{i} = iter(l{j})
next(w{i}).append({n})
g{i} = lambda: f{j}.insert(0, 'n{n}', 1)
g{i} = lambda x=l{j}: x.append({n})
g{i} = (lambda y: lambda: y.append({n}))(l{j})
g{i} = lambda: g{j}()
g{i} = lambda: l{j}[0].append({n})
g{i} = a{j}.sort
g{i} = f{j}['a'].sort_values
g{i}()
d{i} = {{'f': g{j}, 'l': l{k}}}
d{i}['f']()
v{i} = f{j}.groupby('a')
v{i}.obj.iloc[0, 0] = {n}
v{i} = f{j}.loc
v{i}[0, 'a'] = {n}
del f{i}
del a{i}
del l{i}
raise ValueError
{n}
""".strip().splitlines()
"""Lines of programs."""


@dataclass(frozen=True)
class Told:
    """What is told of a cell: with as little looking as may be, and by looking at everything."""

    light: dict[str, str]
    full: dict[str, str]
    left: set[str]
    error: BaseException | None


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have cells that are played in our own process not mind the threads that other tests have left here."""
    monkeypatch.setattr("authoring.sandbox.inside.reachability.threading.active_count", lambda: 1)


@contextmanager
def main() -> Iterator[dict[str, Any]]:
    """Have the namespace of a session stand where its code expects it."""
    retained, sys.modules["__main__"] = sys.modules["__main__"], ModuleType("__main__")
    try:
        yield vars(sys.modules["__main__"])
    finally:
        sys.modules["__main__"] = retained


def play(cells: Sequence[str], *, forget: bool = OLD) -> list[Told]:
    """Run cells one after the other."""
    reach, light, full = Reachability(always_analyse=True), Snapshot(), Snapshot()
    results: list[Told] = []
    with main() as namespace:
        for number, cell in enumerate(cells):
            if forget:
                forget_columns(namespace)
            untouched = reach.untouched(cell, namespace, light)
            ran = execute(cell, filename=f"<cell {number}>", namespace=namespace, forbid_names=[])
            after, complete = snapshot(namespace, light, untouched), snapshot(namespace)
            step = Told({**compare(light, after)}, {**compare(full, complete)}, {*after.footprints}, ran.error)
            results.append(step)
            light, full = after, complete
    return results


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_change_is_told_by_what_was_in_reach(case: dict[str, Any]) -> None:
    """No way of getting at a variable is missed, and what is out of reach is left alone."""
    if any(importlib.util.find_spec(package) is None for package in case.get("needs", [])):
        pytest.skip("a package is missing")
    steps = play([FIRST, *case.get("before", []), case["cell"]])

    assert [step.light for step in steps] == [step.full for step in steps]
    assert steps[-1].light == (case["old"] if OLD and "old" in case else case["changes"])
    assert set(case.get("left", [])) <= steps[-1].left
    assert [step.error for step in steps[:-1] if step.error is not None] == []


@pytest.mark.exhaustive
@pytest.mark.filterwarnings("ignore")
@settings(max_examples=examples(150), deadline=None)
@given(
    st.lists(
        st.lists(
            st.builds(
                lambda text, i, j, k, n: text.format(i=i, j=j, k=k, n=n),
                st.sampled_from(STATEMENTS),
                *([st.integers(0, 2)] * 3),
                st.integers(2, 9),
            ),
            min_size=1,
            max_size=4,
        ).map("\n".join),
        min_size=3,
        max_size=12,
    )
)
def test_looking_less_tells_the_same(cells: list[str]) -> None:
    """Whatever shares with whatever, light and full looking agree after each cell."""
    start = [FIRST]
    start += [f"f{i} = apart * {i}\ns{i} = apart['a'] + {i}\na{i} = np.arange(3.0)\nl{i} = [[]]" for i in range(3)]
    steps = play([*start, *cells])

    assert [step.light for step in steps] == [step.full for step in steps]


def test_digest_is_carried_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of twenty frames only the one that a cell makes is digested; and none by a cell that names nothing."""
    digested: list[object] = []
    retained = digest

    def counted(value: object, **options: bool) -> bytes | None:
        digested.append(value)
        return retained(value, **options)

    reach, before = Reachability(always_analyse=True), Snapshot()
    counts = []
    with main() as namespace:
        for cell in (
            FIRST,
            "\n".join(f"f{i} = apart + {i}" for i in range(20)),
            "new = f3.copy()",
            "new['a'] = 1",
            "1",
        ):
            untouched = reach.untouched(cell, namespace, before)
            execute(cell, filename="<cell>", namespace=namespace, forbid_names=[])
            monkeypatch.setattr(changes, "digest", counted)
            before = snapshot(namespace, before, untouched)
            counts.append(len(digested))
            digested.clear()

    assert counts == [1, 21, 2, 1, 0]


def test_small_sessions_are_looked_at_in_full() -> None:
    """Where telling what is out of reach takes as long as looking, it is not asked for."""
    with main() as namespace:
        execute(FIRST, filename="<cell>", namespace=namespace, forbid_names=[])
        before = Snapshot({"apart": namespace["apart"]}, {"apart": b""}, {"apart": 0.0001})

        assert Reachability().untouched("1", namespace, before) == {}
        assert {*Reachability(always_analyse=True).untouched("1", namespace, before)} == {"apart"}


def test_doubt_lasts() -> None:
    """A cell that can have hidden something somewhere makes later ones be looked at in full; a query only itself."""
    steps = play([FIRST, "apart.query('a > 1')", "1", "import gc", "1"])

    assert ["apart" in step.left for step in steps] == [False, False, True, False, False]


def test_cell_that_was_not_read_at_once_is_read_later() -> None:
    """What a cell did while its session was small counts when the session has grown."""
    reach = Reachability()
    with main() as namespace:
        for cell in (FIRST, "pd.Series.stowed = apart"):
            assert reach.untouched(cell, namespace, Snapshot()) == {}
            execute(cell, filename="<cell>", namespace=namespace, forbid_names=[])
        before = snapshot(namespace)
        before.seconds["apart"] = 1.0
        del pd.Series.stowed  # type: ignore[attr-defined]

        assert reach.untouched("1", namespace, before) == {}


def test_functions_called_for_a_judge_are_followed_by_full_looks() -> None:
    """Where something happened to the session between two cells, nothing is taken to be what it was."""
    reach = Reachability(always_analyse=True)
    with main() as namespace:
        execute(FIRST, filename="<cell>", namespace=namespace, forbid_names=[])
        before = snapshot(namespace)
        left = [{*reach.untouched("1", namespace, before)}]
        reach.doubt()
        left.append({*reach.untouched("1", namespace, before)})

    assert left == [{"apart"}, set()]


def test_reading_a_cell_warns_of_nothing(recwarn: pytest.WarningsRecorder) -> None:
    """A cell gives its own warnings, once."""
    assert Reachability(always_analyse=True).untouched("'\\d'", {}, Snapshot()) == {}
    assert [*recwarn] == []


@pytest.mark.parametrize("text", ["(" * 100_000, "x\0", "-" * 1_000_000 + "1"])
def test_text_that_cannot_be_read_breaks_nothing(text: str) -> None:
    """What is no Python does not run, and what is too deep to be read is looked at in full, from then on."""
    with main() as namespace:
        execute(FIRST, filename="<cell>", namespace=namespace, forbid_names=[])
        before, reach = snapshot(namespace), Reachability(always_analyse=True)
        left = {*reach.untouched(text, namespace, before)}
        ran = execute(text, filename="<cell>", namespace=namespace, forbid_names=[])

        assert left <= {"apart"} if isinstance(ran.error, SyntaxError | ValueError) else left == set()
        assert {*reach.untouched("1", namespace, before)} == left


def test_forbidden_names_and_failing_cells(local: LocalSandbox) -> None:
    """In a session of its own, with names that are hidden while a cell runs, changes are told as they ever were."""
    big = "import pandas as pd\nbig, other = pd.DataFrame({'a': range(200_000)}), pd.DataFrame({'a': range(200_000)})"
    with local.session() as session:
        session.run(big, limits=LIMITS)
        hidden = session.run("big['b'] = 1", limits=LIMITS, forbid_names=["big"])
        shown_text = session.run("big['b'] = 1\n1 / 0", limits=LIMITS)
        with session.branch() as branch:
            branch.run("other = big", limits=LIMITS)
            after = branch.run("other['c'] = 1", limits=LIMITS)
        separated_run = session.run("other['c'] = 1", limits=LIMITS)

    changes_by_run = [
        {change.name: change.change for change in run.changes} for run in (hidden, shown_text, after, separated_run)
    ]
    assert changes_by_run == [{}, {"big": "updated"}, {"big": "updated", "other": "updated"}, {"other": "updated"}]


def test_confined_session_is_looked_at_in_full(local: LocalSandbox) -> None:
    """A submission that finds a place where nobody looks for frames changes nothing unseen."""
    with local.session() as session:
        session.run("import pandas as pd\nbig = pd.DataFrame({'a': range(200_000)})", limits=LIMITS)
        with session.branch() as branch:
            branch.confine()
            branch.run("pd.name = big", limits=LIMITS)
            run = branch.run("pd.name['b'] = 1", limits=LIMITS)

    assert [(change.name, change.change) for change in run.changes] == [("big", "updated")]
