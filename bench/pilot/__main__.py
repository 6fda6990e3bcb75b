"""What a pilot finds of planted faults: ``python -m bench.pilot``.

Faults are planted by program into the repository's own sets: references that compute something else (`wrong`), a form
that the validator asks for and the question no longer says (`form`), questions that leave two readings (`reading`),
functions that nobody can know (`unknown`), answers that the names of columns tell (`columns`) or the profile alone
(`profile`), and problems that nobody ever gets wrong (`easy`).
Four models that a server on this machine plays answer through the real client, three samples each. What they answer
follows from the problem as it stood before the planting; each makes mistakes of its own at a rate of its own, and one
has habits of form. About half of the problems stay as they are: findings about them are alarms.

Found is a problem with a finding that is more than a note; what is too easy is found by the note DS976. Goals: 80 % of
the unfair problems (`form` and `reading`), 70 % of the wrong references, and alarms on at most 5 % of the clean
problems.
"""

import argparse
import random
import re
import shutil
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from authoring.api.evaluation.pilot import PilotRequest, pilot
from authoring.api.evaluation.pilot_report import PilotReport
from authoring.api.evaluation.solvers import AskingRequest
from authoring.api.models import ModelAccess
from authoring.dseal import parse
from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.dseal.model import Problem
from authoring.evaluation.pilot.codes import UNEARNED_LEVEL
from authoring.records.evidence import Limits
from authoring.records.results import BenchmarkSet
from authoring.sandbox.client.local import LocalSandbox
from authoring.workspace import Workspace
from authoring.workspace.benchmark import read_benchmark
from authoring.workspace.guidance import read_blind_prompt
from bench.pilot.plants import FURTHER, Kind, Plant, Survey, other_values, planted_text
from tests.llm.server import LoopbackServer
from tests.llm.solver_models import fenced_code, question_of
from tests.llm.wire import Answer, Call

ROOT = Path(__file__).parents[2]
SLIPS: Mapping[str, float] = {"expert": 0.03, "adept": 0.08, "learner": 0.2, "novice": 0.4}
"""How often each model makes a mistake; the last one also gives a third of its values as text."""
HABIT = 1 / 3
SAMPLES = 3
ROUNDS: Sequence[Sequence[Kind]] = (("wrong",), ("form", "reading"), FURTHER)
"""Kinds of plants that one pilot of a set has; the last is asked without the data as well."""
KINDS = (*(kind for kinds in ROUNDS for kind in kinds), "clean")


@dataclass(frozen=True, slots=True)
class Planted:
    """A set with faults in some of its problems."""

    problemset: BenchmarkSet
    text: str
    plants: Mapping[int, Plant]
    """By the number of the problem."""


@dataclass
class Course:
    """Plays the models: their answers by the question that they are asked."""

    answers: Mapping[str, Sequence[str]]
    seed: int
    plants: Mapping[str, Plant] = field(default_factory=dict)
    """By the question, on one line."""
    note: str = read_blind_prompt(ROOT).text.strip()
    times: Counter[str] = field(default_factory=Counter)

    def __call__(self, call: Call) -> Answer:
        """Answer one call, the same way whatever the order in which models are asked."""
        question, model = " ".join(question_of(call).split()), str(call.body["model"])
        if question.endswith(self.note):
            plant = self.plants.get(question.removesuffix(self.note).strip())
            return Answer(fenced_code(guess_of(call, plant) if plant else "-1"))
        self.times[f"{model}\n{question}"] += 1
        turn = self.times[f"{model}\n{question}"]
        chance = random.Random(zlib.crc32(f"{self.seed} {model} {turn} {question}".encode()))  # noqa: S311 - mistakes that can be made again
        code = chance.choice(self.answers[question])
        if question in self.plants and self.plants[question].kind == "easy":
            return Answer(fenced_code(code))
        if chance.random() < SLIPS[model]:
            slips = other_values(code, chance)
            if not slips:
                return Answer("I cannot tell.")
            code = slips[0].code
        elif model == "novice" and chance.random() < HABIT:
            *before, last = code.splitlines()
            code = "\n".join([*before, f"str({last})"])
        return Answer(fenced_code(code))


def guess_of(call: Call, plant: Plant) -> str:
    """Return what a call without the data tells of an answer: the columns that it names, counted, or a figure in it."""
    is_profile = "<data profile " in call.prompt
    if plant.kind == "columns" and not is_profile:
        names = re.findall(r"= columns: (.*); rows are hidden", call.prompt)
        return next((str(len(line.split(", "))) for line in names if plant.guess), "-1")
    figures = re.findall(r"\d+", call.prompt.replace(",", ""))
    return plant.guess if plant.kind == "profile" and is_profile and plant.guess in figures else "-1"


def planted_sets(sets: Sequence[BenchmarkSet], seed: int, kinds: Sequence[str]) -> Iterator[Planted]:
    """Yield each set with plants of some kinds in every other problem that takes one."""
    sandbox = LocalSandbox()
    try:
        for problemset in sets:
            chance = random.Random(f"{seed} {problemset.name}")  # noqa: S311 - a choice that can be made again
            candidates: dict[int, list[Plant]] = {}
            for plant in Survey(problemset, sandbox, Limits(), chance).plants():
                if plant.kind in kinds:
                    candidates.setdefault(plant.number, []).append(plant)
            # Where a problem takes several, kinds that are rare come first.
            rare = ("reading", "wrong", "form", *FURTHER)
            chosen = [min(plants, key=lambda plant: rare.index(plant.kind)) for plants in candidates.values()]
            most = (len(parse(problemset.text).problems) + 1) * 2 // 3
            plants = chance.sample(chosen, min(most, len(chosen)))
            yield Planted(problemset, planted_text(problemset.text, plants), {plant.number: plant for plant in plants})
    finally:
        sandbox.close()


def answers_of(planted: Planted) -> dict[str, Sequence[str]]:
    """Return what follows from each problem before the planting, by the question as it stands now."""
    originals = {problem.number: cell.code for cell, problem in parse(planted.problemset.text).problems}
    return {
        " ".join(problem.question.split()): planted.plants[problem.number].answers
        if problem.number in planted.plants
        else (originals[problem.number],)
        for _, problem in parse(planted.text).problems
    }


def numbered(text: str) -> dict[int, Problem]:
    """Return the problems of a text by their numbers."""
    return {problem.number: problem for _, problem in parse(text).problems}


def piloted(planted: Planted, seed: int) -> PilotReport:
    """Send the models at a set."""
    name = planted.problemset.name
    questions = {number: " ".join(item.question.split()) for number, item in numbered(planted.text).items()}
    plants = {questions[number]: plant for number, plant in planted.plants.items()}
    course = Course(answers_of(planted), seed, plants)
    with tempfile.TemporaryDirectory() as folder, LoopbackServer(course) as server:
        workspace, _ = Workspace.create(Path(folder) / "w")
        sets = workspace.root / "problemsets"
        (sets / "_manifest.yaml").write_text("name: bench\nversion: 1\n")
        (sets / f"{name}.py").write_text(planted.text)
        shutil.copytree(ROOT / "problemsets" / "_inputs" / name, sets / "_inputs" / name)
        access = ModelAccess(base_url=server.url, default_base_url=server.url, default_key="none")
        request = PilotRequest(
            name=name,
            solvers=tuple(f"model:{model}" for model in SLIPS),
            samples=SAMPLES,
            asking=AskingRequest(access),
            blind=any(plant.kind in FURTHER for plant in planted.plants.values()),
            jobs=2,
            workspace=workspace.root,
        )
        return pilot(request)


@dataclass
class Tally:
    """Problems of one kind, and the findings about them."""

    problems: int = 0
    detected: int = 0
    signs: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)

    def add(self, codes: Sequence[str], label: str) -> None:
        """Count one problem."""
        self.problems += 1
        self.detected += bool(codes)
        self.signs.update(codes)
        if not codes:
            self.missed.append(label)


def main() -> None:
    """Plant, pilot, and print a line for each kind."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--sets", nargs="*", help="sets of problemsets/; all if not given")
    options.add_argument("--seed", type=int, default=0, help="another choice of plants and of mistakes")
    options.add_argument("--list", action="store_true", help="name what was missed, and alarms on clean problems")
    chosen = options.parse_args()
    benchmark = read_benchmark(ROOT / "problemsets")
    sets = [item for item in benchmark.sets if not chosen.sets or item.name in chosen.sets]
    tallies = {kind: Tally() for kind in KINDS}
    alarms: list[str] = []
    blocked, began = 0, time.perf_counter()
    for kinds in ROUNDS:
        for planted in planted_sets(sets, chosen.seed, kinds):
            report = piloted(planted, chosen.seed)
            print(f"{planted.problemset.name}: {len(planted.plants)} plants", file=sys.stderr)
            for problem in report.record.problems:
                if problem.is_blocked:
                    blocked += 1
                    continue
                plant = planted.plants.get(problem.number)
                codes = [
                    finding.code
                    for finding in report.record.findings
                    if finding.problem == problem.number and is_found(finding, plant)
                ]
                label = f"{planted.problemset.name} {problem.number} {plant.what if plant else ''}".strip()
                tallies[plant.kind if plant else "clean"].add(codes, label)
                if codes and plant is None:
                    alarms.append(f"{label} {' '.join(codes)}")
    print_table(tallies, blocked, time.perf_counter() - began)
    if chosen.list:
        for kind in KINDS[:-1]:
            print(f"missed {kind}: {'; '.join(tallies[kind].missed) or 'none'}")
        print(f"alarms: {'; '.join(alarms) or 'none'}")


def is_found(finding: Diagnostic, plant: Plant | None) -> bool:
    """Tell whether a finding counts: one that is more than a note, or the note that says that an easy problem is."""
    is_easy = plant is not None and plant.kind == "easy"
    return finding.severity is not Severity.NOTE or (is_easy and finding.code == UNEARNED_LEVEL.code)


def print_table(tallies: Mapping[str, Tally], blocked: int, seconds: float) -> None:
    """Print what was found of each kind."""
    print(f"{'kind':10} {'problems':>8} {'found':>6} {'share':>7}  by sign")
    for kind, tally in tallies.items():
        share = tally.detected / tally.problems if tally.problems else 0
        signs = ", ".join(f"{code} {count}" for code, count in sorted(tally.signs.items()))
        print(f"{kind:10} {tally.problems:8} {tally.detected:6} {share:7.1%}  {signs}")
    unfair = [tallies["form"], tallies["reading"]]
    problems, detected = sum(tally.problems for tally in unfair), sum(tally.detected for tally in unfair)
    share = detected / problems if problems else 0
    print(f"{'unfair':10} {problems:8} {detected:6} {share:7.1%}  form and reading together")
    print(f"{blocked} problems could not be judged; {seconds:.0f} s")


if __name__ == "__main__":
    main()
