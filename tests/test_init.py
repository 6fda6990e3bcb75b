"""What `import authoring` offers."""

import subprocess
import sys

import pytest

import authoring

PUBLIC = """
Action Admission AuthoringError Benchmark Bundle Decision Diagnostic Draft DryRun Evaluation EvaluationOptions
Evidence ImportedSet Instructions Job JobResult Journal Level Limits LocalSandbox Metrics ModelChoice ModelDrafter
Pins ProblemSet Profile Protection Rejection RunSettings Seed SeedNaming SetPlayer Severity Sketch SolverOptions
Submission Surroundings TemplateDrafter Waiting Workspace admit_draft author check_dry_run classify clean_notebook
dry_run dump export fetch_seed find_repeats import_exercises import_experiment import_pairs instructions_of job_inputs
judge_benchmark licence_of lint measure measure_benchmark mutants open_model open_solver parse pick_examples
profile_data read_benchmark read_guides read_notebook read_prompts read_results read_submissions repair_draft
revise_draft score_cibench score_dabench sketch_problems translate_questions verify verify_job verify_many vet_seed
write_draft
"""


def test_public_names_are_these() -> None:
    """A name joins or leaves the public API only by changing this test."""
    assert sorted(authoring.__all__) == sorted(PUBLIC.split())
    assert dir(authoring) == sorted(authoring.__all__)


@pytest.mark.parametrize("name", PUBLIC.split())
def test_public_name_is_there_and_documented(name: str) -> None:
    """Every public name can be imported, and says what it is for."""
    assert getattr(authoring, name).__doc__


def test_unknown_name_is_an_attribute_error() -> None:
    """Lazy import does not change what a misspelt name does."""
    with pytest.raises(AttributeError, match="no attribute 'lnt'"):
        authoring.lnt  # noqa: B018 - the access is the test


def test_import_costs_nothing() -> None:
    """`import authoring` alone imports neither pandas nor pydantic."""
    code = (
        "import sys, authoring; print([m for m in ('pandas', 'numpy', 'pydantic', 'yaml', 'rich') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "[]\n"
