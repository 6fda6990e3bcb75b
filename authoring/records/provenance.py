"""The provenance of an admitted set: what its file in problemsets/_meta/ holds, as far as later steps need it."""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Annotated, Any, Final

import yaml
from pydantic import BeforeValidator, Field, ValidationError

from authoring.errors import WorkspaceError
from authoring.records.base import Record, sha256_of
from authoring.records.decision import Action, Comment
from authoring.records.format_version import current, marked
from authoring.records.seed import InputFile

CHECKSUM: Final = "checksum"
"""The key, first of all, with the hash of all that follows: whatever is cut off or changed, it no longer fits."""
COMPLETE: Final = ("name", "sha256", "seed", "problems", "environment", "decisions", "findings")
"""What every file of problemsets/_meta/ says, in its order, with or without a checksum."""
LINK: Final = "a link"
"""Stands in the place of a hash where an input is no file of its own."""


# The file says more than later steps need, so other fields are ignored here and below.
class AdmittedProblem(Record, extra="ignore"):
    """One problem of an admitted set."""

    number: int
    origin: str = ""
    level: Annotated[str, BeforeValidator(lambda level: level or "")] = ""
    """``easy``, ``medium`` or ``hard``; empty where nobody said."""
    knowledge: tuple[str, ...] = ()


class RecordedDecision(Record, extra="ignore"):
    """A decision that a person took before or at admission."""

    action: Action
    reviewer: str = ""
    time: datetime
    about: str = ""
    """SHA-256 of the text that was decided on."""
    reason: str = ""
    comments: tuple[Comment, ...] = ()


class SeedSummary(Record, extra="ignore"):
    """The seed that a set is made from."""

    name: str = ""
    title: str = ""
    source: str = ""
    url: str = ""
    licence: str = ""
    files: tuple[InputFile, ...] = ()


class AdmittedEnvironment(Record, extra="ignore"):
    """What the references ran with when the set was admitted."""

    python: str = ""
    packages: Mapping[str, str] = Field(default_factory=dict)


class Provenance(Record, extra="ignore"):
    """Where an admitted set came from."""

    name: str = ""
    sha256: str = ""
    revision: int = 1
    seed: SeedSummary = SeedSummary()
    problems: tuple[AdmittedProblem, ...] = ()
    reference_cells: tuple[int, ...] = ()
    """Context cells, from 1 among all cells, that the strict dialect runs beside the reference alone."""
    decisions: tuple[RecordedDecision, ...] = Field(default=())
    made_with: Mapping[str, Any] = Field(default_factory=dict)
    environment: AdmittedEnvironment = AdmittedEnvironment()
    findings: tuple[Mapping[str, Any], ...] = ()
    """What was left standing."""

    @property
    def model(self) -> str:
        """The model that drafted it; empty where none did."""
        return str(self.made_with.get("model") or "")

    @property
    def guides(self) -> tuple[str, ...]:
        """Name and version of each guide that the model was given."""
        pairs = self.made_with.get("guides") or ()
        return tuple(" ".join(str(word) for word in pair) for pair in pairs if isinstance(pair, list | tuple))

    @property
    def knowledge(self) -> tuple[str, ...]:
        """The knowledge points of its problems, each once, in order."""
        return tuple(dict.fromkeys(point for problem in self.problems for point in problem.knowledge))


def read_provenance(text: str, *, path: str = "problemsets/_meta") -> Provenance:
    """Read one file of problemsets/_meta/.

    Raises:
        WorkspaceError: when it is no YAML, or does not say what such a file says.
    """
    return _read(text, path)[0]


def provenance_text(content: Mapping[str, Any]) -> str:
    """Return the text of a file of problemsets/_meta/ that says `content`, with a checksum of it."""
    sealed = marked("provenance", {CHECKSUM: _checksum(yaml.safe_load(yaml.safe_dump(dict(content)))), **content})
    return yaml.safe_dump(sealed, sort_keys=False, allow_unicode=True, width=120)


def admission_differences(name: str, text: str, inputs: Mapping[str, str], meta: str) -> Iterator[str]:
    """Yield in words what a problem set differs in from the one that was admitted.

    Args:
        name: of the set.
        text: of the set as it stands.
        inputs: the SHA-256 of each input file, or `LINK`, by what code calls it below ``inputs/``.
        meta: what stands in its file of problemsets/_meta/; empty where it has none.
    """
    path = f"_meta/{name}.yaml"
    if not meta.strip():
        yield f"{path} is missing or empty, and nothing else says what was admitted"
        return
    try:
        about, content = _read(meta, path)
    except WorkspaceError as error:
        yield f"{error.message} (it is not as it was written on admission)"
        return
    if lacking := [key for key in COMPLETE if key not in content]:
        yield f"{path} ends too early: it lacks {', '.join(lacking)}"
        return
    checksum = content.pop(CHECKSUM, None)
    if checksum is not None and checksum != _checksum(content):
        yield f"{path} is not as it was written on admission: its checksum is another"
    if about.name != name:
        yield f"{path} is about {about.name}"
    if about.sha256 != sha256_of(text):
        yield f"{name}.py is not the text that was admitted"
    yield from _input_differences(name, inputs, {file.name: file.sha256 for file in about.seed.files})


def _input_differences(name: str, inputs: Mapping[str, str], admitted: Mapping[str, str]) -> Iterator[str]:
    for file in sorted(admitted.keys() | inputs.keys()):
        if file not in inputs:
            yield f"_inputs/{name}/{file} is missing"
        elif inputs[file] == LINK:
            yield f"_inputs/{name}/{file} is a link, or no file at all"
        elif file not in admitted:
            yield f"_inputs/{name}/{file} was never admitted"
        elif inputs[file] != admitted[file]:
            yield f"_inputs/{name}/{file} has other bytes than the file that was admitted"


def _read(text: str, path: str) -> tuple[Provenance, dict[str, Any]]:
    """Return what later steps need of a file, and all that it says."""
    try:
        content = current("provenance", yaml.safe_load(text), path=path)
        return Provenance.model_validate(content), content
    except ValidationError as error:
        # The whole text of a ValidationError names our classes and an address, which help nobody to mend a file.
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"])) or "it"
        hint = "restore the file as it was written on admission"
        raise WorkspaceError(f"{path}: {place}: {first['msg'].lower()}", hint=hint) from error
    # PyYAML recurses, so a file that nests too deep ends in a RecursionError.
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        line = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise WorkspaceError(f"{path}: {line}", hint="restore the file as it was written on admission") from error


def _checksum(content: Mapping[str, Any]) -> str:
    # Of what it says and not of its bytes, so that another layout of the same YAML, and a migration, change nothing.
    return sha256_of(json.dumps(content, sort_keys=True, default=str))
