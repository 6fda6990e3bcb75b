"""The image that answers run in: the packages that the sets import, in the versions that the references ran with."""

import importlib.resources
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from authoring.dseal.code import imports_of
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.parse import parse
from authoring.formats.base.port import ExportOptions, MapSets, Player
from authoring.formats.inspect.codes import UNPINNED_PACKAGE
from authoring.formats.inspect.program import program
from authoring.formats.inspect.samples import Sample, samples_of
from authoring.records.base import Record
from authoring.records.bundle import AdmittedSet, Bundle, FileContent
from authoring.records.evidence import Limits
from authoring.records.provenance import read_provenance
from authoring.validators.base import Dialect

ALWAYS = ("numpy", "pandas")
"""What judging takes."""

BEHIND = {".xlsx": "openpyxl", ".parquet": "pyarrow", ".feather": "pyarrow"}
"""What pandas takes to read a kind of file."""

BESIDE = {"sklearn": ("scipy",), "matplotlib": ("skimage",)}
"""What validators use where it is there, beside a package that a set imports."""

ASK = """
import importlib.metadata as _metadata, json as _json, platform as _platform, sys as _sys
_owners = _metadata.packages_distributions()
_found = {{}}
for _name in {names!r}:
    if _name not in _sys.stdlib_module_names and _name in _owners:
        _owner = sorted(set(_owners[_name]))[0]
        _found[_name] = [_owner, _metadata.version(_owner)]
_standard = [_name for _name in {names!r} if _name in _sys.stdlib_module_names]
print(_json.dumps({{"python": _platform.python_version(), "standard": _standard, "found": _found}}))
"""


class Environment(Record):
    """What references ran in."""

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


class _Told(Record):
    python: str
    standard: tuple[str, ...]
    found: Mapping[str, tuple[str, str]]


def environment_of(problemsets: Sequence[AdmittedSet], *, play: Player) -> Environment:
    """Return what the sets need, and in which versions, as far as the place where cells are played tells."""
    cells = [cell for problemset in problemsets for cell in parse(problemset.text).runnable]
    names = {*ALWAYS, *(name.partition(".")[0] for cell in cells for name in imports_of(cell.code))}
    endings = {f".{file.path.rpartition('.')[2]}" for problemset in problemsets for file in problemset.inputs}
    names |= {name for ending, name in BEHIND.items() if ending in endings}
    beside = {name for imported, named in BESIDE.items() if imported in names for name in named} - names
    told = _told(play(problemsets[0], (ASK.format(names=sorted(names | beside)),)))
    missing = sorted(names - told.found.keys() - set(told.standard))
    wanted = {**dict.fromkeys(missing, ""), **dict(told.found.values())}
    return Environment(python=told.python, packages=tuple(sorted(wanted.items())), unpinned=tuple(missing))


def unpinned(environment: Environment) -> tuple[Diagnostic, ...]:
    """Return what is to be said of packages without a version."""
    hint = "Install it where the references run, or write its version into requirements.txt of the export."
    return tuple(
        UNPINNED_PACKAGE.diagnostic(f"the version of {name} is not known where references run", hint=hint).model_copy(
            update={"path": "requirements.txt"}
        )
        for name in environment.unpinned
    )


def _told(runs: Sequence[Any]) -> _Told:
    """Read what the cell printed; a place that tells nothing knows no versions."""
    try:
        return _Told.model_validate(json.loads(runs[0].printed))
    except (IndexError, ValueError):
        return _Told(python=Environment().python, standard=(), found={})


# The texts of a task package that depend on what is in it.

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

## How an answer is judged

An answer is the last block of Python in a reply. It runs in a fresh process, in the state that the references before it
leave, with fresh data files and without network; an earlier answer of a solver never matters. What it leaves behind (a
value, variables, output, figures, as the problem's validators ask) is collected there and compared elsewhere. The
reference runs in the container `judge`, where nothing of a solver's ever runs. `accuracy` counts the answers that are
CORRECT in DSEval's words (dialect `{dialect}`), over all, by set and by level; each score says its verdict and why. No
code, a crash and an answer that takes too long score 0. A problem whose reference fails in the sandbox is an error of
the sample and no score: `--no-fail-on-error` lets Inspect go on.

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


def readme(problemsets: Sequence[AdmittedSet], samples: Sequence[Sample], *, options: ExportOptions) -> str:
    """Return the package's README."""
    counts = Counter(sample.metadata.set for sample in samples)
    rows = (f"| {one.name} | {counts[one.name]} | {_data(one)} | {_licence(one)} |" for one in problemsets)
    return README.format(
        name=options.name,
        version=options.version,
        tool=options.tool,
        dialect=options.dialect,
        samples=len(samples),
        sets="1 set" if len(problemsets) == 1 else f"{len(problemsets)} sets",
        first=problemsets[0].name,
        rows="\n".join(rows),
    )


def dockerfile(environment: Environment) -> str:
    """Return how the image is made."""
    return DOCKERFILE.format(image=environment.image)


def _data(problemset: AdmittedSet) -> str:
    seed = read_provenance(problemset.meta).seed
    return (f"[{seed.title or seed.name}]({seed.url})" if seed.url else seed.title or seed.name) or "not known"


def _licence(problemset: AdmittedSet) -> str:
    return read_provenance(problemset.meta).seed.licence or "not known"


# The files of a task package.

TASK = importlib.resources.files(__package__) / "task.py"


class Benchmark(Record):
    """What stands in ``benchmark.json``, for the task to read."""

    name: str
    version: str
    dialect: Dialect
    tool: str
    limits: Limits
    """Of references, and of answers to problems that set none of their own but of time."""


def export(
    problemsets: Sequence[AdmittedSet], *, options: ExportOptions, play: Player, across: MapSets = map
) -> Bundle:
    """Return a task package; references are played once, and a short cell that tells the versions of packages."""
    told = [*across(partial(samples_of, language=options.language, dialect=options.dialect, play=play), problemsets)]
    samples = [sample for each in told for sample in each.samples]
    environment = environment_of(problemsets, play=play)
    benchmark = Benchmark(
        name=options.name, version=options.version, dialect=options.dialect, tool=options.tool, limits=Limits()
    )
    texts = {
        "README.md": readme(problemsets, samples, options=options),
        "task.py": TASK.read_text("utf-8"),
        "dataset.jsonl": "".join(_line(sample) for sample in samples),
        "benchmark.json": json.dumps(benchmark.model_dump(mode="json"), indent=1, ensure_ascii=False) + "\n",
        "requirements.txt": environment.requirements,
        "Dockerfile": dockerfile(environment),
        "compose.yaml": COMPOSE,
    }
    files = [FileContent(path=path, content=text.encode()) for path, text in texts.items()]
    files.append(FileContent(path="judge.pyz", content=program()))
    files += [
        FileContent(path=f"data/{one.name}/{file.path}", content=file.content)
        for one in problemsets
        for file in one.inputs
    ]
    files += [FileContent(path=f"_meta/{one.name}.yaml", content=one.meta.encode()) for one in problemsets if one.meta]
    findings = [finding for each in told for finding in each.findings]
    return Bundle(files=tuple(files), findings=(*findings, *unpinned(environment)))


def _line(record: Record) -> str:
    # As ASCII: a line separator of Unicode in a question would end a line for some readers.
    return json.dumps(record.model_dump(mode="json")) + "\n"
