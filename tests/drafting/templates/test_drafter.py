"""The template drafter writes the same chain of problems every time, or says what the table lacks."""

from collections.abc import Callable

import pytest

from authoring import dseal
from authoring.drafting.templates.drafter import TemplateDrafter
from authoring.errors import DraftError, TemplateError
from authoring.records.profile import ColumnKind, ColumnProfile, Profile, TableProfile
from authoring.records.seed import Seed, TableFile, TableFormat
from authoring.records.draft import Template

Profiled = Callable[..., tuple[Seed, Profile, object]]
TABLES = ["package:palmerpenguins/penguins-raw", "package:vega-datasets/seattle-weather"]


def plain_seed(name: str = "t") -> Seed:
    """Return a seed of one file."""
    file = TableFile(
        name="t.csv", format=TableFormat.CSV, sha256="0" * 64, size=1, rows=40, columns=("x",), reader="pd.read_csv()"
    )
    return Seed(name=name, title="T", description="", source="here", licence="CC0-1.0", files=(file,))


@pytest.mark.exhaustive(sample=3)
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


def test_the_fingerprint_is_that_of_the_texts(templates: tuple[Template, ...]) -> None:
    """A changed template gives another fingerprint; another order does not."""
    changed = (templates[0].model_copy(update={"text": templates[0].text + "\n"}), *templates[1:])

    assert TemplateDrafter(templates).fingerprint == TemplateDrafter(templates[::-1]).fingerprint
    assert TemplateDrafter(templates).fingerprint != TemplateDrafter(changed).fingerprint


def test_a_poor_table_is_refused_with_reasons(templates: tuple[Template, ...]) -> None:
    """Fewer than ten problems are no set, and the message says what is missing and how many there are."""
    column = ColumnProfile(name="it's", kind=ColumnKind.TEXT, dtype="str", missing=0, distinct=40, is_text=True)
    table = TableProfile(file="t.csv", reader="pd.read_csv()", rows=40, duplicate_rows=0, columns=(column,))

    with pytest.raises(DraftError) as caught:
        TemplateDrafter(templates).draft(
            plain_seed(), Profile(seed="t", tables=(table,)), name="t", examples=(), random_seed=0
        )

    assert caught.value.message.startswith("t: 1 problems can be made from t.csv, at least 10 are needed")
    assert "1 columns whose names cannot be written in a question" in caught.value.message
    assert "has no amount" in caught.value.message
    assert caught.value.hint


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
