"""``example:NAME``: a table of three rows, made on the spot."""

from collections.abc import Sequence
from pathlib import Path

from authoring.records.seed import TableFormat
from authoring.seeds.sources.base import FetchedSeed, FetchOptions, NotebookRequest, OnBytes, ignore_bytes, refuse_choice, refuse_notebook
from authoring.seeds.unpacking import FetchedFile


class ExampleSource:
    """Makes a table of numbers and letters."""

    def fetch(
        self,
        references: Sequence[str],
        *,
        scratch: Path,
        limit: int,
        notebook: NotebookRequest = NotebookRequest(),
        options: FetchOptions = FetchOptions(),
        on_bytes: OnBytes = ignore_bytes,
    ) -> FetchedSeed:
        """Write the table into `scratch`."""
        del limit, on_bytes
        refuse_notebook(notebook, "the example")
        refuse_choice(options, "the example")
        path = scratch / f"{references[0]}.csv"
        path.write_text("number,letter\n" + "".join(f"{row},{letter}\n" for row, letter in enumerate("abcde" * 6)))
        file = FetchedFile(path=path, format=TableFormat.CSV)
        return FetchedSeed(name=references[0], source=f"example:{references[0]}", files=(file,), title="Letters", licence="CC0-1.0")


SOURCE = ExampleSource()
