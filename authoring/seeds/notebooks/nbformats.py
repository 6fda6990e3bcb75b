"""Notebooks as Jupyter writes them, formats 1 to 4: nbformat brings them to one, and what is left is read with care."""

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from authoring.seeds.notebooks.notebook import CellKind, CellOutput, NotebookCell, OutputKind, plain_lines

NEWEST = 4
"""The newest format that is known."""
_MIME = {
    "html": "text/html",
    "svg": "image/svg+xml",
    "png": "image/png",
    "jpeg": "image/jpeg",
    "latex": "text/latex",
    "json": "application/json",
    "javascript": "application/javascript",
}
"""What format 3 calls media."""
_CELLS: Mapping[str, CellKind] = {
    "code": "code",
    "markdown": "markdown",
    "raw": "raw",
    "heading": "markdown",
    "text": "markdown",
    "html": "markdown",
}
_KINDS: Mapping[str, OutputKind] = {
    "stream": "stream",
    "execute_result": "value",
    "pyout": "value",
    "display_data": "display",
    "update_display_data": "display",
    "error": "error",
    "pyerr": "error",
}
_OTHER_KERNELS = re.compile(
    r"(?i)(ir\d*|julia|bash|scala|javascript|deno|sos|octave|matlab|sas|stata|ruby|perl|rust|go\w*nb)\b"
)
"""Beginnings of kernels' names that say which language they speak, where nothing else does."""
_MOST_NAMES = 20
_LONGEST_NAME = 80
_NAMES = {"ir": "r"}


def format_of(document: Mapping[str, Any]) -> int | None:
    """Return the major number of a notebook's format; None where it says none that is a whole number."""
    major = document.get("nbformat", 1 if _is_first(document) else None)
    # JSON's true would count as format 1.
    return major if isinstance(major, int) and not isinstance(major, bool) else None


def language_of(document: Mapping[str, Any]) -> str:
    """Return the language of a notebook's kernel in lower case; ``python`` where nothing says another."""
    metadata = _mapping(document.get("metadata"))
    kernel = _mapping(metadata.get("kernelspec"))
    # Format 3 says the language of each cell, so the first one speaks for all.
    first_cell = next(raw_cells(document), {})
    languages = [
        *(_mapping(metadata.get("language_info")).get("name"), kernel.get("language"), metadata.get("language")),
        first_cell.get("language"),
    ]
    language = next((word.strip().lower() for word in languages if isinstance(word, str) and word.strip()), "")
    if not language:
        # Without any language the kernel's name tells it: ir is R, julia-1.9 is Julia.
        match = _OTHER_KERNELS.match(str(kernel.get("name") or ""))
        language = _NAMES.get(match[1].lower(), match[1].lower()) if match else "python"
    return "python" if "python" in language or language in {"py", "pyspark"} else plain_lines(language)[:40]


def authors_of(document: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names of those who wrote a notebook, as its metadata give them."""
    metadata = _mapping(document.get("metadata"))
    entries = [value for name in ("authors", "author", "creator", "creators") for value in _listed(metadata.get(name))]
    # Authors stand there as objects with a name, or as bare names.
    names = [_mapping(value).get("name", value) for value in entries]
    authors = [plain_lines(name).strip()[:_LONGEST_NAME] for name in names[:_MOST_NAMES] if isinstance(name, str)]
    return tuple(name for name in dict.fromkeys(authors) if name)


def newest_format(document: dict[str, Any], text: str) -> tuple[dict[str, Any], str]:
    """Return a notebook in format 4, converted by nbformat, and an empty text; or as it is, and why it remains so."""
    import nbformat  # noqa: PLC0415 - loads a schema checker, and prompts are imported at start-up
    from nbformat import reader  # noqa: PLC0415 - as above

    if format_of(document) is None:
        return document, "it does not say which format it has"
    try:
        with warnings.catch_warnings():
            # Cells without an ID, or with one that is taken: they are given new ones.
            warnings.simplefilter("ignore", FutureWarning)
            warnings.simplefilter("ignore", DeprecationWarning)
            # Parsed again, because its conversions change the object that they are given.
            read = reader.reads(text)  # type: ignore[no-untyped-call]  # nbformat is annotated in parts
            return nbformat.convert(read, NEWEST), ""  # type: ignore[no-untyped-call]  # as above
    except Exception as error:  # noqa: BLE001 - its conversions trip over whatever is missing, in any way
        return document, f"nbformat cannot convert it ({type(error).__name__})"


def raw_cells(document: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the cells of a notebook of any format that are objects; those of worksheets one after the other."""
    for cells in _cell_lists(document):
        for cell in cells:
            if isinstance(cell, Mapping):
                yield cell


def has_cells(document: Mapping[str, Any]) -> bool:
    """Return whether there is a list of cells anywhere that a format has one."""
    return next(_cell_lists(document), None) is not None or document.get("worksheets") == []


def cells_of(document: Mapping[str, Any]) -> tuple[tuple[NotebookCell, ...], int]:
    """Return the cells of a notebook, and how many of them are left out or incomplete because they are none."""
    read = list[NotebookCell]()
    broken = 0
    position = 0
    for cells in _cell_lists(document):
        for cell in cells:
            # Findings name cells by their place in the file, so those that are left out count too.
            position += 1
            kind, source = _kind(cell), _source(cell)
            if kind is None or source is None:
                broken += 1
            if kind is None:
                continue
            outputs, is_broken = _outputs(cell.get("outputs", []) if kind == "code" else [])
            broken += is_broken and source is not None
            read.append(
                NotebookCell(kind, source or "", position, outputs, _tags(cell), len(_mapping(cell.get("attachments"))))
            )
    return tuple(read), broken


def _cell_lists(document: Mapping[str, Any]) -> Iterator[Sequence[Any]]:
    sheets = document.get("worksheets")
    # Format 3 has its cells in worksheets, the others at the top.
    for part in (document, *(sheets if isinstance(sheets, list) else ())):
        cells = part.get("cells") if isinstance(part, Mapping) else None
        if isinstance(cells, list):
            yield cells


def _is_first(document: Mapping[str, Any]) -> bool:
    """Return whether a notebook that says no format has the fields of the first one, which said none."""
    return any(
        isinstance(cell, Mapping) and (("code" in cell or "text" in cell) and "source" not in cell)
        for cells in _cell_lists(document)
        for cell in cells
    )


def _kind(cell: Any) -> CellKind | None:
    cell_type = cell.get("cell_type") if isinstance(cell, Mapping) else None
    return _CELLS.get(cell_type) if isinstance(cell_type, str) else None


def _source(cell: Any) -> str | None:
    """Return what stands in a cell, under the name that its format has for it; None where it is no text."""
    if not isinstance(cell, Mapping):
        return None
    # Format 4, 3, and the two kinds of cells of format 1.
    names = ("source", "input", "code", "text")
    text = _text(next((cell[name] for name in names if name in cell), None))
    # Format 3 had cells for headings, with a level of their own.
    if text is None or cell.get("cell_type") != "heading":
        return text
    level = cell.get("level", 1)
    return "#" * (level if level in range(1, 7) else 1) + " " + " ".join(text.split())


def _text(value: Any) -> str | None:
    """Return a text that may be kept as a list of lines; None for anything else."""
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return plain_lines("".join(value))
    return plain_lines(value) if isinstance(value, str) else None


def _outputs(outputs: Any) -> tuple[tuple[CellOutput, ...], bool]:
    if not isinstance(outputs, list):
        return (), outputs is not None
    read = [_output(output) for output in outputs]
    return tuple(output for output in read if output is not None), None in read


def _output(output: Any) -> CellOutput | None:
    output_type = output.get("output_type") if isinstance(output, Mapping) else None
    kind = _KINDS.get(output_type) if isinstance(output_type, str) else None
    if kind is None:
        return None
    if kind == "stream":
        return CellOutput(kind, _text(output.get("text")) or "")
    if kind == "error":
        parts = (_text(output.get("ename")), _text(output.get("evalue")))
        return CellOutput(kind, ": ".join(part for part in parts if part))
    # Format 3 has the text beside the other fields.
    data = _mapping(output.get("data"))
    text = _text(data.get("text/plain", output.get("text"))) or ""
    media = {name for name in data if isinstance(name, str) and name != "text/plain"}
    # Format 3 has media as fields of the output itself.
    media |= {mime for name, mime in _MIME.items() if name in output}
    return CellOutput(kind, text, tuple(sorted(plain_lines(name)[:80] for name in media)))


def _tags(cell: Mapping[str, Any]) -> tuple[str, ...]:
    tags = _mapping(cell.get("metadata")).get("tags")
    return tuple(plain_lines(tag) for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else ()


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
