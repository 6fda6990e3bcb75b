"""A set in which each problem shows one sign of a pilot, and solvers of known strength that a loopback server plays."""

import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from authoring.api.evaluation.pilot import PilotRequest
from authoring.api.evaluation.solvers import AskingRequest
from authoring.api.models import ModelAccess
from authoring.workspace import Workspace
from authoring.workspace.guidance import read_blind_prompt
from tests.cli.conftest import PENGUINS
from tests.llm.server import LoopbackServer
from tests.llm.solver_models import fenced_code, question_of
from tests.llm.wire import Answer, Call

NOTE = read_blind_prompt(Path(__file__).parents[3]).text.strip()
"""Ends the question to whoever does not have the data."""
SIGNS = '''# %%
import pandas as pd

df = pd.read_csv("inputs/penguins.csv")

# %%
"""
question: How many rows does `df` have?
validator:
  result:
"""
len(df)

# %%
"""
question: What is the heaviest `mass`?
validator:
  result:
"""
df["mass"].min()

# %%
"""
question: What is the mean `mass` of each `species`?
validator:
  result:
"""
df.groupby("species", as_index=False)["mass"].mean().rename(columns={"mass": "average"})

# %%
"""
question: How far does `mass` spread?
validator:
  result:
"""
df["mass"].std()

# %%
"""
question: What does `helper` give for `df`?
validator:
  result:
"""
helper = len
helper(df)

# %%
"""
question: How many kinds of `species` are there?
validator:
  result:
"""
df["species"].nunique()

# %%
"""
question: What is the median `mass`?
validator:
  result:
"""
df["mass"].median()
'''
"""Easy, disputed, strict, open, impossible, guessable, and never solved."""
CODES: Mapping[str, tuple[str, ...]] = {
    "How many rows does `df` have?": ("len(df)",),
    "What is the heaviest `mass`?": ('df["mass"].max()', 'df.sort_values("mass")["mass"].iloc[-1]'),
    "What is the mean `mass` of each `species`?": ('df.groupby("species")["mass"].mean()',),
    "How far does `mass` spread?": ('df["mass"].std()', 'df["mass"].max() - df["mass"].min()'),
    "What does `helper` give for `df`?": ("helper(df)",),
    "How many kinds of `species` are there?": ('df["species"].nunique()',),
    "What is the median `mass`?": ("",),
}
"""What solvers answer, each the next one with every solver and sample; nothing stands for prose."""
EXPECTED = {1: "DS976", 2: "DS971", 3: "DS972", 4: "DS973", 5: "DS974", 6: "DS975", 7: "DS977"}


@dataclass
class Cohort:
    """Models of one server; which of the answers one gives depends on its name and on how often it was asked."""

    codes: Mapping[str, tuple[str, ...]]
    blind: Mapping[str, str]
    """What every model answers without the data."""

    def __post_init__(self) -> None:
        """Nobody was asked yet."""
        self.lock = threading.Lock()
        self.times: dict[tuple[str, str], int] = {}

    def __call__(self, call: Call) -> Answer:
        """Answer one call."""
        question, model = question_of(call), str(call.body["model"])
        if question.endswith(NOTE):
            return Answer(fenced_code(self.blind.get(question.removesuffix(NOTE).strip(), "-1")))
        with self.lock:
            turn = self.times[model, question] = self.times.get((model, question), 0) + 1
        codes = self.codes[question]
        code = codes[(turn + len(model)) % len(codes)]
        return Answer(fenced_code(code) if code else "That cannot be known.")


def with_set(workspace: Workspace, name: str = "signs", text: str = SIGNS) -> Workspace:
    """Put a set into the benchmark of a workspace, as DSEval loads it, without a record of its admission."""
    folder = workspace.root / "problemsets"
    (folder / "_manifest.yaml").write_text("name: own\nversion: 1\n")
    (folder / f"{name}.py").write_text(text)
    (folder / "_inputs" / name).mkdir(parents=True)
    (folder / "_inputs" / name / "penguins.csv").write_text(PENGUINS)
    return workspace


def request_for(server: LoopbackServer, workspace: Workspace, name: str = "signs", **changes: Any) -> PilotRequest:
    """Return a request in which three models of a server answer twice."""
    access = ModelAccess(base_url=server.url, default_key="sk-none", default_base_url=server.url)
    request = PilotRequest(
        name=name,
        solvers=("model:m", "model:mm", "model:mmm"),
        samples=2,
        asking=AskingRequest(access),
        workspace=workspace.root,
    )
    return replace(request, **changes)


def record_answers(path: Path, codes: Sequence[str], *, attempts: int, name: str = "penguins") -> str:
    """Write answers to a file, the same for each attempt; return the solver that replays them."""
    lines = [
        {"problemset": name, "index": index, "attempt": attempt, "code": code}
        for attempt in range(1, attempts + 1)
        for index, code in enumerate(codes, start=1)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return f"recorded:{path}"
