"""The files of a task package."""

import importlib.resources
import json
from collections.abc import Sequence
from functools import partial

from authoring.formats.base.base import Across, Order, Player
from authoring.formats.inspect.environment import environment_of, unpinned
from authoring.formats.inspect.program import program
from authoring.formats.inspect.samples import samples_of
from authoring.formats.inspect.wording import COMPOSE, dockerfile, readme
from authoring.records.base import Record
from authoring.records.bundle import AdmittedSet, Bundle, FileContent
from authoring.records.evidence import Limits
from authoring.validators.base import Dialect

TASK = importlib.resources.files(__package__) / "task.py"


class Benchmark(Record):
    """What stands in ``benchmark.json``, for the task to read."""

    name: str
    version: str
    dialect: Dialect
    tool: str
    limits: Limits
    """Of references, and of answers to problems that set none of their own but of time."""


def export(problemsets: Sequence[AdmittedSet], *, order: Order, play: Player, across: Across = map) -> Bundle:
    """Return a task package; references are played once, and a short cell that tells the versions of packages."""
    told = [*across(partial(samples_of, language=order.language, dialect=order.dialect, play=play), problemsets)]
    samples = [sample for each in told for sample in each.samples]
    environment = environment_of(problemsets, play=play)
    benchmark = Benchmark(
        name=order.name, version=order.version, dialect=order.dialect, tool=order.tool, limits=Limits()
    )
    texts = {
        "README.md": readme(problemsets, samples, order=order),
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
