"""The template drafter writes the same chain of problems every time, or says what the table lacks."""

import re
from collections.abc import Callable
from contextlib import closing

import pandas as pd
import pytest

from authoring import dseal
from authoring.drafting.measured_levels import measured_levels
from authoring.drafting.templates.drafter import TemplateDrafter
from authoring.dseal.model import Problem
from authoring.errors import DraftError, TemplateError
from authoring.records.draft import Draft, DraftWishes, Template
from authoring.records.evidence import Limits
from authoring.records.profile import ColumnKind, ColumnProfile, Profile, TableProfile
from authoring.records.seed import Seed, TableFile, TableFormat
from authoring.records.wording import counted
from authoring.sandbox.client.local import LocalSandbox

Profiled = Callable[..., tuple[Seed, Profile, object]]
TABLES = ["package:palmerpenguins/penguins-raw", "package:vega-datasets/seattle-weather"]


def plain_seed(name: str = "t") -> Seed:
    """Return a seed of one file."""
    file = TableFile(
        name="t.csv", format=TableFormat.CSV, sha256="0" * 64, size=1, rows=40, columns=("x",), reader="pd.read_csv()"
    )
    return Seed(name=name, title="T", description="", source="here", licence="CC0-1.0", files=(file,))


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize("reference", TABLES)
@pytest.mark.parametrize("random_seed", [0, 1])
def test_drafts_are_as_they_were(
    profiled: Profiled,
    templates: tuple[Template, ...],
    golden: Callable[[str, str], None],
    reference: str,
    random_seed: int,
) -> None:
    """A change to a template or to the choice shows in these texts, which a person reads."""
    seed, profile, _ = profiled(reference)

    draft = TemplateDrafter(templates).draft(seed, profile, name=seed.name, examples=(), random_seed=random_seed)

    golden(f"drafts/{seed.name}.{random_seed}.py", draft.text)


@pytest.mark.exhaustive
def test_same_arguments_give_the_same_bytes(profiled: Profiled, templates: tuple[Template, ...]) -> None:
    """The order in which templates are given does not matter, the random seed does."""
    seed, profile, _ = profiled(TABLES[0])

    def drafted(given: tuple[Template, ...], random_seed: int) -> str:
        drafter = TemplateDrafter(given)
        return drafter.draft(seed, profile, name="p", examples=(), random_seed=random_seed).text

    assert drafted(templates, 7) == drafted(templates[::-1], 7)
    assert len({drafted(templates, random_seed) for random_seed in range(5)}) == 5


def test_a_draft_tells_where_each_problem_came_from(profiled: Profiled, templates: tuple[Template, ...]) -> None:
    """Ten to fifteen problems, each with its template, knowledge points and level, and no question twice."""
    seed, profile, _ = profiled(TABLES[0])

    draft = TemplateDrafter(templates).draft(seed, profile, name="penguins", examples=(), random_seed=3)

    parsed = dseal.parse(draft.text)
    assert 10 <= len(parsed.problems) == len(draft.origins) <= 15
    assert (draft.name, draft.seed, draft.revision) == ("penguins", seed.name, 1)
    assert all(origin.origin.startswith("template:") and origin.knowledge and origin.level for origin in draft.origins)
    assert len({problem.question for _, problem in parsed.problems}) == len(parsed.problems)
    assert {origin.level for origin in draft.origins} == {"easy", "medium", "hard"}
    # What the planner weighs is what any chain of these references is measured to be.
    levels = measured_levels([cell.code for cell in parsed.runnable])
    assert [origin.level for origin in draft.origins] == [
        level for level, cell in zip(levels, parsed.runnable, strict=True) if cell.problem is not None
    ]


def test_the_fingerprint_is_that_of_the_texts(templates: tuple[Template, ...]) -> None:
    """A changed template gives another fingerprint; another order does not."""
    changed = (templates[0].model_copy(update={"text": templates[0].text + "\n"}), *templates[1:])

    assert TemplateDrafter(templates).fingerprint == TemplateDrafter(templates[::-1]).fingerprint
    assert TemplateDrafter(templates).fingerprint != TemplateDrafter(changed).fingerprint


def poor_profile() -> Profile:
    """Return the profile of a table with one column of free text, whose name has a quote in it."""
    column = ColumnProfile(name="it's", kind=ColumnKind.TEXT, dtype="str", missing=0, distinct=40, is_text=True)
    table = TableProfile(file="t.csv", reader="pd.read_csv()", rows=40, duplicate_rows=0, columns=(column,))
    return Profile(seed="t", tables=(table,))


def test_a_poor_table_gives_a_short_draft_with_its_reasons(templates: tuple[Template, ...]) -> None:
    """Fewer than ten problems are drafted all the same, and it can be said what is missing."""
    drafter = TemplateDrafter(templates)

    draft = drafter.draft(plain_seed(), poor_profile(), name="t", examples=(), random_seed=0)
    reason = drafter.shortage(plain_seed(), poor_profile(), count=len(draft.origins), random_seed=0)

    assert 1 <= len(draft.origins) < 10
    assert reason.startswith(f"{counted(len(draft.origins), 'problem')} can be made from t.csv; the table has no ")
    assert "has no amount" in reason


def test_fewer_than_are_wanted_is_an_error(templates: tuple[Template, ...]) -> None:
    """Who wants ten problems at least is told how many there are, and what the table lacks."""
    with pytest.raises(DraftError, match=r"can be made from t\.csv; the table .*, at least 10 are wanted") as caught:
        TemplateDrafter(templates, DraftWishes(at_least=10)).draft(
            plain_seed(), poor_profile(), name="t", examples=(), random_seed=0
        )

    assert caught.value.hint


@pytest.mark.exhaustive
def test_wishes_are_met(profiled: Profiled, templates: tuple[Template, ...]) -> None:
    """Columns that are wanted come more often, other levels and knowledge points not at all."""
    seed, profile, _ = profiled(TABLES[0])

    def drafted(wishes: DraftWishes) -> Draft:
        return TemplateDrafter(templates, wishes).draft(seed, profile, name="p", examples=(), random_seed=0)

    plain, about = drafted(DraftWishes()), drafted(DraftWishes(about=("Flipper Length (mm)",)))
    pointed = drafted(DraftWishes(points=("missing values",)))
    hard = drafted(DraftWishes(levels=("hard",)))

    assert about.text.count('"Flipper Length (mm)"') > plain.text.count('"Flipper Length (mm)"')
    assert all("missing values" in origin.knowledge for origin in pointed.origins[1:])
    assert [origin.level for origin in hard.origins].count("hard") >= len(hard.origins) // 2


def test_what_takes_long_of_many_rows_is_not_asked_of_them(templates: tuple[Template, ...]) -> None:
    """Classifiers are fitted again for each answer that is tried: their templates say of how many rows at most."""
    fitting = [template for template in templates if re.search(r"Classifier\(|LogisticRegression\(", template.text)]

    assert fitting
    assert [template.name for template in fitting if "table.file_rows <= " not in template.text] == []


@pytest.mark.parametrize("wishes", [DraftWishes(about=("Flipper",)), DraftWishes(points=("groping",))])
def test_wishes_for_what_there_is_not_are_refused(
    profiled: Profiled, templates: tuple[Template, ...], wishes: DraftWishes
) -> None:
    """A column or knowledge point that nobody has is told with the nearest one."""
    seed, profile, _ = profiled(TABLES[0])

    with pytest.raises(DraftError, match=r"there is no (column|knowledge point)") as caught:
        TemplateDrafter(templates, wishes).draft(seed, profile, name="p", examples=(), random_seed=0)

    assert caught.value.hint


def test_what_other_sets_use_much_is_used_less(profiled: Profiled, templates: tuple[Template, ...]) -> None:
    """Templates of other sets of the benchmark give way to those that no set has."""
    seed, profile, _ = profiled(TABLES[0])

    def used(wishes: DraftWishes) -> set[str]:
        draft = TemplateDrafter(templates, wishes).draft(seed, profile, name="p", examples=(), random_seed=0)
        return {origin.origin.removeprefix("template:") for origin in draft.origins}

    first = used(DraftWishes())
    second = used(DraftWishes(used_templates=tuple((name, 9) for name in sorted(first))))

    assert len(first & second) <= len(first) // 2


def test_answers_that_say_nothing_are_drafted_anew(profiled: Profiled, templates: tuple[Template, ...]) -> None:
    """What a rehearsal finds weak stands in no draft: another filling, or another template, takes its place."""
    seed, profile, _ = profiled(TABLES[0])
    texts: list[str] = []

    def rehearsal(text: str) -> dict[int, str | None]:
        texts.append(text)
        return dict.fromkeys(range(4, 7)) if len(texts) == 1 else {}

    draft = TemplateDrafter(templates, rehearsal=rehearsal).draft(seed, profile, name="p", examples=(), random_seed=0)
    # A function is asked for in the same words, whatever it is applied to.
    weak = [
        problem.question
        for cell, problem in dseal.parse(texts[0]).problems
        if 4 <= problem.number <= 6 and not cell.code.startswith(("def ", "import "))
    ]

    # All that fit, those again that said nothing, and the set that was chosen among the others.
    assert len(texts) == 3
    rehearsed = [problem.question for _, problem in dseal.parse(texts[-1]).problems]
    assert [problem.question for _, problem in dseal.parse(draft.text).problems] == [
        question for question in rehearsed if question != "What do the data show?"
    ]
    assert not {problem.question for _, problem in dseal.parse(draft.text).problems} & set(weak)


@pytest.mark.parametrize(("shown", "count"), [("0.01", 1), ("0.2", 2), (None, 1)])
def test_worth_may_be_a_matter_of_the_data(shown: str | None, count: int) -> None:
    """What a template wants to know of the data is run in the rehearsal, behind its problem, and not drafted."""
    read, ask = worth_of_a_column("shown > 0.1")
    header = ask.text.replace("worth:", "shows: df[{{ x }}].nunique()\nworth:")
    texts: list[str] = []

    def rehearsal(text: str) -> dict[int, str | None]:
        texts.append(text)
        return {2: "1", 3: shown}

    drafter = TemplateDrafter((read, ask.model_copy(update={"text": header})), rehearsal=rehearsal)
    draft = drafter.draft(plain_seed(), poor_profile(), name="t", examples=(), random_seed=0)

    assert dseal.parse(texts[0]).problems[2][0].code.endswith(".nunique()")
    assert len(draft.origins) == count
    assert "nunique" not in draft.text


@pytest.mark.parametrize(("rows", "count"), [("'unlike'", 1), ("'alike'", 2)])
def test_rows_of_unlike_things_are_not_taken_together(rows: str, count: int) -> None:
    """What a template pools is compared in the rehearsal, and another filling taken where rows are of unlike things."""
    read, ask = worth_of_a_column("answer > 0")
    ask = ask.model_copy(update={"text": ask.text.replace("worth:", "pools: [x]\nworth:")})

    drafter = TemplateDrafter((read, ask), rehearsal=lambda _: {2: "6", 3: rows})
    draft = drafter.draft(plain_seed(), poor_profile(), name="t", examples=(), random_seed=0)

    assert len(draft.origins) == count


def test_rows_are_compared_once_as_long_as_the_table_stays() -> None:
    """Two templates that take the same amounts together have them compared once, and a changed table anew."""
    read, ask = worth_of_a_column("answer > 0")
    text = ask.text.replace("worth:", "pools: [x]\nworth:")
    changing = text.replace("worth:", "effects: {drop_duplicates: true}\nworth:")
    texts: list[str] = []

    def rehearsal(text: str) -> dict[int, str | None]:
        texts.append(text)
        return {number: "'alike'" if number == 3 else "6" for number in range(1, 9)}

    for last in (text, changing):
        templates = (
            read,
            ask.model_copy(update={"text": text}),
            ask.model_copy(update={"name": "more", "text": last.replace("How many ask", "How many more")}),
        )
        drafter = TemplateDrafter(templates, rehearsal=rehearsal)
        drafter.draft(plain_seed(), poor_profile(), name="t", examples=(), random_seed=0)

    counts = [text.count("unlike") for text in (texts[0], texts[-1])]
    assert counts == [1, 2]


@pytest.mark.parametrize(("other_side", "count"), [("6.57", 1), ("6.58", 2), (None, 1)])
def test_no_answer_hangs_on_the_last_bits_of_a_half(other_side: str | None, count: int) -> None:
    """Where halves rounded to their other side give another answer, two right ways do, and the problem gives way.

    So it does where nobody can say.
    """
    read, ask = worth_of_a_column("answer > 0")
    text = ask.text.removesuffix("1\n") + "df[{{ x }}].str.len().mean().round(2)\n"
    texts: list[str] = []

    def rehearsal(text: str) -> dict[int, str | None]:
        texts.append(text)
        return {2: "6.58", 3: other_side}

    drafter = TemplateDrafter((read, ask.model_copy(update={"text": text})), rehearsal=rehearsal)
    draft = drafter.draft(plain_seed(), poor_profile(), name="t", examples=(), random_seed=0)

    mean = pd.Series([6.575])
    scope = {"df": pd.DataFrame({"": ["x"]}), "mean": mean}
    rounded = dseal.parse(texts[0]).problems[2][0].code
    assert eval(rounded[: rounded.rindex("(df")] + "(mean)", scope).tolist() == [6.57]  # noqa: S307 - our own code
    assert len(draft.origins) == count


def test_what_rounds_otherwise_begins_with_the_same_table() -> None:
    """A problem that changes the table is rehearsed a second time on the table as it was, and later ones go on."""
    read, ask = worth_of_a_column("answer > 0")
    text = ask.text.replace("worth:", "effects: {drop_duplicates: true}\nworth:")
    text = text.removesuffix("1\n") + "df = df.iloc[1:]\nround(len(df) / 4, 2)\n"
    texts: list[str] = []

    def rehearsal(text: str) -> dict[int, str | None]:
        texts.append(text)
        return {2: "0.75", 3: "0.75"}

    drafter = TemplateDrafter((read, ask.model_copy(update={"text": text})), rehearsal=rehearsal)
    drafter.draft(plain_seed(), poor_profile(), name="t", examples=(), random_seed=0)

    with closing(LocalSandbox()) as sandbox, sandbox.session() as session:
        session.run("import pandas as pd\ndf = pd.DataFrame({'x': range(4)})", limits=Limits())
        runs = [session.run(cell.code, limits=Limits()) for cell in dseal.parse(texts[0]).runnable[2:]]
        index = session.run("df.index.tolist()", limits=Limits()).value
    assert [run.value.text for run in runs if run.value is not None] == ["0.75", "0.75"]
    assert index is not None
    assert index.text == "[1, 2, 3]"


def worth_of_a_column(worth: str) -> tuple[Template, ...]:
    """Return templates that read the table, ask for a number, and ask for one that has to be worth something."""
    read = "title: t\nstage: loading\nknowledge: [k]\nalways: true\ngives: {df: {}}\n"
    ask = f"title: t\nstage: sorting\nknowledge: [k]\nneeds: [df]\nslots: {{x: {{kind: text}}}}\nworth: {worth}\n"
    return tuple(
        Template(name=name, text=f'"""\n{header}"""\n\n# %%\n"""\nquestion: How many {name}?\n"""\n\n1\n')
        for name, header in (("read", read), ("ask", ask))
    )


@pytest.mark.parametrize(("answer", "count"), [("39", 1), ("41", 2)])
def test_worth_may_be_a_matter_of_the_columns(answer: str, count: int) -> None:
    """An answer is held against what is known of the columns it is about."""
    drafter = TemplateDrafter(worth_of_a_column("answer > x.distinct"), rehearsal=lambda _: {2: answer})

    draft = drafter.draft(plain_seed(), poor_profile(), name="t", examples=(), random_seed=0)

    assert len(draft.origins) == count


def test_nothing_is_asked_twice(profiled: Profiled, templates: tuple[Template, ...]) -> None:
    """An answer whose numbers stand in an earlier one, as counts stand behind shares, is drafted anew."""
    seed, profile, _ = profiled(TABLES[0])
    counts, shares = [["a", 30], ["b", 50], ["c", 20]], [["c", 0.2], ["b", 0.5], ["a", 0.3]]
    texts: list[str] = []

    def answered(text: str) -> list[Problem]:
        problems = [problem for _, problem in dseal.parse(text).problems]
        return [p for p in problems if not any(words in p.question for words in ("What do the data", "tidy_name"))]

    def rehearsal(text: str) -> dict[int, str | None]:
        texts.append(text)
        numbers = [problem.number for problem in answered(text)]
        return {numbers[2]: repr(counts), numbers[4]: repr(shares)} if len(texts) == 2 else {}

    draft = TemplateDrafter(templates, rehearsal=rehearsal).draft(seed, profile, name="p", examples=(), random_seed=0)
    asked = answered(texts[1])
    questions = {problem.question for _, problem in dseal.parse(draft.text).problems}

    # The first rehearsal is of all templates that fit, where many say the same.
    assert len(texts) == 3
    assert asked[2].question in questions
    assert asked[4].question not in questions


@pytest.mark.exhaustive
def test_what_is_weak_to_the_last_is_left_out(profiled: Profiled, templates: tuple[Template, ...]) -> None:
    """However often another problem takes its place in vain, a draft ends without a problem that says nothing."""
    seed, profile, _ = profiled(TABLES[0])
    weak = dict.fromkeys(range(4, 20))

    drafter = TemplateDrafter(templates, rehearsal=lambda _: weak)
    draft = drafter.draft(seed, profile, name="p", examples=(), random_seed=0)

    assert 1 <= len(draft.origins) < 4


def test_a_question_says_all_of_how_a_table_is_read(templates: tuple[Template, ...]) -> None:
    """Of a file without a header, options of the reader and what names the columns stand in the first question."""
    [table] = poor_profile().tables
    reader = 'pd.read_csv("inputs/t.csv", header=None).add_prefix("column_")'
    profile = poor_profile().model_copy(update={"tables": (table.model_copy(update={"reader": reader}),)})
    draft = TemplateDrafter(templates).draft(plain_seed(), profile, name="t", examples=(), random_seed=0)
    question = dseal.parse(draft.text).problems[0][1].question

    assert "`header=None`" in question
    assert '`.add_prefix("column_")`' in question
    assert "defaults" not in question


def test_a_seed_without_tables_is_refused(templates: tuple[Template, ...]) -> None:
    """There is nothing to ask about."""
    with pytest.raises(DraftError, match="no table"):
        TemplateDrafter(templates).draft(
            plain_seed(), Profile(seed="t", tables=()), name="t", examples=(), random_seed=0
        )


def test_a_broken_template_stops_the_drafter(profiled: Profiled, templates: tuple[Template, ...]) -> None:
    """Nothing is drafted from the others; a drafter whose draft is journaled already reads none of them."""
    seed, profile, _ = profiled(TABLES[0])
    drafter = TemplateDrafter([*templates, Template(name="t", text="")])

    with pytest.raises(TemplateError, match=r"templates/t\.py:1:1"):
        drafter.draft(seed, profile, name="p", examples=(), random_seed=0)
