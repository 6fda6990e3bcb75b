"""Difficulty is DSEval's figure, not one like it."""

import json
import subprocess
from pathlib import Path

import pytest

from authoring.dseal import parse
from authoring.dseal.analysis.complexity import difficulty

ROOT = Path(__file__).parents[3]
CODE = """
async def f(a, *, b=1):
    async with a as c:
        pass
for i in range(3):
    while i and not b:
        i -= 1
with open("x") as h:
    d = [e ** 2 for e in h if e.strip()[0] == f"{i:>3}"]
try:
    g = lambda q: (yield q)
except (KeyError, ValueError) as error:
    raise error
if d: del d[0]
else: print(*d, sep="")
"""


@pytest.mark.parametrize(
    ("code", "figure"),
    [
        ("", 0),
        ("x", 1),
        ("x = 1", 1),
        ("df.head()", 8),
        ("df['a']", 5),
        ("for i in x:\n    pass", 4),
        ("lambda a: a", 3),
        ("def", 0),
    ],
)
def test_each_kind_of_node_has_its_weight(code: str, figure: float) -> None:
    """Loops and branches 3, other statements 1, calls 3, attributes and subscripts 4, the rest 1 or nothing."""
    assert difficulty(code) == figure


@pytest.mark.exhaustive
def test_figures_are_those_of_dseval(dseval_python: Path) -> None:
    """Every reference of the repository, and every kind of node, has the figure that DSEval's own function gives."""
    texts = [path.read_text() for path in sorted((ROOT / "problemsets").glob("*.py"))]
    codes = [CODE, *(cell.code for text in texts for cell in parse(text).runnable)]
    program = (
        "import json, sys; from dseval.utils import get_code_complexity as figure; "
        "print(json.dumps([figure(code) for code in json.load(sys.stdin)]))"
    )
    process = subprocess.run(
        [dseval_python, "-c", program], input=json.dumps(codes), capture_output=True, text=True, check=True
    )

    assert [difficulty(code) for code in codes] == json.loads(process.stdout.splitlines()[-1])
