"""DS228: a problem that repeats another of its set, by question and code together."""

from collections.abc import Iterator

from authoring.dseal.analysis.column_changes import changes_of
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.duplicates.problems import ProblemSignature, repeats, signatures_of
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.rules import duplicate_question, repeated_reference, similar_question
from authoring.dseal.session import SessionStep, at_question, steps

_BAD = '# %%\n"""\nquestion: {}\n"""\n\n{}\n'
_MEAN = _BAD.format("Give the mean of `fare` for every `port`.", 'df.groupby("port")["fare"].mean()')
INFO = RuleInfo(
    code="DS228",
    name="problem-asked-again",
    severity=Severity.WARNING,
    what="Two problems of a set are the same by what drafts are refused for (DS501), or by short code that is the same "
    "under questions that have words in common; what DS210, DS211 and DS227 say is not said again.",
    why="The second one measures only whether the agent repeats itself, and takes the place of another skill.",
    bad=_MEAN
    + "\n"
    + _BAD.format("For each `port`, tell me its mean `fare`.", 't = df.groupby("port")\nt["fare"].mean()'),
    good=_MEAN + "\n" + _BAD.format("Which `port` has the most rows?", 'df["port"].mode()[0]'),
)

_BY = {"question": "asks the same as", "code": "is solved by the same code as", "both": "asks and computes the same as"}
_MOST_PROBLEMS = 200
"""Problems that are compared each with each."""


def check(problemset: ProblemSet, surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find problems that stood before; silent where what the earlier one reads was bound anew in between."""
    doubles = list(_doubles(problemset))
    if not doubles:
        return
    # Other rules see some of them too, and a reader needs to hear it once.
    known = {
        finding.problem
        for rule in (duplicate_question, similar_question, repeated_reference)
        for finding in rule.check(problemset, surroundings)
    }
    yield from (finding for finding in doubles if finding.problem not in known)


def _doubles(problemset: ProblemSet) -> Iterator[Diagnostic]:
    earlier: list[tuple[int, ProblemSignature, SessionStep]] = []
    signatures = dict(zip((id(cell) for cell, _ in problemset.problems), signatures_of(problemset), strict=True))
    for step in steps(problemset):
        cell = step.cell
        signature = signatures.get(id(cell))
        if signature is not None and cell.problem is not None:
            for number, candidate, _ in earlier:
                if by := repeats(signature, candidate):
                    message = f"problem {cell.problem.number} {_BY[by]} problem {number}"
                    yield at_question(problemset, cell, "", INFO, message, "ask for another skill, or drop one of them")
                    break
        # The same code asks for something else once what it reads is another thing.
        changes = changes_of(step)
        earlier = [entry for entry in earlier if not changes.reach(entry[2].tree, entry[1].shape.free)]
        if signature is not None and cell.problem is not None and len(earlier) < _MOST_PROBLEMS:
            earlier.append((cell.problem.number, signature, step))
