"""Notebooks as pages of HTML, by nbconvert."""

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nbformat import NotebookNode


class Pages:
    """Makes pages; making the first takes a second or two, because templates and styles are read then."""

    def __init__(self) -> None:
        from nbconvert import HTMLExporter  # noqa: PLC0415 - takes seconds, and the formats are listed at start-up

        log = logging.getLogger(__name__)
        # It would warn of every picture that nobody described in words.
        log.setLevel(logging.ERROR)
        self._exporter = HTMLExporter(template_name="lab", log=log)  # type: ignore[no-untyped-call]  # nbconvert is annotated in parts

    def page_of(self, notebook: "NotebookNode", *, title: str) -> bytes:
        """Return the page, whose title browsers show."""
        text, _ = self._exporter.from_notebook_node(notebook, resources={"metadata": {"name": title}})
        return f"{text.rstrip()}\n".encode("utf-8", "backslashreplace")
