"""What the tests of the command line share: the program called in this process, and records built by hand."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from authoring.api.admission import carry_out_admission, planned_admission
from authoring.api.runs.lifecycle import make_decision, resume_run
from authoring.cli.main import run_command
from authoring.drafting.drafter import write_draft
from authoring.drafting.templates.drafter import TemplateDrafter
from authoring.dseal import Diagnostic, Severity, parse
from authoring.gate.dry_run import dry_run
from authoring.records.base import sha256_of
from authoring.records.decision import Action, Waiting
from authoring.records.draft import Draft, ProblemOrigin
from authoring.records.evidence import (
    CellRun,
    DryRun,
    Evidence,
    Judgement,
    Outcome,
    ProblemRun,
    TableView,
    ValueView,
    VariableChange,
)
from authoring.records.profile import Profile
from authoring.records.run import RunSettings
from authoring.records.seed import InputFile, Seed, TableFile, TableFormat
from authoring.sandbox.client.local import LocalSandbox
from authoring.seeds.profile import profile_data
from authoring.workspace import Workspace
from authoring.workspace.journal import Journal

PENGUINS = "species,mass\nAdelie,3750\nAdelie,4775\nChinstrap,4800\nGentoo,6300\nGentoo,4100\n"
TEXT = '''# %%
import pandas as pd

penguins = pd.read_csv("inputs/penguins.csv")

# %%
"""
question: |
  How many rows does `penguins` have?
"""

len(penguins)

# %%
"""
question: |
  What is the mean of `mass`, rounded to 1 decimal?
"""

round(penguins["mass"].mean(), 1)

# %%
"""
question: |
  Show the heaviest row of each `species`, sorted by `species`.
"""

penguins.sort_values("mass").groupby("species").tail(1).sort_values("species")
'''


TWO_PROBLEMS = '''# %%
x = [3, 1, 2]

# %%
"""
question: How many?
validator:
  result:
"""
len(x)

# %%
"""
question: Sort `x` into `y`.
validator:
  namespace_check:
    y:
"""
y = sorted(x)
'''
"""Two problems; no pandas, so that a session costs little."""

RECORDED = (
    ("a-first", 1, "len(x)", "CORRECT", "UNCATEGORIZED"),
    ("a-first", 2, "y = x[:2]", "CRASH", "KEY_ERROR"),
    ("b-second", 1, "1 / 0", "CRASH", "UNCATEGORIZED"),
    ("b-second", 2, "y = sorted(x)", "CORRECT", "UNCATEGORIZED"),
)
"""Set, number, code and recorded verdict; the second one is not ours."""

RECORDED_KEYS = ("problemset", "index", "code", "verdict", "subverdict")


@dataclass(frozen=True)
class Answer:
    """What one command gave back."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as the one JSON document it must be."""
        return json.loads(self.out)


@pytest.fixture
def cli(capfd: pytest.CaptureFixture[str]) -> Callable[..., Answer]:
    """Return a function that runs a command in this process."""

    def call(*arguments: str | Path) -> Answer:
        capfd.readouterr()
        code = run_command([str(argument) for argument in arguments])
        said = capfd.readouterr()
        return Answer(code, said.out, said.err)

    return call


@pytest.fixture
def problem_text() -> str:
    """Return a problem set of one context cell and three problems."""
    return TEXT


@pytest.fixture
def two_problems() -> str:
    """Return a problem set that costs little to run."""
    return TWO_PROBLEMS


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a benchmark of two sets below it and answers to them; no workspace around."""
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "_manifest.yaml").write_text("name: tiny\nversion: 1\n")
    for name in ("a-first", "b-second"):
        (tmp_path / "tiny" / f"{name}.py").write_text(TWO_PROBLEMS)
    (tmp_path / "agent.jsonl").write_text(
        "".join(json.dumps(dict(zip(RECORDED_KEYS, answer, strict=True))) + "\n" for answer in RECORDED)
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def draft() -> Draft:
    """Return a draft of three problems."""
    levels = ("easy", "easy", "medium")
    return Draft(
        name="penguins",
        seed="penguins",
        revision=1,
        text=TEXT,
        origins=tuple(
            ProblemOrigin(origin=f"template:t{number}", knowledge=("counting",), level=level)
            for number, level in enumerate(levels, start=1)
        ),
    )


@pytest.fixture
def bare(tmp_path: Path) -> Workspace:
    """Return a new workspace."""
    return Workspace.create(tmp_path / "bench")[0]


@pytest.fixture
def seeded(bare: Workspace, tmp_path: Path) -> Workspace:
    """Return a workspace with the seed ``penguins``."""
    path = tmp_path / "penguins.csv"
    path.write_text(PENGUINS)
    file = TableFile(
        name=path.name,
        format=TableFormat.CSV,
        sha256=hashlib.sha256(path.read_bytes()).hexdigest(),
        size=path.stat().st_size,
        rows=5,
        columns=("species", "mass"),
        reader='pd.read_csv("inputs/penguins.csv")',
    )
    seed = Seed(
        name="penguins",
        title="Penguins",
        description="Five of them.",
        source=str(path),
        licence="CC0-1.0",
        files=(file,),
    )
    bare.write_seed(seed, [(file, path)])
    return bare


@pytest.fixture
def drafted(seeded: Workspace, draft: Draft) -> Workspace:
    """Return a workspace with a run in which ``penguins`` was profiled and drafted, and not yet proved."""
    seed = seeded.read_seed("penguins")
    files, profile = seeded.seed_files(seed), Profile(seed="penguins", tables=())
    settings = RunSettings(
        name="penguins",
        seed=seed,
        templates=(),
        examples=(),
        limits=seeded.settings.limits,
        random_seed=0,
    )
    with Journal.open(seeded.journal_path("penguins"), settings) as journal:
        journal.record(profile_data, profile, seed, files=files, sandbox=LocalSandbox())
        journal.record(
            write_draft,
            draft,
            seed,
            profile,
            drafter=TemplateDrafter(()),
            name="penguins",
            examples=(),
            random_seed=0,
        )
    return seeded


@pytest.fixture
def evidence_of() -> Callable[..., Evidence]:
    """Return a function that makes the evidence of a text in which everything went well, but for the errors named."""

    def make(text: str, *, errors: tuple[int, ...] = (), digests: dict[int, str] | None = None) -> Evidence:
        problemset = parse(text)
        cells = [
            ProblemRun(
                cell=index,
                number=cell.problem.number if cell.problem else None,
                run=_cell_run(cell.code, (digests or {}).get(index, cell.code)),
                repeat=_cell_run(cell.code, (digests or {}).get(index, cell.code)),
                judgement=Judgement(correct="yes", category="and") if cell.problem else None,
            )
            for index, cell in enumerate(problemset.cells)
            if cell in problemset.runnable
        ]
        draft = Draft(name="penguins", seed="penguins", revision=1, text=text, origins=())
        run = DryRun(
            draft=draft.sha256,
            cells=tuple(cells),
            inputs=(InputFile(name="penguins.csv", sha256=sha256_of(PENGUINS), size=len(PENGUINS)),),
            python="3.11.7",
            packages=(("pandas", "2.2.0"),),
        )
        found = tuple(
            Diagnostic(
                code="DS401",
                name="failing-reference",
                severity=Severity.ERROR,
                message="the reference raises KeyError",
                hint="mend it",
                line=problemset.problems[number - 1][0].span.line + 1,
                problem=number,
            )
            for number in errors
        )
        return Evidence(draft=draft.sha256, diagnostics=found, dry_run=run)

    return make


def _cell_run(code: str, digest: str) -> CellRun:
    view = TableView(
        rows=3,
        columns=2,
        header=("species", "mass"),
        index=("0", "1", "2"),
        cells=(("Adelie", "4775"), ("Chinstrap", "4800"), ("Gentoo", "6300")),
    )
    table = view if "tail" in code else None
    return CellRun(
        outcome=Outcome.OK,
        seconds=0.25,
        peak_memory=123_456_789,
        stream="read 344 rows\n" if "read_csv" in code else "",
        value=None if "read_csv" in code else ValueView(type="object", text="344", table=table),
        changes=(VariableChange(name="penguins", change="added", type="DataFrame"),) if "read_csv" in code else (),
        digest=digest,
    )


@pytest.fixture
def admitted(drafted: Workspace, draft: Draft, evidence_of: Callable[..., Evidence]) -> Workspace:
    """Return a workspace whose draft ``penguins`` was marked in part, admitted by Ada and written; nothing has run."""
    evidence = evidence_of(draft.text)
    waiting = Waiting(draft=draft, evidence=evidence)
    with resume_run(drafted, "penguins") as journal:
        journal.decide(make_decision(draft.sha256, Action.REVISE, "Ada", accepted=(1, 3)))
        decision = make_decision(draft.sha256, Action.ADMIT, "Ada", reason="good", accepted=(1, 3))
        seed = drafted.read_seed("penguins")
        admission = planned_admission(journal, waiting, decision, seed)
        drafted.write_admission(admission, drafted.seed_files(seed))
        journal.decide(decision)
        assert evidence.dry_run is not None
        run = evidence.dry_run
        limits, files = drafted.settings.limits, drafted.seed_files(seed)
        journal.record(dry_run, run, draft.text, inputs=files, limits=limits, sandbox=LocalSandbox(), dialect="dseval")
        carry_out_admission(journal, waiting, decision, journal.decisions, seed)
    return drafted
