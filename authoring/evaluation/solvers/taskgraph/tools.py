"""Classes that may serve a task, as schemas: which of them a model is shown, by how well they match the task.

The schemas stand in ``tools.yaml`` beside the prompts, where a person may add some, change them, or remove them all;
``python -m bench.tool_schemas`` wrote those that come with the toolkit.
"""

import re
from collections.abc import Container, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal

from pydantic import Field, TypeAdapter, ValidationError

from authoring.errors import WorkspaceError
from authoring.evaluation.solvers.taskgraph.task_types import FOLDER
from authoring.records.base import Record
from authoring.records.documents import DocumentError, load_yaml
from authoring.records.sketch import Guide

MOST_TOOLS: Final = 4
"""Schemas that one prompt shows."""
PAGE: Final = f"{FOLDER}/tools"
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_EMPTY = frozenset(
    {"a", "an", "and", "by", "for", "in", "is", "it", "its", "of", "on", "or", "the", "their", "to", "with"}
)
"""Words that match everything."""


class ToolParameter(Record):
    """One parameter of a method."""

    type: str = ""
    description: str = ""
    default: str = ""
    """As code; empty where it has to be given."""


class ToolParameters(Record):
    """The parameters of a method."""

    properties: dict[str, ToolParameter] = Field(default_factory=dict)
    required: tuple[str, ...] = ()


class ToolMethod(Record):
    """One method of a class."""

    type: Literal["method"] = "method"
    description: str
    parameters: ToolParameters = ToolParameters()


class ToolSchema(Record):
    """A class, in the form that Data Interpreter gives its tools."""

    type: Literal["class"] = "class"
    path: str
    """The module to import it from."""
    description: str
    replaces: tuple[str, ...] = ()
    """Tools of the paper's Table 5 that it stands for."""
    tags: tuple[str, ...]
    """Types of tasks that it is for."""
    methods: dict[str, ToolMethod]

    @property
    def module(self) -> str:
        """The package that has to be installed."""
        return self.path.partition(".")[0]


_SCHEMAS: TypeAdapter[dict[str, ToolSchema]] = TypeAdapter(dict[str, ToolSchema])


def read_tools(prompts: Sequence[Guide], modules: Container[str] | None) -> dict[str, ToolSchema]:
    """Return the tools of the workspace that can be imported, by name; none where there is no such page.

    Args:
        prompts: the pages of the solver.
        modules: what can be imported; everything if None.

    Raises:
        WorkspaceError: the page cannot be read.
    """
    page = next((page for page in prompts if page.name == PAGE), None)
    schemas = _read_schemas(page.text) if page is not None else {}
    return {name: schema for name, schema in schemas.items() if modules is None or schema.module in modules}


@lru_cache(maxsize=4)
def _read_schemas(text: str) -> dict[str, ToolSchema]:
    try:
        return _SCHEMAS.validate_python(load_yaml(text) or {})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        reason = f"{'.'.join(map(str, first['loc']))}: {first['msg'].lower()}"
    except DocumentError as error:
        reason = str(error)
    raise WorkspaceError(
        f"templates/prompts/solvers/{PAGE}.yaml: {reason}",
        hint="mend it; or remove the file and restore the one that comes with the toolkit: authoring init .",
    )


def rank_tools(
    tools: Mapping[str, ToolSchema], *, task_type: str, instruction: str, most: int = MOST_TOOLS
) -> tuple[str, ...]:
    """Return the names of the tools that match a task best, by BM25 of its type and instruction; none where none does.

    Only tools with the task's type among their tags are ranked; equal ones stay in the order of the file.
    """
    names = [name for name, schema in tools.items() if task_type in schema.tags]
    corpus = [_words(name, tools[name]) for name in names]
    query = sorted(set(_split(f"{task_type} {instruction}")) & {word for words in corpus for word in words})
    if not query or most < 1:
        return ()
    # Loading it takes half a second, which a solver that ranks nothing has no use for.
    import bm25s  # noqa: PLC0415

    index = bm25s.BM25()
    index.index(corpus, show_progress=False)
    scores = dict(zip(names, index.get_scores(query), strict=True))
    ranked = sorted((name for name in names if scores[name] > 0), key=lambda name: -scores[name])
    return tuple(ranked[:most])


def _words(name: str, schema: ToolSchema) -> list[str]:
    return _split(" ".join((name, *schema.replaces, schema.description)))


def _split(text: str) -> list[str]:
    words = (word.lower() for word in _WORD.findall(text))
    # Without the endings of verbs and plurals: "filling missing values" is to find "fill missing value".
    return [_stem(word) for word in words if word not in _EMPTY]


def _stem(word: str) -> str:
    for ending in ("ing", "es", "ed", "s", "e"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word.removesuffix(ending)
    return word
