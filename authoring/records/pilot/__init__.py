"""What a pilot found out: the answers of solvers to a draft or an admitted set in clusters, figures and findings."""

from datetime import datetime
from enum import StrEnum

from authoring.dseal.diagnostic import Diagnostic
from authoring.records.base import Record, Sha256
from authoring.records.pilot.item import ItemStatistics
from authoring.records.pilot.rubric import RubricRecord
from authoring.records.results import SolverSetup
from authoring.validators.base import Difference
from authoring.validators.verdicts import SubverdictName, VerdictName


class AnswerOutcome(StrEnum):
    """What became of one answer."""

    RIGHT = "right"
    """The validator accepts it."""
    FORM = "form"
    """The validator refuses it, and a judge that forgives form accepts it."""
    WRONG = "wrong"
    """It ends well, and says something else than the reference."""
    FAILED = "failed"
    """Its code raises an error, or goes over a limit."""
    NO_CODE = "no-code"
    """The solver gave no code."""


class PilotAnswer(Record):
    """One answer of one solver to a problem."""

    solver: str
    sample: int
    """From 1."""
    outcome: AnswerOutcome
    cluster: int | None = None
    """Which of the problem's clusters it is in, from 0; None for an answer that left nothing to compare."""
    verdict: VerdictName
    subverdict: SubverdictName
    reason: str = ""
    """The validator's words; for an answer without code, why there is none."""
    error: str = ""
    """What the code raised, as type and message, or the limit that it went over."""
    code: str = ""
    tokens: int = 0
    """Tokens that the solver's model read and wrote for it; 0 where nobody counted."""


class AnswerCluster(Record):
    """Answers that the problem's judge takes for one."""

    outcome: AnswerOutcome
    answers: int
    solvers: tuple[str, ...]
    """Who gave them, each once."""
    code: str
    """The code of the first of them."""
    value: str
    """What that one gives, as a person may look at it."""
    differences: tuple[Difference, ...] = ()
    """The first places where that one differs from the reference."""
    reason: str = ""
    """The validator's words about that one."""
    likeness: str = ""
    """What its value has in common with the reference's, where that is all but the order or the decimals."""
    is_intact: bool = True
    """Whether it leaves the variables alone that it has to."""

    @property
    def is_reference(self) -> bool:
        """Whether the validator accepts these answers."""
        return self.outcome is AnswerOutcome.RIGHT


class BlindVariant(StrEnum):
    """What a solver is left with that does not have the data."""

    COLUMNS = "columns"
    """The names of files and columns, and the code of the cells before."""
    PROFILE = "profile"
    """The profile of the data alone."""


class BlindAnswer(Record):
    """An answer that was given and run without the data."""

    solver: str
    variant: BlindVariant
    is_right: bool
    code: str = ""
    calls: int = 0
    """Calls of its model that it took, and their tokens below; 0 where nobody counted."""
    prompt: int = 0
    cached: int = 0
    output: int = 0


class PilotProblem(Record):
    """What came of one problem."""

    number: int
    """From 1, among the problems that are asked."""
    question: str
    reference: str
    """The reference's code."""
    value: str = ""
    """What the reference gives, as a person may look at it."""
    level: str = ""
    """The level that is claimed: ``easy``, ``medium`` or ``hard``; empty where nobody said."""
    answers: tuple[PilotAnswer, ...] = ()
    clusters: tuple[AnswerCluster, ...] = ()
    """The largest first."""
    blind: tuple[BlindAnswer, ...] = ()
    needs_data: bool = True
    """Whether the reference needs the data: what is right without them is then a guess."""
    outages: int = 0
    """Answers that are still to be asked for, because a model gave no reply: neither right nor wrong."""
    is_blocked: bool = False
    """Whether nothing could be judged, because a reference or a context cell fails."""
    statistics: ItemStatistics | None = None
    """None where there is no answer."""
    tokens: int = 0
    """Tokens that all answers to it took, the blind ones included."""
    content: str = ""
    """Hash of all that answers to it hang on; empty in records of earlier versions, which hold for their text alone."""


class BlindSolve(Record):
    """What a model answered to a draft from its questions and tables alone."""

    solver: str
    problems: tuple[PilotProblem, ...]


class PilotSolver(Record):
    """One of the solvers of a pilot, and how it did."""

    name: str
    right: int = 0
    answers: int = 0
    outages: int = 0
    calls: int = 0
    """Calls of its model that its answers took, whichever command made them."""
    tokens: int = 0
    amount: str = ""
    """What they cost, such as ``1.25 USD``; empty where the model has no price, or there is none."""
    blind_calls: int = 0
    """What its answers without the data took beyond that: calls, tokens and money, as above."""
    blind_tokens: int = 0
    blind_amount: str = ""
    remarks: tuple[str, ...] = ()
    """What does not fit of answers that were recorded before."""
    setup: SolverSetup | None = None
    """How it asked its model; None where it asks none, and in records of earlier versions."""
    left_out: tuple[str, ...] = ()
    """Settings that some calls went without, because the server does not take them."""


class PilotRecord(Record):
    """What a pilot of one text found out."""

    name: str
    """The name of the draft or the set."""
    draft: Sha256
    """Hash of the text that was piloted; findings about another text say nothing of this one."""
    time: datetime
    samples: int
    """Answers of each solver to each problem."""
    solvers: tuple[PilotSolver, ...]
    problems: tuple[PilotProblem, ...]
    findings: tuple[Diagnostic, ...] = ()
    """What answers tell in the order of the text, then objections by the rubric."""
    rubric: RubricRecord | None = None
    """What a model said of the text by the rubric; None where none was asked."""

    @property
    def items(self) -> dict[int, ItemStatistics]:
        """The figures of each problem that was answered, by its number."""
        return {problem.number: problem.statistics for problem in self.problems if problem.statistics is not None}

    @property
    def outages(self) -> int:
        """Answers that are still to be asked for."""
        return sum(problem.outages for problem in self.problems)
