"""Author, prove and export problem sets that measure data-science agents.

What the command line does, as functions, imported when first used so that ``import authoring`` costs nothing::

    from pathlib import Path

    import authoring

    authoring.create_workspace(Path("penguins-benchmark"))
    workspace = authoring.Workspace(Path("penguins-benchmark"))
    authoring.add_seed(workspace, ["package:palmerpenguins/penguins"])
    state = authoring.draft(workspace, authoring.DraftRequest(seeds=("penguins",)))
    print(state.evidence.errors)
    authoring.admit(workspace, ["penguins"], reviewer="me", consent=lambda state: not state.evidence.errors)
    authoring.export(workspace, authoring.ExportRequest("dseval", Path("export")))
    request = authoring.EvaluationRequest(workspace=workspace.root, solver="reference")
    evaluation = authoring.evaluate(request)
    print(evaluation.metrics.pass_rate)

What each takes, gives and raises stands in its own docstring; times are seconds and sizes bytes unless a name or
docstring says otherwise. Errors that a person can act on derive from `AuthoringError`. A function that does one step
of a verb, such as `profile_data` or `judge_benchmark`, is there for programs that put the steps together otherwise.
"""

import ast
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from authoring.api.checks import CheckedSet, check_sets
    from authoring.api.decisions import AdmissionResult, admit, revise
    from authoring.api.demo import DemoResult, demonstrate
    from authoring.api.drafts.batch_mode import BatchHandover, draft_in_batches
    from authoring.api.drafts.experiments import ModuleTopics, TopicRequest, find_topics
    from authoring.api.drafts.modes import DraftingMode, draft_by_mode
    from authoring.api.drafts.requests import DraftRequest, DraftResult, draft, draft_many, estimate_drafts
    from authoring.api.environments import (
        EnvironmentCheck,
        EnvironmentLine,
        EnvironmentLock,
        check_environment,
        create_environment,
        list_environments,
        lock_environment,
        remove_environments,
    )
    from authoring.api.evaluation import EvaluationRequest, evaluate
    from authoring.api.evaluation.estimates import estimate_evaluation
    from authoring.api.evaluation.judging import judge_benchmark
    from authoring.api.evaluation.pilot import PilotRequest, estimate_pilot, pilot
    from authoring.api.evaluation.pilot_report import PilotReport
    from authoring.api.evaluation.report import EvaluationReport
    from authoring.api.evaluation.run_comparison import compare_results, compare_runs
    from authoring.api.evaluation.solver_comparison import SolverComparison, compare_solvers, estimate_solvers
    from authoring.api.evaluation.solvers import AskingRequest
    from authoring.api.exports import ExportReport, ExportRequest, export, list_formats
    from authoring.api.findings.codes import CodeExplanation, explain_codes
    from authoring.api.findings.lint import LintedPaths, lint_files, lint_paths, problemset_files
    from authoring.api.imports.cibench import ImportedTree, import_cibench
    from authoring.api.imports.dseval import DsevalImportOptions, ImportedBenchmark, import_dseval
    from authoring.api.imports.files import ImportOptions, import_csv, import_functions, import_notebook
    from authoring.api.imports.mlbench import ImportedTasks, TaskImportOptions, import_mlbench
    from authoring.api.imports.results import ImportedResults, import_results
    from authoring.api.lessons import LearnedLessons, LessonDecisions, learn
    from authoring.api.machine import ContainerRecipe, Examination, container_recipe, examine_machine
    from authoring.api.models import ModelAccess, ModelNames, check_model, list_models
    from authoring.api.pipeline import author
    from authoring.api.reports import SpendingReport, report_spending, report_yield
    from authoring.api.results import ResultLine, SelectedResults, select_results
    from authoring.api.review.session import ReviewResult, ReviewSession, examine_draft, review
    from authoring.api.sandboxes import open_sandbox, serve_sandbox
    from authoring.api.scores import score_cibench, score_dabench, score_mlbench
    from authoring.api.seeds.description import SeedReport, describe_seed, list_seeds
    from authoring.api.seeds.dictionary import DataDescription, DescribedData, describe_data, edit_dictionary
    from authoring.api.seeds.intake import AddedSeed, SeedOptions, add_seed
    from authoring.api.seeds.kaggle import (
        DatasetNotebooks,
        DatasetVersions,
        DigestedNotebook,
        UpstreamReport,
        digest_seed_notebook,
        list_notebooks,
        list_versions,
        search_seeds,
        update_seeds,
    )
    from authoring.api.seeds.lists import ListedSeeds, SeedReference, add_seed_or_list, add_seeds, read_seed_list
    from authoring.api.seeds.synthetic_tables import SyntheticTableOptions, invent_seed
    from authoring.api.seeds.upkeep import SeedEdits, edit_seed, remove_seed, rename_seed
    from authoring.api.seeds.vetting import AllowanceRequest, SeedCheck, check_seeds
    from authoring.api.set_runs import RunnableSet, SetRuns, run_sets, runnable_sets
    from authoring.api.statistics import measure_statistics
    from authoring.api.status import WorkspaceStatus, status
    from authoring.api.surroundings import SetRunOptions, compare_environments, run
    from authoring.api.translation import TranslationReport, TranslationRequest, TranslationSession, translate
    from authoring.api.trust import (
        CodeOrigin,
        allow,
        consenting,
        examine_trust,
        list_trust,
        trust,
        trust_workspace,
        withdraw_trust,
    )
    from authoring.api.upkeep.doctor import DoctorOptions, doctor
    from authoring.api.upkeep.drafts import edit_draft, remove_draft, rename_draft, reopen_draft, show_draft
    from authoring.api.upkeep.reference_cells import set_reference_cells
    from authoring.api.upkeep.repair import repair_workspace
    from authoring.api.upkeep.sets import remove_set, rename_set, reopen_set
    from authoring.api.verification import verify, verify_job, verify_many
    from authoring.api.workspaces import CreatedWorkspace, checked_name, create_workspace, migrate, open_workspace
    from authoring.drafting.drafter import write_draft
    from authoring.drafting.duplicates.detection import find_repeats
    from authoring.drafting.examples import pick_examples
    from authoring.drafting.model_drafter import ModelDrafter
    from authoring.drafting.prompts.instructions import instructions_of
    from authoring.drafting.repair import repair_draft
    from authoring.drafting.revision import revise_draft
    from authoring.drafting.sketch import sketch_problems
    from authoring.drafting.templates.drafter import TemplateDrafter
    from authoring.drafting.translation.translator import translate_questions
    from authoring.drafting.yield_report import YieldReport
    from authoring.dseal import Diagnostic, ProblemSet, Severity, Surroundings, dump, lint, parse
    from authoring.dseal.mutation import mutants
    from authoring.errors import AuthoringError, TrustError
    from authoring.evaluation.metrics import measure
    from authoring.evaluation.player import SetPlayer
    from authoring.evaluation.solvers.base import SolverOptions
    from authoring.evaluation.solvers.registry import open_solver
    from authoring.evaluation.statistics import measure_benchmark
    from authoring.formats.cibench.import_.experiment import import_experiment
    from authoring.formats.cibench.score.averages import CIBenchScores
    from authoring.formats.csv.import_ import import_pairs
    from authoring.formats.dabench.score import DABenchScores
    from authoring.formats.dseval.results import read_results, read_submissions
    from authoring.formats.exercises.import_ import import_exercises
    from authoring.formats.mlbench.score import MLBenchScores
    from authoring.gate.admission import admit_draft
    from authoring.gate.certificate.trials import certify
    from authoring.gate.dry_run import dry_run
    from authoring.gate.dry_run_findings import check_dry_run
    from authoring.llm.models.openai.server_check import ServerCheck
    from authoring.llm.models.registry import open_model
    from authoring.records.bundle import Bundle
    from authoring.records.certificate.problem import Certificate
    from authoring.records.decision import Action, Admission, Change, ChangeReport, Decision, Rejection, Waiting
    from authoring.records.dictionary import DataDictionary
    from authoring.records.draft import Draft, ImportedSet
    from authoring.records.evidence import DryRun, Evidence, Limits, Pins
    from authoring.records.experiment import TopicProposal
    from authoring.records.job import Job, JobResult
    from authoring.records.lesson import LessonProposal, RuleChange
    from authoring.records.model_config import ModelChoice
    from authoring.records.profile import Profile
    from authoring.records.progress import Ended, Notice, PartialResult, Progress, Reporter
    from authoring.records.protection import Claim, Level, Protection, TrustList, WorkspaceTrust
    from authoring.records.results import Benchmark, Evaluation, EvaluationOptions, Metrics, Submission
    from authoring.records.run import RunSettings
    from authoring.records.seed import Seed
    from authoring.records.sketch import Instructions, Sketch
    from authoring.records.workspace.migration import MigrationReport
    from authoring.sandbox.client.local import LocalSandbox
    from authoring.seeds.intake import SeedNaming, fetch_seed
    from authoring.seeds.notebooks.cleaning import clean_notebook
    from authoring.seeds.notebooks.reading import read_notebook
    from authoring.seeds.profile import profile_data
    from authoring.seeds.vetting.gate import vet_seed
    from authoring.seeds.vetting.licences import licence_of
    from authoring.validators.verdicts import classify
    from authoring.workspace import Workspace
    from authoring.workspace.benchmark import read_benchmark
    from authoring.workspace.files import job_inputs
    from authoring.workspace.guidance import read_guides, read_prompts
    from authoring.workspace.journal import Journal

# Type checkers take a literal list only; in filled lines it can be seen at one look.
# fmt: off
__all__ = [
    "Action", "AddedSeed", "Admission", "AdmissionResult", "AllowanceRequest", "AskingRequest", "AuthoringError",
    "BatchHandover", "Benchmark", "Bundle", "CIBenchScores", "Certificate", "Change", "ChangeReport", "CheckedSet",
    "Claim", "CodeExplanation", "CodeOrigin", "ContainerRecipe", "CreatedWorkspace", "DABenchScores", "DataDescription",
    "DataDictionary", "DatasetNotebooks", "DatasetVersions", "Decision", "DemoResult", "DescribedData", "Diagnostic",
    "DigestedNotebook", "DoctorOptions", "Draft", "DraftRequest", "DraftResult", "DraftingMode", "DryRun",
    "DsevalImportOptions", "Ended", "EnvironmentCheck", "EnvironmentLine", "EnvironmentLock", "Evaluation",
    "EvaluationOptions", "EvaluationReport", "EvaluationRequest", "Evidence", "Examination", "ExportReport",
    "ExportRequest", "ImportOptions", "ImportedBenchmark", "ImportedResults", "ImportedSet", "ImportedTasks",
    "ImportedTree", "Instructions", "Job", "JobResult", "Journal", "LearnedLessons", "LessonDecisions",
    "LessonProposal", "Level", "Limits", "LintedPaths", "ListedSeeds", "LocalSandbox", "MLBenchScores", "Metrics",
    "MigrationReport", "ModelAccess", "ModelChoice", "ModelDrafter", "ModelNames", "ModuleTopics", "Notice",
    "PartialResult", "PilotReport", "PilotRequest", "Pins", "ProblemSet", "Profile", "Progress", "Protection",
    "Rejection", "Reporter", "ResultLine", "ReviewResult", "ReviewSession", "RuleChange", "RunSettings", "RunnableSet",
    "Seed", "SeedCheck", "SeedEdits", "SeedNaming", "SeedOptions", "SeedReference", "SeedReport", "SelectedResults",
    "ServerCheck", "SetPlayer", "SetRunOptions", "SetRuns", "Severity", "Sketch", "SolverComparison", "SolverOptions",
    "SpendingReport", "Submission", "Surroundings", "SyntheticTableOptions", "TaskImportOptions", "TemplateDrafter",
    "TopicProposal", "TopicRequest", "TranslationReport", "TranslationRequest", "TranslationSession", "TrustError",
    "TrustList", "UpstreamReport", "Waiting", "Workspace", "WorkspaceStatus", "WorkspaceTrust", "YieldReport",
    "add_seed", "add_seed_or_list", "add_seeds", "admit", "admit_draft", "allow", "author", "certify", "check_dry_run",
    "check_environment", "check_model", "check_seeds", "check_sets", "checked_name", "classify", "clean_notebook",
    "compare_environments", "compare_results", "compare_runs", "compare_solvers", "consenting", "container_recipe",
    "create_environment", "create_workspace", "demonstrate", "describe_data", "describe_seed", "digest_seed_notebook",
    "doctor", "draft", "draft_by_mode", "draft_in_batches", "draft_many", "dry_run", "dump", "edit_dictionary",
    "edit_draft", "edit_seed", "estimate_drafts", "estimate_evaluation", "estimate_pilot", "estimate_solvers",
    "evaluate", "examine_draft", "examine_machine", "examine_trust", "explain_codes", "export", "fetch_seed",
    "find_repeats", "find_topics", "import_cibench", "import_csv", "import_dseval", "import_exercises",
    "import_experiment", "import_functions", "import_mlbench", "import_notebook", "import_pairs", "import_results",
    "instructions_of", "invent_seed", "job_inputs", "judge_benchmark", "learn", "licence_of", "lint", "lint_files",
    "lint_paths", "list_environments", "list_formats", "list_models", "list_notebooks", "list_seeds", "list_trust",
    "list_versions", "lock_environment", "measure", "measure_benchmark", "measure_statistics", "migrate", "mutants",
    "open_model", "open_sandbox", "open_solver", "open_workspace", "parse", "pick_examples", "pilot",
    "problemset_files", "profile_data", "read_benchmark", "read_guides", "read_notebook", "read_prompts",
    "read_results", "read_seed_list", "read_submissions", "remove_draft", "remove_environments", "remove_seed",
    "remove_set", "rename_draft", "rename_seed", "rename_set", "reopen_draft", "reopen_set", "repair_draft",
    "repair_workspace", "report_spending", "report_yield", "review", "revise", "revise_draft", "run", "run_sets",
    "runnable_sets", "score_cibench", "score_dabench", "score_mlbench", "search_seeds", "select_results",
    "serve_sandbox", "set_reference_cells", "show_draft", "sketch_problems", "status", "translate",
    "translate_questions", "trust", "trust_workspace", "update_seeds", "verify", "verify_job", "verify_many",
    "vet_seed", "withdraw_trust", "write_draft",
]
# fmt: on


@cache
def _homes() -> dict[str, str]:
    """Return the module of every public name, from the imports above, which are never executed."""
    # This way each name is written once for type checkers and for the interpreter; `lazy_loader` does so with stubs.
    tree = ast.parse(Path(__file__).read_text("utf-8"))  # noqa: TID251 - nothing of ours is imported for a name
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    return {
        alias.name: node.module for node in imports for alias in node.names if node.module and alias.name in __all__
    }


def __getattr__(name: str) -> Any:
    """Import a public name from its home when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module 'authoring' has no attribute {name!r}")
    return getattr(import_module(_homes()[name]), name)


def __dir__() -> list[str]:
    return __all__
