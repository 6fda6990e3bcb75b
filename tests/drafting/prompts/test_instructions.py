"""What a run is told is complete, and says what it is."""

import pytest

from authoring.drafting.prompts.instructions import MOST_QUESTION, instructions_of, making_of, outline_of, system_text
from authoring.dseal.compose import compose_problem
from authoring.errors import TemplateError, WorkspaceError
from authoring.records.draft import Example
from authoring.records.sketch import Guide, KnowledgeCount
from tests.drafting.prompts.scene import instructions, pages


def test_a_missing_prompt_is_named_with_the_way_to_restore_it() -> None:
    """Nobody has to guess which file, and no call is paid before."""
    prompts = [page for page in pages("templates/prompts") if page.name != "sketch"]

    with pytest.raises(WorkspaceError, match=r"templates/prompts/sketch\.md is missing") as caught:
        instructions_of(pages("guides"), prompts)
    assert "authoring init" in caught.value.hint


def test_missing_guides_are_named_together() -> None:
    """An emptied guide is as bad as none."""
    guides = [Guide(name="write", text=" \n"), Guide(name="revise", text="x")]

    with pytest.raises(WorkspaceError, match=r"guides/sketch\.md, guides/write\.md are missing"):
        instructions_of(guides, pages("templates/prompts"))


def test_a_broken_prompt_is_named_with_its_line() -> None:
    """Whoever edits a prompt learns where it is no template, before a call is paid."""
    broken = [
        page.model_copy(update={"text": "one\n{% if %}\n"}) if page.name == "repair" else page
        for page in pages("templates/prompts")
    ]

    with pytest.raises(TemplateError, match=r"templates/prompts/repair\.md:2"):
        instructions_of(pages("guides"), broken)


def test_a_prompt_that_asks_for_more_than_there_is_says_so() -> None:
    """An unknown name in a template is an error, never an empty place."""
    told = instructions()
    broken = tuple(
        page.model_copy(update={"text": "{{ wether }}"}) if page.name == "system" else page for page in told.prompts
    )

    with pytest.raises(TemplateError, match="wether"):
        system_text(told.model_copy(update={"prompts": broken}), ("write",))


def test_a_template_reaches_nothing_but_its_values() -> None:
    """A workspace's prompt may come from a stranger; it cannot reach into Python."""
    told = instructions()
    text = "{{ guides.__class__.__mro__[1].__subclasses__() }}"
    broken = tuple(page.model_copy(update={"text": text}) if page.name == "system" else page for page in told.prompts)

    with pytest.raises(TemplateError, match="unsafe"):
        system_text(told.model_copy(update={"prompts": broken}), ("write",))


def test_only_what_is_told_is_pinned() -> None:
    """A change of another guide is no change of what a model was told."""
    told = instructions_of(pages("guides"), pages("templates/prompts"))

    assert {guide.name for guide in told.guides} - {"lessons", "cibench"} == {"sketch", "write", "revise"}


def test_lessons_are_told_where_there_are_any() -> None:
    """What reviewers taught stands behind the guides: the rules alone, and no heading where there is no rule."""
    guides = [page for page in pages("guides") if page.name != "lessons"]
    page = "# Lessons\n\nFor readers.\n\n- **L1.** Name the unit.\n  (version 2)\n"
    with_lessons = instructions_of([*guides, Guide(name="lessons", text=page)], pages("templates/prompts"))
    again = instructions_of(with_lessons.guides, with_lessons.prompts)
    without = instructions_of([*guides, Guide(name="lessons", text="# Lessons\n")], pages("templates/prompts"))

    assert "\n- Name the unit.\n" in system_text(with_lessons, ("write",)) + "\n"
    assert "For readers" not in system_text(with_lessons, ("write",))
    assert again.guides == with_lessons.guides
    assert "lessons" not in {guide.name for guide in without.guides}
    assert "Lessons" not in system_text(without, ("write",))


def test_what_is_covered_more_than_the_average_is_to_be_avoided() -> None:
    """The planner is told what the benchmark has enough of, the most frequent first, and nothing else."""
    covered = [
        KnowledgeCount(knowledge=name, problems=count) for name, count in (("dates", 2), ("sorting", 9), ("text", 10))
    ]
    told = instructions_of(pages("guides"), pages("templates/prompts"), covered=covered)
    text = system_text(told, ("sketch",), planning=True)

    assert "\ntext 10, sorting 9\n" in text
    assert "text 10" not in system_text(told, ("write",), examples=True)


def test_a_draft_names_what_it_was_made_with() -> None:
    """So that it can be said later which version of a guide helped."""
    told = instructions()
    made = making_of(told, model="m")

    assert made.model == "m"
    assert dict(made.guides)["write"] == told.guide("write").version
    assert dict(made.prompts)["repair"] == told.prompt("repair").version
    assert made.examples == ("sums",)


def test_an_outline_is_the_questions() -> None:
    """Of an admitted set the questions are shown, numbered and shortened, and no code."""
    text = compose_problem("How many rows?", "len(df)") + "\n" + compose_problem("Why " * 500 + "?", "df.secret()")
    first, second = outline_of(Example(name="old", text=text)).splitlines()

    assert first == "1. How many rows?"
    assert len(second) <= MOST_QUESTION + len("2. ")
    assert "secret" not in second
