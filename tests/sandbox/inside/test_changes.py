"""Changes are told in the words of DSEval's namespace_diff."""

from typing import Any

import pandas as pd
import pytest

from authoring.sandbox.inside.changes import compare, snapshot

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
