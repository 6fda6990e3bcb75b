"""The texts of a task package that depend on what is in it."""

from collections import Counter
from collections.abc import Sequence

from authoring.formats.base.base import Order
from authoring.formats.inspect.environment import Environment
from authoring.formats.inspect.samples import Sample
from authoring.records.bundle import AdmittedSet
from authoring.records.provenance import read_provenance

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


def readme(problemsets: Sequence[AdmittedSet], samples: Sequence[Sample], *, order: Order) -> str:
    """Return the package's README."""
    counts = Counter(sample.metadata.set for sample in samples)
    rows = (f"| {one.name} | {counts[one.name]} | {_data(one)} | {_licence(one)} |" for one in problemsets)
    return README.format(
        name=order.name,
        version=order.version,
        tool=order.tool,
        dialect=order.dialect,
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
