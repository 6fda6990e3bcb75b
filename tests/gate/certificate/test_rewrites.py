"""Rewritten values of a problem's reference are judged as its question leaves its form open."""

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
                trials = judge_rewrites(session, cell.problem, run)
                results.append({trial.operator for trial in trials if trial.side == "right"})
    sandbox.close()

    loose, strict = results
    assert {"series-unnamed", "index-name", "as-frame"} <= loose
    assert not {"series-unnamed", "index-name", "as-frame"} & strict
