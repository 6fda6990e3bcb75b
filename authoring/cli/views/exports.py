"""How exports are shown: the formats there are, what was found, and the files that were written."""

from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath

from rich.console import RenderableType
from rich.table import Table
from rich.tree import Tree

from authoring.api.exports import ExportReport, FormatLine, RefusedExport
from authoring.cli.views.findings import folded_view
from authoring.cli.views.render import err, heading, plain
from authoring.records.wording import counted, size


def export_view(report: ExportReport) -> tuple[RenderableType, ...]:
    """Return what was found, and how much was written."""
    sets, files = counted(len(report.problemsets), "problem set"), counted(len(report.files), "file")
    return (*folded_view(report.findings), heading(f"{sets}, {files} in {report.folder}", "green"))


def show_refusal(record: object) -> None:
    """Show on standard error what keeps an export back."""
    if isinstance(record, RefusedExport):
        err().print(*folded_view(record.findings), sep="\n")


def formats_table(formats: Sequence[FormatLine]) -> Table:
    """Return the formats, a line each."""
    rows = Table(box=None, pad_edge=False, header_style="dim")
    for header in ("format", "what is written", "options"):
        rows.add_column(header)
    for line in formats:
        options = [f"--suite {'|'.join(line.suites)}"] if line.suites else []
        options += [f"--language {'|'.join(line.languages)}"] if len(line.languages) > 1 else []
        rows.add_row(plain(line.name), plain(line.summary), plain(" ".join(options)))
    return rows


def file_tree(folder: Path, files: Iterable[str]) -> Tree:
    """Draw files below a folder, with their sizes."""
    root = Tree(plain(f"{folder}/", "bold"))
    branches = {PurePosixPath(): root}
    for file in sorted(files):
        path = PurePosixPath(file)
        for parent in [*reversed(path.parents), path]:
            if parent in branches:
                continue
            label = plain(parent.name + ("" if parent == path else "/"))
            if parent == path:
                label.append(f"  {size((folder / path).stat().st_size)}", "dim")
            branches[parent] = branches[parent.parent].add(label)
    return root
