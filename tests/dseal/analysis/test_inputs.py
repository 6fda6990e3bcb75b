"""Which input files code reads."""

import pytest

from authoring.dseal import input_files_of
from authoring.dseal.analysis.inputs import input_uses
from authoring.dseal.python_code import parse_code


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("pd.read_csv('inputs/a.csv')", ("a.csv",)),
        ("p = './inputs/a.csv'", ("a.csv",)),
        ("import os\nos.path.join('inputs', 'a.csv')", ("a.csv",)),
        ("from pathlib import Path\nPath('inputs') / 'sub' / 'a.csv'", ("sub/a.csv",)),
        ("pd.read_csv('inputs/b.csv')\npd.read_csv('inputs/a.csv')\n'inputs/a.csv'", ("a.csv", "b.csv")),
        ("'data/a.csv'", ()),
        ("'inputs'", ()),
        ("broken (", ()),
    ],
)
def test_names_that_stand_in_the_code(code: str, names: tuple[str, ...]) -> None:
    """Literals, joined paths and pathlib's slashes are followed."""
    assert names == input_files_of(code)


@pytest.mark.parametrize(
    "code",
    [
        "import os\nos.listdir('inputs')",
        "import glob\nglob.glob('inputs/*.csv')",
        "open(f'inputs/{n}')",
        "import os\nos.path.join('inputs', n)",
    ],
)
def test_names_that_only_running_would_tell(code: str) -> None:
    """Computed names make the list open."""
    assert input_uses(parse_code(code).tree).open
