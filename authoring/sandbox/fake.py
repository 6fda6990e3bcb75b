"""A sandbox that runs nothing: it answers from a script, for tests of whatever uses a sandbox."""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from authoring.dseal.model import Json
from authoring.errors import SandboxError, SeedError
from authoring.records.certificate.trial import RewriteTrial
from authoring.records.evidence import EXACT, CellRun, Judgement, Limits, Outcome, Patience, Pins, Variable
from authoring.records.protection import Level, Protection
from authoring.sandbox.port import Memory, Session
from authoring.validators.base import Dialect


@dataclass(slots=True)
class FakeSandbox:
    """Answers as its script says; code that the script does not name ends well and leaves a digest of its history."""

    runs: Mapping[str, CellRun | tuple[CellRun, CellRun]] = field(default_factory=dict)
    """By code; a pair by hash seed, 0 and 1."""
    judgements: Mapping[str, Judgement] = field(default_factory=dict)
    """By the reference's code; without one, equal digests are right and others wrong."""
    rewrites: Mapping[str, tuple[RewriteTrial, ...]] = field(default_factory=dict)
    """The trials of rewritten values, by the reference's code; none without an entry."""
    answers: "Mapping[str, Json | SeedError]" = field(default_factory=dict)
    """By function; an error is raised."""
    installed: Mapping[str, str] = field(default_factory=lambda: {"python": "3.11.0"})
    variables: tuple[Variable, ...] = ()
    """The variables of every session."""
    memories: Mapping[str, Memory] = field(default_factory=dict)
    """The memory of a session after the code that it ran last; None is reported for code without an entry."""
    ran: list[tuple[int, str]] = field(default_factory=list)
    """The cells that were run, as pairs of hash seed and code, in order."""

    @property
    def fingerprint(self) -> str:
        """A constant, because nothing about a script changes a result."""
        return "fake/1"

    @property
    def protection(self) -> Protection:
        """Nothing runs, so nothing is claimed."""
        return Protection(level=Level.LIMITS)

    def session(
        self,
        *,
        inputs: Sequence[Path] = (),
        modules: Sequence[str] = (),
        pins: Pins = Pins(),  # noqa: B008 - frozen
        dialect: Dialect = "dseval",
    ) -> "FakeSession":
        """Open a session; nothing but the hash seed changes an answer."""
        del inputs, modules, dialect
        return FakeSession(self, pins.hash_seed)

    def prepare(self, pins: Sequence[Pins]) -> None:
        """Do nothing: a script is always ready."""

    def versions(self, packages: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Return what was given as installed."""
        names = {"python", *packages}
        return tuple(sorted((name, version) for name, version in self.installed.items() if name in names))

    def close(self) -> None:
        """Do nothing."""


@dataclass(slots=True)
class FakeSession(Session):
    """A chain of scripted cells."""

    sandbox: FakeSandbox
    hash_seed: int
    history: list[str] = field(default_factory=list)
    last: CellRun | None = None
    ended: str = ""

    def run(
        self,
        code: str,
        *,
        limits: Limits,
        forbid_names: Sequence[str] = (),
        trace: bool = False,
        figures: bool = False,
        patience: Patience = EXACT,
    ) -> CellRun:
        """Answer from the script; see `Session.run`."""
        del limits, forbid_names, figures, patience
        if self.ended:
            return CellRun(outcome=Outcome.KILLED, seconds=0, peak_memory=0, detail=self.ended)
        self.history.append(code)
        self.sandbox.ran.append((self.hash_seed, code))
        # The whole history, because equal code after different cells leaves different things behind.
        digest = hashlib.sha256("\0".join(self.history).encode()).hexdigest()
        scripted = self.sandbox.runs.get(code, CellRun(outcome=Outcome.OK, seconds=0, peak_memory=0, digest=digest))
        self.last = scripted[self.hash_seed] if isinstance(scripted, tuple) else scripted
        if not trace:
            self.last = self.last.model_copy(update={"reads": ()})
        if self.last.ended_session:
            self.ended = self.last.detail or "the script ended it"
        return self.last

    def prepare(self, validator: Mapping[str, Json] | None, *, is_last: bool = False) -> None:
        """Take no notice: the script holds the judgements."""

    def judge(self, submission: Session) -> Judgement:
        """Answer from the script, or by the digests; see `Session.judge`.

        Raises:
            SandboxError: one of the two has run nothing, or this one has ended.
        """
        if not isinstance(submission, FakeSession) or self.last is None or submission.last is None or self.ended:
            raise SandboxError("there is no cell to judge", hint="Run a cell in both sessions first.")
        same = bool(self.last.digest) and self.last.digest == submission.last.digest
        by_digest = Judgement(correct="yes" if same else "no", category="and")
        return self.sandbox.judgements.get(self.history[-1], by_digest)

    def judge_rewrites(self, matters: Collection[str], *, quick: bool = False) -> tuple[RewriteTrial, ...]:
        """Answer from the script; see `Session.judge_rewrites`.

        Raises:
            SandboxError: this session has run nothing, or has ended.
        """
        del matters, quick
        if self.last is None or self.ended:
            raise SandboxError("there is no cell to judge", hint="Run a cell first.")
        return self.sandbox.rewrites.get(self.history[-1], ())

    def variables(self) -> tuple[Variable, ...]:
        """Return what the sandbox was given; see `Session.variables`.

        Raises:
            SandboxError: this session has ended.
        """
        if self.ended:
            raise SandboxError(f"an ended session has no variables: {self.ended}", hint="Open a new session.")
        return self.sandbox.variables

    def confine(self) -> None:
        """Do nothing: nothing runs."""

    def separate(self) -> None:
        """Take no notice: a script has no objects."""

    def branch(self) -> "FakeSession":
        """Copy the history; see `Session.branch`.

        Raises:
            SandboxError: this session has ended.
        """
        if self.ended:
            raise SandboxError(f"an ended session cannot branch: {self.ended}", hint="Open a new session.")
        return FakeSession(self.sandbox, self.hash_seed, [*self.history], self.last)

    @property
    def memory(self) -> Memory | None:
        """Answer from the script; see `Session.memory`."""
        return None if self.ended or not self.history else self.sandbox.memories.get(self.history[-1])

    def call(self, function: str, arguments: Mapping[str, Json], *, limits: Limits) -> Json:
        """Answer from the script; see `Session.call`.

        Raises:
            SeedError: where the script says so.
            SandboxError: the script does not know the function.
        """
        del arguments, limits
        if function not in self.sandbox.answers:
            raise SandboxError(f"there is no function {function}", hint="Add it to the script.")
        answer = self.sandbox.answers[function]
        if isinstance(answer, SeedError):
            raise answer
        return answer

    def close(self) -> None:
        """End; safe to call twice."""
        self.ended = self.ended or "its session was closed"
