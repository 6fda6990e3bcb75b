"""Author, prove and export problem sets that measure data-science agents.

The steps of the pipeline as functions, imported when first used so that ``import authoring`` costs nothing::

    from contextlib import closing
    from pathlib import Path
    import authoring

    findings = authoring.lint(Path("problemsets/penguins.py").read_text())

    workspace = authoring.Workspace.find(Path.cwd())
    seed = workspace.read_seed("penguins")
    files, limits = workspace.seed_files(seed), workspace.settings.limits
    with closing(authoring.LocalSandbox()) as sandbox:
        profile = authoring.profile_data(seed, files=files, sandbox=sandbox)
        drafter = authoring.TemplateDrafter(workspace.templates())
        draft = authoring.write_draft(seed, profile, drafter=drafter, name="penguins", examples=(), random_seed=0)
        evidence = authoring.verify(draft.text, files, limits=limits, sandbox=sandbox)
    print(evidence.errors)

    benchmark = authoring.read_benchmark(Path("problemsets"))
    submissions = authoring.read_submissions(Path("a.jsonl"))
    solver = authoring.open_solver("recorded", authoring.SolverOptions(benchmark, submissions))
    options = authoring.EvaluationOptions()
    with closing(authoring.LocalSandbox()) as sandbox:
        evaluation = authoring.judge_benchmark(benchmark, solver=solver, options=options, sandbox=sandbox)
    print(authoring.measure(evaluation).pass_rate)

What each takes, gives and raises stands in its own docstring; times are seconds and sizes bytes unless a name or
docstring says otherwise. Errors that a person can act on derive from `AuthoringError`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from authoring.api.evaluation import judge_benchmark
    from authoring.api.pipeline import author
    from authoring.api.verification import verify, verify_job, verify_many
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
    from authoring.dseal import Diagnostic, ProblemSet, Severity, Surroundings, dump, lint, parse
    from authoring.dseal.mutation import mutants
    from authoring.errors import AuthoringError
    from authoring.evaluation.metrics import Metrics, measure
    from authoring.evaluation.player import SetPlayer
    from authoring.evaluation.solvers.base import SolverOptions
    from authoring.evaluation.solvers.registry import open_solver
    from authoring.evaluation.statistics import measure_benchmark
    from authoring.formats.base.registry import export
    from authoring.formats.cibench.import_.experiment import import_experiment
    from authoring.formats.cibench.score.run import score_cibench
    from authoring.formats.csv.import_ import import_pairs
    from authoring.formats.dabench.score import score_dabench
    from authoring.formats.dseval.results import read_results, read_submissions
    from authoring.formats.exercises.import_ import import_exercises
    from authoring.gate.admission import admit_draft
    from authoring.gate.dry_run import dry_run
    from authoring.gate.dry_run_findings import check_dry_run
    from authoring.llm.models.registry import open_model
    from authoring.records.bundle import Bundle
    from authoring.records.decision import Action, Admission, Decision, Rejection, Waiting
    from authoring.records.draft import Draft, ImportedSet
    from authoring.records.evidence import DryRun, Evidence, Limits, Pins
    from authoring.records.job import Job, JobResult
    from authoring.records.model_config import ModelChoice
    from authoring.records.profile import Profile
    from authoring.records.protection import Level, Protection
    from authoring.records.results import Benchmark, Evaluation, EvaluationOptions, Submission
    from authoring.records.run import RunSettings
    from authoring.records.seed import Seed
    from authoring.records.sketch import Instructions, Sketch
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

_HOMES = {
    "authoring.api.evaluation": ("judge_benchmark",),
    "authoring.api.pipeline": ("author",),
    "authoring.api.verification": (
        "verify",
        "verify_job",
        "verify_many",
    ),
    "authoring.drafting.drafter": ("write_draft",),
    "authoring.drafting.duplicates.detection": ("find_repeats",),
    "authoring.drafting.examples": ("pick_examples",),
    "authoring.drafting.model_drafter": ("ModelDrafter",),
    "authoring.drafting.prompts.instructions": ("instructions_of",),
    "authoring.drafting.repair": ("repair_draft",),
    "authoring.drafting.revision": ("revise_draft",),
    "authoring.drafting.sketch": ("sketch_problems",),
    "authoring.drafting.templates.drafter": ("TemplateDrafter",),
    "authoring.drafting.translation.translator": ("translate_questions",),
    "authoring.dseal": (
        "Diagnostic",
        "ProblemSet",
        "Severity",
        "Surroundings",
        "dump",
        "lint",
        "parse",
    ),
    "authoring.dseal.mutation": ("mutants",),
    "authoring.errors": ("AuthoringError",),
    "authoring.evaluation.metrics": (
        "Metrics",
        "measure",
    ),
    "authoring.evaluation.player": ("SetPlayer",),
    "authoring.evaluation.solvers.base": ("SolverOptions",),
    "authoring.evaluation.solvers.registry": ("open_solver",),
    "authoring.evaluation.statistics": ("measure_benchmark",),
    "authoring.formats.base.registry": ("export",),
    "authoring.formats.cibench.import_.experiment": ("import_experiment",),
    "authoring.formats.cibench.score.run": ("score_cibench",),
    "authoring.formats.csv.import_": ("import_pairs",),
    "authoring.formats.dabench.score": ("score_dabench",),
    "authoring.formats.dseval.results": (
        "read_results",
        "read_submissions",
    ),
    "authoring.formats.exercises.import_": ("import_exercises",),
    "authoring.gate.admission": ("admit_draft",),
    "authoring.gate.dry_run": ("dry_run",),
    "authoring.gate.dry_run_findings": ("check_dry_run",),
    "authoring.llm.models.registry": ("open_model",),
    "authoring.records.bundle": ("Bundle",),
    "authoring.records.decision": (
        "Action",
        "Admission",
        "Decision",
        "Rejection",
        "Waiting",
    ),
    "authoring.records.draft": ("Draft", "ImportedSet"),
    "authoring.records.evidence": (
        "DryRun",
        "Evidence",
        "Limits",
        "Pins",
    ),
    "authoring.records.job": (
        "Job",
        "JobResult",
    ),
    "authoring.records.model_config": ("ModelChoice",),
    "authoring.records.profile": ("Profile",),
    "authoring.records.protection": (
        "Level",
        "Protection",
    ),
    "authoring.records.results": (
        "Benchmark",
        "Evaluation",
        "EvaluationOptions",
        "Submission",
    ),
    "authoring.records.run": ("RunSettings",),
    "authoring.records.seed": ("Seed",),
    "authoring.records.sketch": (
        "Instructions",
        "Sketch",
    ),
    "authoring.sandbox.client.local": ("LocalSandbox",),
    "authoring.seeds.intake": (
        "SeedNaming",
        "fetch_seed",
    ),
    "authoring.seeds.notebooks.cleaning": ("clean_notebook",),
    "authoring.seeds.notebooks.reading": ("read_notebook",),
    "authoring.seeds.profile": ("profile_data",),
    "authoring.seeds.vetting.gate": ("vet_seed",),
    "authoring.seeds.vetting.licences": ("licence_of",),
    "authoring.validators.verdicts": ("classify",),
    "authoring.workspace": ("Workspace",),
    "authoring.workspace.benchmark": ("read_benchmark",),
    "authoring.workspace.files": ("job_inputs",),
    "authoring.workspace.guidance": (
        "read_guides",
        "read_prompts",
    ),
    "authoring.workspace.journal": ("Journal",),
}

__all__ = [
    "Action",
    "Admission",
    "AuthoringError",
    "Benchmark",
    "Bundle",
    "Decision",
    "Diagnostic",
    "Draft",
    "DryRun",
    "Evaluation",
    "EvaluationOptions",
    "Evidence",
    "ImportedSet",
    "Instructions",
    "Job",
    "JobResult",
    "Journal",
    "Level",
    "Limits",
    "LocalSandbox",
    "Metrics",
    "ModelChoice",
    "ModelDrafter",
    "Pins",
    "ProblemSet",
    "Profile",
    "Protection",
    "Rejection",
    "RunSettings",
    "Seed",
    "SeedNaming",
    "SetPlayer",
    "Severity",
    "Sketch",
    "SolverOptions",
    "Submission",
    "Surroundings",
    "TemplateDrafter",
    "Waiting",
    "Workspace",
    "admit_draft",
    "author",
    "check_dry_run",
    "classify",
    "clean_notebook",
    "dry_run",
    "dump",
    "export",
    "fetch_seed",
    "find_repeats",
    "import_exercises",
    "import_experiment",
    "import_pairs",
    "instructions_of",
    "job_inputs",
    "judge_benchmark",
    "licence_of",
    "lint",
    "measure",
    "measure_benchmark",
    "mutants",
    "open_model",
    "open_solver",
    "parse",
    "pick_examples",
    "profile_data",
    "read_benchmark",
    "read_guides",
    "read_notebook",
    "read_prompts",
    "read_results",
    "read_submissions",
    "repair_draft",
    "revise_draft",
    "score_cibench",
    "score_dabench",
    "sketch_problems",
    "translate_questions",
    "verify",
    "verify_job",
    "verify_many",
    "vet_seed",
    "write_draft",
]

_HOME = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import a public name from its home when it is first asked for."""
    if name not in _HOME:
        raise AttributeError(f"module 'authoring' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return __all__
