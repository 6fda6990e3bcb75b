"""A bar for what takes over a second: on standard error, only on a terminal, gone when it is done."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import (
    BarColumn,
    DownloadColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
)

from authoring.cli.views.render import err, visible


@contextmanager
def progress_bar(label: str, *, in_bytes: bool = False) -> Iterator[Callable[[int, int], None]]:
    """Show a bar; the function that is given moves it to (done, total), which are bytes where that is said."""
    console = err()
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=30),
        DownloadColumn() if in_bytes else MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(visible(label, lines=False), total=None)

        def move(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield move
