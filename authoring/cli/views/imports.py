"""How imports are shown: a draft that was made of a file, a tree of notebooks, a benchmark, a file of results."""

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from authoring.api.imports.bundles import VettedSeed
from authoring.api.imports.cibench import ImportedTree
from authoring.api.imports.dseval import ImportedBenchmark, SetStatus
from authoring.api.imports.mlbench import ImportedTasks
from authoring.api.imports.results import ImportedResults
from authoring.cli.views.drafts import next_step, resumed_view, state_view
from authoring.cli.views.evaluation import RATES, rates_table
from authoring.cli.views.findings import findings_view
from authoring.cli.views.render import heading, plain, table
from authoring.cli.views.verdicts import verdict_counts
from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.records.decision import Waiting
from authoring.records.run import ResumedRun, RunState
from authoring.records.wording import counted

MOST_CODES = 6
"""Codes of findings that a line names."""
MOST_NAMES = 4
"""Sets that one line names."""
MOST_CAUSES = 30
STATUS_WORDS: dict[SetStatus, str] = {
    "clean": "without findings",
    "noted": "with notes only",
    "warned": "with warnings",
    "errors": "with errors",
    "not run": "not run",
    "unread": "that hold no problem",
    "settled": "decided about before",
}


def benchmark_view(benchmark: ImportedBenchmark) -> tuple[RenderableType, ...]:
    """Return the benchmark, how its sets stand, the findings by code, and the root causes."""
    sets, right = counted(len(benchmark.sets), "set"), f"{benchmark.right} of {benchmark.reached} reached"
    return (
        heading(f"{benchmark.benchmark} v{benchmark.version}: {sets}, {counted(benchmark.problems, 'problem')}"),
        plain(f"references that satisfy their own validators when run again: {right}"),
        *_standings(benchmark),
        Text(),
        *_codes(benchmark),
        *_causes(benchmark),
        *_failures(benchmark),
        *_written(benchmark),
    )


def _standings(benchmark: ImportedBenchmark) -> Iterator[Text]:
    for status, words in STATUS_WORDS.items():
        number = benchmark.standings.get(status, 0)
        if number:
            names = [report.name for report in benchmark.sets if report.standing == status]
            # Sets that nothing keeps from admission are counted; the others are named, to be looked at.
            listed = f": {_few(names)}" if status not in {"clean", "noted", "warned"} else ""
            yield plain(f"{number:>5} {words}{listed}", {"clean": "green", "errors": "red"}.get(status, ""))


def _codes(benchmark: ImportedBenchmark) -> Iterator[RenderableType]:
    if not benchmark.codes:
        return
    lines = table("code", "finding", "severity", "findings>", "sets>")
    for count in benchmark.codes:
        lines.add_row(count.code, count.name, count.severity.value, str(count.findings), str(count.sets))
    yield lines
    yield Text()


def _causes(benchmark: ImportedBenchmark) -> Iterator[RenderableType]:
    if not benchmark.causes:
        return
    lines = table("problems>", "root cause", "what", "sets")
    for cause in benchmark.causes[:MOST_CAUSES]:
        what = f"{cause.what} ({cause.code})"
        lines.add_row(str(cause.problems), cause.kind.value, plain(what), plain(_few(cause.sets)))
    yield lines
    if len(benchmark.causes) > MOST_CAUSES:
        yield plain(f"… and {len(benchmark.causes) - MOST_CAUSES} more: --json lists all", "dim")
    yield Text()


def _failures(benchmark: ImportedBenchmark) -> Iterator[RenderableType]:
    for report in benchmark.sets:
        if report.failure:
            yield plain(f"{report.name}: {report.failure}", "red")
        elif report.standing == "unread" and report.findings:
            first = report.findings[0]
            yield plain(f"{report.name}: {first.code} {first.name}, line {first.line}: {first.message}", "red")


def _written(benchmark: ImportedBenchmark) -> Iterator[RenderableType]:
    if benchmark.checked:
        yield plain("only checked: no drafts were written", "dim")
        return
    admitted = sum(report.admitted for report in benchmark.sets)
    yield plain(f"{counted(sum(report.drafted for report in benchmark.sets), 'draft')} in the workspace", "dim")
    if admitted:
        yield plain(f"{counted(admitted, 'set')} admitted", "green")


def _few(names: tuple[str, ...] | list[str]) -> str:
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return ", ".join(names[:MOST_NAMES]) + more


def command_after_benchmark(benchmark: ImportedBenchmark, folder: Path) -> str:
    """Return the command that comes next: look at the first set with errors, else keep what was checked."""
    faulty = next((report.name for report in benchmark.sets if report.standing == "errors"), "")
    if benchmark.checked:
        return (
            f"authoring explain {benchmark.codes[0].code}"
            if faulty
            else f"authoring import dseval {shlex.quote(str(folder))}"
        )
    return f"authoring review {faulty}" if faulty else "authoring status"


def draft_view(
    state: RunState, parts: Sequence[object], admitted: Sequence[str]
) -> tuple[tuple[RenderableType, ...], str]:
    """Return where the draft that was made of a file stands, and the command that takes it further.

    `parts` were reported on the way: what the seed gate found, and whether a run was gone on with.
    """
    resumed = (resumed_view(part) for part in parts if isinstance(part, ResumedRun))
    vetted = [part for part in parts if isinstance(part, VettedSeed)]
    findings = (view for seed in vetted for view in findings_view(seed.findings, f"seeds/{seed.name}"))
    # An admission or a rejection has the name itself.
    name = state.draft.name if isinstance(state, Waiting) else state.name
    return (*resumed, *state_view(state), *findings), next_step(state, is_written=name in admitted)


def tree_view(tree: ImportedTree) -> tuple[RenderableType, ...]:
    """Return each notebook in one line, and what was not imported."""
    lines = table("draft", "problems>", "right>", "errors>", "warnings>", "notes>", "findings", "experiment")
    for experiment in tree.experiments:
        numbers = [
            str(sum(finding.severity is severity for finding in experiment.findings))
            for severity in (Severity.ERROR, Severity.WARNING, Severity.NOTE)
        ]
        name, label = plain(experiment.name), plain(experiment.label)
        codes = plain(", ".join(_first_codes(experiment.findings)), "dim")
        lines.add_row(name, str(experiment.problems), str(experiment.right), *numbers, codes, label)
    failures = [
        plain(f"{experiment.label}: {experiment.failure}", "red")
        for experiment in tree.experiments
        if experiment.failure
    ]
    unread = [
        plain(f"{experiment.label}: {finding.message}", "red")
        for experiment in tree.experiments
        if not experiment.problems
        for finding in experiment.findings
        if finding.severity is Severity.ERROR
    ]
    # They are no experiments, but whoever loads the tree with OpenCompass is asked them.
    copies = [
        plain(f"{label}: a copy that an editor left; OpenCompass loads it too", "yellow") for label in tree.left_out
    ]
    drafts = sum(bool(experiment.problems) for experiment in tree.experiments)
    summary = f"{counted(len(tree.experiments), 'notebook')}, {counted(drafts, 'draft')}"
    return (lines, *failures, *unread, *copies, heading(summary))


def _first_codes(findings: Sequence[Diagnostic]) -> list[str]:
    codes = sorted({finding.code for finding in findings if finding.severity is not Severity.NOTE})
    return codes if len(codes) <= MOST_CODES else [*codes[:MOST_CODES], "…"]


def command_after_tree(tree: ImportedTree) -> str:
    """Return the command that comes next: to review the first draft."""
    experiments = tree.experiments
    first = next((experiment.name for experiment in experiments if experiment.problems and not experiment.failure), "")
    return f"authoring review {first}" if first else f"authoring import cibench {shlex.quote(tree.tree)} --json"


def imported_results_view(imported: ImportedResults) -> tuple[RenderableType, ...]:
    """Return what a file of results holds."""
    version = f" v{imported.version}" if imported.version is not None else ""
    sizes = (
        counted(imported.sets, "set"),
        counted(imported.problems, "problem"),
        counted(imported.attempts, "attempt"),
    )
    problems: Counter[str] = Counter()
    for count in imported.verdicts:
        problems[count.verdict] += count.problems
    # DSEval's forgiving rates: verdicts that a rate forgives count as right.
    right = [imported.correct + sum(problems[verdict] for verdict in forgiven) for _, forgiven in RATES]
    written = f"written to {imported.written}" if imported.written else "no workspace here: nothing was written"
    return (
        heading(f"{imported.benchmark}{version}"),
        plain(", ".join(sizes), "dim"),
        Text(),
        rates_table(right, imported.problems),
        Text(),
        verdict_counts(problems),
        plain(written, "dim"),
    )


def command_after_results(imported: ImportedResults) -> str:
    """Return the command that judges the answers again."""
    return f"authoring evaluate BENCHMARK --submissions {shlex.quote(imported.written or imported.file)}"


def tasks_view(imported: ImportedTasks) -> tuple[RenderableType, ...]:
    """Return the tasks that were rebuilt, with the rows of their tables."""
    rows = table("task", "train>", "held out>", "left out>", "from", title=f"tasks in {imported.folder}")
    for task in imported.tasks:
        rows.add_row(
            plain(task.name), f"{task.train_rows:,}", f"{task.held_out:,}", f"{task.left_out:,}", plain(task.source)
        )
    return (rows,)


def command_after_tasks(imported: ImportedTasks) -> str:
    """Return the command that has a model work on them."""
    return f"authoring evaluate {shlex.quote(imported.folder)} --solver taskgraph:MODEL"
