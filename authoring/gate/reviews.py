"""Which problems of a draft a person marked as good, and who: counted from recorded decisions alone."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from authoring.dseal import parse
from authoring.records.base import Record
from authoring.records.decision import Decision


class ProblemReview(Record):
    """A problem that a person looked at and marked as good."""

    number: int
    reviewer: str
    time: datetime


def problem_reviews(text: str, decisions: Sequence[Decision], texts: Mapping[str, str]) -> tuple[ProblemReview, ...]:
    """Return the problems of a text that stand marked as good, each with the person who marked it.

    A mark belongs to whoever set it, however often later decisions repeat it, and to the words of the problem: one that
    was edited has to be marked again.

    Args:
        text: of the draft, DSEAL.
        decisions: of its run, the oldest first.
        texts: every text that a decision may be about, by its hash.
    """
    marked_in: dict[str, frozenset[str]] = {}
    latest: frozenset[str] = frozenset()
    marked_by: dict[str, Decision] = {}
    for decision in decisions:
        problems = _sources(texts.get(decision.draft, ""))
        marks = frozenset(problems[number] for number in decision.accepted if number in problems)
        # What a decision about this text, or about the one before it, has marked already is only repeated.
        before = marked_in.get(decision.draft, latest)
        marked_by = {source: credit for source, credit in marked_by.items() if source in marks or source not in before}
        marked_by.update(dict.fromkeys(marks - before, decision))
        marked_in[decision.draft] = latest = marks
    standing = {number: marked_by[source] for number, source in _sources(text).items() if source in marked_by}
    return tuple(
        ProblemReview(number=number, reviewer=decision.reviewer, time=decision.time)
        for number, decision in sorted(standing.items())
    )


def _sources(text: str) -> dict[int, str]:
    """Return the cell of every problem of a text, by the problem's number."""
    return {problem.number: cell.source.strip() for cell, problem in parse(text).problems}
