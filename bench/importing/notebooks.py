"""Notebooks made sets by rule, and run."""

import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from authoring.api.verification import verify
from authoring.dseal.diagnostic import Severity
from authoring.formats.exercises.import_ import exercises_of, import_exercises
from authoring.records.draft import ImportedSet
from authoring.records.evidence import Evidence, Limits, Outcome
from authoring.sandbox.client.local import LocalSandbox
from authoring.seeds.notebooks.reading import read_notebook

DATA = frozenset({"csv", "tsv", "txt", "data", "user", "json", "xlsx"})
"""Endings of data files."""


@dataclass(frozen=True, slots=True)
class Row:
    """What became of one notebook."""

    name: str
    questions: int
    """Exercises in it, answered or not, without those that only import."""
    answered: bool
    """Whether most of its questions have code that answers them."""
    problems: int
    ran: int
    """Problems whose reference ended well."""
    accepted: int
    """Of those, problems without an error of the checks."""
    unsure: int
    """Problems with a choice that is marked for review."""
    ends: str
    """What kept the first reference that does not run from running, or what is wrong first."""
    codes: Mapping[str, int]
    """Findings of the import, by code."""
    errors: Mapping[str, int]
    """Errors of the verification, by code."""
    missing: tuple[str, ...]


def measured(checkout: Path, files: Mapping[str, Path], *, python: Path | None) -> Iterator[Row]:
    """Import and run every notebook below a folder."""
    with closing(LocalSandbox(python=python)) as sandbox, tempfile.TemporaryDirectory(prefix="bench-") as scratch:
        for path in sorted(checkout.rglob("*.ipynb")):
            notebook = read_notebook(path.read_text("utf-8"), path.name)
            made = import_exercises(notebook, files=tuple(files))
            # Only the files that the text names: each is copied into the session.
            given = [
                _linked(Path(scratch), name, file) for name, file in files.items() if f"inputs/{name}" in made.text
            ]
            evidence = verify(made.text, given, limits=Limits(), sandbox=sandbox) if made.text else None
            exercises = [exercise for exercise in exercises_of(notebook) if exercise.question]
            solved = sum(bool(exercise.codes) for exercise in exercises)
            yield _row(
                str(path.relative_to(checkout)), made, evidence, len(exercises), answered=solved * 2 > len(exercises)
            )


def data_in(folders: Sequence[Path]) -> dict[str, Path]:
    """Return the data files below folders by their names; of two with one name, the first."""
    found: dict[str, Path] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix.lstrip(".").lower() in DATA and path.name != "requirements.txt":
                found.setdefault(path.name, path)
    return found


def versions_of(python: Path | None) -> str:
    """Return the versions that cells run with, in words."""
    ask = (
        "import sys, pandas, numpy; "
        "print('Python', sys.version.split()[0], 'pandas', pandas.__version__, 'numpy', numpy.__version__)"
    )
    done = subprocess.run([python or sys.executable, "-c", ask], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def _linked(scratch: Path, name: str, file: Path) -> Path:
    place = scratch / name
    if not place.exists():
        place.write_bytes(file.read_bytes())
    return place


def _row(name: str, made: ImportedSet, evidence: Evidence | None, questions: int, *, answered: bool) -> Row:
    runs = evidence.dry_run.cells if evidence and evidence.dry_run else ()
    errors = [each for each in (evidence.diagnostics if evidence else ()) if each.severity is Severity.ERROR]
    wrong = {each.problem for each in errors}
    ran = [run.number for run in runs if run.number is not None and run.run.outcome is Outcome.OK]
    unsure = {each.problem for each in made.findings if each.severity is Severity.WARNING and each.problem}
    first = next(iter(errors), None)
    return Row(
        name=name,
        questions=questions,
        answered=answered,
        problems=len(made.origins),
        ran=len(ran),
        accepted=sum(number not in wrong for number in ran),
        unsure=len(unsure),
        ends=f"{first.code} {first.message}"[:110] if first else "",
        codes=dict(Counter(each.code for each in made.findings)),
        errors=dict(Counter(each.code for each in errors)),
        missing=made.needs,
    )
