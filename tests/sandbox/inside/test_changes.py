"""Changes are told in the words of DSEval's namespace_diff."""

from typing import Any

import pandas as pd
import pytest

from authoring.records.evidence import CellRun, Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.inside.changes import compare, snapshot
from authoring.validators.base import Dialect

CASES = {
    "nothing": ("pass", {}),
    "a look": ("df.sum(); len(items); df.values", {}),
    "the same object again": ("df = df", {}),
    "a new name": ("new = 1", {"new": "added"}),
    "a name taken away": ("del df", {"df": "deleted"}),
    "a change in place": ("df['c'] = 1", {"df": "updated"}),
    "a change deep inside": ("nested['a'][0].append(1)", {"nested": "updated"}),
    "one object under two names": ("alias.append(1)", {"alias": "updated", "items": "updated"}),
    "an equal object": ("df = df.copy()", {"df": "replaced"}),
    "another number": ("number += 1", {"number": "replaced"}),
    "a function written again": ("def f():\n    return 1", {"f": "replaced"}),
    "a cell of an array": ("array[0] = 9", {"array": "updated"}),
    "an attribute": ("thing.x = 2", {"thing": "updated"}),
    "names of the interpreter": ("__hidden__ = 1", {}),
    "a generator that moved on": ("next(generator)", {}),
    "a lock": ("lock.acquire()", {}),
}

BEFORE = """
import threading
import numpy as np
import pandas as pd
df = pd.DataFrame({"a": [1.5, 2], "b": ["x", None]})
items = [1]
alias = items
nested = {"a": [[]]}
number = 1000
array = np.arange(3)
def f():
    return 1
class Thing:
    x = 1
thing = Thing()
generator = iter(x for x in range(3))
lock = threading.Lock()
"""


@pytest.mark.parametrize("name", CASES)
def test_change_has_its_word(name: str) -> None:
    """Added, updated, replaced and deleted mean what they mean in DSEval, and looking is no change."""
    code, expected = CASES[name]
    namespace: dict[str, Any] = {"__name__": "__main__"}
    exec(BEFORE, namespace)  # noqa: S102 - our own text
    before = snapshot(namespace)
    exec(code, namespace)  # noqa: S102 - our own text

    assert compare(before, snapshot(namespace)) == expected


def test_object_that_is_gone_is_not_taken_for_its_successor() -> None:
    """A new object at the old one's address is a replacement, not an update."""
    namespace: dict[str, Any] = {"df": pd.DataFrame({"a": range(3)})}
    before = snapshot(namespace)
    for number in range(20):
        del namespace["df"]
        namespace["df"] = pd.DataFrame({"a": [number] * 3})

    assert compare(before, snapshot(namespace)) == {"df": "replaced"}


# Before a submission DSEval copies each variable on its own; a branch can do the same.

LIMITS = Limits(max_time=30)

ALIASES = "import math\nf = lambda: 1\nrows = [1]\nsame = rows"


def changed(run: CellRun) -> dict[str, str]:
    """Return what a cell did to which name."""
    return {change.name: change.change for change in run.changes}


@pytest.mark.parametrize(("apart", "touched"), [(False, {"rows", "same"}), (True, {"same"})])
def test_separate_ends_aliases(local: LocalSandbox, *, apart: bool, touched: set[str]) -> None:
    """A change through one name shows under the other, unless each has a copy of its own."""
    with local.session() as session:
        session.run(ALIASES, limits=LIMITS)
        with session.branch() as branch:
            if apart:
                branch.separate()
            run = branch.run("same.append(2)", limits=LIMITS)

    assert changed(run) == dict.fromkeys(touched, "updated")


def test_separate_changes_nothing_by_itself(local: LocalSandbox) -> None:
    """Copies are equal to what they stand for, and what DSEval shares stays itself."""
    with local.session() as session, session.branch() as branch:
        branch.run(ALIASES + "\nclass Own:\n    def __deepcopy__(self, memo):\n        raise TypeError", limits=LIMITS)
        branch.run("own = Own(); gen = (n for n in [1]); old = id(f)", limits=LIMITS)
        branch.separate()
        run = branch.run("(rows, same, id(f) == old, math.pi > 3, next(gen))", limits=LIMITS)

    assert run.value is not None
    assert run.value.text == "([1], [1], True, True, 1)"
    assert set(changed(run)) <= {"gen"}


@pytest.mark.parametrize(("dialect", "changes"), [("dseval", {"y": "replaced"}), ("strict", {})])
def test_column_taken_again_is_another_object_for_dseval(
    local: LocalSandbox, dialect: Dialect, changes: dict[str, str]
) -> None:
    """Before pandas 3 a frame gives the same object out twice; DSEval's copies make it forget that."""
    with local.session(dialect=dialect) as session:
        session.run("import pandas as pd\ndf = pd.DataFrame({'a': [1]})\ny = df['a']", limits=LIMITS)
        run = session.run("y = df['a']", limits=LIMITS)
        old = session.run("int(pd.__version__[0])", limits=LIMITS)

    assert old.value is not None
    assert changed(run) == (changes if int(old.value.text) < 3 else {"y": "replaced"})
