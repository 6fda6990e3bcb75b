"""Spoiled submissions: what each operator does, and what holds for all of them."""

import ast
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.dseal import parse
from authoring.dseal.mutation import OPERATORS, mutants
from tests.case_files import read_yaml

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases" / "mutants"
EVERY = 10_000
SESSION = """
import pandas as pd
import numpy as np

df = pd.DataFrame({"a": [3, 1, 2, 2], "b": [1.25, 2.5, None, 4.75], "c": ["x", "y", "x", "z"]}, index=[5, 6, 7, 8])
"""
"""What the cases' code finds."""

NAMES = st.sampled_from(["df", "x", "total", "pd"])
EXPRESSIONS = st.recursive(
    st.one_of(NAMES, st.sampled_from(["1", "2.5", "'a'", "'é😀'", "None", "df['a']", "df.b", 'f"{x[1]:.2f} {df.a}"'])),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "/", "<", "<=", "==", "&", "in"]), inner).map(
            lambda parts: f"({parts[0]} {parts[1]} {parts[2]})"
        ),
        st.tuples(inner, st.sampled_from(["mean()", "round(2)", "sort_values('a')", "head(3)", "T", "merge(df)"])).map(
            ".".join
        ),
        st.tuples(inner, inner).map(lambda parts: f"{parts[0]}[{parts[1]}]"),
        inner.map(lambda text: f"df[{text} > 1]"),
        inner.map(lambda text: f"sorted([{text}], key=lambda each: each)"),
        inner.map(lambda text: f"[each for each in {text} if each]"),
    ),
    max_leaves=6,
)
STATEMENTS = st.one_of(
    EXPRESSIONS,
    EXPRESSIONS.map(lambda text: f"y = {text}  # é"),
    EXPRESSIONS.map(lambda text: f"df['n'] = {text}; x += 1"),
    EXPRESSIONS.map(lambda text: f"def f(x):\n    return {text}"),
    EXPRESSIONS.map(lambda text: f"if x:\n    {text}\nelse:\n    y = (\n{text}\n)"),
    st.sampled_from(["import numpy as np", "del x", "'''text\nof lines'''", "for each in df: pass", "%magic", ""]),
)
PROGRAMS = st.lists(STATEMENTS, max_size=4).flatmap(
    lambda lines: st.sampled_from(["\n", "\n\n", "\r\n"]).map(lambda end: end.join(lines))
)


def cases(kind: str) -> list[Any]:
    """Return the cases of one kind, each with its operator."""
    return [
        pytest.param(path.stem, case, id=f"{path.stem}-{number}")
        for path in sorted(CASES.glob("*.yml"))
        for number, case in enumerate(read_yaml(path.read_text(encoding="utf-8"))[kind], 1)
    ]


def spoiled(operator: str, case: dict[str, Any]) -> list[dict[str, str]]:
    """Return the mutants that an operator makes of a case, as case files say them."""
    variants = mutants(case["code"], limit=EVERY, columns=case.get("columns", ()))
    return [{"code": mutant.code, "what": mutant.description} for mutant in variants if mutant.operator == operator]


def outcome(code: str) -> str:
    """Run trusted code of a case file; return all of what a validator may look at, as text."""
    names: dict[str, Any] = {}
    exec(SESSION, names)  # noqa: S102 - the repository's own case files
    before = set(names)
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    value = None
    try:
        exec(compile(tree, "<case>", "exec"), names)  # noqa: S102 - as above
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<case>", "eval"), names)  # noqa: S307 - as above
    except (TypeError, ValueError, KeyError, AttributeError, IndexError) as error:
        return repr(error)
    bound_values = {
        name: repr(names[name]) for name in sorted({"df"} | (set(names) - before)) if not callable(names[name])
    }
    return f"{type(value)} {value!r} {getattr(value, 'dtypes', '')} {bound_values}"


@pytest.mark.parametrize(("operator", "case"), cases("spoils"))
def test_code_is_spoiled(operator: str, case: dict[str, Any]) -> None:
    """The mutants are those of the case file, in their order, with their words."""
    assert case["mutants"] == spoiled(operator, case)


@pytest.mark.parametrize(("operator", "case"), cases("spoils"))
def test_spoiled_code_does_something_else(operator: str, case: dict[str, Any]) -> None:
    """When both run, a mutant gives another value, another variable or another table than the original."""
    with pd.option_context("display.width", 200), warnings.catch_warnings():
        # What pandas thinks of the cases' style is not what is tested.
        warnings.simplefilter("ignore")
        outcomes = {outcome(variant["code"]) for variant in spoiled(operator, case)}
        assert outcomes - {outcome(case["code"])}


@pytest.mark.parametrize(("operator", "case"), cases("spares"))
def test_code_is_spared(operator: str, case: dict[str, Any]) -> None:
    """Code that only looks alike is left alone."""
    assert spoiled(operator, case) == []


def test_every_operator_has_cases() -> None:
    """An operator is one file, one table line, one case file, and says what it does."""
    assert sorted(OPERATORS) == list(OPERATORS) == sorted(path.stem for path in CASES.glob("*.yml"))
    assert all(operator.SUMMARY for operator in OPERATORS.values())


@pytest.mark.exhaustive
@given(PROGRAMS, st.sampled_from([(), ("a", "b"), ("b", "é'\\", "class")]))
@settings(max_examples=300, deadline=None)
def test_mutants_parse_and_differ(code: str, columns: tuple[str, ...]) -> None:
    """Every mutant parses, differs from the original and from every other, and is the same the next time."""
    variants = mutants(code, limit=EVERY, columns=columns)
    trees = [ast.dump(ast.parse(mutant.code)) for mutant in variants]
    if variants:
        trees.append(ast.dump(ast.parse(code)))
    assert len(set(trees)) == len(trees)
    assert variants == mutants(code, limit=EVERY, columns=columns)


@pytest.mark.exhaustive
@given(PROGRAMS)
@settings(max_examples=150, deadline=None)
def test_mutants_keep_the_text(code: str) -> None:
    """What stands around the spoiled place stays as it was written, comments and spacing included."""
    for mutant in mutants(f"# first,  as written\n{code}\n# last,  as written"):
        assert mutant.code.startswith("# first,  as written\n")
        assert mutant.code.endswith("\n# last,  as written")


@pytest.mark.exhaustive
@given(PROGRAMS, st.integers(0, 3))
@settings(max_examples=100, deadline=None)
def test_no_more_than_asked_for(code: str, most: int) -> None:
    """Of each operator there are at most so many, and they are the first of all there are."""
    all_variants = mutants(code, limit=EVERY)
    for operator in OPERATORS:
        some = [mutant for mutant in mutants(code, limit=most) if mutant.operator == operator]
        assert len(some) <= most
        assert {mutant.code for mutant in some} <= {mutant.code for mutant in all_variants}


def test_any_text_is_taken(nasty: st.SearchStrategy[str]) -> None:
    """Text that is no Python has no mutants, and nothing raises."""

    @given(nasty)
    @settings(max_examples=300, deadline=None)
    def holds(text: str) -> None:
        for mutant in mutants(text):
            ast.parse(mutant.code)

    holds()
    assert mutants("1 +") == mutants("") == mutants("import os") == mutants("# only words") == ()


def test_deep_code_is_left_alone() -> None:
    """Code nested as deep as Python reads neither raises nor takes long."""
    assert len(mutants("x" + ".a" * 900)) < EVERY
    assert len(mutants("-" * 400 + "1")) < EVERY


def references() -> Iterator[str]:
    """Yield the reference codes of the repository's own sets."""
    for path in sorted((ROOT / "problemsets").glob("[!_]*.py")):
        for cell, _ in parse(path.read_text(encoding="utf-8")).problems:
            yield cell.code


def test_every_reference_can_be_spoiled() -> None:
    """There is a mutant of each reference of the repository's own sets, and each operator finds its chance in one."""
    variants = [mutants(code) for code in references()]
    assert all(variants)
    used = {mutant.operator for some in variants for mutant in some}
    assert used >= {"wrong_column", "mean_for_median", "wrong_order", "off_by_one", "dropped_rounding", "extra_column"}
