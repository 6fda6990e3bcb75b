"""The port through which everything untrusted runs: model-written code, submissions, strangers' tables.

The failure of the sandbox raises `SandboxError`; the failure of the code in it is an ordinary `CellRun`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from authoring.dseal.model import Json
from authoring.records.certificate.trial import RewriteTrial
from authoring.records.evidence import EXACT, CellRun, Judgement, Limits, Patience, Pins, Variable
from authoring.records.protection import Protection
from authoring.validators.base import Dialect


@dataclass(frozen=True, slots=True)
class Memory:
    """The memory of a session, in bytes; mapped files do not count, because they can be read again."""

    total: int
    """All memory of the session that is not backed by a file."""
    private: int
    """The part shared with no other process: what was allocated since the session last branched, or was itself
    branched off."""
    proportional: int
    """The size of every page divided by the number of processes that share it; over all processes this adds up to the
    memory in use."""


class Session(Protocol):
    """One process that walks a chain of cells. Close it, or use it in a ``with`` statement."""

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
        """Execute one cell in the session's namespace, as a notebook would.

        With `trace`, which has to be the same for every cell of a session, `CellRun.reads` is filled. With `figures`
        the pictures of the figures it shows are drawn, which takes longer than most cells.

        A cell may take `max_time` by the clock on the wall, however much it computes in that time, or else
        `wall_factor` times as long if it and all that it started computed no longer than `max_time` together. Where
        the patience says so, it is ended after so long without output.

        After an outcome that ended the process (timeout, killed) every further call gives `Outcome.KILLED`.
        """
        ...

    def prepare(self, validator: Mapping[str, Json] | None, *, is_last: bool = False) -> None:
        """Say which validator will judge the next cell, so that evidence it needs is collected while the cell runs.

        Given before each `run`.

        Args:
            validator: None stands for a cell that is not judged.
            is_last: whether no cell follows in this session, nor in a branch of it from after that cell. Functions that
                the validator calls are then called in the session itself, which is quicker and leaves their traces. In
                a confined session they can be called nowhere else: a fork of it is ended, whoever made it.
        """
        ...

    def judge(self, submission: "Session") -> Judgement:
        """Judge the last cell that `submission` ran against the last cell that this session ran.

        The validator is the one named in `prepare`. The two are compared where neither ran, but for one that is known
        to have left the same behind, which this session judges by itself; neither session's state changes.
        """
        ...

    def judge_rewrites(self, matters: Collection[str], *, quick: bool = False) -> tuple[RewriteTrial, ...]:
        """Judge rewritten values of the last cell that this session ran, by the validator named in `prepare`.

        The value, and each variable, output, prediction or figure that the validator looks at, is rewritten wrongly and
        rightly (`authoring.validators.rewriting`) and judged where no code of the session runs; the session's state
        stays. The number of trials and their time are bounded: a trial of the operator ``limit`` says what was left
        out, and why nothing could be tried.

        Args:
            matters: what the question leaves open and what it settles, as `AnswerForm.words` gives it.
            quick: whether only the most telling rewritings are tried.
        """
        ...

    def variables(self) -> tuple[Variable, ...]:
        """Return the session's variables, sorted by name; modules, functions, classes and ``__x__`` are left out."""
        ...

    def separate(self) -> None:
        """Copy every variable on its own, so that no two share an object any more; modules, functions and files stay.

        DSEval does so before each submission: its verdicts on aliases rest on it.
        """
        ...

    def branch(self) -> "Session":
        """Fork: a second session in exactly this state. Costs the same whatever the namespace holds."""
        ...

    def attempt(self) -> "Session":
        """Fork a confined session in exactly this state, for one of many answers that are tried from here.

        What `branch` and `confine` give, but that attempts which write no files may have one folder, one after the
        other, and which judging may change: so it is for answers that this program made, where each is judged once and
        is over before the next one begins.
        """
        branch = self.branch()
        try:
            branch.confine()
        except BaseException:
            branch.close()
            raise
        return branch

    @property
    def memory(self) -> Memory | None:
        """The memory of this session now; None where it cannot be measured, or the session has ended."""
        return None

    def confine(self) -> None:
        """From here on, keep this session away from those it branched from: their files, signals and memory.

        Asked for before a submission runs in a branch. Where the machine gives no Landlock it changes nothing.
        """
        ...

    def call(self, function: str, arguments: Mapping[str, Json], *, limits: Limits) -> Json:
        """Call one of our own functions inside (a key of `authoring.sandbox.inside.FUNCTIONS`), on untrusted data.

        Raises:
            SeedError: when the function refused the data; the message is its own.
        """
        ...

    def close(self) -> None:
        """End the process and everything it started; safe to call twice."""
        ...

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class SandboxFacts(Protocol):
    """What of a sandbox can change a result."""

    @property
    def fingerprint(self) -> str:
        """What about this sandbox can change a result: kind, Python and package versions. Part of journal keys."""
        ...

    def versions(self, packages: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Return (name, version) of each importable package among `packages`, sorted; ``python`` is always there."""
        ...


class Sandbox(SandboxFacts, Protocol):
    """Something that opens sessions."""

    @property
    def protection(self) -> Protection:
        """The isolation between the code and the machine, as detected on this machine by this process."""
        ...

    def session(
        self,
        *,
        inputs: Sequence[Path] = (),
        modules: Sequence[str] = (),
        pins: Pins = Pins(),  # noqa: B008 - frozen
        dialect: Dialect = "dseval",
    ) -> Session:
        """Open a session whose working directory holds nothing but ``inputs/`` with copies of the given files.

        Args:
            inputs: files, and folders with all that is in them, to copy, kept under their own names.
            modules: dotted names to import before the session forks, so that cells find them warm; what is not
                installed is left out.
            pins: what is held fixed around the code.
            dialect: whose rules the session judges by.
        """
        ...

    def prepare(self, pins: Sequence[Pins]) -> None:
        """Begin what the first session under each of these pins has to wait for, and do not wait for it."""
        ...

    def close(self) -> None:
        """End every process of this sandbox."""
        ...
