"""Reviewers' comments become proposed rules; a person decides about each."""

import difflib
from collections.abc import Sequence
from typing import Any

from authoring.drafting.prompts.lessons import lessons_request
from authoring.drafting.replies.json_reply import INTEGER, TEXT, array_of, object_of, read_json, reply_schema
from authoring.dseal.diagnostic import Diagnostic, errors_in, faults_in
from authoring.dseal.duplicates.question_similarity import overlap, words_of
from authoring.errors import ModelError
from authoring.llm.correction import correction
from authoring.llm.port import Model, Request
from authoring.records.lesson import (
    LONGEST_RULE,
    LessonProposal,
    LessonRule,
    Lessons,
    LessonSource,
    ReviewComment,
    RuleChange,
    read_lessons_text,
    with_rule,
    with_settled,
)
from authoring.records.sketch import Guide

TRIES = 2
"""Replies that are asked for about the same comments, where one is none of the requested form."""
AT_ONCE = 40
"""Comments that one call is about."""
NEAR = 0.6
"""Share of their telling words that two rules have in common, from which one nearly repeats the other."""

LESSONS_SCHEMA = reply_schema(
    "lessons",
    {
        "changes": array_of(
            object_of(
                {
                    "rule": INTEGER,
                    "text": TEXT,
                    "comments": array_of(INTEGER),
                    "repeats": array_of(INTEGER),
                    "contradicts": array_of(INTEGER),
                    "why": TEXT,
                }
            )
        )
    },
)
"""The schema of a model's proposals."""


def propose_lessons(
    comments: Sequence[ReviewComment], *, model: Model, lessons: Guide, prompt: Guide
) -> LessonProposal:
    """Ask a model for rules that follow from comments, forty in a call; no call is made where no comment is left.

    Comments that a rule came from already, or that were set aside, are left out. `lessons` is the page
    guides/lessons.md as it stands, `prompt` the page `lessons` of templates/prompts.

    Raises:
        WorkspaceError: the page of lessons is not in order.
        ModelError: no reply of two holds JSON of the requested form.
    """
    page = read_lessons_text(lessons.text)
    # By id, so that a comment that is given twice is shown once.
    fresh = {comment.source.id: comment for comment in comments if comment.source.id not in page.used}
    waiting = [comment for comment in fresh.values() if comment.text.strip()]
    proposals = _ProposalBuilder(page)
    for start in range(0, len(waiting), AT_ONCE):
        part = waiting[start : start + AT_ONCE]
        entries, findings = _proposed(lessons_request(part, page, prompt=prompt, schema=LESSONS_SCHEMA), model)
        proposals.findings += findings
        for entry in entries:
            proposals.add(entry, part)
    return LessonProposal(
        version=lessons.version,
        changes=tuple(proposals.changes),
        considered=tuple(waiting),
        findings=tuple(proposals.findings),
        left_out=tuple(proposals.left_out),
    )


def _proposed(request: Request, model: Model) -> tuple[Any, tuple[Diagnostic, ...]]:
    """Return the changes that a model proposes, as they stand in its reply, and what was found of the reply."""
    findings: tuple[Diagnostic, ...] = ()
    for _ in range(TRIES):
        reply = model.complete(request).text
        value, findings = read_json(reply, LESSONS_SCHEMA, open_texts=("why",))
        if isinstance(value, dict):
            return value["changes"], findings
        request = correction(request, reply, faults_in(findings))
    errors = [finding.message for finding in errors_in(findings)]
    raise ModelError(
        f"lessons: the reply of {model.name} cannot be used: {'; '.join(errors[:2])}",
        hint="ask another model with --model, or write the rules into guides/lessons.md by hand",
    )


def with_accepted(lessons: Lessons, changes: Sequence[RuleChange]) -> Lessons:
    """Return the page with proposed rules, their texts as they stand in `changes`."""
    for change in changes:
        # New rules are numbered as they come rather than as they were proposed, so that refusing one leaves no gap.
        old = {rule.number: rule for rule in lessons.rules}.get(change.rule) if not change.new else None
        number = lessons.next_number if old is None else old.number
        sources = tuple(dict.fromkeys((*(old.sources if old else ()), *_sources(change))))
        version = 1 if old is None else old.version + (old.text != change.text)
        lessons = with_rule(lessons, LessonRule(number=number, text=change.text, version=version, sources=sources))
    return lessons


def with_refused(lessons: Lessons, changes: Sequence[RuleChange]) -> Lessons:
    """Return the page with the comments of refused rules set aside, but for those that another rule came from."""
    return with_settled(lessons, (source for change in changes for source in _sources(change)))


def lessons_diff(before: Lessons, after: Lessons) -> str:
    """Return what changes on the page, as a unified diff; empty if nothing does."""
    name = "guides/lessons.md"
    old, new = before.text.splitlines(keepends=True), after.text.splitlines(keepends=True)
    return "".join(difflib.unified_diff(old, new, f"a/{name}", f"b/{name}", n=2))


class _ProposalBuilder:
    """The usable part of what a model proposed so far."""

    def __init__(self, page: Lessons) -> None:
        self._page = page
        self.changes: list[RuleChange] = []
        self.findings: list[Diagnostic] = []
        self.left_out: list[str] = []

    def add(self, entry: Any, comments: Sequence[ReviewComment]) -> None:
        """Take in one proposal, or note why it cannot be used."""
        # A rule is one line of the page, and later a line of every prompt: nothing that steers a terminal stays in it.
        text = " ".join("".join(char if char.isprintable() else " " for char in entry["text"]).split())
        comment_numbers = [number for number in dict.fromkeys(entry["comments"]) if 1 <= number <= len(comments)]
        rules = {rule.number: rule for rule in self._page.rules}
        if reason := self._unusable(text, comment_numbers):
            self.left_out.append(f"{text[:80] or 'a rule without words'}: {reason}")
            return
        old = rules.get(entry["rule"])
        # A rule that is rewritten neither repeats nor contradicts its former text.
        numbers = rules.keys() - {entry["rule"]}
        self.changes.append(
            RuleChange(
                number=len(self.changes) + 1,
                rule=old.number if old else self._page.next_number + sum(change.new for change in self.changes),
                new=old is None,
                text=text,
                before=old.text if old else "",
                comments=tuple(comments[number - 1] for number in comment_numbers),
                repeats=tuple(sorted({*self._near(text, old), *(numbers & set(entry["repeats"]))})),
                contradicts=tuple(sorted(numbers & set(entry["contradicts"]))),
                why=" ".join(entry["why"].split()),
            )
        )

    def _unusable(self, text: str, comment_numbers: Sequence[int]) -> str:
        if not text:
            return "it says nothing"
        if len(text) > LONGEST_RULE:
            return f"it has {len(text)} characters, more than {LONGEST_RULE}"
        if not comment_numbers:
            return "it names no comment that it follows from"
        if any(rule.text == text for rule in self._page.rules) or any(change.text == text for change in self.changes):
            return "it is word for word a rule that there is"
        return ""

    def _near(self, text: str, old: LessonRule | None) -> set[int]:
        """Return the rules that are nearly the same by their words, whatever the model says."""
        candidates = [(rule.number, rule.text) for rule in self._page.rules if rule is not old]
        candidates += [
            (change.rule, change.text) for change in self.changes if change.rule != (old.number if old else 0)
        ]
        words = words_of(text)
        # By overlap, because similarity is 0 where two texts name different columns or numbers.
        return {number for number, other_text in candidates if overlap(words, words_of(other_text)) >= NEAR}


def _sources(change: RuleChange) -> list[LessonSource]:
    return [comment.source for comment in change.comments]
