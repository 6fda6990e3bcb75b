"""DSEval itself as the peer: both judges say the same of values that hypothesis makes and changes in small ways."""

import importlib.util
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
EXAMPLES = 40_000 if "AUTHORING_LONG" in os.environ else 300

Question = dict[str, Any]
Ask = Callable[[Question], dict[str, list[Any]]]


def _load(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location("peer_values", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


HERE_TOO = _load(HERE / "peer_values.py")

SCALARS = st.sampled_from(
    (
        *("None", "True", "False", "np.bool_(True)", "0", "1", "-1", "2", "3", "2**53", "2**70", "1.0", "1.5", "-0.0"),
        *("1.000001", "1.0001", "100.0", "1e10", "1e-9", "float('nan')", "float('inf')", "-float('inf')"),
        *("np.float32(1)", "np.int64(2)", "np.uint8(3)", "np.float64('nan')", "np.complex128(1)", "1 + 0j"),
        *("'a'", "'b'", "''", "'1'", "np.str_('a')", "b'a'", "decimal.Decimal('1.5')"),
        *("dt.date(2024, 1, 1)", "pd.Timestamp('2024-01-01')", "pd.Timestamp('2024-01-01', tz='UTC')"),
        *("pd.Timedelta(1, 'D')", "np.datetime64('2024-01-01')", "pd.NaT", "pd.NA", "pd.Interval(0, 1)"),
    )
)


def _joined(opened: str, closed: str) -> Callable[[list[str]], str]:
    return lambda elements: f"{opened}{', '.join(elements)}{',' if opened == '(' and elements else ''}{closed}"


def _containers(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    keys = st.sampled_from(["'a'", "'b'", "'c'", "1", "2"])
    pairs = st.lists(st.tuples(keys, inner).map(": ".join), max_size=3)
    return st.one_of(
        st.lists(inner, max_size=4).map(_joined("[", "]")),
        st.lists(inner, max_size=3).map(_joined("(", ")")),
        pairs.map(_joined("{", "}")),
    )


PLAIN_SETS = st.lists(st.sampled_from(["1", "2", "3.5", "'a'", "'b'"]), min_size=1, max_size=3).map(_joined("{", "}"))
ELEMENTS = {
    "int64": ["0", "1", "2", "3", "-5"],
    "float64": ["0.0", "1.0", "1.5", "100.0", "np.nan", "np.inf"],
    "float32": ["1.0", "2.5", "np.nan"],
    "int8": ["1", "2"],
    "bool": ["True", "False"],
    "complex128": ["1", "1j"],
    "object": ["1", "'a'", "None", "2.5", "'b'"],
    "datetime64[ns]": ["'2024-01-01'", "'2024-01-02'", "'2023-05-06'"],
}
COLUMNS = {
    **{name: ELEMENTS[name] for name in ("int64", "float64", "float32", "bool", "object", "datetime64[ns]")},
    "str": ["'a'", "'b'", "'c'", "'1'"],
    "category": ["'a'", "'b'", "'c'"],
    "Int64": ["1", "2", "None"],
    "boolean": ["True", "False", "None"],
    "string": ["'a'", "'b'", "None"],
    "datetime64[ns, UTC]": ["'2024-01-01'", "'2024-01-02'", "None"],
    "timedelta64[ns]": ["'1D'", "'2D'"],
    "period[M]": ["'2024-01'", "'2024-02'"],
}
LISTS = ["[1]", "[1, 2]", "np.array([1, 2])", "{'a': 1}"]


@st.composite
def arrays(draw: st.DrawFn) -> str:
    """Draw an array of up to two axes."""
    dtype = draw(st.sampled_from([*ELEMENTS, "str"]))
    elements = st.sampled_from(ELEMENTS.get(dtype, ["'a'", "'b'"]))
    if draw(st.booleans()):
        return f"np.array([{', '.join(draw(st.lists(elements, max_size=4)))}], dtype='{dtype}')"
    size = draw(st.integers(1, 2))
    rows = draw(st.lists(st.lists(elements, min_size=size, max_size=size), min_size=1, max_size=3))
    return f"np.array([{', '.join(_joined('[', ']')(row) for row in rows)}], dtype='{dtype}')"


@st.composite
def columns(draw: st.DrawFn, rows: int) -> str:
    """Draw the values of a series."""
    dtype = draw(st.sampled_from([*COLUMNS, "lists"]))
    elements = st.sampled_from(COLUMNS.get(dtype, LISTS))
    found = ", ".join(draw(st.lists(elements, min_size=rows, max_size=rows)))
    return f"pd.Series([{found}], dtype='{'object' if dtype == 'lists' else dtype}')"


@st.composite
def indexes(draw: st.DrawFn, rows: int) -> str:
    """Draw the index of a table."""
    name = draw(st.sampled_from(["None", "'i'", "'a'"]))
    labels = draw(st.permutations(range(rows)))
    kinds = (
        f"pd.RangeIndex({rows}, name={name})",
        f"pd.Index({list(labels)}, name={name}, dtype='int64')",
        f"pd.Index({[float(i) for i in labels]}, name={name}, dtype='float64')",
        f"pd.Index({['xyzvw'[i] for i in labels]}, name={name}, dtype='object')",
        f"pd.date_range('2024-01-01', periods={rows}, name={name})",
        f"pd.CategoricalIndex({['xyzvw'[i] for i in labels]}, name={name})",
        f"pd.MultiIndex.from_arrays([{list(labels)}, {['xy'[i % 2] for i in labels]}], names=[{name}, 'j'])",
        f"pd.period_range('2024-01', periods={rows}, freq='M', name={name})",
        f"pd.interval_range(0, {rows}, name={name})",
    )
    chosen: str = draw(st.sampled_from(kinds[:4] * 2 + kinds))
    return chosen


@st.composite
def tables(draw: st.DrawFn) -> str:
    """Draw a frame, a series or an index."""
    rows = draw(st.integers(0, 4))
    index = draw(indexes(rows))
    kind = draw(st.integers(0, 5))
    if kind == 0:
        return index
    name = draw(st.sampled_from(["None", "'a'", "'n'"]))
    if kind == 1:
        return f"{draw(columns(rows))}.set_axis({index}).rename({name})"
    names = draw(st.lists(st.sampled_from(["'a'", "'b'", "'c'", "1", "('t', 'u')"]), max_size=3, unique=True))
    cells = ", ".join(f"{each}: {draw(columns(rows))}" for each in names)
    return f"pd.DataFrame({{{cells}}}, index=range({rows})).set_axis({index}, axis=0)"


SPARSE = st.lists(st.lists(st.sampled_from(["0", "1", "2.5"]), min_size=2, max_size=2), min_size=1, max_size=3).map(
    lambda rows: f"csr_matrix([{', '.join(_joined('[', ']')(row) for row in rows)}])"
)
LEAVES = st.one_of(SCALARS, SCALARS, arrays(), tables(), PLAIN_SETS, SPARSE)
NESTED = st.recursive(LEAVES, _containers, max_leaves=5)
VALUES = st.integers(0, 9).flatmap(
    lambda i: (SCALARS, arrays(), SPARSE, NESTED, NESTED, NESTED, tables(), tables(), tables(), tables())[i]
)
RECASTS = ("listed", "tupled", "arrayed", "in_series", "in_frame", "in_index", "values_of", "index_of", "in_set")
"""Changes of what a value is, which are mostly refused for that alone; they come up less often."""
CHANGES = [name for name in HERE_TOO.CHANGES if name not in {*RECASTS, "in_list", "in_dict", "first_of", "texted"}]
FLAG = st.sampled_from(
    (
        *("ignore_order", "ignore_index", "ignore_names", "ignore_dtypes", "match_partial"),
        *("value_only", "type_only", "strict_type"),
    )
)
FLAGS: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.just({}),
    st.lists(FLAG, max_size=3).map(lambda names: dict.fromkeys(names, True)),
    st.fixed_dictionaries({"atol": st.sampled_from([0, 1e-3, 0.5]), "rtol": st.sampled_from([0, 1e-3])}),
    st.fixed_dictionaries({"metrictol": st.sampled_from([0.5, 0.9])}),
)


@st.composite
def questions(draw: st.DrawFn) -> Question:
    """Draw a reference, a submission that is mostly the reference after a few changes, and flags."""
    reference = draw(VALUES)
    submission = draw(VALUES) if draw(st.integers(0, 11)) == 0 else reference
    changes = st.integers(0, 11).flatmap(lambda i: st.sampled_from(CHANGES if i else list(HERE_TOO.CHANGES)))
    for name in draw(st.lists(changes, min_size=1, max_size=4)):
        submission = f"{name}({submission})"
    return {"reference": reference, "submission": submission, "flags": draw(FLAGS)}


def _unwraps_a_set(question: Question) -> bool:
    sides = question["reference"], question["submission"]
    return "value_only" in question["flags"] and any("{" in side or "in_set" in side for side in sides)


DECIDED: dict[str, Callable[[Question], bool]] = {
    "a set under value_only is unwrapped in the order of its history there, sorted here": _unwraps_a_set,
}
"""Differences that are decided, each with a row in guides/dialects.md: what they are about, and where they may show.

Words in the data and labels that are truth values are decided too, but not made here; the cases show them.
"""


@pytest.fixture(scope="module")
def ask(dseval_python: Path) -> Iterator[Ask]:
    """Ask the interpreter that has dseval, which stays up for all questions."""
    command = [str(dseval_python), str(HERE / "peer_values.py")]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        answers = process.stdout
        questions = process.stdin

        def answer(question: Question) -> dict[str, list[Any]]:
            questions.write(f"{json.dumps(question)}\n")
            questions.flush()
            found: dict[str, list[Any]] = json.loads(answers.readline())
            return found

        yield answer
        questions.close()


@pytest.mark.exhaustive
def test_peer_agrees_on_values(ask: Ask, capsys: pytest.CaptureFixture[str]) -> None:
    """Verdict, kind of mismatch and partial match are DSEval's, in its environment and in ours, decided ones apart."""
    seen: Counter[str] = Counter()

    @given(questions())
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    def agrees(question: Question) -> None:
        answer = ask(question)
        if answer["theirs"] != answer["ours"]:
            decided = [reason for reason, covers in DECIDED.items() if covers(question)]
            assert decided, f"{question}: {answer}"
            seen[f"decided: {decided[0]}"] += 1
            return
        correct, kind, part = answer["theirs"]
        seen[f"agreed: {correct} {kind or ('part' if part else '')}".rstrip()] += 1

    agrees()
    with capsys.disabled():
        sys.stdout.write("".join(f"\n{count:7d}  {what}" for what, count in sorted(seen.items())))
    assert seen["agreed: yes"] > 0
