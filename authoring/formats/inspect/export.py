"""Export to Inspect AI: samples, the image that answers run in, the judging program, and a README."""

import importlib.resources
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.parse import parse
from authoring.dseal.python_code import imports_of
from authoring.formats.base.claims import claims_of
from authoring.formats.base.markdown import link, plain
from authoring.formats.base.port import ExportOptions, MapSets, Player
from authoring.formats.inspect.codes import UNPINNED_PACKAGE
from authoring.formats.inspect.program import program
from authoring.formats.inspect.samples import Sample, samples_of
from authoring.records.base import Record
from authoring.records.bundle import AdmittedSet, Bundle, FileContent
from authoring.records.evidence import Limits
from authoring.records.provenance import read_provenance
from authoring.validators.base import Dialect

REQUIRED_PACKAGES = ("numpy", "pandas")
"""The packages that judging needs."""
READER_PACKAGES = {".xlsx": "openpyxl", ".parquet": "pyarrow", ".feather": "pyarrow"}
"""The package that pandas needs for a kind of file."""
VALIDATOR_PACKAGES = {"sklearn": ("scipy",), "matplotlib": ("skimage",)}
"""Packages that validators use if they are installed, by a package that a set imports."""
VERSIONS_CELL = """
import importlib.metadata as _metadata, json as _json, platform as _platform, sys as _sys
_owners = _metadata.packages_distributions()
_found = {{}}
for _name in {names!r}:
    if _name not in _sys.stdlib_module_names and _name in _owners:
        _owner = sorted(set(_owners[_name]))[0]
        _found[_name] = [_owner, _metadata.version(_owner)]
_standard = [_name for _name in {names!r} if _name in _sys.stdlib_module_names]
print(_json.dumps({{"python": _platform.python_version(), "standard": _standard, "distributions": _found}}))
"""
README = """\
# {name} {version}

{samples} problems in {sets} of data science for [Inspect AI](https://inspect.aisi.org.uk), written by {tool}. The
problems of a set share one Python session: each is asked in the state that the reference solutions before it leave.

```sh
pip install inspect-ai
inspect eval task.py --model openai/gpt-4o-mini                        # one reply per problem, in containers
inspect eval task.py --model openai/gpt-4o-mini -T sets={first}   # one set
inspect eval task.py --solver my_agent.py --model openai/gpt-4o-mini   # any solver or agent of yours
```

| file | what it is |
| --- | --- |
| `task.py` | the task, its options and its scorer |
| `dataset.jsonl` | one sample a line: question, reference, and what judges an answer |
| `data/SET/` | data files; a solver finds them as `inputs/NAME` in its sandbox, beside `session.py`, the cells before |
| `judge.pyz` | runs cells and compares what they leave; runs in the sandbox, on numpy and pandas alone |
| `benchmark.json` | name, version, dialect and limits |
| `compose.yaml`, `Dockerfile`, `requirements.txt` | the containers |
| `_meta/NAME.yaml` | provenance of each set: seed, licence, who wrote and admitted it |
| `export.json` | what this was made from, and the hash of every file |

Data files are as their source gave them: a cell that begins with `=`, `+`, `-` or `@` may be a formula to a spreadsheet
program, so open a file that you do not trust as text.

## How an answer is judged

An answer is the last block of Python in a reply. It runs in a fresh process, in the state that the references before it
leave, with fresh data files and without network; an earlier answer of a solver never matters. What it leaves behind (a
value, variables, output, figures, as the problem's validators ask) is collected there and compared elsewhere. The
reference runs in the container `judge`, where nothing of a solver's ever runs. `accuracy` counts the answers that are
CORRECT in DSEval's words (dialect `{dialect}`), over all, by set and by level; each score says its verdict and why. No
code, a crash and an answer that takes too long score 0, and so does a solver whose tools broke its own sandbox. What an
answer left may take half a second of processor time to collect, a tenth of its limit, or three times what the reference
took, whichever is most, and three seconds to judge. A problem whose reference fails in the sandbox is an error of the
sample and no score: `--no-fail-on-error` lets Inspect go on.

| option (`-T`) | default | |
| --- | --- | --- |
| `sets` | all | names of sets, separated by commas |
| `sandbox` | `docker` | `local` runs answers unprotected on this machine, and a solver can find the references there |
| `history` | `true` | whether the prompt shows the code of the cells before |
| `python` | `python3` | the interpreter in the sandbox |
| `max_time` | `10` | seconds for an answer to a problem that sets no limit of its own |

Set `INSPECT_SANDBOX_MAX_READ_FILE_SIZE` higher where a reference leaves more than 100 MiB behind.

## Sets

| set | problems | data | licence |
| --- | --- | --- | --- |
{rows}

## Review

{claims}
"""
COMPOSE = """\
# `default` is a solver's, and runs its answers; `judge` runs the references, and is shown to no solver.
services:
  default: &place
    build: .
    command: tail -f /dev/null
    init: true
    network_mode: none
    working_dir: /work
    cpus: 1.0
    mem_limit: 4g
    pids_limit: 512
  judge: *place
"""
DOCKERFILE = """\
FROM python:{image}
COPY requirements.txt /tmp/requirements.txt
RUN pip install --no-cache-dir -r /tmp/requirements.txt
WORKDIR /work
"""
TASK = importlib.resources.files(__package__) / "task.py"


class ImageEnvironment(Record):
    """The environment that references ran in."""

    python: str = "3.11"
    """Version, of which an image takes the first two numbers."""
    packages: tuple[tuple[str, str], ...] = ()
    """Name and version of each distribution, sorted; an empty version where it is not known."""
    unpinned: tuple[str, ...] = ()
    """Modules whose distribution is not known."""

    @property
    def requirements(self) -> str:
        """The text of a file of requirements."""
        return "".join(f"{name}=={version}\n" if version else f"{name}\n" for name, version in self.packages)

    @property
    def image(self) -> str:
        """The tag of the image of Python itself."""
        return ".".join(self.python.split(".")[:2]) + "-slim"


class _PlayedVersions(Record):
    python: str
    standard: tuple[str, ...]
    distributions: Mapping[str, tuple[str, str]]


def environment_of(problemsets: Sequence[AdmittedSet], *, play: Player) -> ImageEnvironment:
    """Return the packages that the sets need, with their versions where cells are played."""
    cells = [cell for problemset in problemsets for cell in parse(problemset.text).runnable]
    names = {*REQUIRED_PACKAGES, *(name.partition(".")[0] for cell in cells for name in imports_of(cell.code))}
    endings = {f".{file.path.rpartition('.')[2]}" for problemset in problemsets for file in problemset.inputs}
    names |= {name for ending, name in READER_PACKAGES.items() if ending in endings}
    # Left out silently where they are not installed: the set did not ask for them.
    companions = {
        name for imported, packages in VALIDATOR_PACKAGES.items() if imported in names for name in packages
    } - names
    # Any set will do: all of them are played in the same environment.
    versions = _played_versions(play(problemsets[0], (VERSIONS_CELL.format(names=sorted(names | companions)),)))
    # Modules of the standard library need no distribution.
    missing = sorted(names - versions.distributions.keys() - set(versions.standard))
    requirements = {**dict.fromkeys(missing, ""), **dict(versions.distributions.values())}
    return ImageEnvironment(
        python=versions.python, packages=tuple(sorted(requirements.items())), unpinned=tuple(missing)
    )


def unpinned_findings(environment: ImageEnvironment) -> tuple[Diagnostic, ...]:
    """Return a finding for each package without a version."""
    hint = "Install it where the references run, or write its version into requirements.txt of the export."
    return tuple(
        UNPINNED_PACKAGE.diagnostic(f"the version of {name} is not known where references run", hint=hint).model_copy(
            update={"path": "requirements.txt"}
        )
        for name in environment.unpinned
    )


def _played_versions(runs: Sequence[Any]) -> _PlayedVersions:
    """Return the versions that the cell printed; none where nothing was played."""
    try:
        return _PlayedVersions.model_validate(json.loads(runs[0].printed))
    except (IndexError, ValueError):
        return _PlayedVersions(python=ImageEnvironment().python, standard=(), distributions={})


def readme(problemsets: Sequence[AdmittedSet], samples: Sequence[Sample], *, options: ExportOptions) -> str:
    """Return the package's README."""
    counts = Counter(sample.metadata.set for sample in samples)
    rows = (
        f"| {problemset.name} | {counts[problemset.name]} | {_data(problemset)} | {_licence(problemset)} |"
        for problemset in problemsets
    )
    return README.format(
        name=plain(options.name),
        version=plain(options.version),
        tool=plain(options.tool),
        dialect=options.dialect,
        samples=len(samples),
        sets="1 set" if len(problemsets) == 1 else f"{len(problemsets)} sets",
        first=problemsets[0].name,
        rows="\n".join(rows),
        claims=_claims(problemsets, counts, options),
    )


def _claims(problemsets: Sequence[AdmittedSet], counts: Counter[str], options: ExportOptions) -> str:
    """Return who looked at what and what was let pass, as decisions record it."""
    lines = [
        f"- `{problemset.name}`: {plain(claim)}"
        for problemset in problemsets
        for claim in claims_of(read_provenance(problemset.meta), counts[problemset.name])
    ]
    return "\n".join((*lines, *(f"- {plain(claim)}" for claim in options.passed)))


def _data(problemset: AdmittedSet) -> str:
    seed = read_provenance(problemset.meta).seed
    return link(seed.title or seed.name, seed.url) or "not known"


def _licence(problemset: AdmittedSet) -> str:
    return plain(read_provenance(problemset.meta).seed.licence) or "not known"


class TaskSettings(Record):
    """The content of ``benchmark.json``, which the task reads."""

    name: str
    version: str
    dialect: Dialect
    tool: str
    limits: Limits
    """The limits of references; and of answers, but for limits of their own that problems set."""


def export(
    problemsets: Sequence[AdmittedSet], *, options: ExportOptions, play: Player, across: MapSets = map
) -> Bundle:
    """Return a task package; references are played once, and a short cell that tells the versions of packages."""
    set_samples = [
        *across(partial(samples_of, language=options.language, dialect=options.dialect, play=play), problemsets)
    ]
    samples = [sample for samples_of_set in set_samples for sample in samples_of_set.samples]
    environment = environment_of(problemsets, play=play)
    benchmark = TaskSettings(
        name=options.name, version=options.version, dialect=options.dialect, tool=options.tool, limits=Limits()
    )
    texts = {
        "README.md": readme(problemsets, samples, options=options),
        "task.py": TASK.read_text("utf-8"),
        "dataset.jsonl": "".join(_line(sample) for sample in samples),
        "benchmark.json": json.dumps(benchmark.model_dump(mode="json"), indent=1, ensure_ascii=False) + "\n",
        "requirements.txt": environment.requirements,
        "Dockerfile": DOCKERFILE.format(image=environment.image),
        "compose.yaml": COMPOSE,
    }
    files = [FileContent(path=path, content=text.encode()) for path, text in texts.items()]
    # The same program for all sets; it is made once per process.
    files.append(FileContent(path="judge.pyz", content=program()))
    files += [
        FileContent(path=f"data/{problemset.name}/{file.path}", content=file.content)
        for problemset in problemsets
        for file in problemset.inputs
    ]
    files += [
        FileContent(path=f"_meta/{problemset.name}.yaml", content=problemset.meta.encode())
        for problemset in problemsets
        if problemset.meta
    ]
    findings = [finding for samples_of_set in set_samples for finding in samples_of_set.findings]
    return Bundle(files=tuple(files), findings=(*findings, *unpinned_findings(environment)))


def _line(record: Record) -> str:
    # As ASCII: a line separator of Unicode in a question would end a line for some readers.
    return json.dumps(record.model_dump(mode="json")) + "\n"
