"""What all runs of a workspace have recorded, the current ones and those set aside, read without holding any."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from authoring.drafting.examples import SetFacts, rejected_examples, shape_of
from authoring.dseal import parse
from authoring.errors import AuthoringError, SeedError
from authoring.records.base import sha256_of
from authoring.records.decision import Comment
from authoring.records.lesson import SaidComment
from authoring.records.profile import Profile
from authoring.records.seed import Seed
from authoring.records.sketch import Refused
from authoring.workspace import Workspace
from authoring.workspace.journal import read_decisions, read_drafts, read_steps
from authoring.workspace.provenances import read_provenances

R = TypeVar("R")
_HAS_DECISION = b'"kind":"decision"'


@dataclass(frozen=True, slots=True)
class RunFile:
    """The journal of one run."""

    name: str
    """Of the draft."""
    path: Path
    age: int
    """0 for the current run of this name; the number of a journal that was set aside otherwise."""


@dataclass(frozen=True, slots=True)
class Said:
    """What reviewers said, wherever it was recorded."""

    comments: tuple[SaidComment, ...]
    """Each once, the oldest first."""
    troubles: tuple[str, ...]
    """Journals that could not be read, with the reason."""


def run_files(place: Workspace) -> tuple[RunFile, ...]:
    """Return the journals of a workspace by name of the draft, of each the oldest first and the current one last."""
    found = []
    for path in (place.root / ".authoring" / "runs").glob("*/journal*.jsonl"):
        middle = path.name.removeprefix("journal").removesuffix(".jsonl").removeprefix(".")
        if not middle or middle.isdigit():
            found.append(RunFile(name=path.parent.name, path=path, age=int(middle or 0)))
    return tuple(sorted(found, key=lambda run: (run.name, run.age == 0, run.age)))


def each_run(place: Workspace, read: Callable[[RunFile], R], troubles: list[str]) -> Iterator[R]:
    """Yield what `read` makes of each journal; one that cannot be read is a line in `troubles`."""
    for run in run_files(place):
        try:
            yield read(run)
        except AuthoringError as error:
            troubles.append(error.message)


def said_comments(place: Workspace) -> Said:
    """Return every comment of the workspace's journals, and of the records of its admitted sets.

    Raises:
        WorkspaceError: the record of an admitted set cannot be read.
    """
    troubles: list[str] = []
    found: dict[str, SaidComment] = {}
    for comments in each_run(place, _of_run, troubles):
        for said in comments:
            found.setdefault(said.source.id, said)
    texts = {sha256_of(example.text): example.text for example in place.examples()}
    for meta in read_provenances(place.root):
        for told in meta.decisions:
            for comment in told.comments:
                text = texts.get(told.about, "")
                one = _said(comment, meta.name, text, draft=told.about, reviewer=told.reviewer, time=told.time)
                found.setdefault(one.source.id, one)
    return Said(tuple(sorted(found.values(), key=lambda one: one.time.timestamp())), tuple(troubles))


def refused_problems(place: Workspace) -> tuple[Refused, ...]:
    """Return the problems that people refused in any run, with the reason.

    Journals that cannot be read are left out; `authoring learn` tells which those are.
    """
    found: dict[Refused, None] = {}
    for refused in each_run(place, lambda run: _refused(run.path, _stamp(run.path)), []):
        found.update(dict.fromkeys(refused))
    return tuple(found)


@lru_cache(maxsize=4_096)
def _refused(path: Path, stamp: tuple[int, int]) -> tuple[Refused, ...]:
    """Return what was refused in one run; kept, because each of many drafts asks for that of all runs."""
    del stamp
    decisions = read_decisions(path) if _HAS_DECISION in path.read_bytes() else ()
    return rejected_examples(decisions, read_drafts(path)) if decisions else ()


def _stamp(path: Path) -> tuple[int, int]:
    """Return what changes when a file does."""
    found = path.stat()
    return found.st_mtime_ns, found.st_size


def set_facts(place: Workspace) -> tuple[SetFacts, ...]:
    """Return what is known of the admitted sets: knowledge points, and the shape of their data.

    The shape is that of the profile that the run recorded, else of the seed if that can still be read, else unknown.

    Raises:
        WorkspaceError: the record of an admitted set cannot be read.
    """
    facts = []
    for meta in read_provenances(place.root):
        path = place.journal_path(meta.name)
        data = (_profile(path, _stamp(path)) if path.is_file() else None) or _seed(place, meta.seed.name)
        shape = shape_of(data) if data is not None else None
        facts.append(SetFacts(name=meta.name, knowledge=meta.knowledge, shape=shape))
    return tuple(facts)


def _seed(place: Workspace, name: str) -> Seed | None:
    try:
        return place.read_seed(name)
    except SeedError:
        # A set outlives its seed, and counts as like nothing then.
        return None


@lru_cache(maxsize=4_096)
def _profile(path: Path, stamp: tuple[int, int]) -> Profile | None:
    """Return the profile that a run recorded; None where it recorded none, or cannot be read."""
    del stamp
    try:
        steps = [step for step in read_steps(path) if step.stage == "profile_data"]
    except AuthoringError:
        return None
    return Profile.model_validate(steps[-1].output) if steps else None


def _of_run(run: RunFile) -> list[SaidComment]:
    decisions = read_decisions(run.path)
    texts = {draft.sha256: draft.text for draft in read_drafts(run.path)}
    texts.update({sha256_of(decision.text): decision.text for decision in decisions if decision.text is not None})
    return [
        _said(
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


def _said(comment: Comment, subject: str, text: str, *, draft: str, reviewer: str, time: datetime) -> SaidComment:
    """Return a comment with the problem that it is about, where the text is still known."""
    known = {problem.number: (cell, problem) for cell, problem in parse(text).problems}
    found = known.get(comment.problem) if comment.problem is not None else None
    return SaidComment(
        draft=draft,
        subject=subject,
        problem=comment.problem,
        reviewer=reviewer,
        time=time,
        text=comment.text,
        question=found[1].question if found else "",
        code=found[0].code if found else "",
    )
