"""Before a submission DSEval copies each variable on its own; a branch can do the same."""

import pytest

from authoring.records.evidence import CellRun, Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.validators.base import Dialect

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
