"""Problem sets of one table, exported to CIBench with cells that really run."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import pytest

from authoring.evaluation.player import play
from authoring.formats.base.port import ExportOptions
from authoring.formats.cibench.export.tree import export
from authoring.records.bundle import AdmittedSet, Bundle, FileContent, Translation
from authoring.records.evidence import CellRun, Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.port import Sandbox

TABLE = "name,mass,city\nada,3,Besançon\nbob,12,Graz\neva,7,Linz\n".encode()
"""The input file ``t.csv`` of every set here."""


@dataclass(frozen=True, slots=True)
class ExportCase:
    """What is exported, and how."""

    text: str
    name: str = "small"
    suite: str = ""
    language: str = "en"
    seed: str = "small"
    inputs: Mapping[str, bytes] | None = None
    """The table alone if None."""
    translations: tuple[Translation, ...] = ()
    slow: str = ""
    """What stands in cells that are said to take 11 seconds; none if empty."""

    @property
    def problemset(self) -> AdmittedSet:
        """The set as it stands in a workspace."""
        files = {"t.csv": TABLE} if self.inputs is None else self.inputs
        inputs = tuple(FileContent(path=path, content=content) for path, content in files.items())
        meta = f"name: {self.name}\nseed:\n  name: {self.seed}\n"
        return AdmittedSet(name=self.name, text=self.text, inputs=inputs, meta=meta, translations=self.translations)


@dataclass(frozen=True, slots=True)
class Step:
    """A question with its cell, as a reader of the notebook finds them."""

    question: str
    code: str
    step_type: str
    modules: str
    outputs: Sequence[Mapping[str, Any]]

    @property
    def printed(self) -> str:
        """What the notebook shows of standard output."""
        return "".join(output["text"] for output in self.outputs if output["output_type"] == "stream")


@dataclass(frozen=True, slots=True)
class Tree:
    """An export of one set or several."""

    bundle: Bundle

    @property
    def notebooks(self) -> Mapping[str, tuple[Step, ...]]:
        """The notebooks, by path."""
        files = [file for file in self.bundle.files if file.path.endswith(".ipynb")]
        return {file.path: tuple(steps_of(json.loads(file.content))) for file in files}

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of its only notebook."""
        [steps] = self.notebooks.values()
        return steps

    @property
    def codes(self) -> list[str]:
        """The codes of its findings."""
        return [finding.code for finding in self.bundle.findings]


def steps_of(notebook: Mapping[str, Any]) -> Iterator[Step]:
    """Read a notebook as CIBench does: the cells alternate, and its lists have an entry for each pair."""
    cells, metadata = notebook["cells"], notebook["metadata"]
    assert [cell["cell_type"] for cell in cells] == ["markdown", "code"] * (len(cells) // 2)
    assert sorted(metadata) == ["modules", "step_types"]
    pairs = zip(cells[::2], cells[1::2], metadata["step_types"], metadata["modules"], strict=True)
    for question, code, step_type, modules in pairs:
        yield Step(question["source"], code["source"], step_type, modules, code["outputs"])


Exporting = Callable[..., Tree]


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """Give the sandbox that cells run in."""
    with closing(LocalSandbox()) as local:
        yield local


@pytest.fixture(scope="session")
def exported(sandbox: Sandbox, tmp_path_factory: pytest.TempPathFactory) -> Exporting:
    """Export sets that are wished for; language and suite are those of the first."""
    folder = tmp_path_factory.mktemp("inputs")
    (folder / "t.csv").write_bytes(TABLE)

    def make(*wishes: ExportCase) -> Tree:
        def player(problemset: AdmittedSet, cells: Sequence[str]) -> tuple[CellRun, ...]:
            [request] = [request for request in wishes if request.name == problemset.name]
            runs = play(cells, inputs=[folder / "t.csv"], limits=Limits(), sandbox=sandbox)
            return tuple(
                run.model_copy(update={"seconds": 11.0}) if request.slow and request.slow in code else run
                for run, code in zip(runs, cells, strict=False)
            )

        options = ExportOptions(name="b", version="1", language=wishes[0].language, suite=wishes[0].suite)
        return Tree(export([request.problemset for request in wishes], options=options, play=player))

    return make
