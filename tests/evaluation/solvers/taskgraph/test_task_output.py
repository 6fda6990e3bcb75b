"""What a run in a real session counts as: coroutines that nobody awaits are failures, logs and warnings no output."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from authoring.evaluation.solvers.dialogue.observation import Observation
from authoring.evaluation.solvers.taskgraph.task_output import UNAWAITED, installs_packages, task_observation
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.port import Session

WORK = "async def work():\n    return 1\n"


@pytest.fixture
def session() -> Iterator[Session]:
    """Return a real session."""
    with closing(LocalSandbox()) as sandbox, sandbox.session() as opened:
        yield opened


def observed(session: Session, code: str) -> Observation:
    """Run code, and return what a model is told of it."""
    session.prepare(None)
    return task_observation(session.run(code, limits=Limits()))


def test_outcomes_in_a_real_session(session: Session) -> None:
    """A forgotten await is told as value and as statement; of a good run only what it printed itself is shown."""
    for code in (f"{WORK}work()", f"{WORK}work(); 1", f"{WORK}pending = work(); del pending"):
        forgotten = observed(session, code)
        assert (forgotten.is_good, forgotten.outcome) == (False, "coroutine"), code
        assert UNAWAITED in forgotten.text
    noisy = observed(
        session, "import warnings, logging\nwarnings.warn('old')\nlogging.warning('slow')\nprint('seen')\n2 + 2"
    )
    broken = observed(session, "import warnings\nwarnings.warn('old')\nno_such_name")

    assert (noisy.is_good, noisy.text) == (True, "seen\n4")
    assert (broken.is_good, broken.outcome) == (False, "NameError")
    assert broken.text.endswith("NameError: name 'no_such_name' is not defined")
    assert "old" in broken.text


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("```python\n!pip install x\n```", True),
        ("```\n  %pip install x\nx\n```", True),
        ("```\n> !pip3 install x\n```", True),
        ("```python\npip = 1\nprint('!pip')\n```", False),
    ],
)
def test_installing_is_seen(reply: str, expected: object) -> None:
    """As the commands of a notebook that do it, wherever they stand."""
    assert installs_packages(reply) is expected
