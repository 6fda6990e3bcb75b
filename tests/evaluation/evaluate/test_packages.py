"""Results name the packages that verdicts depend on, also those that answers alone import."""

from authoring.dseal.parse import parse
from authoring.evaluation.evaluate.packages import MOST_IMPORTS, packages_of
from authoring.records.evidence import CellRun, Judgement, Outcome
from authoring.records.results import Attempt, ProblemResult, Submission
from authoring.sandbox.fake import FakeSandbox
from authoring.validators.verdicts import SubverdictName, VerdictName

TEXT = '# %%\nimport json\nimport polars.selectors\n\n# %%\n"""\nquestion: How many?\n"""\n3\n'
INSTALLED = {"python": "3.12", "numpy": "2.0", "pandas": "2.2", "polars": "1.0", "sklearn": "1.5", "scipy": "1.14"}


def problem(*codes: str, validators: tuple[str, ...] = ()) -> ProblemResult:
    """Return a problem with an answer for each code."""
    attempts = tuple(
        Attempt(
            submission=Submission(problemset="s", index=1, code=code),
            run=CellRun(outcome=Outcome.OK, seconds=0, peak_memory=0),
            judgement=Judgement(correct="yes", category="and"),
            verdict=VerdictName.CORRECT,
            subverdict=SubverdictName.UNCATEGORIZED,
            reason="",
        )
        for code in codes
    )
    return ProblemResult(problemset="s", index=1, question="", difficulty=0, validators=validators, attempts=attempts)


def names(*problems: ProblemResult) -> list[str]:
    """Return the packages that are named for a set with these problems."""
    return [name for name, _ in packages_of(parse(TEXT), problems, FakeSandbox(installed=INSTALLED))]


def test_cells_answers_and_validators_are_looked_at() -> None:
    """What is not installed or is no distribution is left out, and so is what code that cannot be read imports."""
    assert names() == ["numpy", "pandas", "polars"]
    assert names(problem("from scipy import stats\nimport nowhere", "import os\n1")) == [
        *("numpy", "pandas", "polars", "scipy")
    ]
    assert names(problem("1", validators=("model",))) == ["numpy", "pandas", "polars", "sklearn"]
    assert names(problem("import scipy, (")) == ["numpy", "pandas", "polars"]


def test_answers_cannot_crowd_out_what_the_set_needs() -> None:
    """Of an answer with very many imports, or of very long code, the imports are left out."""
    many = "import " + ", ".join(f"a{number:04}" for number in range(MOST_IMPORTS))
    assert names(problem(f"{many}\nimport scipy")) == ["numpy", "pandas", "polars"]
    assert names(problem("import scipy\n" + "#" * 200_000)) == ["numpy", "pandas", "polars"]
