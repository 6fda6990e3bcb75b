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
    solver = authoring.open_solver("recorded", authoring.Wanted(benchmark, authoring.read_submissions(Path("a.jsonl"))))
    options = authoring.EvaluationOptions()
    with closing(authoring.LocalSandbox()) as sandbox:
        evaluation = authoring.evaluate(benchmark, solver=solver, options=options, sandbox=sandbox)
    print(authoring.measure(evaluation).pass_rate)

What each takes, gives and raises stands in its own docstring; times are seconds and sizes bytes unless a name or
docstring says otherwise. Errors that a person can act on derive from `AuthoringError`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from authoring.choice import ModelChoice
    from authoring.drafters.model import ModelDrafter
    from authoring.drafters.template import TemplateDrafter
    from authoring.dseal import Diagnostic, ProblemSet, Severity, Surroundings, dump, lint, parse
    from authoring.dseal.mutants import mutants
    from authoring.errors import AuthoringError
    from authoring.evaluation import evaluate
    from authoring.exporters.registry import export
    from authoring.imported import ImportedSet
    from authoring.importers.cibench import import_experiment
    from authoring.importers.dseval_results import read_results, read_submissions
    from authoring.importers.exercises import import_exercises
    from authoring.importers.pairs import import_pairs
    from authoring.jobs import Done, Job
    from authoring.journal import Journal
    from authoring.llm.registry import open_model
    from authoring.metrics import Metrics, measure
    from authoring.notebooks.cleaning import clean_notebook
    from authoring.notebooks.reading import read_notebook
    from authoring.novelty import find_repeats
    from authoring.pipeline import RunSettings, author
    from authoring.prompts import instructions_of
    from authoring.protection import Level, Protection
    from authoring.records import (
        Action,
        Admission,
        Bundle,
        Decision,
        Draft,
        DryRun,
        Evidence,
        Limits,
        Pins,
        Profile,
        Rejection,
        Seed,
        Waiting,
    )
    from authoring.results import Benchmark, Evaluation, EvaluationOptions, Submission
    from authoring.sandbox.local import LocalSandbox
    from authoring.scoring.dabench import score_dabench
    from authoring.sketches import Instructions, Sketch
    from authoring.solvers.registry import Wanted, open_solver
    from authoring.stages.admit import admit_draft
    from authoring.stages.check import check_dry_run
    from authoring.stages.draft import write_draft
    from authoring.stages.dry_run import dry_run
    from authoring.stages.intake import Naming, fetch_seed
    from authoring.stages.learn import pick_examples
    from authoring.stages.play import SetPlayer
    from authoring.stages.profile import profile_data
    from authoring.stages.repair import repair_draft
    from authoring.stages.revise import revise_draft
    from authoring.stages.score_cibench import score_cibench
    from authoring.stages.sketch import sketch_problems
    from authoring.stages.statistics import measure_benchmark
    from authoring.stages.translate import translate_questions
    from authoring.stages.vet_seed import vet_seed
    from authoring.validators.verdicts import classify
    from authoring.verification import verify, verify_job, verify_many
    from authoring.vetting.licences import licence_of
    from authoring.workspace import Workspace
    from authoring.workspace.benchmark import read_benchmark
    from authoring.workspace.files import job_inputs
    from authoring.workspace.guidance import read_guides, read_prompts

_HOMES = {
    "authoring.imported": ("ImportedSet",),
    "authoring.importers.exercises": ("import_exercises",),
    "authoring.importers.pairs": ("import_pairs",),
    "authoring.notebooks.cleaning": ("clean_notebook",),
    "authoring.notebooks.reading": ("read_notebook",),
    "authoring.stages.vet_seed": ("vet_seed",),
    "authoring.vetting.licences": ("licence_of",),
    "authoring.choice": ("ModelChoice",),
    "authoring.drafters.model": ("ModelDrafter",),
    "authoring.llm.registry": ("open_model",),
    "authoring.novelty": ("find_repeats",),
    "authoring.prompts": ("instructions_of",),
    "authoring.sketches": ("Instructions", "Sketch"),
    "authoring.stages.repair": ("repair_draft",),
    "authoring.stages.sketch": ("sketch_problems",),
    "authoring.workspace.guidance": ("read_guides", "read_prompts"),
    "authoring.metrics": ("Metrics", "measure"),
    "authoring.protection": ("Level", "Protection"),
    "authoring.results": ("Benchmark", "Evaluation", "EvaluationOptions", "Submission"),
    "authoring.importers.dseval_results": ("read_results", "read_submissions"),
    "authoring.solvers.registry": ("Wanted", "open_solver"),
    "authoring.workspace.benchmark": ("read_benchmark",),
    "authoring.stages.statistics": ("measure_benchmark",),
    "authoring.validators.verdicts": ("classify",),
    "authoring.dseal.mutants": ("mutants",),
    "authoring.drafters.template": ("TemplateDrafter",),
    "authoring.dseal": ("Diagnostic", "ProblemSet", "Severity", "Surroundings", "dump", "lint", "parse"),
    "authoring.errors": ("AuthoringError",),
    "authoring.exporters.registry": ("export",),
    "authoring.jobs": ("Done", "Job"),
    "authoring.journal": ("Journal",),
    "authoring.pipeline": ("RunSettings", "author"),
    "authoring.evaluation": ("evaluate",),
    "authoring.verification": ("verify", "verify_job", "verify_many"),
    "authoring.records": (
        "Action",
        "Admission",
        "Bundle",
        "Decision",
        "Draft",
        "DryRun",
        "Evidence",
        "Limits",
        "Pins",
        "Profile",
        "Rejection",
        "Seed",
        "Waiting",
    ),
    "authoring.sandbox.local": ("LocalSandbox",),
    "authoring.stages.admit": ("admit_draft",),
    "authoring.stages.check": ("check_dry_run",),
    "authoring.stages.draft": ("write_draft",),
    "authoring.stages.dry_run": ("dry_run",),
    "authoring.stages.intake": ("Naming", "fetch_seed"),
    "authoring.stages.learn": ("pick_examples",),
    "authoring.stages.play": ("SetPlayer",),
    "authoring.stages.profile": ("profile_data",),
    "authoring.stages.revise": ("revise_draft",),
    "authoring.stages.score_cibench": ("score_cibench",),
    "authoring.stages.translate": ("translate_questions",),
    "authoring.importers.cibench": ("import_experiment",),
    "authoring.scoring.dabench": ("score_dabench",),
    "authoring.workspace": ("Workspace",),
    "authoring.workspace.files": ("job_inputs",),
}

__all__ = [
    "Action",
    "Admission",
    "AuthoringError",
    "Benchmark",
    "Bundle",
    "Decision",
    "Diagnostic",
    "Done",
    "Draft",
    "DryRun",
    "Evaluation",
    "EvaluationOptions",
    "Evidence",
    "ImportedSet",
    "Instructions",
    "Job",
    "Journal",
    "Level",
    "Limits",
    "LocalSandbox",
    "Metrics",
    "ModelChoice",
    "ModelDrafter",
    "Naming",
    "Pins",
    "ProblemSet",
    "Profile",
    "Protection",
    "Rejection",
    "RunSettings",
    "Seed",
    "SetPlayer",
    "Severity",
    "Sketch",
    "Submission",
    "Surroundings",
    "TemplateDrafter",
    "Waiting",
    "Wanted",
    "Workspace",
    "admit_draft",
    "author",
    "check_dry_run",
    "classify",
    "clean_notebook",
    "dry_run",
    "dump",
    "evaluate",
    "export",
    "fetch_seed",
    "find_repeats",
    "import_exercises",
    "import_experiment",
    "import_pairs",
    "instructions_of",
    "job_inputs",
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
