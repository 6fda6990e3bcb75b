"""Format versions: what is written to disk says by which version of its format, and a newer one is refused in words.

A document is a mapping (YAML, JSON, or the first line of a file of JSON lines). Two keys that belong to no record stand
first in it: `VERSION_KEY` and `WRITER_KEY`. A document without them was written before versions were marked, and is
of version 0; ``authoring migrate`` brings it up. Records know nothing of the keys, so that keys of journals and the
identities of prompts, which are made of records, do not hang on them.
"""

from collections.abc import Callable, Mapping
from importlib.metadata import version
from types import MappingProxyType
from typing import Any, Final

from authoring.errors import AuthoringError, WorkspaceError

VERSION_KEY: Final = "format_version"
WRITER_KEY: Final = "written_by"
FORMATS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "workspace": 1,  # authoring.toml
        "seed": 2,  # seeds/NAME/seed.yaml; 2: `dictionary`
        "topics": 1,  # seeds/NAME/topics.yaml
        "synthetic-table": 1,  # seeds/NAME/plan.yaml
        "journal": 2,  # .authoring/runs/NAME/journal.jsonl: the header; 2: lines of time at the screen
        "changes": 1,  # .authoring/changes.jsonl: every change that was begun
        "batch-ticket": 1,  # .authoring/runs/NAME/*.json
        "provenance": 1,  # problemsets/_meta/NAME.yaml
        "translation": 1,  # problemsets/_translations/LANGUAGE/NAME.yaml
        # NAME.evidence.jsonl beside results: the header; results themselves are DSEval's format. 2: lines of scores;
        # 3: lines of why answers are wrong
        "evaluation": 3,
        "export": 1,  # export.json
        "pilot": 3,  # .authoring/pilots/NAME.json; 2: `content` of a problem; 3: `setup` of a solver
        "mlbench-task": 1,  # NAME.yaml of a folder of ML-Benchmark's tasks
        "rubric": 1,  # .authoring/pilots/rubrics/*.json
    }
)
"""The version that this program writes, by kind of document. The ledger of replies keeps its own in SQLite."""

Migration = Callable[[dict[str, Any]], dict[str, Any]]
MIGRATIONS: Final[Mapping[str, tuple[Migration, ...]]] = {kind: (dict,) * version for kind, version in FORMATS.items()}
"""By kind: the step at place n makes a document of version n + 1 of one of version n. Version 1 added the marks.

All steps so far only add keys that may be left out.
"""


def marked(kind: str, content: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document's content with the marks of this program before it."""
    return {VERSION_KEY: FORMATS[kind], WRITER_KEY: f"dseal-authoring {version('dseal-authoring')}", **content}


def version_of(content: Mapping[str, Any]) -> int:
    """Return the version that a document says it is of; 0 where it says none."""
    number = content.get(VERSION_KEY, 0)
    # `True` is an int in Python, and no version.
    return number if isinstance(number, int) and not isinstance(number, bool) and number >= 0 else 0


def current(
    kind: str, content: Any, *, path: object, error: Callable[..., AuthoringError] = WorkspaceError
) -> dict[str, Any]:
    """Return a document as a mapping of this program's version, without its marks.

    Args:
        kind: of the document, a key of `FORMATS`.
        content: what was parsed; None, as an empty file gives, is an empty document.
        path: of the file, for messages.
        error: the class of the error to raise.

    Raises:
        AuthoringError: the document was written by a newer version of the toolkit. The message names that version.
        ValueError: the content is no mapping.
    """
    if content is None:
        content = {}
    if not isinstance(content, Mapping):
        raise ValueError(f"expected keys and values, got {type(content).__name__}")  # noqa: TRY004 - as a broken record
    number = version_of(content)
    # An older program would drop what it does not know when it writes the file back.
    if number > FORMATS[kind]:
        writer = content.get(WRITER_KEY)
        writer = writer if isinstance(writer, str) else "a newer dseal-authoring"
        raise error(
            f"{path}: format {number} of this kind of file ({kind}); this program reads up to format {FORMATS[kind]}",
            hint=f"read it with the version that wrote it ({writer}) or a later one: pip install -U dseal-authoring",
        )
    plain = {key: value for key, value in content.items() if key not in {VERSION_KEY, WRITER_KEY}}
    for migrate in MIGRATIONS[kind][number:]:
        plain = migrate(plain)
    return plain
