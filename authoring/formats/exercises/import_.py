"""Exercise notebooks, with their questions in Markdown and their answers in code, made problem sets by rule."""

from collections.abc import Sequence

from authoring.formats.exercises.assembly import assemble
from authoring.formats.exercises.cells import exercises_of
from authoring.records.imported import ImportedSet
from authoring.seeds.notebooks.notebook import Notebook

ORIGIN = "import:notebook"


def import_exercises(notebook: Notebook, *, files: Sequence[str]) -> ImportedSet:
    """Make a problem set of an exercise notebook.

    Nothing of it is run, and no model is asked. What a reviewer has to look at is a finding: every choice that could
    have gone another way (DS941 to DS946, with the number of the problem), and everything that was left out or became
    context (DS947, DS948). Where nothing can be judged, the text is empty and a finding is an error (DS949).

    Args:
        notebook: as `read_notebook` understood it.
        files: names of the data files that will stand below ``inputs/``.
    """
    made = assemble(
        exercises_of(notebook),
        files=files,
        origin=ORIGIN,
        hint="give the notebook with the solutions: questions in Markdown cells, and their answers in code cells",
    )
    return made.model_copy(update={"findings": (*notebook.findings, *made.findings)})
