"""The parser: cells, kinds, losslessness, and never an exception."""

import json
import random
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.dseal import CellKind, dump, parse
from authoring.dseal.yaml_reader import ParseLimits
from tests.examples import examples

CASES = sorted((Path(__file__).parents[1] / "cases" / "dseal").glob("*.py"))
PIECES = [
    "# %%",
    "# %%\n",
    '"""',
    "'''",
    'r"""',
    "\n",
    "\r",
    "\r\n",
    "\f",
    "\x85",
    "\u2028",
    "\ufeff",
    "\t",
    "question: a\n",
]


def _kinds(text: str) -> list[str]:
    return [cell.kind.value for cell in parse(text).cells]


@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=5)), max_size=30).map("".join))
@settings(max_examples=examples(300), deadline=None)
def test_dump_gives_back_any_text(text: str) -> None:
    """Parsing keeps every character, and each cell's span is where its source stands."""
    problemset = parse(text)
    assert dump(problemset) == text
    assert all(text[cell.span.start : cell.span.end] == cell.source for cell in problemset.cells)


@given(st.binary(max_size=60))
@settings(max_examples=examples(200), deadline=None)
def test_dump_gives_back_any_bytes_that_are_utf8(content: bytes) -> None:
    """What decodes as UTF-8 comes back byte by byte."""
    text = content.decode("utf-8", "ignore")
    assert dump(parse(text)).encode() == text.encode()


def test_never_raises(nasty: st.SearchStrategy[str]) -> None:
    """Texts made of broken pieces of cells are parsed, and positions stay inside the text."""

    @given(nasty)
    @settings(max_examples=examples(500), deadline=None)
    def holds(text: str) -> None:
        problemset = parse(text)
        assert dump(problemset) == text
        for diagnostic in problemset.diagnostics:
            assert diagnostic.line >= 1
            assert diagnostic.column >= 1

    holds()


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case_files_survive(path: Path) -> None:
    """Files with all manner of line endings, docstrings and markers come back byte by byte."""
    content = path.read_bytes()
    assert dump(parse(content.decode())).encode() == content


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("crlf", ["context", "problem"]),
        ("carriage-returns", ["context", "problem"]),
        ("byte-order-mark", ["preamble", "context", "problem"]),
        ("no-final-newline", ["context", "problem"]),
        ("raw-docstring", ["context", "problem"]),
        ("single-quotes", ["context", "broken"]),
        ("text-before-first-marker", ["preamble", "context", "problem"]),
        ("titled-markers", ["context", "problem"]),
        ("empty-cells", ["empty", "empty", "context", "empty", "problem", "empty"]),
        ("mixed-endings", ["context", "problem", "context"]),
        ("exotic-space", ["context", "problem"]),
        ("marker-in-string", ["context", "broken", "problem"]),
        ("broken-yaml", ["context", "broken"]),
        ("every-validator", ["context", "problem"]),
    ],
)
def test_kinds_of_cells(name: str, kinds: list[str]) -> None:
    """Each case file has the cells its name promises; what is broken never becomes context."""
    path = next(path for path in CASES if path.stem == name)
    assert _kinds(path.read_bytes().decode()) == kinds


def test_every_case_file_has_its_kinds_checked() -> None:
    """No case file is left out of the table above."""
    assert len(CASES) == 14


def test_line_endings_do_not_change_what_is_read(cell_text: Callable[..., str]) -> None:
    """The same text with other line endings has the same question, code and validator."""
    text = cell_text("question: |\n  a\n  b\nvalidator:\n  result:", "x = 1\nx", "import math")
    plain = parse(text).problems[0]
    for ending in ("\r\n", "\r"):
        cell, problem = parse(text.replace("\n", ending)).problems[0]
        assert (problem.question, problem.validator, cell.code) == (
            plain[1].question,
            plain[1].validator,
            plain[0].code,
        )


def test_problem_holds_what_the_docstring_says() -> None:
    """All keys are read, numbers count from 1, and positions lead to the keys."""
    text = (
        '# %%\n"""\nquestion: a\n"""\n1\n# %% two\nr"""\nquery: b\nvalidator:\n  result:\n    atol: 0.5\n'
        'execution: {max_time: 3, max_memory: -1, forbid_names: [x]}\ndata: {a.csv: u}\n"""\n\n  y = 2\n  y  \n'
    )
    first, second = parse(text).problems
    assert (first[1].number, first[1].question, first[1].validator, first[1].max_time) == (1, "a", None, None)
    cell, problem = second
    assert cell.title == "two"
    assert cell.code == "y = 2\n  y"
    assert (problem.number, problem.question, problem.question_key) == (2, "b", "query")
    assert problem.validator == {"result": {"atol": 0.5}}
    assert (problem.max_time, problem.max_memory, problem.forbid_names) == (3.0, None, ("x",))
    assert dict(problem.data) == {"a.csv": "u"}
    span = problem.positions["validator", "result", "atol"]
    assert text[span.start : span.end] == "atol"
    assert (span.line, span.column) == (11, 5)


def test_refused_values_read_as_absent(cell_text: Callable[..., str]) -> None:
    """What the schema refuses is a finding and is not handed on; the rest of the block is."""
    text = cell_text(
        "question: a\nvalidator:\n  reslt:\n  result:\n    atol: x\n    rtol: 1\nexecution: {max_time: no}"
    )
    problem = parse(text).problems[0][1]
    assert problem.validator == {"result": {"rtol": 1}}
    assert problem.max_time is None


def test_a_text_too_large_is_refused_at_once() -> None:
    """Ten million characters give one finding and one broken cell that still holds the text."""
    text = "# %%\n" + "x = 1\n" * 1_700_000
    started = time.process_time()
    problemset = parse(text)
    assert time.process_time() - started < 10
    assert [diagnostic.code for diagnostic in problemset.diagnostics] == ["DS101"]
    assert [cell.kind for cell in problemset.cells] == [CellKind.BROKEN]
    assert dump(problemset) == text


def test_too_many_cells_are_refused() -> None:
    """The limit on cells is one that a caller can set."""
    assert parse("# %%\n" * 4, limits=ParseLimits(cells=3)).diagnostics[0].code == "DS101"
    assert len(parse("# %%\n" * 4, limits=ParseLimits(cells=4)).cells) == 4


DSEVAL_READS = """
import json, pathlib, sys, tempfile
from dseval.problem import ProblemSet
path, results = pathlib.Path(tempfile.mkdtemp()) / "set.py", []
for text in json.load(sys.stdin):
    path.write_bytes(text.encode())
    try:
        problems = ProblemSet.fromfile(path).problems
        results.append([[p.question if p.is_complete else None, p.reference_code] for p in problems])
    except Exception as error:
        results.append(repr(error))
json.dump(results, sys.stdout)
"""
SAME_READING = {"DS107", "DS108", "DS130"}
"""What the parser may say of a text that DSEval reads in the same way."""
BLOCKS = [
    "# %%\n",
    "# %% title\n",
    "# %%",
    '"""\nquestion: a\n"""\n',
    'r"""\nquestion: |\n  \\d\n"""\n',
    "1 + 2\n",
    "x = 1  # %%\n",
    "'''\nquestion: a\n'''\n",
    '"""',
    "\n",
    "\r\n",
    "\r",
    "  ",
    "\f",
    "\x85",
    "\u2028",
    "\ufeff",
    "# c\n",
    '"""\nvalidator:\n"""\n',
    '"""\nquestion:\n"""\n',
    '"""\nquestion: a\nexecution: {max_time: 2}\n"""\n',
    'x = """\n',
    '"""\nquestion: [\n"""\n',
    "#%%\n",
]


@pytest.mark.exhaustive
def test_dseval_reads_the_same_or_a_finding_says_so(dseval_python: Path) -> None:
    """Of thousands of texts, each without finding is read by DSEval itself as by us: same cells, questions and code."""
    chance = random.Random(0)
    texts = ["".join(chance.choices(BLOCKS, weights=[9] + [2] * 23, k=chance.randint(1, 9))) for _ in range(6000)]
    texts += [path.read_bytes().decode() for path in CASES]
    process = subprocess.run(
        [dseval_python, "-X", "utf8", "-c", DSEVAL_READS],
        input=json.dumps(texts), capture_output=True, text=True, check=True,
    )  # fmt: skip
    compared = 0
    for text, theirs in zip(texts, json.loads(process.stdout), strict=True):
        problemset = parse(text)
        if {diagnostic.code for diagnostic in problemset.diagnostics} <= SAME_READING:
            ours = [[cell.problem and cell.problem.question, cell.code] for cell in problemset.runnable]
            assert ours == theirs, text
            compared += 1
    assert compared > 100
