"""The packages that verdicts on a set depend on: what its cells, its answers and its validators import."""

from collections.abc import Sequence

from authoring.dseal import ProblemSet
from authoring.dseal.python_code import imports_of
from authoring.records.results import ProblemResult
from authoring.sandbox.port import SandboxFacts

ALWAYS = frozenset({"numpy", "pandas"})
"""Packages that every comparison of values rests on."""
OF_VALIDATORS = {"model": ("sklearn",), "vis": ("matplotlib", "skimage")}
"""Packages that judging by a validator uses where they are installed."""
LONGEST_CODE = 100_000
"""Characters of an answer whose imports are looked for: its syntax tree is cheap."""
MOST_IMPORTS = 200
"""Packages that answers import and that are looked up; no honest set comes near."""


def packages_of(
    problemset: ProblemSet, problems: Sequence[ProblemResult], sandbox: SandboxFacts
) -> tuple[tuple[str, str], ...]:
    """Return name and version of the installed packages that the verdicts on a set depend on, sorted."""
    own_names = _imports([cell.code for cell in problemset.runnable])
    own_names |= {name for problem in problems for alias in problem.validators for name in OF_VALIDATORS.get(alias, ())}
    codes = [attempt.submission.code for problem in problems for attempt in problem.attempts]
    answers = sorted(_imports([code for code in codes if len(code) <= LONGEST_CODE]))[:MOST_IMPORTS]
    versions = sandbox.versions(sorted({*ALWAYS, *own_names, *answers}))
    # A module without a distribution is one of the answer's own files, or of this program.
    return tuple((name, version) for name, version in versions if name != "python" and version)


def _imports(codes: Sequence[str]) -> set[str]:
    return {name.partition(".")[0] for code in codes for name in imports_of(code)}
