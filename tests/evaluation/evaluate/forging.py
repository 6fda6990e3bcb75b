"""Ideas for being judged right without solving a problem, and what came of them in real evaluations.

The kinds of problem stand in tests/cases/forging/kinds.yaml, the ideas in the folder ideas/ beside it, one file per
family. An idea is tried on a problem of a kind between two problems of that kind which are answered honestly.
"""

import json
import os
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from authoring.errors import AuthoringError
from authoring.evaluation.evaluate import evaluate_set
from authoring.evaluation.solvers.base import Scratchpad, Task
from authoring.records.evidence import Limits
from authoring.records.protection import Level
from authoring.records.results import BenchmarkSet, EvaluationOptions, Submission
from authoring.sandbox.port import Sandbox
from authoring.validators.base import Dialect
from authoring.validators.verdicts import VerdictName
from tests.case_files import read_yaml

FOLDER = Path(__file__).parents[2] / "cases" / "forging"
DIALECTS: tuple[Dialect, ...] = ("strict", "dseval")
WALLED = (Level.NAMESPACES, Level.LANDLOCK)
LIMIT = 10
"""Seconds that an answer has where its idea does not say."""
HOLDING = 5.0
"""Seconds over its limit that an answer may hold the judge."""
IDEAS_PER_SET = 10
"""Every problem of a set keeps two processes until it is answered."""
HONEST = "honest answer"


class Kind(BaseModel):
    """A kind of problem, with an honest answer and with what answers that solve nothing are made of."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    about: str
    block: Mapping[str, Any]
    reference: str
    right: str
    wrong: str
    cheat: str
    """A wrong answer with ``@value@`` in the answer's place."""
    like: str
    """An expression of the answer's shape."""
    subject: str = "answer"
    """The name that its validator looks at."""
    execution: Mapping[str, Any] = {}
    """Further keys of the problem's `execution`."""

    def problem(self, number: int, limit: int) -> str:
        """Return a cell whose question is of this kind; no other number has the same answer."""
        execution = {"max_time": limit, **self.execution}
        keys = {"question": "What comes of it?", "validator": dict(self.block), "execution": execution}
        # As JSON, whose quotes stay clear of those of the docstring.
        docstring = filled("\n".join(f"{key}: {json.dumps(value)}" for key, value in keys.items()), {"n": str(number)})
        return f'# %%\nr"""\n{docstring}\n"""\n\n{filled(self.reference, {"n": str(number)}).strip()}\n'


class Acceptance(BaseModel):
    """Where an idea is judged right by a dialect's own rules."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kinds: tuple[str, ...]
    why: str


class Idea(BaseModel):
    """One way of being judged right without solving anything, of spoiling another answer, or of not being counted."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    family: str
    idea: str
    code: str = ""
    """With holes: the kind's ``@wrong@`` answer, its ``@like@`` and ``@subject@``, and the problem's number ``@n@``."""
    value: str = ""
    """An expression in the answer's place; `code` runs before it."""
    kinds: tuple[str, ...] = ()
    """Those on which it is meaningful; all where none is named."""
    levels: tuple[Level, ...] = tuple(Level)
    """Where it must fail."""
    limit: int = LIMIT
    verdicts: Mapping[Dialect, tuple[VerdictName, ...]] = {}
    """What it must be judged as; anything but CORRECT where a dialect is not named."""
    accepted: Mapping[Dialect, Acceptance] = {}

    @property
    def id(self) -> str:
        """Family and idea."""
        return f"{self.family}: {self.idea}"


@dataclass(frozen=True, slots=True)
class Attack:
    """An idea tried on a kind of problem."""

    idea: Idea
    kind: Kind

    @property
    def id(self) -> str:
        """Idea and kind."""
        return f"{self.idea.id} - {self.kind.name}"

    def answer(self, number: int) -> str:
        """Return the submission to the problem of this number."""
        facts = {"n": str(number), "wrong": self.kind.wrong, "like": self.kind.like, "subject": self.kind.subject}
        answer = self.kind.cheat.replace("@value@", self.idea.value.strip()) if self.idea.value else ""
        return filled(f"{self.idea.code}\n{answer}", facts)

    def breaches(self, verdict: VerdictName | None, dialect: Dialect) -> Iterator[str]:
        """Say what is wrong with the verdict of an answer."""
        acceptance = self.idea.accepted.get(dialect)
        expected = self.idea.verdicts.get(dialect, ())
        if verdict is None:
            yield "it is not judged"
        elif acceptance is not None and self.kind.name in acceptance.kinds:
            # What DSEval accepts stays accepted in its dialect.
            if verdict is not VerdictName.CORRECT:
                yield f"it is judged {verdict}, and {acceptance.why}"
        elif verdict is VerdictName.CORRECT:
            yield "it is judged right"
        elif expected and verdict not in expected:
            yield f"it is judged {verdict} instead of {' or '.join(expected)}"


@dataclass(slots=True)
class Outcome:
    """What came of an attack."""

    attack: str
    verdict: str = ""
    reason: str = ""
    seconds: float = 0.0
    """Time that the answer held the judge."""
    breaches: list[str] = field(default_factory=list)


@dataclass
class _Answers:
    """A solver that answers from a list, and notes when it was asked and when it had answered."""

    codes: Mapping[int, str]
    begun: dict[int, float] = field(default_factory=dict)
    answered: dict[int, float] = field(default_factory=dict)
    name: str = "forger"
    looks: Literal[False] = False
    sees_reference: Literal[False] = False
    simultaneous: Literal[1] = 1

    def imports(self, problemset: str) -> tuple[str, ...]:
        """Nothing beyond what the set imports."""
        del problemset
        return ()

    def solve(self, task: Task, scratchpad: Scratchpad) -> Submission:
        """Answer the problem."""
        del scratchpad
        self.begun[task.index] = time.monotonic()
        submission = Submission(problemset=task.problemset, index=task.index, code=self.codes[task.index])
        self.answered[task.index] = time.monotonic()
        return submission

    def close(self) -> None:
        """Do nothing."""


def filled(text: str, facts: Mapping[str, str]) -> str:
    """Fill the holes of a text; one that stands alone in an indented line is filled line by line."""

    def indented(match: "re.Match[str]") -> str:
        lines = facts[match[2]].strip("\n").splitlines()
        return "\n".join(match[1] + line for line in lines)

    names = "|".join(facts)
    for _ in range(2):  # what fills a hole may have holes
        text = re.sub(rf"(?m)^([ \t]*)@({names})@$", indented, text)
        text = re.sub(rf"@({names})@", lambda match: facts[match[1]].strip("\n"), text)
    return text


def load() -> tuple[str, tuple[Kind, ...], tuple[Idea, ...]]:
    """Return the context of all problems, their kinds, and the ideas; names are unique."""
    scene = read_yaml((FOLDER / "kinds.yaml").read_text("utf-8"))
    kinds = tuple(Kind(**fields) for fields in scene["kinds"])
    ideas = []
    for file in sorted((FOLDER / "ideas").glob("*.yaml")):
        family = read_yaml(file.read_text("utf-8"))
        prelude = family.get("prelude", "")
        for fields in family["ideas"]:
            code = fields.pop("code", "")
            shared = {"levels": family["levels"]} if "levels" in family else {}
            ideas.append(Idea(**{"family": file.stem, **shared, "code": f"{prelude}\n{code}".strip("\n"), **fields}))
    names = [idea.id for idea in ideas]
    known = {kind.name for kind in kinds}
    unknown = {name for idea in ideas for name in idea.kinds} - known
    if len(names) != len(set(names)) or unknown:
        twice = sorted(name for name in set(names) if names.count(name) > 1)
        raise ValueError(f"not unique: {twice}; no kinds: {sorted(unknown)}")
    return scene["context"], kinds, tuple(ideas)


CONTEXT, KINDS, IDEAS = load()


def attacks_of(idea: Idea) -> tuple[Attack, ...]:
    """Return an idea on every kind on which it is meaningful."""
    return tuple(Attack(idea, kind) for kind in KINDS if not idea.kinds or kind.name in idea.kinds)


def once(ideas: Sequence[Idea], seed: int = 0, *, without: str = "") -> tuple[Attack, ...]:
    """Return each idea on one of its kinds, which is not `without`; the next seed gives the next kind of each."""
    choices = [[attack for attack in attacks_of(idea) if attack.kind.name != without] for idea in ideas]
    return tuple(attacks[(number + seed) % len(attacks)] for number, attacks in enumerate(choices))


def outcomes(
    attacks: Sequence[Attack], sandbox: Sandbox, dialect: Dialect, on_set: Callable[[list[Outcome]], None] | None = None
) -> dict[str, Outcome]:
    """Return what came of attacks, by their ids."""
    results: list[Outcome] = []
    for begin in range(0, len(attacks), IDEAS_PER_SET):
        of_set = _attacked(attacks[begin : begin + IDEAS_PER_SET], sandbox, dialect)
        results += of_set
        if on_set is not None:
            on_set(of_set)
    return {outcome.attack: outcome for outcome in results}


def _attacked(attacks: Sequence[Attack], sandbox: Sandbox, dialect: Dialect) -> list[Outcome]:
    try:
        return _judged(attacks, sandbox, dialect)
    except Exception as error:  # noqa: BLE001 - whatever ends an evaluation is what the attack was after
        if len(attacks) > 1:
            # By themselves, to tell which of them it was.
            return [outcome for attack in attacks for outcome in _attacked([attack], sandbox, dialect)]
        kind = type(error).__name__
        message = f"the evaluation ended with {kind}: {error}"
        if isinstance(error, AuthoringError):
            message += f" ({error.hint})"
        return [Outcome(attacks[0].id, breaches=[message])]


def _judged(attacks: Sequence[Attack], sandbox: Sandbox, dialect: Dialect) -> list[Outcome]:
    cells, codes = [f"# %%\n{CONTEXT}", '# %%\n"""\nquestion: q\n"""\nchain = {0: 1.0}\n'], {1: "chain = {0: 1.0}"}
    for number, attack in enumerate(attacks):
        honest, forged = 2 + 2 * number, 3 + 2 * number
        cells += [attack.kind.problem(honest, LIMIT), attack.kind.problem(forged, attack.idea.limit)]
        codes[honest] = filled(attack.kind.right, {"n": str(honest)})
        codes[forged] = attack.answer(forged)
    last = 2 + 2 * len(attacks)
    cells.append(attacks[-1].kind.problem(last, LIMIT))
    codes[last] = filled(attacks[-1].kind.right, {"n": str(last)})
    solver = _Answers(codes)
    problemset = BenchmarkSet(name="forged", path=Path("bench/forged.py"), text="\n".join(cells), inputs=())
    options = EvaluationOptions(max_time=LIMIT, limits=Limits(max_time=60, max_memory=600))
    busyness = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
    result = evaluate_set(problemset, dialect=dialect, solver=solver, options=options, sandbox=sandbox)
    ended = time.monotonic()
    problems = {problem.index: problem for problem in result.problems}
    if not codes.keys() == problems.keys():
        raise ValueError(f"of problems {sorted(codes)} there are {sorted(problems)}: {result.findings}")
    attacked = []
    for number, attack in enumerate(attacks):
        place = 3 + 2 * number
        last_attempt = problems[place].attempts[-1] if problems[place].attempts else None
        held = solver.begun.get(place + 1, ended) - solver.answered.get(place, ended)
        outcome = Outcome(
            attack.id,
            str(problems[place].verdict),
            last_attempt.reason if last_attempt else str(result.root_causes),
            held,
            list(attack.breaches(problems[place].verdict, dialect)),
        )
        for side, neighbour in (("before", problems[place - 1]), ("after", problems[place + 1])):
            if neighbour.verdict is not VerdictName.CORRECT:
                reason = neighbour.attempts[-1].reason if neighbour.attempts else str(result.root_causes)
                outcome.breaches.append(f"the {HONEST} {side} it is judged {neighbour.verdict}: {reason}")
        if held > (attack.idea.limit + HOLDING) * busyness:
            outcome.breaches.append(f"it held the judge for {held:.1f} seconds")
        attacked.append(outcome)
    return attacked
