"""Difficulty is DSEval's own figure: for every reference of this repository and for code of every form."""

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from authoring.dseal.analysis.complexity import difficulty
from authoring.dseal.parse import parse

ROOT = Path(__file__).parents[3]
PEER = """
import json, sys
from dseval.utils import get_code_complexity
for line in sys.stdin:
    print(json.dumps([get_code_complexity(code) for code in json.loads(line)]), flush=True)
"""
EXPRESSIONS = (
    *("x", "1.5", "'text'", "None", "{e}.attribute", "{e}[{e}]", "{e}[1:{e}]", "f({e}, key={e})", "{e}.method(*{e})"),
    *("({e} + {e})", "(not {e})", "({e} < {e} <= {e})", "({e} and {e})", "({e} if {e} else {e})", "[{e}, {e}]"),
    *("({e},)", "{{{e}: {e}, **{e}}}", "{{{e}, {e}}}", "[{e} for y in {e} if {e}]", "{{y: {e} for y in {e}}}"),
    *("({e} for y in {e} for z in {e})", "(lambda a, *b, c={e}, **d: {e})", "(w := {e})"),
)
FORMATTED = "f'{x.y!r:>{width}} of {len(x)}'"
STATEMENTS = (
    *("{e}", "x = {e}", "x, *y = {e}", "x.attribute[{e}] = {e}", "x += {e}", "x: int = {e}", "del x[{e}]", "pass"),
    *("assert {e}, {e}", "raise ValueError({e})", "import numpy as np", "from math import sqrt, pi", "global g"),
    *("if {e}:\n{b}\nelif {e}:\n{b}\nelse:\n{b}", "for x in {e}:\n{b}\nelse:\n{b}", "while {e}:\n{b}"),
    *("with {e} as x, {e}:\n{b}", "try:\n{b}\nexcept (KeyError, ValueError) as x:\n{b}\nfinally:\n{b}"),
    *("def g(a, b: int = {e}, *, c) -> str:\n{b}", "@{e}\nclass C({e}):\n{b}", "match {e}:\n case [1, *r]:\n{b}"),
    *("async def g(a):\n async for x in {e}:\n{b2}\n async with {e} as y:\n{b2}\n await {e}",),
)


def expressions() -> st.SearchStrategy[str]:
    """Give expressions up to a few levels deep."""
    leaves = st.sampled_from([*(form for form in EXPRESSIONS if "{" not in form), FORMATTED])

    def deeper(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        forms = st.sampled_from([form for form in EXPRESSIONS if "{" in form])
        return st.builds(_filled, forms, st.lists(inner, min_size=4, max_size=4))

    return st.recursive(leaves, deeper, max_leaves=6)


def statements() -> st.SearchStrategy[str]:
    """Give statements, compound ones with bodies of statements."""
    parts = st.lists(expressions(), min_size=4, max_size=4)
    forms = st.sampled_from(STATEMENTS)
    body = st.builds(_filled, st.sampled_from([form for form in STATEMENTS if "{b" not in form]), parts)

    def whole(form: str, parts: list[str], body: str) -> str:
        for hole, margin in (("{b}", "  "), ("{b2}", "    ")):
            form = form.replace(hole, f"{margin}{body}".replace("{", "{{").replace("}", "}}"))
        return _filled(form, parts)

    return st.builds(whole, forms, parts, body)


def _filled(form: str, parts: list[str]) -> str:
    for part in parts:
        form = form.replace("{e}", part.replace("{", "{{").replace("}", "}}"), 1)
    return form.replace("{e}", "x").replace("{{", "{").replace("}}", "}")


@pytest.fixture(scope="module")
def peer(dseval_python: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[list[str]], list[float]]]:
    """Return a function that asks DSEval for the figures of codes."""
    folder = tmp_path_factory.mktemp("peer")
    with subprocess.Popen(
        [dseval_python, "-W", "ignore", "-c", PEER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=folder,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        questions, answers = process.stdin, process.stdout

        def ask(codes: list[str]) -> list[float]:
            questions.write(json.dumps(codes) + "\n")
            questions.flush()
            found: list[float] = json.loads(answers.readline())
            return found

        yield ask
        questions.close()


@pytest.mark.exhaustive
def test_references_are_as_hard_as_dseval_says(peer: Callable[[list[str]], list[float]]) -> None:
    """Every problem of every set that stands here."""
    codes = [
        cell.code
        for folder in ("problemsets", "tests/cases/dseal", "tests/cases/statistics/shop")
        for path in sorted((ROOT / folder).glob("*.py"))
        for cell, _ in parse(path.read_bytes().decode("utf-8", "replace")).problems
        if difficulty(cell.code)
    ]

    assert len(codes) >= 50
    assert [difficulty(code) for code in codes] == peer(codes)


@pytest.mark.exhaustive
@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(code=st.lists(statements(), min_size=1, max_size=4).map("\n".join))
def test_any_code_is_as_hard_as_dseval_says(peer: Callable[[list[str]], list[float]], code: str) -> None:
    """Statements and expressions of every form, nested."""
    assert [difficulty(code)] == peer([code])
