"""What a pilot found of a text that was edited since: it counts for problems that solvers would meet unchanged.

A problem is bound to the cells up to its own, with their questions and validators, to the input files and to the
dialect. All of that decides what solvers are shown and how they are judged.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path, PureWindowsPath

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.parse import parse
from authoring.dseal.session import at_question
from authoring.evaluation.judges.codes import RUBRIC_OBJECTION
from authoring.evaluation.judges.rubric import rubric_findings
from authoring.evaluation.pilot.codes import OUTDATED_PILOT
from authoring.evaluation.pilot.diagnosis import diagnose
from authoring.records.base import Sha256, sha256_of
from authoring.records.certificate.problem import Certificate, ProblemCertificate
from authoring.records.pilot import AnswerOutcome, PilotRecord
from authoring.records.pilot.trials import PilotTrials
from authoring.validators.base import Dialect
from authoring.workspace.files import job_inputs

MOST_NUMBERS = 8
"""Problems that the finding about an outdated pilot names."""


def problem_contents(text: str, inputs: Sequence[Path], dialect: Dialect) -> Mapping[int, Sha256]:
    """Return the hash of all that answers to a problem hang on, by the problem's number; input files are read."""
    problemset = parse(text)
    files = sorted((file.name, file.sha256) for path in inputs for file in job_inputs(path))
    surroundings = [dialect, files, list(problemset.conventions)]
    contents: dict[int, Sha256] = {}
    cells: list[str] = []
    for cell in problemset.runnable:
        cells.append(cell.source.strip())
        if cell.problem is not None:
            # The list grows with every cell and is written out at once: each hash covers the cells up to its own.
            contents[cell.problem.number] = sha256_of(json.dumps([*surroundings, cells]))
    return contents


def valid_pilot(record: PilotRecord | None, text: str, inputs: Sequence[Path], dialect: Dialect) -> PilotRecord | None:
    """Return the part of a pilot that counts for a text, with a finding that says of which problems the rest was.

    None where there was no pilot, or it was of another text altogether.
    """
    if record is None:
        return None
    contents, is_same = problem_contents(text, inputs, dialect), record.draft == sha256_of(text)
    problems = tuple(
        problem
        for problem in record.problems
        # Pilots of earlier versions say nothing of single problems.
        if (problem.content == contents.get(problem.number) if problem.content else is_same)
    )
    if is_same and len(problems) == len(record.problems):
        return record
    if not problems:
        return None
    numbers = {problem.number for problem in problems}
    rubric = record.rubric
    if rubric is not None:
        rubric = rubric.model_copy(
            update={"verdicts": tuple(verdict for verdict in rubric.verdicts if verdict.number in numbers)}
        )
    outdated = sorted({problem.number for problem in record.problems} & contents.keys() - numbers)
    findings = (
        *diagnose(text, problems),
        *(rubric_findings(text, rubric.verdicts) if rubric is not None else ()),
        *_outdated(text, outdated),
    )
    update = {"draft": sha256_of(text), "problems": problems, "findings": findings, "rubric": rubric}
    return record.model_copy(update=update)


def _outdated(text: str, numbers: Sequence[int]) -> tuple[Diagnostic, ...]:
    """Return that solvers answered these problems as they stood before, at the first of them."""
    if not numbers:
        return ()
    problemset = parse(text)
    cell = next(cell for cell, problem in problemset.problems if problem.number == numbers[0])
    names = ", ".join(map(str, numbers[:MOST_NUMBERS])) + (", ..." if len(numbers) > MOST_NUMBERS else "")
    message = f"what a pilot found counts no more for {'problem' if len(numbers) == 1 else 'problems'} {names}"
    hint = "An edit, there or in a cell before, or other data. Ask again, for these alone: authoring pilot"
    return (at_question(problemset, cell, "", OUTDATED_PILOT, message, hint),)


def pilot_trials(record: PilotRecord | None) -> Mapping[int, PilotTrials]:
    """Return what solvers did on each problem that they answered, by its number."""
    if record is None:
        return {}
    codes: dict[int, list[str]] = {}
    for finding in record.findings:
        if finding.problem is not None and finding.code not in {RUBRIC_OBJECTION.code, OUTDATED_PILOT.code}:
            codes.setdefault(finding.problem, []).append(finding.code)
    return {
        problem.number: PilotTrials(
            time=record.time,
            solvers=tuple(map(_public_name, dict.fromkeys(answer.solver for answer in problem.answers))),
            answers=len(problem.answers),
            right=sum(answer.outcome is AnswerOutcome.RIGHT for answer in problem.answers),
            form=sum(answer.outcome is AnswerOutcome.FORM for answer in problem.answers),
            codes=tuple(dict.fromkeys(codes.get(problem.number, ()))),
        )
        for problem in record.problems
        if problem.answers
    }


def _public_name(solver: str) -> str:
    """Return what a solver is called as it may be published: without paths of the machine that it ran on."""
    kind, _, argument = solver.partition(":")
    if kind == "command":
        return kind
    # It takes both kinds of slashes for what parts a path.
    return f"{kind}:{PureWindowsPath(argument).name}" if kind == "recorded" else solver


def with_pilot_trials(certificate: Certificate | None, text: str, record: PilotRecord | None) -> Certificate | None:
    """Return the certificate of a text with what solvers did on its problems; one of these alone if there is none."""
    trials = pilot_trials(record)
    if not trials:
        return certificate
    problemset = parse(text)
    cells = {problem.number: problemset.cells.index(cell) for cell, problem in problemset.problems}
    known = {problem.number: problem for problem in certificate.problems} if certificate else {}
    # A certificate ends with the first reference that does not run, and a pilot knows nothing of that one.
    problems = tuple(
        (known.get(number) or ProblemCertificate(number=number, cell=cell)).model_copy(
            update={"pilot": trials.get(number)}
        )
        for number, cell in cells.items()
        if number in known or number in trials
    )
    if certificate is None:
        return Certificate(draft=sha256_of(text), problems=problems, parts=())
    return certificate.model_copy(update={"problems": problems})
