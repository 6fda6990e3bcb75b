"""What all runs of a workspace have recorded, the current ones and those set aside, read without holding any."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from authoring.dseal import parse
from authoring.errors import AuthoringError
from authoring.records.base import sha256_of
from authoring.records.decision import Comment
from authoring.records.lesson import ReviewComment
from authoring.workspace import Workspace
from authoring.workspace.documents import read_provenances
from authoring.workspace.journal import read_decisions, read_drafts

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RunFile:
    """The journal of one run."""

    name: str
    """The name of the draft."""
    path: Path
    age: int
    """0 for the current run of this name; the number of a journal that was set aside otherwise."""


@dataclass(frozen=True, slots=True)
class CommentHistory:
    """What reviewers said, wherever it was recorded."""

    comments: tuple[ReviewComment, ...]
    """Each once, the oldest first."""
    problems: tuple[str, ...]
    """Journals and records of admitted sets that could not be read, with the reason."""


def run_files(workspace: Workspace) -> tuple[RunFile, ...]:
    """Return the journals of a workspace by name of the draft, of each the oldest first and the current one last."""
    files = []
    for path in (workspace.root / ".authoring" / "runs").glob("*/journal*.jsonl"):
        # journal.jsonl is the current one; journal.1.jsonl and so on were set aside.
        number = path.name.removeprefix("journal").removesuffix(".jsonl").removeprefix(".")
        if not number or number.isdigit():
            files.append(RunFile(name=path.parent.name, path=path, age=int(number or 0)))
    return tuple(sorted(files, key=lambda run: (run.name, run.age == 0, run.age)))


def read_each_run(workspace: Workspace, read: Callable[[RunFile], T], problems: list[str]) -> Iterator[T]:
    """Yield what `read` makes of each journal; for one that cannot be read the reason is added to `problems`."""
    for run in run_files(workspace):
        try:
            yield read(run)
        except AuthoringError as error:
            problems.append(error.message)


def read_comments(workspace: Workspace) -> CommentHistory:
    """Return every comment of the workspace's journals, and of the records of its admitted sets."""
    problems: list[str] = []
    by_source: dict[str, ReviewComment] = {}
    for comments in read_each_run(workspace, _comments_of_run, problems):
        for comment in comments:
            by_source.setdefault(comment.source.id, comment)
    # An admitted set carries the decisions of its run, whose journal may be gone or stand here, too.
    texts = {sha256_of(example.text): example.text for example in workspace.examples()}
    for meta in read_provenances(workspace.root, problems=problems):
        for decision in meta.decisions:
            text = texts.get(decision.about, "")
            for remark in decision.comments:
                comment = _attributed(
                    remark, meta.name, text, draft=decision.about, reviewer=decision.reviewer, time=decision.time
                )
                by_source.setdefault(comment.source.id, comment)
    by_time = sorted(by_source.values(), key=lambda comment: comment.time.timestamp())
    return CommentHistory(tuple(by_time), tuple(problems))


def _comments_of_run(run: RunFile) -> list[ReviewComment]:
    decisions = read_decisions(run.path)
    texts = {draft.sha256: draft.text for draft in read_drafts(run.path)}
    # A person's own text is in the decision, and a draft only once the run has gone on.
    texts.update({sha256_of(decision.text): decision.text for decision in decisions if decision.text is not None})
    return [
        _attributed(
            comment,
            run.name,
            texts.get(decision.draft, ""),
            draft=decision.draft,
            reviewer=decision.reviewer,
            time=decision.time,
        )
        for decision in decisions
        for comment in decision.comments
    ]


def _attributed(
    comment: Comment, subject: str, text: str, *, draft: str, reviewer: str, time: datetime
) -> ReviewComment:
    """Return a comment with its reviewer and the problem that it is about, where the text is still known."""
    problems = {problem.number: (cell, problem) for cell, problem in parse(text).problems}
    # 0 is no problem's number, and stands for a comment on the whole set.
    cell, problem = problems.get(comment.problem or 0, (None, None))
    return ReviewComment(
        draft=draft,
        subject=subject,
        problem=comment.problem,
        reviewer=reviewer,
        time=time,
        text=comment.text,
        question=problem.question if problem else "",
        code=cell.code if cell else "",
    )
