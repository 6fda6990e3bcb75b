"""Notebooks of a CIBench tree become problem sets; every rule has a case, every case a golden result."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.dseal.diagnostic import Severity
from authoring.dseal.parse import parse
from authoring.formats.cibench.codes import IMPORT_CODES
from authoring.formats.cibench.import_.experiment import import_experiment
from authoring.formats.cibench.import_.notebook import inputs_in_code, inputs_in_question
from authoring.records.draft import ImportedSet

CASES = Path(__file__).parents[3] / "cases" / "importers" / "cibench"
NAMES = sorted(path.stem for path in CASES.glob("*.yml"))
FILES = ("prices.csv", "old/prices.csv")


def notebook_of(case: dict[str, Any]) -> str:
    """Return a case as an ``.ipynb`` file."""
    metadata = {key: case[key] for key in ("modules", "step_types") if key in case}
    cells = [
        {"cell_type": "markdown", "source": cell["ask"], "metadata": {}}
        if "ask" in cell
        else {
            "cell_type": "code",
            "source": cell["code"].splitlines(keepends=True),
            "metadata": {},
            **({"outputs": cell["outputs"]} if "outputs" in cell else {}),
        }
        for cell in case["cells"]
    ]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": cells})


def made_of(name: str) -> ImportedSet:
    """Return what a case becomes."""
    case = yaml.safe_load((CASES / f"{name}.yml").read_text("utf-8"))
    return import_experiment(notebook_of(case), files=FILES)


def rendering_of(imported: ImportedSet) -> str:
    """Return a set with its findings, for a person to read."""
    findings = [
        f"{finding.code} {finding.severity} {finding.problem or '-'} {finding.message}" for finding in imported.findings
    ]
    modules = "; ".join(", ".join(origin.knowledge) for origin in imported.origins)
    needs = ", ".join(imported.needs) or "nothing"
    return "\n".join([imported.text, "=" * 120, *findings, f"modules {modules}", f"needs {needs}", ""])


@pytest.mark.parametrize("name", NAMES)
def test_rules(name: str, golden: Callable[[str, str], None]) -> None:
    """Each case shows one group of rules: text, findings and missing files are as a person has read them."""
    golden(f"importers/cibench/{name}.txt", rendering_of(made_of(name)))


@pytest.mark.parametrize("name", NAMES)
def test_set_is_dseal(name: str) -> None:
    """What an import gives parses without an error; findings about a problem stand on the line of its question."""
    imported = made_of(name)
    problemset = parse(imported.text)
    lines = {problem.number: problem.positions[(problem.question_key,)].line for _, problem in problemset.problems}

    assert [finding for finding in problemset.diagnostics if finding.severity is Severity.ERROR] == []
    assert len(problemset.problems) == len(imported.origins) > 0
    assert {origin.origin for origin in imported.origins} == {"import:cibench"}
    assert [
        finding for finding in imported.findings if finding.problem and finding.line != lines[finding.problem]
    ] == []


def test_every_code_has_a_case() -> None:
    """No kind of finding of a tree is without a case that shows it."""
    finding = {finding.code for name in NAMES for finding in made_of(name).findings}

    assert set(IMPORT_CODES) - finding == set()


@pytest.mark.parametrize(
    "text",
    ["", "no JSON", "[]", '{"cells": 3}', '{"cells": []}', '{"cells": [1, null, {"cell_type": "raw"}]}', "[" * 100_000],
)
def test_no_notebook(text: str) -> None:
    """What is no notebook, or has no step, makes no set, and an error says why."""
    imported = import_experiment(text, files=())

    assert (imported.text, imported.origins) == ("", ())
    assert [finding.code for finding in imported.findings if finding.severity is Severity.ERROR] == ["DS949"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)
SOURCE = st.sampled_from(
    ["# %%\nx = 1", '"""\nquestion: a\n"""\nx = 1', "x = 1", "x", "import a", "print(x)", "%time x", "`data/`", "'\\0'"]
)
CELL = st.fixed_dictionaries(
    {"cell_type": st.sampled_from(["markdown", "code", "raw"]) | JSON, "source": SOURCE | st.text(max_size=40) | JSON},
    optional={"outputs": JSON | st.lists(st.fixed_dictionaries({"output_type": st.text(max_size=9), "data": JSON}))},
)


@settings(deadline=None)
@given(cells=st.lists(CELL | JSON, max_size=6), metadata=JSON)
def test_no_notebook_breaks_it(cells: list[Any], metadata: Any) -> None:
    """Whatever JSON stands in a notebook, it becomes a set that parses, or an error."""
    imported = import_experiment(json.dumps({"cells": cells, "metadata": metadata}), files=FILES)

    assert bool(imported.origins) != any(finding.code == "DS949" for finding in imported.findings)
    assert [
        finding
        for finding in parse(imported.text).diagnostics
        if finding.severity is Severity.ERROR and imported.origins
    ] == []


@pytest.mark.parametrize(
    ("in_tree", "in_set"),
    [
        ("pd.read_csv('data/prices.csv')", "pd.read_csv('inputs/prices.csv')"),
        ('open("./data/unknown.txt")', 'open("inputs/unknown.txt")'),
        ('Path("data") / "prices.csv"', 'Path("inputs") / "prices.csv"'),
        ("os.listdir('data')", "os.listdir('inputs')"),
        ("os.path.join('data', name)", "os.path.join('inputs', name)"),
        ("frame['data'] + other['data']", "frame['data'] + other['data']"),
        ("data / 2", "data / 2"),
        ("metadata = 'metadata/x'", "metadata = 'metadata/x'"),
        ("'see https://a.org/data/prices.csv'", "'see https://a.org/data/prices.csv'"),
        ("# from data/prices.csv", "# from inputs/prices.csv"),
        ('f"data/{name}.csv"', 'f"inputs/{name}.csv"'),
    ],
)
def test_paths_in_code(in_tree: str, in_set: str) -> None:
    """Only what is a path of the tree is moved."""
    assert inputs_in_code(in_tree, FILES) == in_set


@pytest.mark.parametrize(
    ("in_tree", "in_set"),
    [
        ("Read data/prices.csv.", "Read inputs/prices.csv."),
        ("Read `data/old/prices.csv` into `data`.", "Read `inputs/old/prices.csv` into `data`."),
        ("文件为data/prices.csv。", "文件为data/prices.csv。"),
        ("文件为 data/prices.csv。", "文件为 inputs/prices.csv。"),
        ("The files are in `data/`.", "The files are in `inputs/`."),
        ("train/test and data/science", "train/test and data/science"),
        ("data/prices.csv.bak", "data/prices.csv.bak"),
    ],
)
def test_paths_in_questions(in_tree: str, in_set: str) -> None:
    """A question names files where they stand in a problem set; words stay words."""
    assert inputs_in_question(in_tree, FILES) == in_set
