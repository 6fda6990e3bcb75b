"""Pilots of the sets that this repository has admitted, by solvers of known strength: the findings are known before."""

import shutil
import threading
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from authoring.api.evaluation.pilot import pilot
from authoring.api.evaluation.pilot_report import PilotReport
from authoring.dseal.diagnostic import Severity
from authoring.dseal.parse import parse
from authoring.records.provenance import read_provenance
from authoring.workspace import Workspace
from bench.pilot.plants import reshaped
from tests.api.evaluation.pilot_scene import NOTE, request_for
from tests.llm.server import LoopbackServer
from tests.llm.solver_models import Player, fenced_code, question_of
from tests.llm.wire import Answer, Call
from tests.llm.wrong_plans import spoiled

ROOT = Path(__file__).parents[3]
PLAN = 3
"""How models are wrong that are wrong in one way."""
PLANTS: Mapping[str, Mapping[int, tuple[str, str]]] = {
    "wine": {
        2: ("DS977", ""),
        3: ("DS975", "('class_0', 45)"),
        7: ("DS974", "no_such_name(df)"),
        10: ("DS971", ""),
        12: ("DS973", ""),
        15: ("DS972", "tuple(map(str, {}))"),
    },
    "penguins": {
        2: ("DS973", ""),
        4: ("DS972", "str({})"),
        7: ("DS977", ""),
        8: ("DS971", ""),
        9: ("DS975", "('Yes', 156)"),
        13: ("DS974", "no_such_name(df)"),
    },
    "seattle-weather": {
        3: ("DS977", ""),
        4: ("DS973", ""),
        5: ("DS972", "tuple(map(str, {}))"),
        7: ("DS971", ""),
        12: ("DS974", "no_such_name(df)"),
        15: ("DS975", "(0.647, 0.507)"),
    },
}
"""By set and number of a problem: the sign that its answers are to give, with what these are made by."""


@dataclass
class Cast:
    """Models that answer with the references of a set, but for what is planted.

    The one called ``novice`` is wrong at every third of the other problems, by a plan for each.
    """

    codes: Mapping[str, str]
    """The right code by question, on one line."""
    numbers: Mapping[str, int]
    """The number of the problem, by its question."""
    plants: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    times: Counter[tuple[str, str]] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, call: Call) -> Answer:
        """Answer one call."""
        question, model = " ".join(question_of(call).split()), str(call.body["model"])
        is_blind, question = question.endswith(NOTE), question.removesuffix(NOTE).strip()
        number = self.numbers[question]
        sign, made_by = self.plants.get(number, ("", ""))
        if is_blind:
            return Answer(fenced_code(made_by if sign == "DS975" else "-1"))
        with self.lock:
            self.times[model, question] += 1
            turn = self.times[model, question]
        code = self.planted(sign, made_by, self.codes[question], turn)
        if model == "novice" and self.is_hard(number):
            return Player({question_of(call): code}, seed=number).wrong(call)
        return Answer(fenced_code(code) if code else "That cannot be known.")

    def planted(self, sign: str, made_by: str, code: str, turn: int) -> str:
        """Return what every model answers at a turn; nothing stands for prose."""
        if sign == "DS971" or (sign == "DS973" and turn % 2):
            return spoiled(code, PLAN)
        if sign == "DS972":
            return reshaped(code, made_by)
        return {"DS974": made_by, "DS977": ""}.get(sign, code)

    def is_hard(self, number: int) -> bool:
        """Tell whether the novice is wrong."""
        return number % 3 == 0 and number not in self.plants


def piloted(
    name: str, workspace: Workspace, models: tuple[str, ...], plants: Mapping[int, tuple[str, str]]
) -> PilotReport:
    """Send models at a set of the repository, as it was admitted."""
    shutil.copytree(ROOT / "problemsets", workspace.root / "problemsets", dirs_exist_ok=True)
    problems = parse((ROOT / "problemsets" / f"{name}.py").read_text()).problems
    questions = [(" ".join(problem.question.split()), cell, problem) for cell, problem in problems]
    cast = Cast(
        {question: cell.code for question, cell, _ in questions},
        {question: problem.number for question, _, problem in questions},
        plants,
    )
    with LoopbackServer(cast) as server:
        return pilot(request_for(server, workspace, name, solvers=tuple(f"model:{model}" for model in models)))


def claimed_levels(name: str) -> dict[int, str]:
    """Return the level that each problem of a set claims."""
    provenance = read_provenance((ROOT / "problemsets" / "_meta" / f"{name}.yaml").read_text())
    return {problem.number: problem.level for problem in provenance.problems}


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", PLANTS)
def test_strong_solvers_accuse_nothing(name: str, bare: Workspace) -> None:
    """Where all are right, what does not claim to be easy is called too easy, in a note, and nothing else is said."""
    report = piloted(name, bare, ("expert", "adept", "master"), {})
    expected = [(number, "DS976") for number, level in claimed_levels(name).items() if level != "easy"]

    assert [(finding.problem, finding.code) for finding in report.record.findings] == expected
    assert {finding.severity for finding in report.record.findings} == {Severity.NOTE}
    assert [(solver.right, solver.answers) for solver in report.record.solvers] == [(30, 30)] * 3


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", PLANTS)
def test_planted_signs_are_found_and_no_other(name: str, bare: Workspace) -> None:
    """Each sign stands at the problem whose answers give it; what a novice does alone is none."""
    plants = PLANTS[name]
    report = piloted(name, bare, ("expert", "adept", "novice"), plants)
    cast = Cast({}, {}, plants)
    easy = {
        number: "DS976"
        for number, level in claimed_levels(name).items()
        if level != "easy" and number not in plants and not cast.is_hard(number)
    }
    expected = easy | {number: sign for number, (sign, _) in plants.items()}

    assert {finding.problem: finding.code for finding in report.record.findings} == expected
    assert len(report.record.findings) == len(expected)
