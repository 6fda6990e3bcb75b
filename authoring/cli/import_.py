"""``authoring import``: take in what other programs wrote."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from authoring.cli.options import AsJson, InWorkspace, Reviewer, SetJobs, Title
from authoring.cli.trust.consent import with_isolation

if TYPE_CHECKING:
    from authoring.api.imports.files import ImportOptions
    from authoring.records.run import RunState

imports = typer.Typer(name="import", help="Take in what other programs wrote.")

NotebookFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="An exercise notebook with its solutions: .ipynb, .py, .md.")
]
PairsFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="A table with a column of questions and one of answers.")
]
FunctionsFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="Functions: .py, or records in .jsonl, .json, .yaml (see guides/importing.md)."
    ),
]
ResultsFile = Annotated[Path, typer.Argument(metavar="FILE", help="DSEval's results: one JSON document a line.")]
TreeFolder = Annotated[
    Path, typer.Argument(metavar="TREE", help="The folder with the suites and datasources/, or one inside of it.")
]
BenchmarkFolder = Annotated[
    Path, typer.Argument(metavar="DIR", help="A benchmark as DSEval loads it: _manifest.yaml, NAME.py, _inputs/.")
]
Notebooks = Annotated[
    list[str] | None, typer.Argument(metavar="[MODULE/NAME]...", help="Only these notebooks, modules or suites.")
]
Data = Annotated[
    list[Path] | None,
    typer.Option("--data", metavar="PATH", help="A file that its code reads, or a folder of them; may be repeated."),
]
Name = Annotated[str, typer.Option(metavar="NAME", help="What to call the draft and its seed; else after the file.")]
Licence = Annotated[str, typer.Option("--licence", "--license", metavar="SPDX", help="Of the material, as MIT.")]
FileLicence = Annotated[
    str, typer.Option("--licence", "--license", metavar="SPDX", help="Of the file, for example MIT.")
]
TreeLicence = Annotated[str, typer.Option("--licence", "--license", metavar="SPDX", help="Of the tree and its data.")]
BenchmarkLicence = Annotated[
    str, typer.Option("--licence", "--license", metavar="SPDX", help="Of the data of all its sets.")
]
Restart = Annotated[bool, typer.Option("--restart", help="Begin anew where a draft of this name is there.")]
RestartAll = Annotated[bool, typer.Option("--restart", help="Begin anew where drafts of these names are there.")]
Question = Annotated[str, typer.Option(metavar="COLUMN", help="The column of the questions; else found by its name.")]
Answer = Annotated[str, typer.Option(metavar="COLUMN", help="The column of the answers; else found by its name.")]
Sets = Annotated[list[str] | None, typer.Option("--set", metavar="NAME", help="Only these sets; repeat.")]
Check = Annotated[bool, typer.Option("--check", help="Only prove and report; write no drafts.")]
Admit = Annotated[bool, typer.Option("--admit", help="Admit the sets without errors, on your word.")]
Why = Annotated[str, typer.Option(metavar="TEXT", help="With --admit: why, as it is kept with each decision.")]
NotebookJobs = Annotated[
    int | None,
    typer.Option(
        "--jobs", metavar="N", min=1, help="Notebooks at once; half as many as there are processors if not given."
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Where they go; else submissions/BENCHMARK/FILE in the workspace."),
]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace a file that holds something else.")]
TaskNames = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[TASK]...",
        help="iris, wine, breast-cancer (those three if none is named); or titanic, house-prices, icr, "
        "santander-customer, santander-value.",
    ),
]
Download = Annotated[
    Path | None,
    typer.Option("--data", metavar="PATH", help="A competition's download: train.csv, a folder or a .zip with it."),
]
TaskFolder = Annotated[
    Path | None, typer.Option("--out", metavar="DIR", help="Where they go; else mlbench in the workspace, or here.")
]
Rows = Annotated[int | None, typer.Option(metavar="N", min=10, help="So many rows of the table, drawn at random.")]


@imports.command("cibench")
@with_isolation
def import_cibench(
    folder: TreeFolder,
    names: Notebooks = None,
    *,
    licence: TreeLicence = "",
    restart: RestartAll = False,
    jobs: NotebookJobs = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Turn notebooks that OpenCompass loads as CIBench into problem sets, each step judged by what its type says.

    Run again, it goes on where it stopped.

    Example: authoring import cibench cibench_dataset pandas/penguins
    """
    from authoring.api.imports import cibench
    from authoring.api.workspaces import open_workspace
    from authoring.cli.views.imports import command_after_tree, tree_view
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer

    opened = open_workspace(workspace)
    with live_reporter() as reporter:
        tree = cibench.import_cibench(
            opened, folder, tuple(names or ()), licence=licence, restart=restart, jobs=jobs, reporter=reporter
        )
    answer(tree, tree_view, command_after_tree(tree), as_json=as_json)
    raise typer.Exit(tree.exit_code)


@imports.command("csv")
@with_isolation
def import_csv(  # noqa: PLR0913 - typer makes an option of each
    file: PairsFile,
    *,
    question: Question = "",
    answer: Answer = "",
    data: Data = None,
    name: Name = "",
    title: Title = "",
    licence: Licence = "",
    restart: Restart = False,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Turn pairs of a question and its answer in Python into a problem set; the rows share one session, in order.

    Example: authoring import csv pairs.csv --question prompt --answer code --data sales.csv
    """
    from authoring.api.imports import files

    options = _options(data, name, title, licence, restart=restart)
    importer = partial(files.import_csv, file=file, options=options, question=question, answer=answer)
    _import_file(workspace, importer, as_json=as_json)


@imports.command("dseval")
@with_isolation
def import_dseval(  # noqa: PLR0913 - options of the command, all by keyword
    folder: BenchmarkFolder,
    *,
    only: Sets = None,
    check: Check = False,
    admit: Admit = False,
    why: Why = "",
    reviewer: Reviewer = None,
    licence: BenchmarkLicence = "",
    jobs: SetJobs = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Take in a DSEval benchmark as drafts, prove every set again, and say what holds and why the rest does not.

    Run again, it goes on where it stopped.

    Example: authoring import dseval benchmarks/kaggle --check
    """
    from authoring.api.imports import dseval
    from authoring.api.workspaces import workspace_around
    from authoring.cli.options import reviewer_name
    from authoring.cli.views.imports import benchmark_view, command_after_benchmark
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer

    # Options that do not fit together are refused before anybody is looked for.
    name = reviewer_name(reviewer) if admit and why.strip() and not check else ""
    options = dseval.DsevalImportOptions(tuple(only or ()), check, admit, why, name, licence, jobs)
    with live_reporter(quiet=as_json) as reporter:
        benchmark = dseval.import_dseval(folder, options, workspace=workspace_around(workspace), reporter=reporter)
    answer(benchmark, benchmark_view, command_after_benchmark(benchmark, folder), as_json=as_json)
    raise typer.Exit(benchmark.exit_code)


@imports.command("functions")
@with_isolation
def import_functions(
    file: FunctionsFile,
    *,
    name: Name = "",
    title: Title = "",
    licence: FileLicence = "",
    restart: Restart = False,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Turn functions with a description, examples and a reference into problems that are judged by calling them.

    Corner cases and random ones are added to the examples and tried: what the reference does not take is left out.

    Example: authoring import functions exercises.py --licence MIT
    """
    from authoring.api.imports import files

    options = _options(None, name, title, licence, restart=restart)
    _import_file(workspace, partial(files.import_functions, file=file, options=options), as_json=as_json)


@imports.command("mlbench")
def import_mlbench(
    names: TaskNames = None,
    *,
    data: Download = None,
    out: TaskFolder = None,
    rows: Rows = None,
    overwrite: Overwrite = False,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Rebuild tasks of ML-Benchmark, one YAML each, with tables to train on and rows whose target is held out.

    Tables come with packages, or from your own download of a Kaggle competition.

    Example: authoring import mlbench titanic --data ~/Downloads/titanic.zip
    """
    from authoring.api.imports import mlbench
    from authoring.api.workspaces import workspace_around
    from authoring.cli.views.imports import command_after_tasks, tasks_view
    from authoring.cli.views.render import answer

    options = mlbench.TaskImportOptions(data, out, rows, overwrite)
    imported = mlbench.import_mlbench(names or (), options, workspace=workspace_around(workspace))
    answer(imported, tasks_view, command_after_tasks(imported), as_json=as_json)


@imports.command("notebook")
@with_isolation
def import_notebook(
    file: NotebookFile,
    *,
    data: Data = None,
    name: Name = "",
    title: Title = "",
    licence: Licence = "",
    restart: Restart = False,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Turn an exercise notebook into a problem set by rule, without a model; what was uncertain is marked for review.

    Example: authoring import notebook Exercises_with_solutions.ipynb --data chipotle.tsv --licence BSD-3-Clause
    """
    from authoring.api.imports import files

    options = _options(data, name, title, licence, restart=restart)
    _import_file(workspace, partial(files.import_notebook, file=file, options=options), as_json=as_json)


@imports.command("results")
def import_results(
    file: ResultsFile,
    *,
    out: Out = None,
    overwrite: Overwrite = False,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Say what a file of DSEval's results holds, and put it into the workspace in order, ready to be judged again.

    Example: authoring import results results/SO/240226-coml-gpt-35-turbo-aoai.jsonl
    """
    from authoring.api.imports import results
    from authoring.api.workspaces import workspace_around
    from authoring.cli.views.imports import command_after_results, imported_results_view
    from authoring.cli.views.render import answer

    imported = results.import_results(file, out=out, overwrite=overwrite, workspace=workspace_around(workspace))
    answer(imported, imported_results_view, command_after_results(imported), as_json=as_json)


def _options(data: list[Path] | None, name: str, title: str, licence: str, *, restart: bool) -> "ImportOptions":
    from authoring.api.imports.files import ImportOptions
    from authoring.api.workspaces import checked_name

    # An empty name is none: the file's own is taken.
    return ImportOptions(tuple(data or ()), name and checked_name(name), title, licence, restart)


def _import_file(workspace: Path | None, importer: "partial[RunState]", *, as_json: bool) -> None:
    """Import a file, show where its draft stands, and end with 1 where errors were found."""
    from authoring.api.workspaces import open_workspace
    from authoring.cli.views.imports import draft_view
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer
    from authoring.records.run import exit_code

    opened = open_workspace(workspace)
    parts: list[object] = []
    with live_reporter(on_part=parts.append) as reporter:
        # The three kinds differ in what they read; all give a run, shown alike.
        state = importer(opened, reporter=reporter)
    view, command = draft_view(state, parts, opened.problemsets())
    answer(state, lambda _: view, command, as_json=as_json)
    raise typer.Exit(exit_code(state))
