"""A session is what a notebook is, where it matters, and so is a branch, and a branch of that.

The environment variable AUTHORING_OTHER_PYTHON names an interpreter that has more packages than the tests need.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from authoring.dseal.python_code import loads_of
from authoring.records.evidence import CellRun, Limits, Pins
from authoring.records.protection import Level
from authoring.sandbox.client.local import LocalSandbox

FILE = Path(__file__).parents[1] / "cases" / "sandbox" / "faithful.yaml"
CASES: list[dict[str, Any]] = yaml.safe_load(FILE.read_text())
LIMITS = Limits(max_time=60)
KEYS = {"name", "needs", "slow", "before", "code", "value", "stream", "error"}


def marked() -> Iterator[Any]:
    """Yield the cases; those that take long are marked."""
    for case in CASES:
        for threads in (1, 2):
            marks = [pytest.mark.slow] if case.get("slow") else []
            # Two threads are the harder case for a fork; one is what the other would have shown.
            marks += [pytest.mark.soak] if threads == 1 else []
            yield pytest.param(case, threads, marks=marks, id=f"{case['name']}, {threads} threads")


def require(sandbox: LocalSandbox, case: dict[str, Any]) -> None:
    """Skip a case whose packages are not there, and say which."""
    needs = case.get("needs", [])
    installed = {name for name, _ in sandbox.versions(needs)}
    lacking = [name for name in needs if name not in installed]
    if lacking:
        interpreter_name = os.environ.get("AUTHORING_OTHER_PYTHON", "the interpreter of the tests")
        pytest.skip(f"{', '.join(lacking)} is not installed for {interpreter_name}")


def told(run: CellRun) -> tuple[str | None, str | None]:
    """Return what came out of a cell: its value, and the type of its error."""
    return run.value.text if run.value else None, run.error.type if run.error else None


@pytest.mark.exhaustive(sample=2, most=45)
@pytest.mark.parametrize(("case", "threads"), tuple(marked()))
def test_session_and_branches_do_as_a_notebook(case: dict[str, Any], threads: int, local: LocalSandbox) -> None:
    """The same comes out in a branch of a branch, in the branch, and in the session itself after both."""
    require(local, case)
    before, code = case.get("before", ""), case["code"]
    modules = sorted(loads_of(f"{before}\n{code}"))
    with local.session(modules=modules, pins=Pins(threads=threads)) as session:
        first = session.run(before, limits=LIMITS)
        with session.branch() as branch:
            with branch.branch() as twig:
                runs = [twig.run(code, limits=LIMITS)]
            runs.append(branch.run(code, limits=LIMITS))
        runs.append(session.run(code, limits=LIMITS))
        alive = session.run("'alive'", limits=LIMITS)

    assert told(first) == (None, None)
    assert [told(run) for run in runs] == 3 * [(case.get("value"), case.get("error"))]
    assert [run.stream for run in runs if not re.fullmatch(case.get("stream", ""), run.stream)] == []
    assert told(alive) == ("'alive'", None)


@pytest.mark.exhaustive(most=3)
@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("name", ["KMeans goes on in a branch", "a search and a cross-validation in parallel"])
def test_walls_leave_it_so(name: str, level: Level, local: LocalSandbox) -> None:
    """Whatever walls stand, code that runs in parallel runs, in a branch too."""
    case = next(case for case in CASES if case["name"] == name)
    require(local, case)
    if local.protection.level is not Level.NAMESPACES:
        pytest.skip(f"this machine gives no more than {local.protection.level}")
    sandbox = LocalSandbox(maximum_level=level)
    try:
        test_session_and_branches_do_as_a_notebook(case, 2, sandbox)
    finally:
        sandbox.close()


def test_cases_are_spelled_well() -> None:
    """No case has a key that nothing reads, and no two have one name."""
    assert [case for case in CASES if not case.keys() <= KEYS] == []
    assert len({case["name"] for case in CASES}) == len(CASES)
