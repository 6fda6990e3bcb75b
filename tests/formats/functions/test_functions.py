"""Functions become problems: what is read, tried and written, by cases that show every form."""

import ast
import json
import random
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.api.verification import verify
from authoring.dseal.parse import parse
from authoring.errors import SeedError
from authoring.formats.dseval.codes import IMPORT_CODES as BENCHMARK_CODES
from authoring.formats.functions.codes import CODES
from authoring.formats.functions.generated_cases import ParameterKind, cases_for, shape_of
from authoring.formats.functions.import_ import ENDINGS, TriedCase, TriedTask, import_functions, read_functions
from authoring.formats.functions.tasks import Case, FunctionFile, FunctionTask, Parameter
from authoring.formats.functions.try_cases import try_cases
from authoring.records.draft import ImportedSet
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.validators.table_cases import make_cases
from tests.examples import examples

ROOT = Path(__file__).parents[3]
CASES = ROOT / "tests" / "cases" / "importers" / "functions"
NAMES = sorted(path.name for path in CASES.iterdir() if path.suffix in ENDINGS)
ANNOTATIONS = (
    *("int", "float", "str", "bool", "list[int]", "list[list[float]]", "dict[str, int]", "set[int]", "tuple[int, str]"),
    *("tuple[int, ...]", "Optional[str]", "int | None", "Literal['a', 'b']", "List[str]", "list", "dict", "np.ndarray"),
)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """One sandbox for all tests of this file."""
    sandbox = LocalSandbox()
    yield sandbox
    sandbox.close()


@pytest.fixture(scope="module")
def imported_sets(sandbox: LocalSandbox) -> dict[str, ImportedSet]:
    """Return what every case file makes."""
    imported = {}
    for name in NAMES:
        read = read_functions((CASES / name).read_text(), name)
        imported[name] = import_functions(read, try_cases(read.tasks, sandbox=sandbox, limits=Limits()))
    return imported


def task_of(*parameters: Parameter, examples: tuple[Case, ...] = ()) -> FunctionTask:
    """Return a function of these parameters."""
    return FunctionTask("f", "def f()", parameters, "Say it.", "def f(*given): return 1", examples=examples)


def options_of(imported_sets: ImportedSet) -> list[dict[str, Any]]:
    """Return the options of every problem's `table_test`."""
    return [dict(problem.validator or {})["table_test"] for _, problem in parse(imported_sets.text).problems]  # type: ignore[misc]


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", NAMES)
def test_file_becomes_this_set(
    name: str, imported_sets: dict[str, ImportedSet], golden: Callable[[str, str], None]
) -> None:
    """The text and the findings of every case file are known by heart."""
    result = imported_sets[name]
    lines = "".join(
        f"{item.line}:{item.problem or '-'} {item.severity.value} {item.code} {item.message}\n"
        for item in result.findings
    )

    golden(f"importers/functions/{name}.expected", f"{result.text}\n--- findings\n{lines}")


@pytest.mark.parametrize("name", NAMES)
def test_references_satisfy_their_own_tests(
    name: str, imported_sets: dict[str, ImportedSet], sandbox: LocalSandbox
) -> None:
    """What is imported stands up to the gate: every reference passes its own cases twice, and no error is found."""
    evidence = verify(imported_sets[name].text, [], limits=Limits(), sandbox=sandbox)

    assert [finding.message for finding in evidence.errors] == []
    assert evidence.dry_run is not None
    judged = [cell.judgement.correct for cell in evidence.dry_run.cells if cell.judgement]
    assert judged == ["yes"] * len(imported_sets[name].origins)


@pytest.mark.exhaustive
def test_dseval_finds_the_references_correct(
    imported_sets: dict[str, ImportedSet], dseval_python: Path, tmp_path: Path
) -> None:
    """DSEval's own code loads every set and finds every reference correct."""
    (tmp_path / "_manifest.yaml").write_text("name: made\nversion: 1\n")
    for name, result in imported_sets.items():
        (tmp_path / f"{name.replace('.', '-')}.py").write_text(result.text)
    evaluate = ROOT / "tests" / "cases" / "dseval_peer" / "evaluate.py"

    process = subprocess.run(
        [dseval_python, evaluate, tmp_path, tmp_path / "run"], capture_output=True, text=True, timeout=300, check=True
    )
    verdicts = json.loads(process.stdout.splitlines()[-1])
    assert [row for row in verdicts if row[2] != "CORRECT"] == []
    assert len(verdicts) == sum(len(result.origins) for result in imported_sets.values())


def test_every_code_is_shown(imported_sets: dict[str, ImportedSet]) -> None:
    """The case files have every kind of finding."""
    assert {finding.code for item in imported_sets.values() for finding in item.findings} == set(CODES)


def test_what_is_tried_is_what_table_test_calls(sandbox: LocalSandbox) -> None:
    """A random case was tried with the very arguments that the problem's test calls the function with."""
    text = "def f(values: list[int], name: str) -> str:\n    '''Show them: f([1, 2], 'a') -> '[1, 2]a' '''\n"
    read = read_functions(text + "    return str(values) + name\n", "f.py")
    (tried,) = try_cases(read.tasks, sandbox=sandbox, limits=Limits())
    (test,) = options_of(import_functions(read, [tried]))
    cases = [item.case for item in tried.cases if not item.refused]

    called = []
    for number, case in enumerate(cases):
        random.seed(number)
        called.append(tuple(eval(argument, {"random": random}) for argument in case.arguments))  # noqa: S307 - ours
    assert make_cases(tuple(test["test_cases"]), None) == called
    assert len({item.kind for item in cases}) == 3


def test_context_is_given_once(imported_sets: dict[str, ImportedSet]) -> None:
    """What several functions import stands before the first of them, and not again."""
    assert imported_sets["baskets.py"].text.count("import pandas as pd\n") == 1


@pytest.mark.parametrize("ending", ["txt", "csv", ""])
def test_other_files_are_refused(ending: str) -> None:
    """A file whose ending says nothing of functions is refused, with the endings that do."""
    with pytest.raises(SeedError) as caught:
        read_functions("", f"a.{ending}")

    assert "known endings: .py" in caught.value.hint


@settings(max_examples=examples(150), deadline=None)
@given(st.text(max_size=300), st.sampled_from(ENDINGS))
def test_any_text_is_read(text: str, ending: str) -> None:
    """Whatever stands in a file, reading it gives functions and findings, never an exception."""
    assert isinstance(read_functions(text, f"a{ending}"), FunctionFile)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=examples(150), deadline=None)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            key: JSON
            | st.sampled_from(["def f(a):\n    return a", "    return a", "def f(a: int) -> int:", "f", "f(1) -> 1"])
            for key in ("prompt", "reference", "entry_point", "description", "examples", "tests", "input_validator")
        },
    )
)
def test_any_record_is_read(record: dict[str, object]) -> None:
    """Whatever values the keys of a record have, it is a function or a finding."""
    read = read_functions(json.dumps(record), "a.jsonl")

    assert read.tasks or read.findings


@pytest.mark.parametrize("annotation", ANNOTATIONS)
def test_made_up_arguments_are_of_their_type(annotation: str) -> None:
    """Without an example, what is made up is an expression that gives a value of the annotated kind."""
    kinds = {
        ParameterKind.FLAG: bool,
        ParameterKind.WHOLE: int,
        ParameterKind.NUMBER: float,
        ParameterKind.TEXT: str,
        ParameterKind.LIST: list,
        ParameterKind.DICT: dict,
    }
    kinds |= {ParameterKind.SET: set, ParameterKind.TUPLE: tuple, ParameterKind.ARRAY: np.ndarray}
    shape = shape_of(annotation, ())
    assert shape is not None

    for case in cases_for(task_of(Parameter("a", annotation))):
        value = eval(case.arguments[0], {"random": random, "np": np, "pd": pd})  # noqa: S307 - ours
        assert value is None or isinstance(value, kinds.get(shape.kind, object))


def test_nothing_is_made_up_for_what_is_unknown() -> None:
    """A parameter of which nothing is known leaves the function with its examples alone."""
    assert cases_for(task_of(Parameter("a"), Parameter("b", "int"))) == ()
    assert cases_for(task_of()) == ()


ARGUMENTS = st.one_of(
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=20),
    st.booleans(),
    st.none(),
    st.lists(st.integers() | st.text(max_size=5), max_size=4),
    st.tuples(st.integers(), st.text(max_size=3)),
    st.dictionaries(st.text(max_size=3) | st.integers(), st.floats(allow_nan=False, allow_infinity=False), max_size=3),
    st.sets(st.integers(), max_size=1),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(ARGUMENTS, min_size=1, max_size=3))
def test_arguments_come_back_as_they_were(arguments: list[object]) -> None:
    """Every literal stands in the written problem so that `table_test` reads the same value of the same type."""
    texts = tuple(ast.unparse(ast.parse(repr(argument), mode="eval")) for argument in arguments)
    names = [Parameter(f"p{number}") for number in range(len(texts))]
    case = Case(texts, "example")
    read = FunctionFile((task_of(*names),))
    (test,) = options_of(import_functions(read, [TriedTask(read.tasks[0], (TriedCase(case),))]))

    (result,) = make_cases(tuple(test["test_cases"]), None)
    assert repr(result) == repr(tuple(arguments))


def test_guide_has_every_code() -> None:
    """Whoever reads the guide meets every code of what is imported here."""
    guide = (ROOT / "guides" / "importing.md").read_text()

    assert [code for code in {**CODES, **BENCHMARK_CODES} if code not in guide] == []
