"""What `import authoring` offers."""

import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

import authoring

PUBLIC = """
Action AddedSeed Admission AdmissionResult AllowanceRequest AskingRequest AuthoringError BatchHandover Benchmark
Bundle CIBenchScores Certificate Change ChangeReport CheckedSet Claim CodeExplanation CodeOrigin ContainerRecipe
CreatedWorkspace DABenchScores DataDescription DataDictionary DatasetNotebooks DatasetVersions Decision DemoResult
DescribedData Diagnostic DigestedNotebook DoctorOptions Draft DraftRequest DraftResult DraftingMode DryRun
DsevalImportOptions Ended EnvironmentCheck EnvironmentLine EnvironmentLock Evaluation EvaluationOptions
EvaluationReport EvaluationRequest Evidence Examination ExportReport ExportRequest ImportOptions ImportedBenchmark
ImportedResults ImportedSet ImportedTasks ImportedTree Instructions Job JobResult Journal LearnedLessons
LessonDecisions LessonProposal Level Limits LintedPaths ListedSeeds LocalSandbox MLBenchScores Metrics
MigrationReport ModelAccess ModelChoice ModelDrafter ModelNames ModuleTopics Notice PartialResult PilotReport
PilotRequest Pins ProblemSet Profile Progress Protection Rejection Reporter ResultLine ReviewResult ReviewSession
RuleChange RunSettings RunnableSet Seed SeedCheck SeedEdits SeedNaming SeedOptions SeedReference SeedReport
SelectedResults ServerCheck SetPlayer SetRunOptions SetRuns Severity Sketch SolverComparison SolverOptions
SpendingReport Submission Surroundings SyntheticTableOptions TaskImportOptions TemplateDrafter TopicProposal
TopicRequest TranslationReport TranslationRequest TranslationSession TrustError TrustList UpstreamReport Waiting
Workspace WorkspaceStatus WorkspaceTrust YieldReport add_seed add_seed_or_list add_seeds admit admit_draft allow
author certify check_dry_run check_environment check_model check_seeds check_sets checked_name classify
clean_notebook compare_environments compare_results compare_runs compare_solvers consenting container_recipe
create_environment create_workspace demonstrate describe_data describe_seed digest_seed_notebook doctor draft
draft_by_mode draft_in_batches draft_many dry_run dump edit_dictionary edit_draft edit_seed estimate_drafts
estimate_evaluation estimate_pilot estimate_solvers evaluate examine_draft examine_machine examine_trust
explain_codes export fetch_seed find_repeats find_topics import_cibench import_csv import_dseval import_exercises
import_experiment import_functions import_mlbench import_notebook import_pairs import_results instructions_of
invent_seed job_inputs judge_benchmark learn licence_of lint lint_files lint_paths list_environments list_formats
list_models list_notebooks list_seeds list_trust list_versions lock_environment measure measure_benchmark
measure_statistics migrate mutants open_model open_sandbox open_solver open_workspace parse pick_examples pilot
problemset_files profile_data read_benchmark read_guides read_notebook read_prompts read_results read_seed_list
read_submissions remove_draft remove_environments remove_seed remove_set rename_draft rename_seed rename_set
reopen_draft reopen_set repair_draft repair_workspace report_spending report_yield review revise revise_draft run
run_sets runnable_sets score_cibench score_dabench score_mlbench search_seeds select_results serve_sandbox
set_reference_cells show_draft sketch_problems status translate translate_questions trust trust_workspace
update_seeds verify verify_job verify_many vet_seed withdraw_trust write_draft
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


@pytest.mark.exhaustive
def test_whole_main_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The example of the docstring goes from a table to an evaluated benchmark with nothing but `import authoring`."""
    monkeypatch.chdir(tmp_path)
    example = textwrap.dedent((authoring.__doc__ or "").partition("::\n")[2].partition("What each takes")[0])
    names: dict[str, Any] = {}
    exec(example, names)  # noqa: S102 - our own docstring

    state, workspace, report = names["state"], names["workspace"], names["evaluation"]
    assert len(example.strip().splitlines()) <= 15
    assert isinstance(state, authoring.Waiting)
    assert state.evidence.dry_run is not None
    assert capsys.readouterr().out == "()\n1.0\n"
    assert workspace.problemsets() == ("penguins",)
    assert (tmp_path / "export" / "penguins.py").is_file()
    assert len(report.problems) == len(authoring.parse(state.draft.text).problems) > 0
    assert {problem.verdict for problem in report.problems} == {"CORRECT"}
