"""What was uncertain on the way in stays said until a person has changed the problem."""

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.records.draft import ImportedSet, ProblemOrigin, remaining_findings

PROBLEM = '# %%\n"""\nquestion: |\n  What is {0} plus 1?\n"""\n\n{0} + 1\n'
TEXT = "\n".join(("# %%\nimport math\n", *(PROBLEM.format(number) for number in (1, 2, 3))))
GUESS = RuleInfo("DS999", "guess", Severity.WARNING, "what", "why", "bad", "good")
IMPORTED = ImportedSet(
    text=TEXT,
    origins=(ProblemOrigin(origin="import:notebook"),) * 3,
    findings=(GUESS.diagnostic("second", problem=2), GUESS.diagnostic("third", problem=3), GUESS.diagnostic("whole")),
)


def told(findings: tuple[Diagnostic, ...]) -> list[tuple[str, int | None, str]]:
    """Return what is said, of which problem, at which line of the text."""
    return [(finding.message, finding.problem, finding.source_line) for finding in findings]


def test_findings_point_at_the_question() -> None:
    """An importer names the problem alone; the finding stands at its question, the whole set's at the top."""
    found = remaining_findings(IMPORTED, TEXT)

    assert told(found) == [("whole", None, ""), ("second", 2, "question: |"), ("third", 3, "question: |")]
    assert [TEXT.splitlines()[finding.line - 1] for finding in found[1:]] == ["question: |"] * 2


def test_a_changed_problem_is_certain() -> None:
    """What a person rewrote is that person's; what only moved is as uncertain as before."""
    text = TEXT.replace("2 + 1", "1 + 2").replace(PROBLEM.format(1) + "\n", "")

    assert told(remaining_findings(IMPORTED, text)) == [("whole", None, ""), ("third", 2, "question: |")]
