"""Calls in reference code: what their names are, and that watching them changes nothing."""

import ast
from pathlib import Path
from typing import Any

import pytest
import yaml

from authoring.dseal.analysis.calls import (
    OWN_LIBRARY,
    WATCHER,
    CallReader,
    Receiver,
    library_of,
    names_of,
    public_name,
    watched,
)
from authoring.dseal.parse import parse

ROOT = Path(__file__).parents[3]
CASES = ROOT / "tests" / "cases" / "statistics"

TRICKY = """\
values = [3, 1, 2]
text = f"{values.copy()} of {len(values)!r:>{len(values) + 5}}"
wörter = "ä ö".split(); zahl = "é".upper().lower(), "x".join(
    # a comment in a chain
    ["a",
     "b"]
    ).strip()
found = (n := values.copy()).index(1)
nested = ((lambda f: f(f))(lambda f: 7))
squares = (i * i for i in values)
first = (yield_ for yield_ in values).__next__()

def gen():
    got = (yield 1).bit_length()
    return got

class Base:
    def name(self): return "base"

class Derived(Base):
    @staticmethod
    def make(): return Derived()
    def name(self): return super().name() + __class__.__name__.lower()

@(lambda f: f)
def decorated(x=max([1, 2])): return x

result = (Derived.make().name(), decorated(), (-1).bit_length(), {"a": 1}.get("a"),
          [x.upper() for x in "ab" if x.islower()], sorted(values, key=lambda v: (v).bit_length()),
          dict(a=1)["a"].bit_length(), ("a" "b").title(), not values.copy(), values[0].bit_length())
it = gen()
next(it)
"""


def run(code: str, **names: Any) -> dict[str, Any]:
    """Execute code and return what it leaves behind."""
    names["__name__"] = OWN_LIBRARY
    exec(compile(code, "<cell>", "exec"), names)  # noqa: S102 - our own code
    return names


@pytest.mark.parametrize("case", yaml.safe_load((CASES / "calls.yml").read_text()), ids=lambda case: case["code"][:20])
def test_names_the_code_shows(case: dict[str, Any]) -> None:
    """Imports, literals and instances of known classes resolve; a name that is bound anew is forgotten."""
    assert [site.name or "?" for site in CallReader().read(case["code"])] == case["names"]


def test_earlier_cells_are_remembered() -> None:
    """What one cell imports, defines or constructs is known in the next."""
    reader = CallReader()
    reader.read("import pandas as pd\nframe = pd.DataFrame()\ndef f(): ...")

    assert [site.name for site in reader.read("frame.head(); f()")] == ["pandas.DataFrame.head", f"{OWN_LIBRARY}.f"]


@pytest.mark.parametrize("case", yaml.safe_load((CASES / "public_names.yml").read_text()), ids=" ".join)
def test_public_name(case: tuple[str, str, str]) -> None:
    """Users know a thing by the path they import it by."""
    module, name, expected = case
    assert public_name(module, name) == expected


def test_watched_code_does_the_same() -> None:
    """Whatever is called, wherever it stands in an expression, the values are those of the code as it was."""
    observed: list[tuple[int, object]] = []

    def look(number: int, value: object) -> object:
        observed.append((number, value))
        return value

    plain = run(TRICKY)
    sites = CallReader().read(TRICKY)
    values = run(watched(TRICKY, sites, first=100), **{WATCHER: look})

    for name in ("text", "wörter", "zahl", "found", "nested", "first", "result"):
        assert values[name] == plain[name], name
    assert {number for number, _ in observed} <= set(range(100, 100 + len(sites)))
    upper = next(number for number, site in enumerate(sites, start=100) if site.method == "upper")
    assert (upper, "é") in observed


def test_every_call_outside_of_formatted_text_is_watched() -> None:
    """Only what has no true place in the source before Python 3.12, and `super`, is left alone."""
    sites = CallReader().read(TRICKY)
    tree = ast.parse(watched(TRICKY, sites))
    wrapped = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == WATCHER]
    in_text = [
        call
        for node in ast.walk(ast.parse(TRICKY))
        if isinstance(node, ast.JoinedStr)
        for call in ast.walk(node)
        if isinstance(call, ast.Call)
    ]

    assert len(wrapped) == len(sites) - 1 - len({(call.lineno, call.col_offset) for call in in_text})


@pytest.mark.parametrize("path", sorted((ROOT / "problemsets").glob("*.py")), ids=lambda path: path.stem)
def test_lines_stay_where_they_are(path: Path) -> None:
    """A watched reference fails, if it does, in the line of its source."""
    reader = CallReader()
    for cell in parse(path.read_text()).runnable:
        code = watched(cell.code, reader.read(cell.code))
        assert code.count("\n") == cell.code.count("\n")
        assert [node.lineno for node in ast.parse(code).body] == [node.lineno for node in ast.parse(cell.code).body]


def test_run_time_decides_over_the_code_where_it_knows_more() -> None:
    """An instance is named by its class; a function by the name it was imported by; without a run, by the code."""
    found = CallReader().read("from numpy import sqrt\nframe.head(sqrt(4), model(1))")
    sites = {site.method or ast.unparse(site.call.func): site for site in found}

    frame = Receiver("instance", "pandas.core.frame", "DataFrame")
    assert names_of(sites["head"], (frame,)) == {"pandas.DataFrame.head"}
    assert names_of(sites["head"], ()) == frozenset()
    assert names_of(sites["sqrt"], (Receiver("instance", "numpy", "ufunc"),)) == {"numpy.sqrt"}
    assert names_of(sites["sqrt"], ()) == {"numpy.sqrt"}
    assert names_of(sites["model"], (Receiver("instance", "torch.nn.modules.linear", "Linear"),)) == {
        "torch.nn.modules.linear.Linear.__call__"
    }


def test_library_is_the_top_level_package() -> None:
    """Coverage is grouped by what one installs."""
    assert library_of("sklearn.linear_model.LinearRegression.fit") == "sklearn"
