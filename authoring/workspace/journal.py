"""The append-only store that makes a run resumable.

One file of JSON lines per run. The first line is the header: the run's pinned settings. Every further line is a step
that is done (its stage, the key of its arguments, its result), a person's decision, or the time that a person was at
the screen. Lines are never changed; a line that a crash tore is dropped when the run is opened again, because only one
that ends in a newline was ever done.
"""

import hashlib
import inspect
import json
import os
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import cache, lru_cache
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Literal, ParamSpec, Self, TypeVar, cast, get_type_hints

from pydantic import BaseModel, TypeAdapter

from authoring.errors import JournalError, WorkspaceError
from authoring.records.base import Record, sha256_of
from authoring.records.decision import Decision, ScreenTime
from authoring.records.draft import Draft
from authoring.records.evidence import DryRun
from authoring.records.format_version import current, marked
from authoring.records.stage import identity_of, port_id
from authoring.workspace.files import sha256_of_file, write_file
from authoring.workspace.line_log import Checksums, LineLog, append_line, checksums_path, read_log
from authoring.workspace.regular_file import is_present, open_regular
from authoring.workspace.unfinished import close_locked, open_locked

P = ParamSpec("P")
R = TypeVar("R")
Settings = TypeVar("Settings", bound=Record)
REPAIR = "repair_draft"
MEND = "mend_draft"
DRAFT_STAGES = frozenset({"write_draft", "revise_draft", REPAIR, MEND, "take_mended"})
"""The stages that give a draft; ids never change, because journals hold them."""
WAY_OUT = "keep what is whole, and see what is lost, with: authoring doctor --repair"
WATCHERS = frozenset({"progress", "reviews", "certificate"})
"""Arguments that are no part of a key: they only look on, or follow from the other arguments."""


class Step(Record):
    """A line of the journal: a step that is done."""

    kind: Literal["step"] = "step"
    stage: str
    key: str
    output: Any
    seconds: float
    time: float
    """Seconds since the epoch at which the step was done."""


class DecisionLine(Record):
    """A line of the journal: what a person said."""

    kind: Literal["decision"] = "decision"
    decision: Decision


class ScreenTimeLine(Record):
    """A line of the journal: how long a reviewer used the screen."""

    kind: Literal["screen-time"] = "screen-time"
    screen_time: ScreenTime


class Journal(Generic[Settings]):
    """The journal of one run, held by one process at a time.

    Attributes:
        settings: the settings the run was begun with; resuming uses these, whatever was passed to `open`.
        resumed: whether the run had been begun before.
        ran: stages that this process ran, in order.
        replayed: stages whose recorded result this process used instead, in order.
    """

    def __init__(self, path: Path, settings: Settings, *, descriptor: int, resumed: bool) -> None:
        self.path = path
        self.settings = settings
        self.resumed = resumed
        self.ran: list[str] = []
        self.replayed: list[str] = []
        self._descriptor = descriptor
        self._held = ExitStack()
        self._checksums: Checksums | None = None
        self._length = 0
        """Lines of the file."""
        self._steps: dict[tuple[str, str], Any] = {}
        self._decisions: list[Decision] = []

    @classmethod
    def open(cls, path: Path, settings: Settings) -> Self:
        """Begin a run, or go on with it.

        Raises:
            JournalError: when another process holds the run, or the file is no journal of this kind.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        header = {"kind": "header", **marked("journal", {"settings": settings.model_dump(mode="json")})}
        is_new = False
        if not is_present(path):
            # Those of a journal that somebody removed.
            checksums_path(path).unlink(missing_ok=True)
            # With its header at once: what other commands find is a run, whenever this one is killed.
            is_new = write_file(path, _line(header), replace=False)
        descriptor = _locked(path)
        try:
            return cls._load(path, settings, descriptor, is_new=is_new)
        except BaseException:
            close_locked(descriptor)
            raise

    @classmethod
    def _load(cls, path: Path, settings: Settings, descriptor: int, *, is_new: bool) -> Self:
        log = _read_log(path)
        # A torn line was never done: its step runs again.
        os.ftruncate(descriptor, log.size)
        if not log.lines:
            journal = cls(path, settings, descriptor=descriptor, resumed=False)
            journal._checksums = Checksums(path, ())
            journal._append({"kind": "header", **marked("journal", {"settings": settings.model_dump(mode="json")})})
            return journal
        # The run goes on with the settings that it was begun with; the ones passed in only begin new runs.
        pinned = _pinned(path, log, type(settings))
        journal = cls(path, pinned, descriptor=descriptor, resumed=not is_new)
        for line in log.lines[1:]:
            journal._remember(line.entry or {})
        journal._length = len(log.lines)
        journal._checksums = Checksums(path, [line.text for line in log.lines])
        return journal

    def step(self, stage: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a stage, unless the journal already has its result for exactly these arguments.

        Exceptions are not recorded, so a step that failed is tried again on the next run.
        """
        stage_id, key = _identity(stage, args, kwargs)
        output_type = _output_type(stage)
        if (stage_id, key) in self._steps:
            self.replayed.append(stage_id)
            # JSON has lost the classes, so the result is made of the stage's return type again.
            return cast("R", output_type.validate_python(self._steps[stage_id, key]))
        began = time.monotonic()
        output = stage(*args, **kwargs)
        self._append_step(stage_id, key, output_type.dump_python(output, mode="json"), time.monotonic() - began)
        self.ran.append(stage_id)
        return output

    def has(self, stage: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> bool:
        """Return whether `step` would have to run nothing for exactly these arguments."""
        return _identity(stage, args, kwargs) in self._steps

    def record(self, stage: Callable[P, R], output: R, /, *args: P.args, **kwargs: P.kwargs) -> None:
        """Record a result of `stage` that was come by in another way, for example by running only what changed."""
        stage_id, key = _identity(stage, args, kwargs)
        if (stage_id, key) not in self._steps:
            self._append_step(stage_id, key, _output_type(stage).dump_python(output, mode="json"), 0.0)

    def decide(self, decision: Decision) -> None:
        """Record what a person said."""
        self._append(DecisionLine(decision=decision).model_dump(mode="json"))
        self._decisions.append(decision)

    def note_screen_time(self, screen_time: ScreenTime) -> None:
        """Record how long a reviewer used the screen."""
        self._append(ScreenTimeLine(screen_time=screen_time).model_dump(mode="json"))

    def decision(self, draft: Draft) -> Decision | None:
        """Return the last decision about exactly this text, or None."""
        # A decision about an earlier revision says nothing about this text, so it is found by the text's hash.
        about = [decision for decision in self._decisions if decision.draft == draft.sha256]
        return about[-1] if about else None

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """All decisions of this run, the oldest first."""
        return tuple(self._decisions)

    @property
    def texts(self) -> Mapping[str, str]:
        """Every text that a draft of this run had, by its hash."""
        drafts = (Draft.model_validate(output) for (stage, _), output in self._steps.items() if stage in DRAFT_STAGES)
        return _texts(drafts, self._decisions)

    def repaired(self, draft: Draft) -> Draft | None:
        """Return what a model made of exactly this text when it was asked to repair it; None where nothing came of it.

        What was recorded counts whatever is found in the text today: a reply is paid once, and a later version of the
        rules does not undo what a person has decided about the repaired text.
        """
        repairs = (repair for repair in self._given_by(REPAIR) if repair.came_from == draft.sha256)
        return next((repair for repair in repairs if repair.sha256 != draft.sha256), None)

    def mended(self, draft: Draft) -> Draft | None:
        """Return what rules made of exactly this text when they mended it; None where it was not mended.

        What was recorded counts, as for `repaired`; a text that rules have mended is itself what they made of it.
        """
        mends = [mend for mend in self._given_by(MEND) if draft.sha256 in {mend.came_from, mend.sha256}]
        return mends[0] if mends else None

    @property
    def repairs(self) -> tuple[Draft, ...]:
        """What models made of drafts that they were asked to repair, the oldest first."""
        return tuple(self._given_by(REPAIR)[::-1])

    def _given_by(self, stage: str) -> list[Draft]:
        """Return the drafts that a stage has given, the last one first."""
        drafts = [Draft.model_validate(output) for (given, _), output in self._steps.items() if given == stage]
        return drafts[::-1]

    def hold(self, resource: AbstractContextManager[object]) -> None:
        """Enter what the run needs as long as it is open, and leave it when it is closed."""
        self._held.enter_context(resource)

    def close(self) -> None:
        """Let go of the run; safe to call twice."""
        self._held.close()
        if self._descriptor >= 0:
            close_locked(self._descriptor)
            self._descriptor = -1
        if self._checksums is not None:
            self._checksums.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _append_step(self, stage: str, key: str, output: Any, seconds: float) -> None:
        entry = Step(stage=stage, key=key, output=output, seconds=round(seconds, 3), time=time.time())
        self._append(entry.model_dump(mode="json"))
        self._steps[stage, key] = output

    def _append(self, entry: Mapping[str, Any]) -> None:
        line = _line(entry).rstrip(b"\n")
        try:
            # On disk before the run goes on, because the next step may cost money that this one's result saves.
            append_line(self._descriptor, line)
        except OSError as error:
            hint = "free some space, and give the command again: it goes on from what was recorded before"
            raise WorkspaceError(f"{self.path}: cannot be written: {error.strerror}", hint=hint) from error
        if self._checksums is not None:
            self._checksums.add(self._length, line)
        self._length += 1

    def _remember(self, entry: dict[str, Any]) -> None:
        if entry["kind"] == "decision":
            self._decisions.append(DecisionLine.model_validate(entry).decision)
        # Time at the screen is of no use to the run itself.
        elif entry["kind"] == "step":
            step = Step.model_validate(entry)
            self._steps[step.stage, step.key] = step.output


def _line(entry: Mapping[str, Any]) -> bytes:
    return json.dumps(entry, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"


def _locked(path: Path) -> int:
    """Open a journal that no other process holds, and hold it until the descriptor is closed."""
    try:
        # The lock ends with the process, so that a crash never leaves a run locked.
        return open_locked(path, os.O_APPEND)
    except BlockingIOError as error:
        raise JournalError(
            f"{path}: another process is working on this run",
            hint="wait for it to end, or stop it; what it has recorded so far is safe",
        ) from error
    except OSError as error:
        raise JournalError(f"{path}: cannot be opened: {error.strerror}", hint=WAY_OUT) from error


@contextmanager
def held_run(path: Path) -> Iterator[None]:
    """Keep other processes from a run.

    Raises:
        JournalError: another process works on it.
    """
    descriptor = _locked(path)
    try:
        yield
    finally:
        close_locked(descriptor)


def append_decision(path: Path, decision: Decision) -> None:
    """Record a decision in the journal of a run that the caller holds; one that stands there is not recorded twice."""
    if not path.is_file() or decision in read_decisions(path):
        return
    log = _read_log(path)
    line = _line(DecisionLine(decision=decision).model_dump(mode="json")).rstrip(b"\n")
    descriptor = open_regular(path, os.O_RDWR | os.O_APPEND)
    try:
        # A torn line was never done.
        os.ftruncate(descriptor, log.size)
        append_line(descriptor, line)
    finally:
        os.close(descriptor)
    checksums = Checksums(path, [known.text for known in log.lines])
    checksums.add(len(log.lines), line)
    checksums.close()


@cache
def _output_type(stage: Callable[..., Any]) -> TypeAdapter[Any]:
    return TypeAdapter(get_type_hints(stage)["return"])


def _identity(stage: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[str, str]:
    """Return a stage's id and the key of a step: a hash of the id and of every argument that can change its result."""
    identity = identity_of(stage)
    bound = inspect.signature(stage).bind(*args, **kwargs)
    # An argument that is left out and one that is passed as its default give the same key.
    bound.apply_defaults()
    content = {
        identity.journaled_name(name): _content(value)
        for name, value in bound.arguments.items()
        if name not in WATCHERS
    }
    key = hashlib.sha256(json.dumps([identity.stage_id, content], sort_keys=True).encode()).hexdigest()
    return identity.stage_id, key


def _bytes_of(path: Path) -> list[Any]:
    """Return name and hash of a file, or name and content of a folder."""
    if path.is_dir():
        # Sorted, because the system lists a folder in any order.
        return [path.name, *(_bytes_of(inside) for inside in sorted(path.iterdir()))]
    return [path.name, sha256_of_file(path)]


def _content(value: Any) -> Any:
    """Return what counts of an argument: records by content, files by name and bytes, ports by fingerprint."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, Path):
        return _bytes_of(value)
    if isinstance(value, Mapping):
        return {str(key): _content(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_content(item) for item in value]
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    # Whatever is left is a port, which cannot be hashed; its fingerprint says what about it can change a result.
    return {"port": port_id(value), "fingerprint": value.fingerprint}


def read_decisions(path: Path) -> tuple[Decision, ...]:
    """Return the decisions of a run without holding it; empty when there is no such run."""
    return tuple(
        DecisionLine.model_validate(entry).decision for entry in _read_entries(path) if entry.get("kind") == "decision"
    )


def read_screen_times(path: Path) -> tuple[ScreenTime, ...]:
    """Return how long reviewers used the screen, without holding the run, the oldest first."""
    return tuple(
        ScreenTimeLine.model_validate(entry).screen_time
        for entry in _read_entries(path)
        if entry.get("kind") == "screen-time"
    )


def revision_of(step: Step) -> Draft | None:
    """Return the revision that a step has made; None where it made none, as rules that found nothing to mend."""
    draft = Draft.model_validate(step.output) if step.stage in DRAFT_STAGES else None
    return None if draft is None or draft.came_from == draft.sha256 else draft


def read_drafts(path: Path) -> tuple[Draft, ...]:
    """Return the revisions of a run without holding it, in the order in which they were written."""
    return tuple(draft for step in read_steps(path) if (draft := revision_of(step)) is not None)


def read_texts(path: Path) -> Mapping[str, str]:
    """Return every text that a draft of a run had, by its hash, without holding the run."""
    return _texts(read_drafts(path), read_decisions(path))


def read_dry_runs(path: Path) -> tuple[DryRun, ...]:
    """Return the dry runs that a run has recorded, without holding it, the oldest first."""
    return tuple(DryRun.model_validate(step.output) for step in read_steps(path) if step.stage == "dry_run")


def read_steps(path: Path) -> tuple[Step, ...]:
    """Return the steps that a run has recorded, without holding it, the oldest first."""
    return tuple(Step.model_validate(entry) for entry in _read_entries(path) if entry.get("kind") == "step")


def read_settings(path: Path, kind: type[Settings]) -> Settings:
    """Return what a run is pinned to, without holding it.

    Raises:
        JournalError: when there is no such run, another version of the toolkit began it, or its journal is damaged.
    """
    log = _read_log(path) if is_present(path) else None
    if log is None or not log.lines:
        raise JournalError(f"{path}: there is no such run", hint="see: authoring status")
    return _pinned(path, log, kind)


def check_entry(entry: Mapping[str, Any]) -> None:
    """See that a line of a journal says what lines of its kind say.

    Raises:
        ValueError: it does not.
    """
    kind = entry.get("kind")
    if kind == "decision":
        DecisionLine.model_validate(entry)
    elif kind == "screen-time":
        ScreenTimeLine.model_validate(entry)
    elif kind == "step":
        step = Step.model_validate(entry)
        if step.stage in DRAFT_STAGES:
            Draft.model_validate(step.output)


def _pinned(path: Path, log: LineLog, kind: type[Settings]) -> Settings:
    try:
        return kind.model_validate(current("journal", log.lines[0].entry, path=path, error=JournalError)["settings"])
    except (KeyError, ValueError) as error:
        raise _foreign(path) from error


def _read_log(path: Path) -> LineLog:
    """Return the lines of a sound journal.

    Raises:
        JournalError: it is no file, cannot be read, or has lost lines.
    """
    try:
        log = _log_in_state(path, (_state_of(path), _state_of(checksums_path(path))))
    except OSError as error:
        raise JournalError(f"{path}: cannot be read: {error.strerror}", hint=WAY_OUT) from error
    header = log.lines[0].entry if log.lines else None
    if header is not None:
        # What another version wrote is not damaged.
        _refuse_foreign(path, header)
    if log.damage:
        raise JournalError(f"{path}: {log.damage}", hint=WAY_OUT)
    return log


@lru_cache(maxsize=1)
def _log_in_state(path: Path, state: Hashable) -> LineLog:
    """Read a journal, once for all that is asked of one run in a row: that of a model's draft holds a megabyte."""
    del state  # a part of the key: other states of the files are other logs
    return read_log(path, check_entry)


def _state_of(path: Path) -> tuple[int, ...]:
    """Return what changes whenever a file does; nothing where none can be looked at, of which reading says why."""
    try:
        about = path.stat()
    except OSError:
        return ()
    return about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns


def _refuse_foreign(path: Path, header: Mapping[str, Any]) -> None:
    if "settings" not in current("journal", header, path=path, error=JournalError):
        raise _foreign(path)


def _texts(drafts: Iterable[Draft], decisions: Iterable[Decision]) -> Mapping[str, str]:
    # A person's own text is in the decision, and a draft only once the run has gone on.
    edited = {sha256_of(decision.text): decision.text for decision in decisions if decision.text is not None}
    return {**{draft.sha256: draft.text for draft in drafts}, **edited}


def _foreign(path: Path) -> JournalError:
    return JournalError(
        f"{path}: this journal was written by another version of the toolkit, or was edited",
        hint=f"move {path.parent} away and draft again; admitted sets are not touched by this",
    )


def _read_entries(path: Path) -> list[dict[str, Any]]:
    """Return what the lines of a journal say, without holding it; a line that is being written does not count."""
    return [line.entry or {} for line in _read_log(path).lines] if is_present(path) else []
