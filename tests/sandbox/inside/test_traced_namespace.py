"""What a cell reads of earlier cells is what it really looked up."""

import sys
from collections.abc import Iterator

import pytest

from authoring.errors import SandboxError
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.inside.cell import execute
from authoring.sandbox.inside.traced_namespace import traced_main

EARLIER = """
import math
import pickle
import pandas as pd
x = 1
y = [1, 2]
d = {}
df = pd.DataFrame({'a': [1, 2, 3]})
class A:
    pass
def f():
    return x + len(y)
"""
CASES = {
    "x": "x",
    "x = 2\nx": "",
    "x += 1": "x",
    "x = x + 1\nx": "x",
    "d['a'] = 1": "d",
    "df.drop(columns='a', inplace=True)": "df",
    "del x": "x",
    "f()": "f x y",
    "def g():\n    return y": "",
    "def g():\n    return y\ng()": "y",
    "lambda: x": "",
    "[x for _ in y]": "x y",
    "[i + x for i in range(3)]": "x",
    "[x := i for i in range(3)]\nx": "",
    "print(x) if y else d": "x y",
    "if False:\n    x": "",
    "f'{x}'": "x",
    "class K(A):\n    z = x\n    z\n    def m(self):\n        return y": "A x",
    "def g():\n    class K:\n        z = y": "",
    "import math\nmath.pi": "",
    "math.pi": "math",
    "from math import *\npi": "",
    "globals()['x']": "x",
    "globals().get('x'), globals().get('nothing')": "x",
    "eval('x')": "x",
    "exec('q = x')": "x",
    "df.query('a > @x')": "df x",
    "def h():\n    global x\n    x = 5\nh()\nx": "",
    "pickle.loads(pickle.dumps(A()))": "A pickle",
    "import dataclasses\n@dataclasses.dataclass\nclass D:\n    a: int = 1\nD()": "",
    "import __main__\n__main__.y\n__main__.new = 3\nnew\nvars(__main__)['x']": "x y",
    "x\n1 / 0\ny": "x",
    "x = = 1": "",
    "undefined_name": "",
    "__name__, len": "",
}


@pytest.fixture(autouse=True)
def main_module() -> Iterator[None]:
    """Put the tests' own main module back."""
    main = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = main


@pytest.mark.parametrize("code", CASES)
def test_reads_are_what_was_looked_up(code: str) -> None:
    """Names of earlier cells count when they are really loaded, unless the cell bound them anew before."""
    sys.modules["__main__"], namespace = traced_main()
    first = execute(EARLIER, filename="<cell 1>", namespace=namespace, forbid_names=[])
    ran = execute(code, filename="<cell 2>", namespace=namespace, forbid_names=[])

    assert (first.error, first.reads) == (None, ())
    assert ran.reads == tuple(CASES[code].split())


def test_looking_afterwards_is_no_read() -> None:
    """What the harness looks up between cells is not noted."""
    sys.modules["__main__"], namespace = traced_main()
    execute("x = 1", filename="<cell 1>", namespace=namespace, forbid_names=[])
    ran = execute("2", filename="<cell 2>", namespace=namespace, forbid_names=[])
    values = namespace["x"], dict(namespace)["x"], namespace.copy()["x"]
    repeated = execute("3", filename="<cell 3>", namespace=namespace, forbid_names=[])

    assert values == (1, 1, 1)
    assert (ran.reads, repeated.reads) == ((), ())


def test_main_is_its_namespace() -> None:
    """Attributes of the main module are names of the session, to set, list and delete."""
    main, namespace = traced_main()
    vars(main)["a"] = 1
    main.b = 2  # type: ignore[attr-defined]  # that is what is tested
    del main.a

    assert (namespace["b"], "a" in namespace) == (2, False)
    assert {"b", "__name__"} <= set(dir(main))
    assert repr(main) == "<module '__main__'>"


def test_traced_session_tells_what_was_read(local: LocalSandbox, limits: Limits) -> None:
    """Reads are told in a traced session and its branches; its classes can be pickled and its functions tested."""
    code = "import pickle\nclass A:\n    pass\na = A()\ndef f(x):\n    return x, rate\nrate = 2"
    with local.session() as session, local.session() as plain:
        for item in (session, plain):
            item.run(code, limits=limits, trace=item is session)
        read = session.run("pickle.loads(pickle.dumps(a)), f(1)", limits=limits, trace=True)
        session.prepare({"namespace_check": {"a": None}, "table_test": {"function_name": "f", "test_cases": [[1]]}})
        repeated = session.run("a, f = a, f", limits=limits, trace=True)
        untraced = plain.run("a", limits=limits)
        with session.branch() as branch:
            branch.run("a = A()\ndef f(x):\n    return x, 2", limits=limits, trace=True)
            judgement = session.judge(branch)

    assert (read.error, read.reads) == (None, ("A", "a", "f", "pickle", "rate"))
    assert repeated.reads == ("a", "f")
    assert untraced.reads == ()
    assert [part.correct for part in judgement.parts if part.category == "table_test"] == ["yes"]


def test_session_is_traced_as_a_whole(local: LocalSandbox, limits: Limits) -> None:
    """Functions of an untraced cell would read past the notes, so a session cannot begin to be traced."""
    with local.session() as session:
        session.run("x = 1", limits=limits)
        with pytest.raises(SandboxError, match="from its first cell on"):
            session.run("x", limits=limits, trace=True)
