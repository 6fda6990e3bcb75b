"""Cells that change a fork before a reference runs in it, and what they answer."""

import importlib.resources
import json
from collections.abc import Mapping, Sequence
from functools import cache

from pydantic import Field, ValidationError

from authoring.dseal.model import Json
from authoring.records.base import Record
from authoring.records.evidence import CellRun, Limits, Outcome
from authoring.records.probes.probe import TableFact
from authoring.records.probes.problem import ModelLeak
from authoring.sandbox.port import Session
from authoring.sandbox.programs import BEGIN, END

TABLE_CHANGES, SURROUNDINGS, TABLE_FACTS = "table_changes", "surroundings", "table_facts"
LIMITS = Limits(max_time=5.0)
"""A change may take so long; tables on which it takes longer are left as they are."""


class NotedWarning(Record):
    """A deprecation as the program noted it, beside a stranger's code."""

    message: str
    category: str
    library: str
    cell: str
    line: int


class NotedFact(TableFact):
    """A fact of tables as the program noted it, beside a stranger's code."""

    cell: str
    method: str = ""
    """The method that orders text."""


class ForkState(Record):
    """What a program found in a session."""

    tables: Mapping[str, tuple[str, ...]]
    """Tables and series by their names, with their columns."""
    others: tuple[str, ...] = ()
    """Names of values that may hold rows and were not changed."""
    gaps: tuple[str, ...] = ()
    """Columns of the tables in which values are missing."""
    changed: int = 0
    """Tables, and arrays beside them, that are no longer what they were."""
    cell: int = 0
    """The number of the cell that the program itself was, where it tells."""
    warnings: tuple[NotedWarning, ...] = Field(default=(), max_length=100)
    leaks: tuple[ModelLeak, ...] = Field(default=(), max_length=1_000)
    facts: tuple[NotedFact, ...] = Field(default=(), max_length=100)


def call_in_fork(
    session: Session, program: str, function: str, arguments: Mapping[str, Json]
) -> tuple[ForkState | None, CellRun]:
    """Run a function of a program on a session's namespace, which gets no name by it; None where it did not end well.

    Raises:
        SandboxError: the sandbox failed.
    """
    call = f"_space[{function!r}](_names, **_json.loads({json.dumps(arguments)!r}))"
    printed = f"print('\\n{BEGIN}\\n' + _json.dumps({call}) + '\\n{END}', flush=True)"
    space = "{'__name__': 'authoring_program'}"
    # A lambda, because whatever a cell binds stays in the session.
    code = (
        f"(lambda _space, _names, _json: (exec({_text_of(program)!r}, _space), {printed}) and None)"
        f"({space}, globals(), __import__('json'))"
    )
    session.prepare(None)
    run = session.run(code, limits=LIMITS)
    if run.outcome is not Outcome.OK:
        return None, run
    text = run.printed.rpartition(f"\n{BEGIN}\n")[2].partition(f"\n{END}")[0]
    try:
        return ForkState.model_validate_json(text), run
    except ValidationError:
        return None, run


@cache
def _text_of(program: str) -> str:
    return importlib.resources.files("authoring.sandbox.programs").joinpath(f"{program}.py").read_text("utf-8")


def change_fork(session: Session, kind: str, columns: Sequence[str], seed: int) -> tuple[ForkState | None, CellRun]:
    """Change the tables of a fork; see `change_tables` of the program."""
    arguments: dict[str, Json] = {"kind": kind, "columns": list(columns), "seed": seed}
    return call_in_fork(session, TABLE_CHANGES, "change_tables", arguments)
