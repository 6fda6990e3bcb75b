"""A small session, which runs a cell as a notebook would and tells what it left behind, and the peer's."""

import ast
import copy
import io
import json
import subprocess
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import matplotlib.pyplot as plt
import pytest

from authoring.sandbox.inside.figures import Figures
from authoring.sandbox.inside.serialization import pack, unpack
from authoring.validators import build
from authoring.validators.base import Change, CollectedItems, Dialect, Execution, ValidatorError, Verdict
from authoring.validators.flags import MatchOptions
from authoring.validators.matching.dispatch import matches
from authoring.validators.verdicts import classify
from tests.case_files import read_yaml

CASES = Path(__file__).parent.parent / "cases" / "validators"


def run_cell(code: str, namespace: dict[str, Any]) -> Execution:
    """Execute code in a namespace; the value is the last statement's, when that is an expression."""
    figures = Figures(close=True)
    # The one before, of another session, has heard of `show` so far.
    plt.show = getattr(plt.show, "__wrapped__", plt.show)
    figures.begin(drawn=False)
    before, ids = _copied(namespace), {name: id(value) for name, value in namespace.items()}
    stream, value, error = io.StringIO(), None, None
    with redirect_stdout(stream), redirect_stderr(stream), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pandas 3.1 warns of `inplace`; a warning is no error of the cell
        try:
            tree = ast.parse(code)
            last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
            exec(compile(tree, "<cell>", "exec"), namespace)  # noqa: S102 - cases are code
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), namespace)  # noqa: S307 - as above
        except Exception as raised:  # noqa: BLE001 - whatever a cell raises is part of the case
            error = raised
    text = "" if error is None else "".join(traceback.format_exception(error))
    figures.end()
    changes = _changes(namespace, before, ids)
    return Execution(code, value, stream.getvalue(), error, text, namespace, changes, figures.judged(value))


def _copied(namespace: dict[str, Any]) -> dict[str, Any]:
    shared = (ModuleType, FunctionType, BuiltinFunctionType, type)
    return {
        name: value if isinstance(value, shared) else copy.deepcopy(value)
        for name, value in namespace.items()
        if name != "__builtins__"
    }


def _changes(namespace: dict[str, Any], before: dict[str, Any], ids: dict[str, int]) -> dict[str, Change]:
    changes: dict[str, Change] = {name: "deleted" for name in before if name not in namespace}
    for name, value in namespace.items():
        if name == "__builtins__":
            continue
        if name not in before:
            changes[name] = "added"
        elif id(value) != ids[name]:
            changes[name] = "replaced"
        elif value is not before[name] and not matches(before[name], value, MatchOptions()).match:
            changes[name] = "updated"
    return changes


def travelled(collected: CollectedItems) -> CollectedItems:
    """Return a collection as it comes out of another process."""
    return unpack(pack(collected))


def judge_codes(
    reference: str,
    submission: str,
    block: dict[str, Any] | None,
    context: str = "",
    *,
    apart: bool = False,
    dialect: Dialect = "dseval",
) -> Verdict:
    """Run two cells in two fresh sessions after the same context, and judge the second against the first.

    With `apart`, what is collected travels as between two processes. A reference that fails is a fault of the block's.
    """
    validator = build(block, dialect)
    sessions: list[dict[str, Any]] = [{"__name__": "__main__"}, {"__name__": "__main__"}]
    for session in sessions:
        exec(context, session)  # noqa: S102 - as above
    carried = travelled if apart else lambda collected: collected
    right = run_cell(reference, sessions[0])
    if right.error is not None:
        raise ValidatorError(f"the reference fails: {right.error_text}")
    collected = validator.collect(right, None)
    disclosed = carried(validator.disclose(collected))
    found = carried(validator.collect(run_cell(submission, sessions[1]), disclosed))
    return validator.judge(carried(collected), found)


def outcome(case: dict[str, Any]) -> list[str]:
    """Return our word, verdict and sub-verdict on a case, in DSEval's dialect, as the peer tells them."""
    try:
        found = judge_codes(case["reference"], case["submission"], case["block"], case["context"])
    except ValidatorError:
        return ["error", "", ""]
    verdict, subverdict, _ = classify(found)
    return [found.correct, verdict, subverdict]


def _read(path: Path) -> Iterator[dict[str, Any]]:
    for case in read_yaml(path.read_text(encoding="utf-8")):
        if "flags" in case:
            block = {"template": "empty", "result": case["flags"]}
            context = case.get("context", "import pandas as pd, numpy as np")
        else:
            block = case["validator"] if "validator" in case else {"template": "empty", path.stem: case.get("options")}
            context = case.get("context", "")
        dialect = case.get("dialect", "dseval")
        yield case | {"file": path.stem, "block": block, "context": context, "dialect": dialect}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give every test that asks for a `case` all of them."""
    if "case" in metafunc.fixturenames:
        cases = [case for path in sorted(CASES.glob("*.yml")) for case in _read(path)]
        metafunc.parametrize("case", cases, ids=[f"{case['file']}: {case['case']}" for case in cases])


@pytest.fixture
def all_cases() -> list[dict[str, Any]]:
    """Every case of every file."""
    return [case for path in sorted(CASES.glob("*.yml")) for case in _read(path)]


@pytest.fixture
def run() -> Callable[[str, dict[str, Any]], Execution]:
    """The session's `run_cell`."""
    return run_cell


@pytest.fixture
def judge() -> Callable[..., Verdict]:
    """The session's `judge_codes`."""
    return judge_codes


@pytest.fixture(name="outcome")
def _outcome() -> Callable[[dict[str, Any]], list[str]]:
    """The session's `outcome`."""
    return outcome


@pytest.fixture(scope="session")
def peer(dseval_python: Path) -> Iterator[Callable[..., dict[str, Any]]]:
    """Ask the interpreter that has dseval, which goes on until the tests end; see peer.py."""
    command = [str(dseval_python), str(Path(__file__).parent / "peer.py")]
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8") as complaints,
        subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=complaints, text=True, encoding="utf-8"
        ) as process,
    ):

        def ask(**request: Any) -> dict[str, Any]:
            assert process.stdin is not None
            assert process.stdout is not None
            print(json.dumps(request), file=process.stdin, flush=True)
            line = process.stdout.readline()
            if not line:
                complaints.seek(0)
                pytest.fail(f"the peer ended:\n{complaints.read()[-5000:]}")
            answer: dict[str, Any] = json.loads(line)
            return answer

        yield ask
