"""A set covers many stages, keeps the order that its problems need, and holds nothing twice."""

from collections.abc import Callable, Sequence

import pytest

from authoring.drafting.templates.format import ProblemTemplate, read_template
from authoring.drafting.templates.header import STAGES
from authoring.drafting.templates.selection import (
    FEWEST_PROBLEMS,
    MOST_PROBLEMS,
    USUAL_PROBLEMS,
    Candidate,
    Selection,
    alike,
    in_order,
    rising,
    size,
)
from authoring.drafting.templates.slots import MOST_OF_AMOUNT
from authoring.drafting.templates.state import State, beginning
from authoring.records.draft import Template
from authoring.records.profile import ColumnKind, ColumnProfile, Profile, TableProfile


def template(name: str, extra: str = "", stage: str = "sorting", code: str = "1") -> ProblemTemplate:
    """Return a template that fits every table."""
    header = f"title: t\nstage: {stage}\nknowledge: [k]\n{extra}"
    text = f'"""\n{header}"""\n\n# %%\n"""\nquestion: How many?\n"""\n\n{code}\n'
    return read_template(Template(name=name, text=text))


def select_all(templates: Sequence[ProblemTemplate]) -> tuple[list[Candidate], list[tuple[ProblemTemplate, str]]]:
    """Fill all templates for a table without columns."""
    table = TableProfile(file="t.csv", reader="pd.read_csv()", rows=9, duplicate_rows=0, columns=())
    selection = Selection(templates, beginning(Profile(seed="s", tables=(table,)), table), "0", "T")
    return selection.walk(selection.templates)


@pytest.fixture
def select(profiled: Callable[..., tuple[object, Profile, object]]) -> Callable[..., list[str]]:
    """Return a function that chooses among templates for a real table."""

    def choose(templates: Sequence[ProblemTemplate], random_seed: int = 0) -> list[str]:
        profile = profiled("package:palmerpenguins/penguins")[1]
        state = beginning(profile, profile.tables[0])
        chosen = Selection(templates, state, random_seed=str(random_seed), title="T").choose()
        assert size(chosen) <= MOST_PROBLEMS
        return [filled.template.name for filled in chosen]

    return choose


def test_needs_come_before_those_who_need_them() -> None:
    """Within a stage a template stands behind one that makes what it needs, whatever their names."""
    ordered = in_order([template("a", "needs: [x]\n"), template("b", "gives: {x: {}}\n"), template("c", "", "loading")])

    assert [one.name for one in ordered] == ["c", "b", "a"]


def test_sets_go_from_easy_to_hard() -> None:
    """The table is made ready first; then what is measured rises, whatever the stages, unless a need is against it."""
    templates = [
        template("apply", "needs: [f]\n", "functions", code="f(1)"),
        template("write", "gives: {f: {}}\n", "functions", code="a.b(c).d(e).f(g)"),
        template("model", "", "modelling", code="a.b(c)"),
        template("group", "", "grouping", code="a.b(c).d(e)"),
        template("clean", "", "cleaning", code="a.b(c).d(e).f(g)"),
        template("words", "", "strings"),
    ]
    candidates, _ = select_all(templates)

    assert [one.template.name for one in rising(candidates)] == ["clean", "words", "model", "group", "write", "apply"]


def test_a_circle_of_needs_fits_nothing(select: Callable[..., list[str]]) -> None:
    """Two templates that need each other are left out, and the rest goes on."""
    circle = [template("a", "needs: [y]\ngives: {x: {}}\n"), template("b", "needs: [x]\ngives: {y: {}}\n")]

    assert select([*circle, template("c")]) == ["c"]


def test_what_a_template_needs_is_chosen_with_it(select: Callable[..., list[str]]) -> None:
    """A template never stands in a set without the one that makes what it needs."""
    giver, many = template("giver", "gives: {x: {}}\n"), [template(f"t{i:02}", "needs: [x]\n") for i in range(20)]

    for random_seed in range(5):
        chosen = select([giver, *many], random_seed)
        assert chosen[0] == "giver"
        assert len(chosen) == USUAL_PROBLEMS


def test_stages_come_first(select: Callable[..., list[str]]) -> None:
    """Most of a set is of stages with one template even when another stage has fifty."""
    crowd = [template(f"s{i}") for i in range(50)]
    rare = [template(stage, "", stage) for stage in STAGES if stage != "sorting"]

    for random_seed in range(5):
        assert (
            len(set(select([*crowd, *rare], random_seed)) & {lonely.name for lonely in rare}) >= 2 * USUAL_PROBLEMS // 3
        )


def test_no_set_has_two_of_a_kind(select: Callable[..., list[str]]) -> None:
    """Of templates of one family a set has one, and seeds decide which."""
    family = [template(name, "family: plot\n") for name in "abc"]

    assert {tuple(select(family, seed)) for seed in range(20)} == {("a",), ("b",), ("c",)}


def test_always_means_always(select: Callable[..., list[str]]) -> None:
    """A template marked so is in every set whose table it fits."""
    crowd = [template(f"s{i}") for i in range(50)]

    assert all("z" in select([*crowd, template("z", "always: true\n")], seed) for seed in range(5))


def test_no_column_is_the_subject_of_a_whole_set(profiled: Callable[..., tuple[object, Profile, object]]) -> None:
    """A set takes a column for its amount a few times, unless it would be short or somebody asked for it."""
    profile = profiled("package:palmerpenguins/penguins")[1]
    table = profile.tables[0]
    table = table.model_copy(
        update={"columns": tuple(c for c in table.columns if c.name in {"body_mass_g", "species"})}
    )
    profile = profile.model_copy(update={"tables": (table,), "dictionary": None, "relations": ()})
    crowd = [template(f"s{number:02}", "slots: {x: {kind: amount}}\n") for number in range(20)]
    others = [template(f"t{number:02}") for number in range(8)]

    def chosen(about: Sequence[str]) -> int:
        names = [entry.template.name for entry in Selection(members, state_about(about), "0", "T").choose()]
        return sum(name.startswith("s") for name in names)

    def state_about(about: Sequence[str]) -> State:
        return beginning(profile, table, about=about)

    members = [*crowd, *others]
    assert chosen(()) == MOST_OF_AMOUNT
    assert chosen(("body_mass_g",)) > MOST_OF_AMOUNT
    members = crowd
    assert chosen(()) == FEWEST_PROBLEMS


def test_what_takes_something_for_granted_comes_last(select: Callable[..., list[str]]) -> None:
    """It gives way to what takes nothing for granted, and fills the sets that have not enough of that."""
    plain = [template(f"p{number:02}") for number in range(USUAL_PROBLEMS)]
    presuming = [template(f"q{number:02}", "presumes: rows of a sample\n") for number in range(USUAL_PROBLEMS)]

    for random_seed in range(5):
        assert not {name for name in select([*plain, *presuming], random_seed) if name.startswith("q")}
        assert len(select([*plain[:4], *presuming], random_seed)) == USUAL_PROBLEMS


def test_rows_go_only_for_the_sake_of_a_later_problem(select: Callable[..., list[str]]) -> None:
    """Whoever takes out rows without an amount goes on with that amount, or takes out none."""
    slots = "needs: [df]\nslots:\n  amount: {kind: amount, missing: 1..}\n"
    dropping = template(
        "drop", f"{slots}effects:\n  drop_rows_missing: [amount]\n", "missing", "df.dropna({{ amount }})"
    )
    reading = template("read", "always: true\ngives:\n  df: {}\n", "loading")
    using = template("use", slots.replace("missing: 1..", "missing: 0"), code="df[{{ amount }}]")

    assert "drop" not in select([reading, dropping])
    assert "drop" in select([reading, dropping, using])


def test_unlike_templates_never_meet(select: Callable[..., list[str]]) -> None:
    """Of two templates that ask for the same a set has one, and seeds decide which."""
    pair = [template("a", "unlike: [b]\n"), template("b")]

    assert alike(pair)
    assert {tuple(select(pair, seed)) for seed in range(12)} == {("a",), ("b",)}


def test_what_fits_a_prepared_table_only_brings_the_preparation_along() -> None:
    """An amount with gaps is asked for after the rows without it are dropped, whichever of the two is chosen first."""
    header = "slots: {x: {kind: amount, missing: %s}}\n"
    drops = template("drops", header % "1.." + "effects: {drop_rows_missing: [x]}\n", "missing")
    asks = template("asks", header % "0")
    column = ColumnProfile(
        name="mass", kind=ColumnKind.AMOUNT, dtype="float64", missing=2, distinct=40, minimum=1.0, maximum=90.0,
        mean=40.0, deviation=20.0, decimals=1, histogram=(6,) * 10,
    )  # fmt: skip
    table = TableProfile(file="t.csv", reader="pd.read_csv()", rows=62, duplicate_rows=0, columns=(column,))
    state = beginning(Profile(seed="s", tables=(table,)), table)

    for random_seed in range(6):
        chosen = Selection([drops, asks], state, random_seed=str(random_seed), title="T").choose()
        assert [candidate.template.name for candidate in chosen] == ["drops", "asks"]
