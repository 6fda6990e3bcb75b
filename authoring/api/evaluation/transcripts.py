"""Writes what a solver did on a CIBench tree into a folder that OpenCompass' evaluator, and ours, score."""

from pathlib import Path

from authoring.errors import UsageError
from authoring.records.base import Record
from authoring.records.results import Evaluation, EvaluationOptions, StepMode
from authoring.workspace.files import write_file


class WrittenTranscripts(Record):
    """Folders of predictions, and what could not be written."""

    tree: str
    """The tree that was asked."""
    folders: tuple[str, ...]
    """One for each sample that was asked for; each holds ``SUITE/MODULE.json`` and ``pictures/``."""
    notes: tuple[str, ...] = ()


def write_transcripts(folder: Path, tree: Path, evaluation: Evaluation) -> WrittenTranscripts:
    """Write the transcripts of an evaluation; files of an earlier run of the same name are replaced.

    Raises:
        BenchmarkError: a notebook of the tree cannot be read.
    """
    from authoring.formats.cibench.score.opencompass import open_tree, read_dataset  # noqa: PLC0415 - few write any
    from authoring.formats.cibench.transcripts import transcripts  # noqa: PLC0415 - as above

    exported = open_tree(tree)
    datasets = [read_dataset(exported, name) for name in exported.datasets]
    results = {result.name: result for result in evaluation.sets}
    samples = evaluation.options.samples
    folders: list[str] = []
    notes: dict[str, None] = {}
    for sample in range(1, samples + 1):
        target = folder if samples == 1 else folder / f"sample-{sample}"
        number = None if samples == 1 else sample
        written = transcripts(
            datasets, results, mode=evaluation.options.mode, sample=number, folder=str(target.resolve())
        )
        for file in written.files:
            write_file(target / file.path, file.content)
        notes.update(dict.fromkeys(written.notes))
        if written.files:
            folders.append(str(target))
    return WrittenTranscripts(tree=str(tree), folders=tuple(folders), notes=tuple(notes))


def refuse_unfit_mode(options: EvaluationOptions, folder: Path | None, tree: Path | None) -> None:
    """See that a mode, the options beside it and the folder for transcripts do not contradict each other.

    Raises:
        UsageError: they do.
    """
    if options.mode is StepMode.SEPARATE and folder is not None:
        raise UsageError("--transcripts are of one of CIBench's modes", hint="say --mode end-to-end or --mode oracle")
    if folder is not None and tree is None:
        hint = "export one with authoring export cibench DIR, and name it in the place of the benchmark"
        raise UsageError("--transcripts are of the questions of a CIBench tree, and this is none", hint=hint)
    if (
        folder is not None
        and tree is not None
        and (folder.is_file() or folder.resolve().is_relative_to(tree.resolve()))
    ):
        raise UsageError(f"--transcripts {folder}: is a file, or lies in the tree", hint="name a folder of its own")
    clashing = "--error-propagation" if options.error_propagation else "--retry-reset" if options.retry_reset else ""
    if options.mode is not StepMode.SEPARATE and clashing:
        raise UsageError(
            f"--mode {options.mode} and {clashing} do not go together",
            hint="the mode says already what a solver is shown, and what each attempt goes on from",
        )
