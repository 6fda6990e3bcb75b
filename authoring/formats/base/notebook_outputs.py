"""The outputs that a Jupyter kernel would have left in a notebook, made of the run of a cell."""

import hashlib
import re
from typing import TYPE_CHECKING, Any

from authoring.formats.base.layout import lay_out
from authoring.records.evidence import CellRun, FigureView, ValueView

if TYPE_CHECKING:
    from nbformat import NotebookNode

ADDRESS = re.compile(r"(?: object)? at 0x[0-9a-fA-F]{6,}(?=>|&gt;)")
"""The address of an object in memory within its text; it differs in every run."""
# No attribute that could run a script, such as `onclick`, and none that could load something, such as `src`.
_ATTRIBUTE = r'\s+(?:class|style|border|scoped|colspan|rowspan|valign|halign|align)(?:="[^"<>]*")?'
TABLE_TAG = re.compile(rf"</?(?:div|style|table|thead|tbody|tfoot|tr|th|td|p)(?:{_ATTRIBUTE})*\s*>")
"""The HTML tags that pandas renders a frame with."""
LOADING = re.compile(r"(?i)url\s*\(|@import|expression\s*\(|\\\\")
"""Constructs by which a style sheet would load something."""
ID_LENGTH = 12
"""Characters of a cell's id; nbformat takes up to 64."""


def outputs_of(run: CellRun, *, count: int | None = None) -> "list[NotebookNode]":
    """Return the outputs of a cell: what it printed, its value, its pictures, its error, each as far as there is one.

    What went to standard error is left out: warnings and progress bars tell of the machine, with its paths and
    numbers of lines, and would differ from one export to the next. So would addresses of objects: they are taken out.
    A figure without a picture, because nothing is on it or because it is too large, is left out too.

    Args:
        run: the run of the cell, with pictures.
        count: the number in square brackets beside the cell; None for a cell that shows none.

    Source of the shape: the messages of ipykernel as nbclient keeps them.
    """
    outputs: list[NotebookNode] = []
    if run.printed:
        outputs.append(_output("stream", name="stdout", text=_without_addresses(run.printed)))
    # In the order in which a kernel sends them: prints while the code runs, then its value, then its figures.
    if run.value is not None:
        outputs.append(_output("execute_result", data=_value_data(run.value), metadata={}, execution_count=count))
    # A figure without a picture was empty or too large, and would be an output without data.
    outputs += [_output("display_data", data=_figure_data(figure), metadata={}) for figure in run.figures if figure.png]
    if run.error is not None:
        traceback = run.error.traceback.splitlines()
        outputs.append(_output("error", ename=run.error.type, evalue=run.error.message, traceback=traceback))
    return outputs


def cell_id(*parts: str | int) -> str:
    """Return an id for a notebook's cell that hangs on nothing but what is given: the set, its place, its text."""
    text = "\0".join(str(part) for part in parts)
    # A set may hold lone surrogates, which plain UTF-8 refuses.
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:ID_LENGTH]


def is_table(html: str) -> bool:
    """Tell whether HTML is a table as pandas draws it, and nothing else.

    It comes out of a session, whose code may have had pandas draw anything; a page of HTML would run that.
    """
    # CSS can load from the network too, so both style sheets and style attributes are searched.
    styles = "".join(re.findall(r"<style[^>]*>.*?</style>|style=\"[^\"]*\"", html, re.DOTALL))
    return bool(html) and "<" not in TABLE_TAG.sub("", html) and LOADING.search(styles) is None


def _output(kind: str, **fields: Any) -> "NotebookNode":
    from nbformat import NotebookNode  # noqa: PLC0415 - loads a schema checker, and the formats are listed at start-up

    return NotebookNode(output_type=kind, **fields)  # type: ignore[no-untyped-call]  # nbformat is annotated in parts


def _value_data(value: ValueView) -> dict[str, str]:
    text = _without_addresses(value.text)
    # A text that was cut is no expression any more, so nothing could be laid out.
    data = {"text/plain": text if value.truncated else lay_out(text)}
    return {"text/html": _without_addresses(value.html), **data} if is_table(value.html) else data


def _without_addresses(text: str) -> str:
    return ADDRESS.sub("", text)


def _figure_data(figure: FigureView) -> dict[str, str]:
    about = f"<Figure size {figure.width}x{figure.height} with {figure.axes} Axes>"
    return {"image/png": figure.png, "text/plain": about}
