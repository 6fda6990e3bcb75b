"""Importing a CIBench tree: its notebooks are read, proven side by side, and kept as drafts."""

from concurrent.futures import Future
from functools import partial
from pathlib import Path

from authoring.api.imports.bundles import ImportedBundle, prove_each, write_bundle_seed
from authoring.api.runs.lifecycle import OpenRun, begin_run
from authoring.dseal.diagnostic import Diagnostic, errors_in
from authoring.errors import AuthoringError
from authoring.formats.cibench.import_.experiment import import_experiment
from authoring.formats.cibench.tree_sets import data_names
from authoring.records.base import Record
from authoring.records.decision import Waiting
from authoring.records.progress import NOBODY, Reporter
from authoring.records.run import RunState
from authoring.sandbox.port import Sandbox
from authoring.seeds.cibench_tree import (
    ExperimentNotebook,
    ExperimentTree,
    notebook_text,
    read_tree,
    select_experiments,
)
from authoring.workspace import Workspace

RENAME_HINT = "rename the notebook, begin anew with --restart, or take the tree into another workspace"


class ImportedExperiment(Record):
    """One notebook of the tree."""

    label: str
    """Suite, module and name, with slashes."""
    name: str
    """The name of the draft."""
    problems: int
    right: int = 0
    """Problems whose reference satisfies its own validator when it is run a second time."""
    findings: tuple[Diagnostic, ...] = ()
    """What the import and the gate found."""
    failure: str = ""
    """Why there is no draft of it."""

    @property
    def errors(self) -> int:
        """Findings that keep it from admission."""
        return len(errors_in(self.findings))


class ImportedTree(Record):
    """Answer of ``import cibench``."""

    tree: str
    experiments: tuple[ImportedExperiment, ...]
    left_out: tuple[str, ...]
    """Copies of notebooks that editors left behind, and OpenCompass would load."""

    @property
    def exit_code(self) -> int:
        """1 where something has errors or was not imported, else 0."""
        return int(any(experiment.errors or experiment.failure for experiment in self.experiments))


def import_cibench(
    workspace: Workspace,
    folder: Path,
    names: tuple[str, ...] = (),
    *,
    licence: str = "",
    restart: bool = False,
    jobs: int | None = None,
    reporter: Reporter = NOBODY,
) -> ImportedTree:
    """Read the notebooks of a tree, prove them, and keep them as drafts that wait for a person.

    What one of them fails at keeps none of the others from its draft. Done again, it goes on where it stopped.

    The folder is the tree or one inside of it; `names` are notebooks, modules or suites, as ``MODULE/NAME``, everything
    if there is none. With `restart` it begins anew where drafts of these names are there. So many `jobs` run at once;
    as many as `default_jobs` says if None.

    Raises:
        SeedError: the folder holds no notebook, or a link leads out of it.
        UsageError: an experiment is named that is not there.
        KeyboardInterrupt: it was stopped; what was under way is kept.
    """
    tree = read_tree(folder)
    experiments = select_experiments(tree, names)
    prove = partial(_prove, workspace, tree, licence=licence, restart=restart)
    results = prove_each(workspace, experiments, prove, _result_of, noun="notebook", jobs=jobs, reporter=reporter)
    return ImportedTree(tree=str(folder), experiments=results, left_out=tree.left_out)


def experiment_bundle(tree: ExperimentTree, experiment: ExperimentNotebook, *, licence: str = "") -> ImportedBundle:
    """Return the problem set that a notebook of a tree makes, with the data files that it names or may list.

    Raises:
        SeedError: the notebook cannot be read.
    """
    imported = import_experiment(notebook_text(experiment), files=[name for name, _ in tree.data])
    names = data_names(imported.text, tree)
    module, _, stem = experiment.label.rpartition("/")
    return ImportedBundle(
        name=experiment.name,
        imported=imported,
        source=f"cibench:{experiment.label}",
        title=f"{module.rpartition('/')[2]}: {stem}" if module else stem,
        description=f"Experiment {experiment.label} of the CIBench tree {tree.root.name}.",
        licence=licence or "unknown",
        files=tuple((name, path) for name, path in tree.data if name in names),
        inside=tree.root,
    )


def _prove(
    workspace: Workspace,
    tree: ExperimentTree,
    experiment: ExperimentNotebook,
    sandbox: Sandbox,
    *,
    licence: str,
    restart: bool,
) -> ImportedExperiment:
    bundle = experiment_bundle(tree, experiment, licence=licence)
    imported = bundle.imported
    result = ImportedExperiment(
        label=experiment.label, name=experiment.name, problems=len(imported.origins), findings=imported.findings
    )
    # A notebook without a step makes no seed and no run, but its findings say why.
    if not imported.origins:
        return result
    write_bundle_seed(workspace, bundle, sandbox=sandbox, replace=restart)
    with begin_run(workspace, bundle.request(restart=restart)) as journal:
        state = OpenRun(workspace, journal, sandbox).advance(certify=True)
    return result.model_copy(update=_gate_results(state, bundle))


def _gate_results(state: RunState, bundle: ImportedBundle) -> dict[str, object]:
    """Return what the gate found, beside what the import did, as fields of `ImportedExperiment`."""
    if not isinstance(state, Waiting):
        return {}
    run, findings = state.evidence.dry_run, bundle.imported.findings
    judgements = [cell.judgement for cell in run.cells if cell.judgement is not None] if run else []
    # The gate repeats what the import was not sure of, as long as no person has settled it.
    import_codes = {finding.code for finding in findings}
    gate_findings = (finding for finding in state.evidence.diagnostics if finding.code not in import_codes)
    return {
        "right": sum(judgement.correct == "yes" for judgement in judgements),
        "findings": (*findings, *gate_findings),
    }


def _result_of(experiment: ExperimentNotebook, future: Future[ImportedExperiment]) -> ImportedExperiment:
    try:
        return future.result()
    except AuthoringError as error:
        # The name is that of the notebook's file, so the option --name, which hints speak of, does not exist here.
        hint = RENAME_HINT if "--name" in error.hint else error.hint
        failure = f"{error.message}; {hint}".removesuffix("; ")
        return ImportedExperiment(label=experiment.label, name=experiment.name, problems=0, failure=failure)
