"""The stage hands everything to the drafter and its answer back."""

import pytest

from authoring.drafting.drafter import ImportedDrafter, write_draft
from authoring.drafting.templates.drafter import TemplateDrafter
from authoring.errors import DraftError
from authoring.records.draft import Draft, DraftWishes, ImportedSet, ProblemOrigin, Template
from authoring.records.profile import ColumnKind, ColumnProfile, Profile, TableProfile
from authoring.records.seed import Seed, TableFile, TableFormat

FILE = TableFile(
    name="t.csv",
    format=TableFormat.CSV,
    sha256="0" * 64,
    size=9,
    rows=40,
    columns=("x",),
    reader='pd.read_csv("inputs/t.csv")',
)
SEED = Seed(name="t", title="T", description="", source="here", licence="CC0-1.0", files=(FILE,))
COLUMN = ColumnProfile(name="x", kind=ColumnKind.TEXT, dtype="str", missing=0, distinct=40, is_text=True)
TABLE = TableProfile(file="t.csv", reader=FILE.reader, rows=40, duplicate_rows=0, columns=(COLUMN,))
PROFILE = Profile(seed="t", tables=(TABLE,))


def templates(number: int) -> list[Template]:
    """Return templates that fit every table."""
    header = '"""\ntitle: t\nstage: sorting\nlevel: easy\nknowledge: [k]\n"""\n\n'
    cell = '# %%\n"""\nquestion: How much is {0} and 1?\n"""\n\n{0} + 1\n'
    return [Template(name=f"t{index}", text=header + cell.format(index)) for index in range(number)]


def test_a_draft_is_the_first_revision() -> None:
    """Name and seed are as given, and the same arguments give the same draft."""

    def drafted() -> Draft:
        return write_draft(SEED, PROFILE, drafter=TemplateDrafter(templates(12)), name="n", examples=(), random_seed=1)

    assert (drafted().name, drafted().seed, drafted().revision) == ("n", "t", 1)
    assert len(drafted().origins) == 12
    assert drafted() == drafted()


def test_a_drafters_refusal_is_passed_on() -> None:
    """Data that carries fewer problems than are wanted stops the command."""
    drafter = TemplateDrafter(templates(9), DraftWishes(at_least=10))

    with pytest.raises(DraftError, match="9 problems can be made"):
        write_draft(SEED, PROFILE, drafter=drafter, name="n", examples=(), random_seed=1)


def test_an_imported_problem_is_measured_where_its_source_says_nothing() -> None:
    """Level and knowledge points come from what the reference does; those that the source says stay."""
    problem = '# %%\n"""\nquestion: How many?\n"""\n\ndf.groupby("x").size().sort_values()\n\n'
    text = f"# %%\nimport pandas as pd\n\n{problem}{problem}"
    stated = ProblemOrigin(origin="imported:x", knowledge=("sums",), level="hard")
    imported = ImportedSet(text=text, origins=(ProblemOrigin(origin="imported:x"), stated))

    draft = write_draft(SEED, PROFILE, drafter=ImportedDrafter(imported), name="n", examples=(), random_seed=0)

    assert [(origin.level, origin.knowledge) for origin in draft.origins] == [
        ("easy", ("grouping", "sorting")),
        ("hard", ("sums",)),
    ]
