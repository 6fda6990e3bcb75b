"""A session that compares by values alone is opened when it is first asked for, and stands where the problem begins."""

from authoring.dseal.parse import parse
from authoring.gate.certificate.value_judge import ValueJudge
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.port import Session

TEXT = '''# %%
x = 1

# %%
"""
question: Add 1 to `x`.
"""

x = x + 1
x

# %%
"""
question: Double `x`.
"""

x = x * 2
x
'''
BLOCK = {"template": "basic", "result": None}


def test_cells_wait_until_an_answer_is_to_be_told() -> None:
    """Nothing runs for problems that nobody asks about; then answers begin where the problem does."""
    context, first, second = parse(TEXT).cells
    sandbox, opened = LocalSandbox(), []

    def session() -> Session:
        opened.append(sandbox.session(dialect="strict"))
        return opened[-1]

    judge = ValueJudge(session)
    judge.walk(context, Limits())
    judge.begin(first, Limits(), BLOCK)
    judge.end()
    assert not opened

    judge.begin(second, Limits(), BLOCK)
    sessions = judge.sessions()
    assert sessions is not None
    before, exact = sessions
    for code, verdict in (("x + x", "yes"), ("x + 1", "no")):
        with before.attempt() as attempt:
            attempt.prepare(None)
            attempt.run(code, limits=Limits())
            assert exact.judge(attempt).correct == verdict
    assert judge.sessions() == sessions
    judge.close()
    sandbox.close()


def test_what_cannot_be_compared_is_not_known() -> None:
    """There is no such session for an empty block, and none behind a cell that does not end well."""
    context, first, _ = parse(TEXT.replace("x = 1", "x = y")).cells
    sandbox = LocalSandbox()
    judge = ValueJudge(lambda: sandbox.session(dialect="strict"))
    judge.walk(context, Limits())
    judge.begin(first, Limits(), {})
    assert judge.sessions() is None
    judge.end()

    judge.begin(first, Limits(), BLOCK)
    assert judge.sessions() is None
    judge.close()
    sandbox.close()
