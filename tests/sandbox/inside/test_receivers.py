"""Watching calls: what stood there is told once, and handed on as it was."""

import json
import subprocess
import sys

SCRIPT = """
import json, math, os
import pandas as pd
from authoring.sandbox.inside import receivers as r

class Own:
    @property
    def __class__(self):
        raise RuntimeError("do not ask")

class Liar(type):
    __module__ = property(lambda cls: 1 / 0)

class Lied(metaclass=Liar): ...

def outer():
    return lambda: 1

own = Own()
values = [math, dict, len, outer(), "text", own, Lied(), [].append, {}]
assert all(r.record_receiver(number, value) is value for number, value in enumerate(values))
for _ in range(3):
    r.record_receiver(0, math)
for number in range(r.MAX_TYPES + 5):
    r.record_receiver(50, type(f"T{number}", (), {})())
r.record_receiver(61, pd.DataFrame())
r.record_receiver(62, pd.merge)
child = os.fork()
if child == 0:
    r.record_receiver(60, 1.5)
    os._exit(0)
os.waitpid(child, 0)
r.record_receiver(60, 1.5)
print(json.dumps(r.calls_seen({})))
"""


def told() -> list[list[object]]:
    """Return what a process of its own tells."""
    completed = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False)
    assert completed.returncode == 0, completed.stderr
    records: list[list[object]] = json.loads(completed.stdout)
    return records


def test_everything_has_its_kind_and_name() -> None:
    """Modules, classes and functions stand for themselves, other objects for their type; hostile ones for nothing."""
    by_number = {entry[0]: entry[1:] for entry in told()}

    assert by_number[0] == ["module", "math", ""]
    assert by_number[1] == ["class", "builtins", "dict"]
    assert by_number[2] == ["function", "builtins", "len"]
    assert by_number[3] == ["function", "__main__", "outer.<locals>.<lambda>"]
    assert by_number[4] == ["instance", "builtins", "str"]
    assert by_number[5] == ["instance", "__main__", "Own"]
    assert by_number[6] == ["instance", "builtins", "object"]
    assert by_number[7] == ["function", "builtins", "list.append"]
    assert by_number[61] == ["instance", "pandas", "DataFrame"]
    assert by_number[62] == ["function", "pandas", "merge"]
    assert by_number[8] == ["instance", "builtins", "dict"]


def test_each_thing_is_told_once_and_not_without_end() -> None:
    """A loop does not fill the memory, and forks share what they meet."""
    numbers = [entry[0] for entry in told()]

    assert numbers.count(0) == 1
    assert numbers.count(50) == 20
    assert numbers.count(60) == 1
