"""Rewritten values of a problem's reference are judged as its question leaves its form open."""

import pytest

from authoring.dseal.parse import parse
from authoring.gate.certificate.rewrites import judge_rewrites
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox

SET = '''# %%
import pandas as pd
df = pd.DataFrame({"kind": ["x", "y", "x"], "n": [1, 2, 4]})
# %%
"""
question: |
  What is the sum of `n` for every `kind`?
"""
df.groupby("kind")["n"].sum()
# %%
"""
question: |
  Return a Series named total with the index kind, sorted by kind, of type int64.
"""
df.groupby("kind")["n"].sum().rename("total")
'''


def test_question_decides_what_is_right() -> None:
    """What a question asks for is not rewritten, and what it leaves open is."""
    sandbox = LocalSandbox()
    results = []
    with sandbox.session() as session:
        for cell in parse(SET).runnable:
            session.prepare(cell.problem.validator or {} if cell.problem else None)
            run = session.run(cell.code, limits=Limits())
            if cell.problem is not None:
                trials = judge_rewrites(session, cell.problem, run, code=cell.code)
                results.append({trial.operator for trial in trials if trial.side == "right"})
    sandbox.close()

    loose, strict = results
    assert {"series-unnamed", "index-name", "as-frame"} <= loose
    assert not {"series-unnamed", "index-name", "as-frame"} & strict


@pytest.mark.parametrize(
    ("code", "question", "expected"),
    [
        ("np.mean([[10, 20, 30], [30, 20, 40]], axis=0)", "What is the element-wise average?", True),
        ("np.unique([1, 2, 3])", "Which values are there?", False),
        ("a[a > 1]", "Which values exceed 1?", False),
        ("a + 1", "Add 1, in any order.", False),
        ("a.reshape(-1)", "Give it one dimension.", True),
    ],
)
def test_elements_of_an_array_have_their_places(code: str, question: str, *, expected: bool) -> None:
    """A sorted array of what was picked may be right in another order, and one that was calculated may not."""
    context = "# %%\nimport numpy as np\na = np.array([1, 2, 3])\n"
    text = f'{context}# %%\n"""\nquestion: {question}\nvalidator:\n  result:\n"""\n{code}\n'
    sandbox = LocalSandbox()
    with sandbox.session() as session:
        first, cell = parse(text).runnable
        assert cell.problem is not None
        session.run(first.code, limits=Limits())
        session.prepare(cell.problem.validator or {})
        run = session.run(cell.code, limits=Limits())
        trials = judge_rewrites(session, cell.problem, run, code=cell.code)
    sandbox.close()

    assert ("places-exchanged" in {trial.operator for trial in trials}) is expected
