"""Worked examples are called where the reference has run, and compared by what they say."""

from collections.abc import Iterator

import pytest

from authoring.gate.certificate.examples import try_examples
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.port import Session

CODE = "import numpy as np\n\ndef f(x):\n    return eval(x) if isinstance(x, str) else x / 3\n"


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    """Give a session in which the function is defined."""
    sandbox = LocalSandbox()
    with sandbox.session(inputs=(), modules=()) as opened:
        opened.prepare(None)
        opened.run(CODE, limits=Limits())
        yield opened
    sandbox.close()


@pytest.mark.parametrize(
    ("call", "output", "outcome"),
    [
        ("f(2)", "0.67", "same"),
        ("f(2)", "0.66", "differs"),
        ("f(3)", "1", "same"),
        ("f('np.array([1, 2])')", "[1, 2]", "same"),
        ("f('(1, 2)')", "[1, 3]", "differs"),
        ("f('{1, 2}')", "[2, 1]", "same"),
        ("f('{1: 2.0}')", "{1: 2}", "same"),
        ("f('None')", "None", "same"),
        ("f('object()')", "1", "undecided"),
        ("f('unknown')", "1", "undecided"),
        ("f('1 / 0')", "1", "differs"),
    ],
)
def test_example_is_compared(session: Session, call: str, output: str, outcome: str) -> None:
    """Numbers go as far as they are shown, containers by their members; an error differs, and no literal is no word."""
    (trial,) = try_examples(f"For example, `{call}` gives `{output}`.", CODE, session, Limits())

    assert (trial.outcome, trial.expected) == (outcome, output)
