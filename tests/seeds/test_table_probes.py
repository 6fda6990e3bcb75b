"""Looks at a seed's tables, through the real sandbox: answers are bounded, kept apart, and told when degenerate."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from authoring.errors import SandboxError
from authoring.records.evidence import Limits
from authoring.records.profile import Profile, TableProfile
from authoring.records.sketch import PlanProbe, PlanProbes, ProbeAnswer
from authoring.sandbox.client.local import LocalSandbox
from authoring.seeds.table_probes import LONGEST_ANSWER, answer_probes, table_names

CSV = "site,depth,note,kind\n" + "".join(f"{'ABC'[row % 3]},{row}.5,,pit\n" for row in range(90))
LIMITS = Limits(max_time=2.0, max_memory=300.0)


def table(name: str) -> TableProfile:
    """Return what the looks need of the profile of a table."""
    reader = f'pd.read_csv("inputs/{name}")'
    return TableProfile(file=name, reader=reader, rows=90, duplicate_rows=0, columns=(), keys=(), sample=())


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """One sandbox for all tests of this file."""
    sandbox = LocalSandbox()
    yield sandbox
    sandbox.close()


@pytest.fixture
def pits(tmp_path: Path) -> Path:
    """Return a table with a constant and an empty column."""
    path = tmp_path / "pits.csv"
    path.write_text(CSV)
    return path


def answered(sandbox: LocalSandbox, path: Path, *expressions: str) -> tuple[ProbeAnswer, ...]:
    """Return the answers about one table."""
    probes = PlanProbes(probes=tuple(PlanProbe(problem=2, expression=expression) for expression in expressions))
    profile = Profile(seed="pits", tables=(table(path.name),))
    return answer_probes(probes, profile, files=[path], sandbox=sandbox, limits=LIMITS).answers


def test_values_come_as_text(sandbox: LocalSandbox, pits: Path) -> None:
    """Each answer belongs to its expression; what fails says why, and keeps none of the others from its answer."""
    size, error, total = answered(sandbox, pits, "df['site'].value_counts()['A']", "df['dept']", "len(df)\n")

    assert "30" in size.text
    assert (size.problem, size.sign) == (2, "")
    assert error.text.startswith("failed: KeyError")
    assert total.text == "90"


def test_sign_of_a_degenerate_value(sandbox: LocalSandbox, pits: Path) -> None:
    """All of a value is looked at, so that ninety equal rows are a sign although few of them are shown."""
    signs = {
        "df[df['depth'] > 1000]": "empty",
        "df['site'][:0].tolist()": "empty",
        "df['depth'].isna().sum()": "zero",
        "df['note']": "all missing",
        "df['note'].mean()": "missing",
        "df['kind']": "all equal",
        "df.groupby('site')['kind'].nunique().tolist() * 2": "all equal",
        "df['kind'].value_counts()": "one level",
        "df['kind'].nunique()": "one level",
        "{name: 0.0 for name in 'abcd'}": "all equal",
        "df['site']": "",
        "df": "",
        "df['depth'].max()": "",
        "[3, 3, 3]": "",
        "df['depth'].max() == 0": "",
        "'A'": "",
        "lambda row: row": "",
    }

    assert {answer.expression: answer.sign for answer in answered(sandbox, pits, *signs)} == signs


@pytest.mark.exhaustive
def test_hostile_expressions_are_bounded(sandbox: LocalSandbox, pits: Path) -> None:
    """Endless work and huge values end at the limits and are told; what writes is refused; the rest still answers."""
    endless, huge, long, system, last = answered(
        sandbox,
        pits,
        "[0 for row in range(10 ** 12) if row < 0]",
        "np.zeros(10 ** 9).sum() + np.ones((10 ** 5, 10 ** 4)).sum()",
        "'x' * 10 ** 6",
        "__import__('os').system('touch x')",
        "len(df)",
    )

    assert "max_time" in endless.text
    assert huge.text.startswith("failed: ")
    assert len(long.text) <= LONGEST_ANSWER + 50
    assert system.text.startswith("refused: ")
    assert last.text == "90"


def test_nothing_is_left_for_the_next_expression(sandbox: LocalSandbox, pits: Path) -> None:
    """Each runs in a fork of its own: what one did to a table is not there for the next."""
    change, look = answered(sandbox, pits, "df.attrs.setdefault('note', 7)", "len(df.attrs)")

    assert (change.text, look.text) == ("7", "0")


def test_same_probes_give_the_same_bytes(sandbox: LocalSandbox, pits: Path) -> None:
    """No address of an object stands in an answer, or a draft that is begun anew would ask in other words."""
    expressions = ("lambda row: row", "df.groupby('site')", "df.describe()")

    assert answered(sandbox, pits, *expressions) == answered(sandbox, pits, *expressions)


def test_tables_have_names() -> None:
    """One table is `df`, several are numbered; names come from nothing that a stranger chose."""
    several = Profile(seed="pits", tables=(table("a.csv"), table("b c.csv")))

    assert [name for name, _ in table_names(several)] == ["df1", "df2"]
    assert [name for name, _ in table_names(several.model_copy(update={"tables": several.tables[:1]}))] == ["df"]


def test_a_table_that_cannot_be_read_stops(sandbox: LocalSandbox, pits: Path) -> None:
    """The profile read it before, so the sandbox is at fault, and says which code failed."""
    profile = Profile(seed="pits", tables=(table("other.csv"),))
    probes = PlanProbes(probes=(PlanProbe(problem=1, expression="len(df)"),))

    with pytest.raises(SandboxError, match="pits: tables cannot be read"):
        answer_probes(probes, profile, files=[pits], sandbox=sandbox, limits=LIMITS)
