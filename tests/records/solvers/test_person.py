"""What is put to a person holds nothing that another solver is not told."""

from authoring.evaluation.solvers.base import Task
from authoring.records.solvers.person import PersonQuestion


def test_a_person_is_told_no_more_than_a_solver() -> None:
    """Above all no reference: every field is one of a task."""
    assert set(PersonQuestion.model_fields) <= set(Task.model_fields) - {"reference"}
