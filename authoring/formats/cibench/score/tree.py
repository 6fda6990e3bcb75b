"""Notebooks of a CIBench tree, read as OpenCompass' loader reads them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from authoring.errors import BenchmarkError
from authoring.formats.cibench.score.records import Experiment, ReferenceStep, Tag

MOST_CELLS: Final = 1_000
THOUGHT: Final = "\n\nThought: "
CHINESE: Final = "chinese"
"""Whatever path holds this word holds Chinese questions."""
STEP_TYPES: Final = frozenset({Tag.EXEC, Tag.NUM, Tag.TEXT, Tag.VIS})
Json = Mapping[str, Any]


def read_experiment(text: str, *, dataset: str, path: str, where: str) -> Experiment:
    """Read a notebook.

    Args:
        text: of the file.
        dataset: its ``SUITE/MODULE``.
        path: below the dataset's folder.
        where: the file, for messages.

    Raises:
        BenchmarkError: OpenCompass would not load it, or its evaluator would stop at it.
    """
    try:
        notebook = json.loads(text)
        cells, metadata = notebook["cells"], notebook["metadata"]
        types, modules = _annotations(metadata)
        codes = [cell for cell in cells if cell["cell_type"] == "code"]
        told = [_joined(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
        found = [_reference(cell["outputs"]) for cell in codes]
        sources = tuple(_joined(cell["source"]) for cell in codes)
    except (ValueError, RecursionError) as error:
        raise _broken(where, str(error)) from None
    except KeyError as error:
        raise _broken(where, f"a cell or the notebook has no {error}") from None
    except (TypeError, AttributeError):
        raise _broken(where, "is no notebook") from None
    if len(cells) > MOST_CELLS:
        raise _broken(where, f"has more than {MOST_CELLS} cells")
    tags = types or [tag for tag, _ in found]
    return Experiment(
        path=path,
        # The evaluator walks both lists together, and the longer one's rest is not looked at.
        steps=tuple(ReferenceStep(tag, output) for tag, (_, output) in zip(tags, found, strict=False)),
        typed=bool(types),
        codes=sources,
        questions=tuple(_questions(told, modules, chinese=CHINESE in f"{dataset}/{path}")),
    )


def _annotations(metadata: Json) -> tuple[list[Tag], list[str]]:
    """Return what the metadata says of the steps: what each gives, and its modules.

    Raises:
        ValueError: the evaluator would not take it.
    """
    types, modules = metadata.get("step_types") or [], metadata.get("modules") or []
    if modules and len(modules) != len(types):
        raise ValueError(f"metadata.modules has {len(modules)} entries, and metadata.step_types {len(types)}")
    strange = [one for one in types if one not in STEP_TYPES]
    if strange:
        raise ValueError(f"metadata.step_types has {strange[0]!r}; known are {', '.join(sorted(STEP_TYPES))}")
    return [Tag(one) for one in types], [_spoken(entry) for entry in modules]


def _spoken(entry: str) -> str:
    return "&".join(part.strip() for part in entry.split("&"))


def _questions(told: Sequence[str], modules: Sequence[str], *, chinese: bool) -> Iterator[str]:
    for number, text in enumerate(told):
        question = text.strip()
        parts = question.split(THOUGHT)
        if len(parts) == 2:  # noqa: PLR2004 - a question and its thought; with two thoughts none is taken out
            question = parts[0]
        if number < len(modules):
            names = modules[number].split("&")
            question += f"请用 {' 和 '.join(names)} 模块." if chinese else f"Please use {' and '.join(names)} modules."
        yield question.strip()


def _reference(outputs: Sequence[Json]) -> tuple[Tag, str | None]:
    """Return what a cell gave, and what kind that is."""
    kinds = [output["output_type"] for output in outputs]
    displays = [output["data"] for output, kind in zip(outputs, kinds, strict=True) if kind == "display_data"]
    pictured = [number for number, data in enumerate(displays) if "image/png" in data]
    if pictured:
        if pictured[0] != len(displays) - 1:
            raise ValueError("a cell displays something more behind its figure")
        picture = displays[-1]["image/png"]
        return Tag.VIS, picture if isinstance(picture, str) else None
    for output, kind in zip(reversed(outputs), reversed(kinds), strict=True):
        if kind == "stream" and output["name"] == "stdout":
            return Tag.GENERAL, _joined(output["text"])
        if kind == "execute_result":
            return Tag.GENERAL, _joined(output["data"]["text/plain"])
    return Tag.EXEC, None


def _joined(text: str | Sequence[str]) -> str:
    return "".join(text)


def _broken(where: str, why: str) -> BenchmarkError:
    return BenchmarkError(f"{where}: {why}", hint="OpenCompass would stop here too: export the tree again, or mend it")
