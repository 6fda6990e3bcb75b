"""The provenance of an admitted set: what its file in problemsets/_meta/ holds, as far as later steps need it."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Annotated, Any, Final

import yaml
from pydantic import AfterValidator, BeforeValidator, Field, ValidationError

from authoring.dseal.diagnostic import Severity
from authoring.errors import WorkspaceError
from authoring.records.base import Record, sha256_of
from authoring.records.decision import Action, Comment
from authoring.records.documents import DocumentError, load_yaml
from authoring.records.format_version import current, marked
from authoring.records.pilot.item import ItemStatistics
from authoring.records.pilot.trials import PilotTrials
from authoring.records.seed import Allowance

CHECKSUM: Final = "checksum"
"""The key, first of all, with the hash of all that follows: whatever is cut off or changed, it no longer fits."""
COMPLETE: Final = ("name", "sha256", "seed", "problems", "environment", "decisions", "findings")
"""What every file of problemsets/_meta/ says, in its order, with or without a checksum."""
LINK: Final = "a link"
"""Stands in the place of a hash where an input is no file of its own."""
_FILE_KINDS = frozenset({"functions", "notebook", "csv", "file"})
"""Words before a colon behind which the path of a file stands."""


def public_source(source: str) -> str:
    """Return where data came from as it may be published: an address, or names of files without their folders.

    Seeds of earlier versions hold paths, which name the folders, and so the account, of whoever added them.
    """
    match = re.match(r"([a-z][a-z0-9_-]+):(?=.)", source)
    if match is None:
        return _file_names(source)
    path = source[match.end() :]
    # An address, `package:NAME/TABLE`, `kaggle:OWNER/SLUG` and their like say nothing of this machine.
    is_path = match[1] in _FILE_KINDS or re.match(r"[/\\~.]|[A-Za-z]:\\", path) is not None
    if path.startswith("//") and match[1] != "file":
        return source
    return f"{match[1]}:{_file_names(path)}" if is_path else source


def public_reference(reference: str) -> str:
    """Return what a notebook was called as it may be published: ``OWNER/SLUG`` of a site, or the name of a file."""
    return reference if re.fullmatch(r"[\w-]+/[\w-]+", reference) else _file_names(reference)


def _file_names(paths: str) -> str:
    """Return the names of files, of which earlier versions wrote several paths into one text, with blanks between."""
    # A path that begins anew shows itself by a root, a home or a dot; anything else may be a name with blanks.
    parts = re.split(r"\s+(?=[/~]|\.{1,2}[/\\]|[A-Za-z]:\\)", paths)
    return " ".join(re.split(r"[/\\]", part.rstrip("/\\"))[-1] for part in parts)


def public_meta(text: str) -> str:
    """Return the record of a set's origin as it may be published: as it stands, where it names no path of a machine.

    Records of earlier versions hold the paths of the files that seeds were made from.
    """
    try:
        content = current("provenance", load_yaml(text), path="_meta")
    # A record that cannot be read is refused by whoever needs it.
    except (DocumentError, WorkspaceError):
        return text
    content.pop(CHECKSUM, None)
    seed = content.get("seed")
    if not isinstance(seed, dict):
        return text
    public = {**seed, "source": public_source(str(seed.get("source") or ""))}
    if isinstance(notebook := seed.get("notebook"), dict):
        public["notebook"] = {**notebook, "ref": public_reference(str(notebook.get("ref") or ""))}
    if public == {**seed, "source": str(seed.get("source") or "")}:
        return text
    return provenance_text({**content, "seed": public})


# The file says more than later steps need, so other fields are ignored here and below.
class RecordedReview(Record, extra="ignore"):
    """A person marked a problem as good."""

    reviewer: str
    time: datetime


class RecordedTrials(Record, extra="ignore"):
    """What the validator of a problem said of the answers that were tried before it was admitted."""

    wrong: int
    """Wrong answers of which something is known."""
    refused: int
    """Those of them that the validator refuses."""
    right: int
    accepted: int
    undecided: int = 0
    """Spoiled answers of which nobody can tell whether they are wrong."""


class AdmittedProblem(Record, extra="ignore"):
    """One problem of an admitted set."""

    number: int
    origin: str = ""
    level: Annotated[str, BeforeValidator(lambda level: level or "")] = ""
    """``easy``, ``medium`` or ``hard``; empty where nobody said."""
    knowledge: tuple[str, ...] = ()
    reviewed: RecordedReview | None = None
    """Who marked it as good; None where nobody did, or where an earlier version recorded nothing of it."""
    trials: RecordedTrials | None = None
    """None where no answers were tried on its validator, or where an earlier version recorded nothing of it."""
    item: ItemStatistics | None = None
    """How solvers did in the pilot of this very problem, as figures of an item; None where there was none."""
    pilot: PilotTrials | None = None
    """What their answers tell of it; None where there was none, or where an earlier version recorded nothing of it."""


class RecordedDecision(Record, extra="ignore"):
    """A decision that a person took before or at admission."""

    action: Action
    reviewer: str = ""
    time: datetime
    about: str = ""
    """SHA-256 of the text that was decided on."""
    reason: str = ""
    made_by: str = ""
    """What made the text that this decision is for, where no person wrote it."""
    comments: tuple[Comment, ...] = ()


class RecordedFinding(Record, extra="ignore"):
    """A finding that stood on admission: a warning was let pass by whoever admitted the set, a note by nobody."""

    code: str
    problem: int | None = None
    message: str = ""
    severity: Severity | None = None
    """None in what earlier versions recorded."""


class RecordedFile(Record, extra="ignore"):
    """A data file of a set's seed."""

    name: str
    sha256: str


class SeedSummary(Record, extra="ignore"):
    """The seed that a set is made from."""

    name: str = ""
    title: str = ""
    source: Annotated[str, AfterValidator(public_source)] = ""
    url: str = ""
    licence: str = ""
    files: tuple[RecordedFile, ...] = ()
    allowed: tuple[Allowance, ...] = ()
    """Findings of the seed gate that a person let pass."""


class AdmittedEnvironment(Record, extra="ignore"):
    """What the references ran with when the set was admitted."""

    python: str = ""
    packages: Mapping[str, str] = Field(default_factory=dict)


class BenchmarkFacts(Record, extra="ignore"):
    """What the benchmark's manifest says that decides what its sets mean, and what its lock held."""

    dialect: str = "dseval"
    python: str = ""
    """The version of Python that cells run under; empty where the manifest names none."""
    lock: str = ""
    """The path of the lock from the benchmark's folder; empty where the manifest names none."""
    lock_sha256: str = ""

    def differences(self, admitted: "BenchmarkFacts") -> Iterator[str]:
        """Yield in words what is said now, and what was said on admission."""
        for key, now, before in (
            ("dialect", self.dialect, admitted.dialect),
            ("environment.python", self.python, admitted.python),
            ("environment.lock", self.lock, admitted.lock),
        ):
            if now != before:
                yield f"_manifest.yaml says {key} {now or 'nothing'}, and {before or 'nothing'} when it was admitted"
        if self.lock == admitted.lock and self.lock_sha256 != admitted.lock_sha256:
            yield f"{self.lock} is not the lock that it was admitted under"


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
    findings: tuple[RecordedFinding, ...] = ()
    made_with: Mapping[str, Any] = Field(default_factory=dict)
    environment: AdmittedEnvironment = AdmittedEnvironment()
    benchmark: BenchmarkFacts | None = None
    """What the manifest said on admission; None where an earlier version recorded nothing of it."""

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
    sealed = marked("provenance", {CHECKSUM: checksum_of(load_yaml(yaml.safe_dump(dict(content)))), **content})
    return yaml.safe_dump(sealed, sort_keys=False, allow_unicode=True, width=120)


def with_benchmark(meta: str, facts: BenchmarkFacts) -> str:
    """Return the record of a set's origin with what the benchmark's manifest says as it is admitted."""
    content = current("provenance", load_yaml(meta), path="_meta")
    content.pop(CHECKSUM, None)
    return provenance_text({**content, "benchmark": facts.model_dump(exclude_defaults=True) or {"dialect": "dseval"}})


def with_pilot_entries(
    meta: str, items: Mapping[int, ItemStatistics], trials: Mapping[int, PilotTrials] = MappingProxyType({})
) -> str:
    """Return the record of a set's origin with what a pilot counted and found of each problem, by its number."""
    if not items and not trials:
        return meta
    content = current("provenance", load_yaml(meta), path="_meta")
    content.pop(CHECKSUM, None)
    return provenance_text(
        {**content, "problems": [_with_pilot_entry(problem, items, trials) for problem in content["problems"]]}
    )


def _with_pilot_entry(
    problem: Mapping[str, Any], items: Mapping[int, ItemStatistics], trials: Mapping[int, PilotTrials]
) -> Mapping[str, Any]:
    entries = {"item": items.get(problem["number"]), "pilot": trials.get(problem["number"])}
    return {**problem, **{key: entry.model_dump(mode="json") for key, entry in entries.items() if entry is not None}}


def admission_differences(
    name: str, text: str, inputs: Mapping[str, str], meta: str, benchmark: BenchmarkFacts | None = None
) -> Iterator[str]:
    """Yield in words what a problem set differs in from the one that was admitted.

    Args:
        name: of the set.
        text: of the set as it stands.
        inputs: the SHA-256 of each input file, or `LINK`, by what code calls it below ``inputs/``.
        meta: what stands in its file of problemsets/_meta/; empty where it has none.
        benchmark: what the manifest beside it says now; None where that is looked at elsewhere.
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
    if problem := _change_since_admission(content):
        yield f"{path} {problem}"
        return
    if about.name != name:
        yield f"{path} is about {about.name}"
    if about.sha256 != sha256_of(text):
        yield f"{name}.py is not the text that was admitted"
    if benchmark is not None and about.benchmark is not None:
        yield from benchmark.differences(about.benchmark)
    yield from _input_differences(name, inputs, {file.name: file.sha256 for file in about.seed.files})


def refuse_changed_record(text: str, *, path: str) -> None:
    """Stop where a file of problemsets/_meta/ is not as it was written.

    Raises:
        WorkspaceError: it cannot be read, lacks something, or says something else.
    """
    if problem := _change_since_admission(_read(text, path)[1]):
        raise WorkspaceError(f"{path}: {problem}", hint="restore the file as it was written on admission")


def _change_since_admission(content: Mapping[str, Any]) -> str:
    """Return what shows that the content of a record is not what was written; empty where nothing does."""
    if lacking := [key for key in COMPLETE if key not in content]:
        return f"ends too early: it lacks {', '.join(lacking)}"
    sealed = {key: value for key, value in content.items() if key != CHECKSUM}
    if content.get(CHECKSUM) not in (None, checksum_of(sealed)):
        return "is not as it was written on admission: its checksum is another"
    return ""


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
        content = current("provenance", load_yaml(text), path=path)
        return Provenance.model_validate(content), content
    except ValidationError as error:
        # The whole text of a ValidationError names our classes and an address, which help nobody to mend a file.
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"])) or "it"
        hint = "restore the file as it was written on admission"
        raise WorkspaceError(f"{path}: {place}: {first['msg'].lower()}", hint=hint) from error
    except ValueError as error:
        line = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise WorkspaceError(f"{path}: {line}", hint="restore the file as it was written on admission") from error


def checksum_of(content: Mapping[str, Any]) -> str:
    """Return the hash of what a file says, which stands in it under `CHECKSUM`."""
    # Of what it says and not of its bytes, so that another layout of the same YAML, and a migration, change nothing.
    return sha256_of(json.dumps(content, sort_keys=True, default=str))
