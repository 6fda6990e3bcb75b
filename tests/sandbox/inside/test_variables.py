"""Variables are told in their order, in bounds and in time, whatever they are."""

import gc
import time
from typing import Any

import numpy as np
import pandas as pd
import pytest

from authoring.records.evidence import Limits, Variable
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.inside import variables as module
from authoring.sandbox.inside.variables import variables

SETUP = """
import numpy as np
import pandas as pd
from math import sqrt
def f():
    pass
class C:
    pass
class Hostile:
    __sizeof__ = None
    @property
    def nbytes(self):
        raise SystemExit
    @property
    def __class__(self):
        raise KeyboardInterrupt
    def __repr__(self):
        raise KeyboardInterrupt
class Slow:
    def __repr__(self):
        while True:
            pass
__hidden__ = 1
"""
VALUES = {
    "np.zeros(1000)": (8_000, 8_000),
    "np.float64(1)": (8, 8),
    "pd.DataFrame({'a': [1.5] * 1000})": (8_000, 8_200),
    "pd.Series(['x' * 1000] * 100, dtype=object)": (100_000, 200_000),
    "pd.Index(range(3))": (1, 1_000),
    "[bytes(1000 + n) for n in range(10)]": (10_000, 11_000),
    "{'a': [b'x' * 1000], 'b': (b'y' * 1000,)}": (2_000, 4_000),
    "'x' * 1000": (1_000, 1_200),
    "None": (1, 100),
    "C()": (1, 1_000),
    "Hostile()": (0, 0),
    "range(3)": (1, 100),
}


def namespace_of(code: str) -> dict[str, Any]:
    """Return the namespace that code leaves."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    exec(code, namespace)  # noqa: S102 - our own text
    return namespace


def test_modules_functions_and_classes_are_left_out() -> None:
    """What is told is what holds data, sorted by name."""
    listed = variables(namespace_of(f"{SETUP}\nb = 'text'\na = C()\n"), inspect_values=True)

    assert [(item["name"], item["type"]) for item in listed] == [("a", "C"), ("b", "str")]
    assert listed[1]["text"] == "'text'"


@pytest.mark.parametrize("value", VALUES)
def test_size_is_that_of_the_buffers(value: str) -> None:
    """Arrays and frames are measured by their data, containers with what is in them."""
    (listed,) = variables(namespace_of(f"{SETUP}\nvalue = {value}"), inspect_values=True)
    minimum, maximum = VALUES[value]

    assert minimum <= listed["size"] <= maximum


def test_container_that_holds_itself_has_a_size() -> None:
    """Counting ends."""
    (listed,) = variables(namespace_of("x = []\nx.append(x)\nx += [[]] * 50_000"), inspect_values=True)

    assert 400_000 < listed["size"] < 10_000_000


def test_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Long texts are cut, many variables too, and one that takes its time does not take that of the others."""
    monkeypatch.setattr(module, "MAX_TIME_PER_VARIABLE", 0.5)
    code = f"{SETUP}\na = Slow()\nb = 'x' * 10**6\nc = Hostile()\nfor n in range(600):\n    globals()[f'n{{n}}'] = n"
    start = time.monotonic()
    listed = variables(namespace_of(code), inspect_values=True)

    assert time.monotonic() - start < 50
    assert len(listed) == module.MAX_VARIABLES
    assert [item["text"][:3] for item in listed[:3]] == ["", "'xx", ""]
    assert max(len(item["text"]) for item in listed) == module.MAX_TEXT


@pytest.mark.exhaustive
def test_alarm_is_heard_wherever_it_rings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks that last as long as they may: the alarm rings before, in and behind them, and ends the look alone."""
    monkeypatch.setattr(module, "MAX_TIME_PER_VARIABLE", 0.0005)
    monkeypatch.setattr(module, "MAX_TIME", 3_600)
    values: dict[str, list[list[int]]] = {
        f"v{number:03}": [[]] * (number * 40) for number in range(module.MAX_VARIABLES)
    }
    # An alarm that rings while the collector calls a function of another library, as hypothesis has it do, is lost.
    gc.disable()
    try:
        for _ in range(12):
            assert len(variables(values, inspect_values=True)) == module.MAX_VARIABLES
    finally:
        gc.enable()


def test_types_can_be_told_without_looking() -> None:
    """Without looking no method of a value runs."""
    code = "class Deadly:\n    def __repr__(self):\n        import os\n        os._exit(1)\nx = Deadly()"

    assert variables(namespace_of(code), inspect_values=False) == [
        {"name": "x", "type": "Deadly", "size": 0, "text": "", "shape": (), "head": ""}
    ]


def test_variables_are_told_and_nothing_changes(local: LocalSandbox, limits: Limits) -> None:
    """Looking at variables runs their methods in a fork; one that breaks the fork is told by its types."""
    code = """
import os
class Counts:
    n = 0
    def __repr__(self):
        Counts.n += 1
        return f'seen {Counts.n} \\x1b[31m'
class Deadly:
    def __repr__(self):
        os._exit(1)
counts = Counts()
"""
    with local.session() as session:
        session.run(code, limits=limits)
        first, second = session.variables(), session.variables()
        session.run("deadly = Deadly()", limits=limits)
        hurt = session.variables()
        alive = session.run("Counts.n", limits=limits)

    assert first == second == (Variable(name="counts", type="Counts", size=first[0].size, text="seen 1 \x1b[31m"),)
    assert [(item.name, item.type, item.text) for item in hurt] == [("counts", "Counts", ""), ("deadly", "Deadly", "")]
    assert alive.value is not None
    assert alive.value.text == "0"


def test_tables_have_shape_and_first_rows() -> None:
    """A table of a million columns is told of in few words; what is no table has neither."""
    wide = pd.DataFrame(np.zeros((7, 5_000)))
    told = {
        entry["name"]: entry
        for entry in variables({"a": wide, "b": wide[0], "c": np.zeros((2, 3)), "d": [1]}, inspect_values=True)
    }

    assert [told[name]["shape"] for name in "abcd"] == [(7, 5_000), (7,), (2, 3), ()]
    assert len(told["a"]["head"]) <= 2_000
    assert len(told["b"]["head"].splitlines()) == 5
    assert told["c"]["head"] == told["d"]["head"] == ""
