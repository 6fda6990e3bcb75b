"""The page guides/lessons.md: rules that came out of reviews, each with the comments that it came from.

A rule is an item of a list. Its text may go on in indented lines; the last of them, in parentheses, says which version
of the rule it is and where it came from::

    - **L3.** Say how equal values are ordered wherever rows are sorted.
      (version 2; from 788c68187164#3~1f2e3d by maintainers on 2026-11-21; 0a1b2c3d4e5f#set~99aabb by ana on 2026-11-22)

Under the heading *Set aside* stand the comments that a person let become no rule. All else on the page is for readers.
"""

import re
import textwrap
from collections.abc import Iterable, Sequence
from datetime import datetime

from pydantic import Field

from authoring.dseal.diagnostic import Diagnostic
from authoring.errors import WorkspaceError
from authoring.records.base import Record, Sha256, sha256_of

LONGEST_RULE = 600
"""Characters of one rule: it goes into every prompt."""
_WIDTH = 116
_SETTLED_HEADING = "## Set aside"
_SETTLED_TEXT = "Comments that became no rule. They are not proposed again; take out a line to hear of it once more."
_ITEM = re.compile(r"^- \*\*L(?P<number>[1-9]\d*)\.\*\*(?P<text>$|\s.*$)")
# What a person meant as a rule and miswrote: another bullet, no bold type, indented.
_LIKE_ITEM = re.compile(r"^\s*[-*+]\s+\**L\d+\b")
# Sources may be wrapped over several lines.
_ORIGIN = re.compile(r"^\(version (?P<version>[1-9]\d*)(?:; from (?P<sources>.+))?\)$", re.DOTALL)
_SOURCE = re.compile(r"^(?P<id>[0-9a-f]{12}#(?:\d+|set)~[0-9a-f]{6}) by (?P<reviewer>.*) on (?P<day>\d{4}-\d\d-\d\d)$")
# These separate or end the sources of a rule, so a reviewer's name may not hold them.
_UNSAFE = re.compile(r"[;()\s\x00-\x1f\x7f]+")


class LessonSource(Record):
    """A comment that a rule came from."""

    id: str
    """Beginning of the draft's hash, number of the problem or ``set``, beginning of the text's hash."""
    reviewer: str
    day: str
    """ISO date."""

    @property
    def citation(self) -> str:
        """The source as the page writes it."""
        return f"{self.id} by {self.reviewer} on {self.day}"


class ReviewComment(Record):
    """A reviewer's comment with what it was about."""

    draft: Sha256
    """Hash of the text that the comment is about."""
    subject: str
    """Name of the draft or set."""
    problem: int | None
    reviewer: str
    time: datetime
    text: str
    question: str = ""
    """The problem's question as it stood; empty for the whole set, or where the text is not known any more."""
    code: str = ""

    @property
    def source(self) -> LessonSource:
        """What a rule keeps of it."""
        subject = "set" if self.problem is None else str(self.problem)
        identity = f"{self.draft[:12]}#{subject}~{sha256_of(self.text)[:6]}"
        reviewer = _UNSAFE.sub(" ", self.reviewer).strip() or "somebody"
        return LessonSource(id=identity, reviewer=reviewer, day=self.time.date().isoformat())


class LessonRule(Record):
    """A rule for drafters."""

    number: int = Field(ge=1)
    text: str
    version: int = Field(default=1, ge=1)
    """From 1; counts changes of the text."""
    sources: tuple[LessonSource, ...] = ()
    """Empty for a rule that a person wrote."""


class Lessons(Record):
    """A page of rules, read."""

    text: str
    rules: tuple[LessonRule, ...] = ()
    settled: tuple[LessonSource, ...] = ()
    """Comments that became no rule."""

    @property
    def used(self) -> frozenset[str]:
        """The comments that were settled, by id."""
        return frozenset(
            source.id for source in (*self.settled, *(source for rule in self.rules for source in rule.sources))
        )

    @property
    def next_number(self) -> int:
        """What the next new rule is called."""
        return 1 + max((rule.number for rule in self.rules), default=0)


class RuleChange(Record):
    """One rule that is proposed, new or changed."""

    number: int
    """In the proposal, from 1: what ``--accept`` names."""
    rule: int
    """The number of the rule on the page, an existing one or the next that is free."""
    new: bool
    text: str
    before: str = ""
    """The rule's text as it stands; empty for a new one."""
    comments: tuple[ReviewComment, ...]
    """What it came from."""
    repeats: tuple[int, ...] = ()
    """Rules of the page, or earlier ones of this proposal, that say nearly the same."""
    contradicts: tuple[int, ...] = ()
    """Numbers of the rules that contradict this one, according to the model."""
    why: str = ""
    """The model's reason for the rule."""


class LessonProposal(Record):
    """What a model makes of comments."""

    version: str
    """The version of the page that the proposal was made for."""
    changes: tuple[RuleChange, ...]
    considered: tuple[ReviewComment, ...]
    """The comments that the model was shown."""
    findings: tuple[Diagnostic, ...] = ()
    """What had to be mended in the replies, and what of them could not be used."""
    left_out: tuple[str, ...] = ()
    """Proposals that could not be used, with the reason."""

    @property
    def unused(self) -> tuple[ReviewComment, ...]:
        """Comments that no proposed rule came from."""
        used = {comment.source.id for change in self.changes for comment in change.comments}
        return tuple(comment for comment in self.considered if comment.source.id not in used)


def read_lessons_text(text: str, *, path: str = "guides/lessons.md") -> Lessons:
    """Read the page.

    Raises:
        WorkspaceError: two rules have one number, or a line looks like a rule and is none; with the line.
    """
    lines = text.splitlines()
    rules: list[LessonRule] = []
    settled: list[LessonSource] = []
    position = 0
    while position < len(lines):
        line = lines[position]
        if match := _ITEM.match(line):
            end = _end_of_item(lines, position)
            if int(match["number"]) in {rule.number for rule in rules}:
                raise _broken(path, position, f"there are two rules L{match['number']}")
            rules.append(_rule(match, lines[position + 1 : end], path=path, line=position))
            position = end
            continue
        if _LIKE_ITEM.match(line):
            raise _broken(path, position, f"this looks like a rule and is none: {line.strip()[:60]}")
        if source := _SOURCE.match(line.removeprefix("- ")):
            settled.append(LessonSource(**source.groupdict()))
        position += 1
    return Lessons(text=text, rules=tuple(rules), settled=tuple(settled))


def render_lessons(lessons: Lessons) -> str:
    """Return the page as a drafter reads it: the rules alone; empty where there are none.

    The sources of rules cost tokens and help no model. Without them, the version of the page as a guide changes with
    its rules only.
    """
    if not lessons.rules:
        return ""
    items = (f"- {rule.text}" for rule in lessons.rules)
    return "\n".join(("# Lessons from reviews", "", *items)) + "\n"


def with_rule(lessons: Lessons, rule: LessonRule, *, path: str = "guides/lessons.md") -> Lessons:
    """Return the page with a rule in the place of the one of its number, or after the last one.

    Raises:
        WorkspaceError: the rule is empty or too long.
    """
    checked = _checked(rule)
    lines = lessons.text.splitlines()
    starts = {int(match["number"]): index for index, line in enumerate(lines) if (match := _ITEM.match(line))}
    if rule.number in starts:
        start = starts[rule.number]
        lines[start : _end_of_item(lines, start)] = _written(checked)
    else:
        last = max(starts.values(), default=None)
        place = _end_of_item(lines, last) if last is not None else _before_aside(lines)
        lines[place:place] = (
            ["", *_written(checked)] if last is None and place and lines[place - 1] else _written(checked)
        )
    return read_lessons_text("\n".join(lines).rstrip() + "\n", path=path)


def with_settled(lessons: Lessons, sources: Iterable[LessonSource], *, path: str = "guides/lessons.md") -> Lessons:
    """Return the page with more comments set aside; those that are settled already are left out."""
    new = [source for source in dict.fromkeys(sources) if source.id not in lessons.used]
    if not new:
        return lessons
    lines = lessons.text.rstrip().splitlines()
    if _SETTLED_HEADING not in lines:
        lines += ["", _SETTLED_HEADING, "", _SETTLED_TEXT, ""]
    place = lines.index(_SETTLED_HEADING) + 1
    while place < len(lines) and not lines[place].startswith("#"):
        place += 1
    # The new lines join the list, before the blank line behind it.
    while not lines[place - 1].strip() and _SOURCE.match(lines[place - 2].removeprefix("- ")):
        place -= 1
    lines[place:place] = [f"- {source.citation}" for source in new]
    return read_lessons_text("\n".join(lines).rstrip() + "\n", path=path)


def _rule(match: re.Match[str], continuation: Sequence[str], *, path: str, line: int) -> LessonRule:
    lines = [part.strip() for part in continuation if part.strip()]
    begin = next((index for index, part in enumerate(lines) if part.startswith("(version ")), len(lines))
    words = " ".join((match["text"].strip(), *lines[:begin])).strip()
    origin = _ORIGIN.match(" ".join(lines[begin:])) if begin < len(lines) else None
    if begin < len(lines) and origin is None:
        raise _broken(
            path, line, f"the version of rule L{match['number']} cannot be read: {' '.join(lines[begin:])[:60]}"
        )
    sources = (
        [_source(part.strip(), path=path, line=line) for part in (origin["sources"] or "").split(";")]
        if origin and origin["sources"]
        else []
    )
    version = int(origin["version"]) if origin else 1
    return LessonRule(number=int(match["number"]), text=words, version=version, sources=tuple(sources))


def _source(text: str, *, path: str, line: int) -> LessonSource:
    match = _SOURCE.match(text)
    if match is None:
        raise _broken(path, line, f"this names no comment: {text[:60]}")
    return LessonSource(**match.groupdict())


def _end_of_item(lines: Sequence[str], start: int) -> int:
    """Return the index of the line behind an item: the first that is blank or not indented."""
    end = start + 1
    while end < len(lines) and lines[end].startswith("  ") and lines[end].strip():
        end += 1
    return end


def _before_aside(lines: Sequence[str]) -> int:
    place = lines.index(_SETTLED_HEADING) if _SETTLED_HEADING in lines else len(lines)
    while place and not lines[place - 1].strip():
        place -= 1
    return place


def _written(rule: LessonRule) -> list[str]:
    # Words stay whole, so that what is read back is what was written.
    wrap = textwrap.TextWrapper(width=_WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    sources = "; ".join(source.citation for source in rule.sources)
    origin = f"(version {rule.version}; from {sources})" if sources else f"(version {rule.version})"
    wrap.initial_indent = "  "
    ending = wrap.wrap(origin)
    wrap.initial_indent = ""
    return [*wrap.wrap(f"- **L{rule.number}.** {rule.text}"), *ending]


def _checked(rule: LessonRule) -> LessonRule:
    words = " ".join("".join(char if char.isprintable() else " " for char in rule.text).split())
    if not words:
        raise WorkspaceError(f"rule L{rule.number} says nothing", hint="write a sentence, or refuse the rule")
    if len(words) > LONGEST_RULE:
        message = f"rule L{rule.number} has {len(words)} characters, more than {LONGEST_RULE}"
        raise WorkspaceError(message, hint="shorten it, or make two rules of it: every prompt holds it")
    # A word that opens the line of versions would be read as one.
    return rule.model_copy(update={"text": words.replace("(version ", "( version ")})


def _broken(path: str, index: int, message: str) -> WorkspaceError:
    hint = "a rule is written: - **L3.** Say how ties are ordered.; see the other rules of the page"
    return WorkspaceError(f"{path}:{index + 1}: {message}", hint=hint)
