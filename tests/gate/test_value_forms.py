"""Forms of values: labels that nobody says are found, and flags that forgive nothing."""

from collections.abc import Iterator

import pytest

from authoring.dseal.parse import parse
from authoring.gate.dry_run import dry_run
from authoring.gate.value_forms import value_forms
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox

CONTEXT = (
    "# %%\nimport pandas as pd\nimport numpy as np\n"
    'df = pd.DataFrame({"kind": list("abab"), "mass": [40, 31, 62, 55]})\n\n'
)
CELL = '# %%\n"""\nquestion: |\n  {question}\n{block}"""\n\n{code}\n\n'
MEANS = 'df.groupby("kind").agg(mean_mass=("mass", "mean")).reset_index()'


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """Share one sandbox: starting it is what takes time."""
    local = LocalSandbox()
    yield local
    local.close()


def _codes(question: str, code: str, sandbox: LocalSandbox, flags: str = "") -> list[str]:
    block = f"validator:\n  result: {{{flags}}}\n" if flags else ""
    text = CONTEXT + CELL.format(question=question, code=code, block=block)
    run = dry_run(text, inputs=(), limits=Limits(), sandbox=sandbox)
    return [finding.code for finding in value_forms(parse(text), run)]


PAIR = 'df[["kind", "mass"]]'
BY_KIND = 'df.groupby("kind")[["mass"]].mean()'


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ('Give a DataFrame with "mass" and "kind" as the columns.', PAIR),
        ("Give the columns `mass`, `kind`.", PAIR),
        ('Give a Series with "mass" as the index and "kind" as the values.', 'df.groupby("kind")["mass"].mean()'),
        ('Give "mass" as the index.', BY_KIND),
        ('Give a DataFrame with "a" and "mass" as the columns.', BY_KIND),
    ],
)
def test_other_layouts_are_found(question: str, code: str, sandbox: LocalSandbox) -> None:
    """Columns in another order, and an index in the place of a column, are not what was asked for."""
    assert "DS427" in _codes(question, code, sandbox)


@pytest.mark.parametrize(
    ("question", "code", "flags"),
    [
        ('Give a DataFrame with "kind" and "mass" as the columns.', PAIR, ""),
        ('Give a DataFrame with "mass" and "kind" as the columns.', PAIR, "ignore_names: true"),
        ('Give "kind" as the index and "mass" as the column.', BY_KIND, ""),
        ("How do the columns `mass` and `kind` go together?", 'df["mass"].sum()', ""),
        ('Give "mass", and what it is called by.', PAIR, ""),
    ],
)
def test_layouts_that_are_as_asked(question: str, code: str, flags: str, sandbox: LocalSandbox) -> None:
    """What is listed in its order, and what no comparison looks at, is in order."""
    assert "DS427" not in _codes(question, code, sandbox, flags)


@pytest.mark.exhaustive(sample=4)
@pytest.mark.parametrize(
    "code",
    [
        MEANS,
        'df.groupby("kind")["mass"].mean().reset_index(name="mean_mass")',
        'df.groupby("kind", as_index=False)["mass"].mean().rename(columns={"mass": "mean_mass"})',
        'df.assign(mean_mass=df.groupby("kind")["mass"].transform("mean"))',
        'df.groupby("kind")["mass"].mean().to_frame("mean_mass")',
        'table = df.copy()\ntable["mean_mass"] = table["mass"] / 2\ntable',
        'pd.DataFrame({"mean_mass": [df.mass.mean()]})',
        'table = df.copy()\ntable.columns = ["kind", "mean_mass"]\ntable',
        'df.melt(id_vars="kind", value_name="mean_mass")',
    ],
)
def test_labels_that_nobody_says(code: str, sandbox: LocalSandbox) -> None:
    """A label that the code makes up is found, and is not where the question says it in any spelling."""
    assert _codes("Give the mean of each kind as a table.", code, sandbox) == ["DS425"]
    assert _codes("Give a table with the column `mean_mass`.", code, sandbox) == []
    assert _codes('Give the "Mean mass" of each kind.', code, sandbox) == []
    assert _codes("Give the mean of each kind.", code, sandbox, "ignore_names: true") == []


@pytest.mark.parametrize(
    "code",
    [
        'df[["mass"]]',
        'df.groupby("kind").agg({"mass": "mean"})',
        'df.groupby("kind").mass.mean()',
        "pd.crosstab(df.kind, df.mass > 40)",
    ],
)
def test_labels_that_the_data_have(code: str, sandbox: LocalSandbox) -> None:
    """What comes from the data, or is the name of a series, is nobody's invention."""
    assert _codes("Give it.", code, sandbox) == []


@pytest.mark.parametrize(
    ("code", "flag", "is_idle"),
    [
        ("len(df)", "ignore_names", True),
        ("len(df)", "ignore_order", True),
        ("df.mass.to_numpy()", "ignore_index", True),
        ("df", "ignore_index", False),
        ("df.kind.tolist()", "ignore_order", False),
        ("[df]", "ignore_names", False),
        ("len(df)", "value_only", False),
    ],
)
def test_flags_without_effect(code: str, flag: str, is_idle: bool, sandbox: LocalSandbox) -> None:  # noqa: FBT001
    """A flag that cannot forgive anything in a value of this type is noted."""
    assert _codes("Give it.", code, sandbox, f"{flag}: true") == (["DS426"] if is_idle else [])
