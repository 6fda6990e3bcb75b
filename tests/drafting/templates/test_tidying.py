"""Columns to be tidied are taken together as far as a question can name them, and known anew afterwards."""

from collections.abc import Callable
from pathlib import Path

from authoring import dseal
from authoring.drafting.templates.drafter import TemplateDrafter
from authoring.drafting.templates.header import Slot, TemplateEffects
from authoring.drafting.templates.roles import ColumnRole
from authoring.drafting.templates.slots import fits
from authoring.drafting.templates.state import State, beginning
from authoring.drafting.templates.tidying import facts_after, sayable_columns, step_groups
from authoring.records.draft import Template
from authoring.records.profile import Profile
from authoring.records.seed import Seed

SURVEY = Path(__file__).parents[2] / "cases" / "drafting" / "tables" / "untidy-survey.csv"
Profiled = Callable[..., tuple[Seed, Profile, tuple[Path, ...]]]


def survey(profiled: Profiled) -> State:
    """Return what a session about an untidy table begins with."""
    profile = profiled(str(SURVEY))[1]
    return beginning(profile, profile.tables[0])


def after(state: State, *names: str) -> State:
    """Return what a session holds once some columns are tidied."""
    columns = tuple(column for column in state.table.columns if column.name in names)
    return state.after(TemplateEffects(tidy=("columns",)), {"columns": columns}, {})


def test_columns_wait_until_they_are_tidied(profiled: Profiled) -> None:
    """An amount with a mark, a level in two spellings and a number as text are no subject before, and one behind."""
    state = survey(profiled)
    tidy = after(state, "age", "result", "price")
    kinds = {"age": "amount", "result": "category", "price": "amount"}

    for name, kind in kinds.items():
        slot = Slot.model_validate({"kind": kind})
        before, behind = state.table.column(name), tidy.table.column(name)
        assert before is not None
        assert behind is not None
        assert not fits(before, slot, state.table)
        assert fits(behind, slot, tidy.table)
    assert {column.name for column in tidy.table.columns if column.tidying} >= {"owner", "weight", "q1"}


def test_items_are_items_once_their_marks_are_gone(profiled: Profiled) -> None:
    """A nine beside answers from one to five makes no scale; without it the columns are one."""
    state = survey(profiled)
    items = ("q1", "q2", "q3", "q4", "q5")
    tidy = after(state, *items)

    assert state.table.scales == ()
    assert [[column.name for column in scale] for scale in tidy.table.scales] == [[*items]]
    assert all(ColumnRole.ITEM in column.roles and column.missing for column in tidy.table.scales[0])
    assert tidy.table.entry is not None
    assert not any(column.missing for column in tidy.table.entry.columns if column.name in items)


def test_rows_that_went_stay_away(profiled: Profiled) -> None:
    """Bounds of a column that is tidied count the rows that earlier problems took."""
    state = survey(profiled)
    shorter = state.after(TemplateEffects(drop_duplicates=True), {}, {})
    age = after(shorter, "age").table.column("age")

    assert age is not None
    assert age.lost == shorter.table.lost


def test_nothing_is_known_of_tables_that_need_no_tidying(profiled: Profiled) -> None:
    """Then nothing changes."""
    profile = profiled("package:palmerpenguins/penguins")[1]
    table = beginning(profile, profile.tables[0]).table

    assert profile.tidied is None
    assert facts_after(table, frozenset(table.names)) is None


def test_groups_say_what_is_done(profiled: Profiled) -> None:
    """Columns of one step are one group, the largest first; code calls what the step needs."""
    table = survey(profiled).table
    columns = [column for column in table.columns if column.tidying is not None]
    groups = {group.columns[0].name: group for group in step_groups(columns)}

    assert [column.name for column in step_groups(columns)[0].columns] == ["q1", "q2", "q3", "q4", "q5"]
    assert groups["age"].called_on(groups["age"].columns[0]) == 'df["age"].replace(999, np.nan)'
    assert groups["q1"].called_on("df[names]") == "df[names].replace(9, np.nan)"
    assert groups["price"].called_on("x") == 'x.str.removeprefix("$").str.replace(",", "")'
    assert groups["weight"].called_on("x") == ('x.replace("?", np.nan).str.removesuffix("kg").str.replace(",", ".")')
    assert [(str(level.value), [s.value for s in spellings]) for level, spellings in groups["result"].spellings] == [
        ("Loss", ["Lose"])
    ]


def test_a_question_names_few_columns(profiled: Profiled) -> None:
    """Of many columns with one mark these are neighbours, and of others the first."""
    table = survey(profiled).table
    marked = [column for column in table.columns if column.tidying is not None and column.tidying.form == "marks"]

    assert [column.name for column in sayable_columns(marked, table)] == ["q1", "q2", "q3", "q4", "q5", "age"]
    assert sayable_columns((), table) == ()


def test_every_set_tidies_first(profiled: Profiled, templates: tuple[Template, ...]) -> None:
    """Whatever else a set asks, what stands in the way goes at the beginning."""
    seed, profile, _ = profiled(str(SURVEY))

    draft = TemplateDrafter(templates).draft(seed, profile, name="survey", examples=(), random_seed=0)
    names = [origin.origin.removeprefix("template:") for origin in draft.origins]

    assert {"missing_marks", "spellings", "figures"} <= {*names[:6]}
    assert 'df["result"].replace({"Lose": "Loss"})' in dseal.parse(draft.text).cells[names.index("spellings") + 1].code
