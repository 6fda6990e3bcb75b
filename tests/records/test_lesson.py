"""The page of lessons: what is written is what is read, and what people wrote around it stays."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.errors import WorkspaceError
from authoring.records.lesson import (
    LessonRule,
    Lessons,
    LessonSource,
    ReviewComment,
    read_lessons_text,
    render_lessons,
    with_rule,
    with_settled,
)
from authoring.workspace.guidance import EMPTY_LESSONS

PAGE = """\
# Lessons

Our rules.

- **L1.** Say how equal values are ordered
  wherever rows are sorted.
  (version 2; from 788c68187164#3~1f2e3d by maintainers on 2026-11-21; 0a1b2c3d4e5f#set~99aabb by Ana B. on 2026-11-22)
- **L7.** Name the unit of every number.

Some words of a person.
- an item of theirs

## Set aside

Words.

- 111111111111#2~222222 by bob on 2026-01-02
"""
SOURCE = LessonSource(id="abcabcabcabc#1~123456", reviewer="ana", day="2026-11-22")
WORDS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=300).filter(
    lambda text: any(char.isprintable() and not char.isspace() for char in text)
)


def test_page_is_read() -> None:
    """Rules with text, version and comments; what was set aside; what is settled by either."""
    page = read_lessons_text(PAGE)
    first, last = page.rules

    assert (first.number, first.version, len(first.sources)) == (1, 2, 2)
    assert first.text == "Say how equal values are ordered wherever rows are sorted."
    assert first.sources[1] == LessonSource(id="0a1b2c3d4e5f#set~99aabb", reviewer="Ana B.", day="2026-11-22")
    assert (last.number, last.version, last.sources) == (7, 1, ())
    assert page.used == {"788c68187164#3~1f2e3d", "0a1b2c3d4e5f#set~99aabb", "111111111111#2~222222"}
    assert page.next_number == 8


def test_drafters_are_told_the_rules_alone() -> None:
    """No number, no origin, no set-aside comment costs a token; a page without rules says nothing at all."""
    text = render_lessons(read_lessons_text(PAGE))

    assert "- Name the unit of every number." in text
    assert "maintainers" not in text
    assert "Set aside" not in text
    assert render_lessons(read_lessons_text(EMPTY_LESSONS)) == ""
    assert render_lessons(with_settled(read_lessons_text(PAGE), [SOURCE])) == text


def test_rule_is_changed_in_its_place() -> None:
    """A new text of a rule changes its lines and no others."""
    page = read_lessons_text(PAGE)
    after = with_rule(
        page, page.rules[1].model_copy(update={"text": "Name units.", "version": 2, "sources": (SOURCE,)})
    )
    gone, come = (
        set(one.text.splitlines()) - set(two.text.splitlines()) for one, two in ((page, after), (after, page))
    )

    assert gone == {"- **L7.** Name the unit of every number."}
    assert come == {"- **L7.** Name units.", "  (version 2; from abcabcabcabc#1~123456 by ana on 2026-11-22)"}


def test_new_rule_follows_the_last_one() -> None:
    """What people wrote below the rules stays below them."""
    page = read_lessons_text(PAGE)
    after = with_rule(page, LessonRule(number=page.next_number, text="Round in the question."))

    assert [rule.number for rule in after.rules] == [1, 7, 8]
    assert after.text.index("L8") < after.text.index("Some words of a person")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("- **L3** no full stop", "this looks like a rule and is none"),
        ("* L4. another bullet", "this looks like a rule and is none"),
        ("- **L1.** a\n- **L1.** b", "there are two rules L1"),
        ("- **L1.** a\n  (version two)", "the version of rule L1 cannot be read"),
        ("- **L1.** a\n  (version 1; from somebody)", "this names no comment: somebody"),
    ],
)
def test_broken_page_is_refused_with_its_line(line: str, said: str) -> None:
    """A slip of the hand is named with its line, never read as something else."""
    with pytest.raises(WorkspaceError, match=r"guides/lessons\.md:\d+: ") as caught:
        read_lessons_text(f"# Lessons\n\n{line}\n")

    assert said in caught.value.message


@pytest.mark.parametrize("text", ["", " \n\t", "\x1b\x00", "x" * 601])
def test_rule_has_to_say_something_short(text: str) -> None:
    """An empty or endless rule is refused before it is written."""
    with pytest.raises(WorkspaceError):
        with_rule(read_lessons_text(EMPTY_LESSONS), LessonRule(number=1, text=text))


@given(texts=st.lists(WORDS, min_size=1, max_size=5), sources=st.integers(0, 30))
def test_what_is_written_is_read(texts: list[str], sources: int) -> None:
    """Rules of any text and with any number of comments come back as they were, but for white space and what hides."""
    page: Lessons = read_lessons_text(EMPTY_LESSONS)
    many = tuple(SOURCE.model_copy(update={"id": f"{at:012x}#1~123456"}) for at in range(sources))
    for text in texts:
        page = with_rule(page, LessonRule(number=page.next_number, text=text, sources=many, version=3))
    page = with_settled(page, [SOURCE])
    again = read_lessons_text(page.text)

    assert [rule.number for rule in again.rules] == list(range(1, len(texts) + 1))
    for rule, text in zip(again.rules, texts, strict=True):
        visible = "".join(char if char.isprintable() else " " for char in text)
        assert "".join(rule.text.split()).replace("(version", "") == "".join(visible.split()).replace("(version", "")
        assert (rule.version, rule.sources) == (3, many)
    assert again.settled == (SOURCE,)


@given(reviewer=st.text(max_size=40), text=st.text(max_size=40), problem=st.none() | st.integers(1, 99))
def test_any_comment_has_an_identity(reviewer: str, text: str, problem: int | None) -> None:
    """Whoever said whatever: what a rule keeps of a comment can be read again."""
    comment = ReviewComment(
        draft="a" * 64,
        subject="s",
        problem=problem,
        reviewer=reviewer,
        time=datetime(2026, 11, 21, tzinfo=UTC),
        text=text,
    )
    page = with_settled(read_lessons_text(EMPTY_LESSONS), [comment.source])

    assert page.used == {comment.source.id}


def test_setting_aside_twice_is_once() -> None:
    """A comment that is settled is not set aside again."""
    page = with_settled(read_lessons_text(PAGE), [SOURCE, SOURCE])

    assert with_settled(page, [SOURCE]) == page
    assert page.text.count(SOURCE.id) == 1
    assert with_settled(page, page.rules[0].sources) == page
