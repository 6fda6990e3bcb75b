"""Writing an export, for ``authoring export`` and the demo."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path, PurePosixPath

from rich.tree import Tree

from authoring.cli.answers import Exported
from authoring.cli.render import plain, size
from authoring.errors import UsageError
from authoring.exporters.registry import export
from authoring.workspace import Workspace


def write_export(workspace: Workspace, target: str, folder: Path, names: Sequence[str]) -> Exported:
    """Export admitted sets, all of them if none is named.

    Raises:
        UsageError: when there is no such format or set.
        ExportError: when a set cannot be said in the format.
        WorkspaceError: when the folder holds something else.
    """
    known_sets = workspace.problemsets()
    for name in names:
        if name not in known_sets:
            close = get_close_matches(name, known_sets, n=1)
            hint = f"did you mean {close[0]}?" if close else "see: authoring status"
            raise UsageError(f"no admitted problem set is called {name}", hint=hint)
    chosen = tuple(dict.fromkeys(names)) or known_sets
    about = workspace.settings.benchmark
    sets = [workspace.read_problemset(name) for name in chosen]
    bundle = export(target, sets, name=about.name, version=about.version, dialect=workspace.dialect)
    written = workspace.write_bundle(folder, bundle)
    return Exported(
        format=target,
        folder=str(folder),
        problemsets=chosen,
        files=tuple(path.relative_to(folder).as_posix() for path in written),
        findings=bundle.findings,
    )


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
