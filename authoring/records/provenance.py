"""The provenance of an admitted set: what its file in problemsets/_meta/ holds, as far as later steps need it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

import yaml
from pydantic import BeforeValidator, Field

from authoring.errors import WorkspaceError
from authoring.records.base import Record
from authoring.records.decision import Action, Comment
from authoring.records.format_version import current


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
    decisions: tuple[RecordedDecision, ...] = Field(default=())
    made_with: Mapping[str, Any] = Field(default_factory=dict)
    environment: AdmittedEnvironment = AdmittedEnvironment()

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
    try:
        return Provenance.model_validate(current("provenance", yaml.safe_load(text), path=path))
    # PyYAML recurses, so a file that nests too deep ends in a RecursionError.
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        line = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise WorkspaceError(f"{path}: {line}", hint="restore the file as it was written on admission") from error
