"""Values that an answer may choose so that a comparison passes without being right."""

import contextlib
import io
import traceback
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from authoring.sandbox.inside.serialization import pack, unpack
from authoring.validators import build
from authoring.validators.base import Dialect, Execution
from tests.case_files import read_yaml

CASES = Path(__file__).parents[1] / "cases" / "cheating" / "values.yml"
DIALECTS: tuple[Dialect, ...] = ("strict", "dseval")


@cache
def _cases() -> dict[str, list[dict[str, Any]]]:
    cases: dict[str, list[dict[str, Any]]] = read_yaml(CASES.read_text(encoding="utf-8"))
    return cases


def _executed(context: str, code: str, value: str = "None") -> Execution:
    """Run a context and a cell; the value of the cell is that of an expression beside it."""
    names: dict[str, Any] = {"__name__": "__main__"}
    stream, result, error = io.StringIO(), None, None
    with contextlib.redirect_stdout(stream), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # values that nobody should make are warned of
        exec(f"import numpy as np, pandas as pd\n{context}", names)  # noqa: S102 - cases are code
        try:
            exec(code, names)  # noqa: S102 - as above
            result = eval(value, names)  # noqa: S307 - as above
        except Exception as raised:  # noqa: BLE001 - whatever a cell raises is part of the case
            error = raised
    text = "" if error is None else "".join(traceback.format_exception_only(error))
    return Execution(f"{code}\n{value}", result, stream.getvalue(), error, text, names, {})


def _ran(reference: dict[str, Any], code: str, setup: str = "") -> Execution:
    context = reference.get("context", "")
    # A statement leaves variables, an expression a value.
    try:
        compile(code, "<cell>", "eval")
    except SyntaxError:
        return _executed(context, f"{setup}\n{code}")
    return _executed(context, setup, code)


def _words(reference: dict[str, Any], dialect: Dialect) -> dict[str, str]:
    """Return what is said of each value in the place of the reference's, by its name."""
    validator = build({"template": "empty", **reference["block"]}, dialect)
    right = validator.collect(_ran(reference, reference["code"]), None)
    request, packed = pack(validator.disclose(right)), pack(right)
    words: dict[str, str] = {}
    for case in [{"name": "", "value": ""}, *_cases()["values"]]:
        code = reference["cheat"].replace("{value}", case["value"]) if case["name"] else reference["code"]
        answer = validator.collect(_ran(reference, code, case.get("setup", "")), unpack(request))
        words[case["name"]] = validator.judge(unpack(packed), unpack(pack(answer))).correct
    return words


@pytest.mark.exhaustive(sample=8)
@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("name", [reference["name"] for reference in _cases()["references"]])
def test_no_value_passes_without_being_right(name: str, dialect: Dialect) -> None:
    """Strictly no value but the right one is right; in DSEval's dialect only those that DSEval itself accepts."""
    reference = next(reference for reference in _cases()["references"] if reference["name"] == name)
    words = _words(reference, dialect)

    accepted = [] if dialect == "strict" else reference.get("dseval", [])
    assert words.pop("") == ("no" if accepted == "nothing" else "yes")
    passed = {value for value, word in words.items() if word == "yes"}
    # What DSEval accepts depends a little on the version of pandas.
    assert accepted == "anything" or passed <= set(accepted)


def test_many_values_are_tried() -> None:
    """The table is long, and has each name once."""
    for kind, least in (("values", 60), ("references", 25)):
        names = [case["name"] for case in _cases()[kind]]
        assert len(set(names)) == len(names) >= least
