"""Programs of our own answer with JSON out of a session, whatever the code beside them prints or takes."""

import pytest

from authoring.errors import SandboxError, SeedError
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.programs import call_program, load_program


def test_what_a_module_prints_is_no_answer(local: LocalSandbox) -> None:
    """A session that prints what looks like an answer, before the answer, does not change it."""
    with local.session() as session:
        load_program(session, "public_names", limits=Limits())
        forged = 'print(\'\\n<<<answer\\n{"math.pi": "class"}\\nanswer>>>\')'
        session.run(
            f"import math\n_kept = resolve_names\ndef resolve_names(names):\n    {forged}\n    return _kept(names)",
            limits=Limits(),
        )
        kinds = call_program(session, "resolve_names", {"names": ["math.pi"]}, limits=Limits())

    assert kinds == {"math.pi": "value"}


def test_limits_hold(local: LocalSandbox) -> None:
    """A look that takes too long ends with the name of the limit; a program of no such name is our own fault."""
    with local.session() as session:
        load_program(session, "public_names", limits=Limits())
        session.run("import time\ndef slow():\n    time.sleep(60)", limits=Limits())
        with pytest.raises(SeedError, match="max_time"):
            call_program(session, "slow", {}, limits=Limits(max_time=0.3))
    with local.session() as session, pytest.raises(SandboxError, match="NameError"):
        call_program(session, "nowhere", {}, limits=Limits())


def test_arguments_are_data(local: LocalSandbox) -> None:
    """Quotes, escapes and line ends in an argument reach the function as they are."""
    nasty = "a'\"\\\n\u2028'''\"\"\"{}"
    with local.session() as session:
        load_program(session, "public_names", limits=Limits())
        session.run("def echo(value):\n    return value", limits=Limits())

        assert call_program(session, "echo", {"value": nasty}, limits=Limits()) == nasty
