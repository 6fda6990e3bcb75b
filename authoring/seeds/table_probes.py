"""Looks at a seed's tables: read-only expressions, each in a fork of its own, with bounded answers."""

import re
from collections.abc import Sequence
from pathlib import Path

from authoring.dseal.analysis.read_only import looks_at_groups, looks_at_levels, refusal_of
from authoring.errors import SandboxError, SeedError
from authoring.llm.prompt import CUT
from authoring.records.evidence import CellRun, Limits, Outcome
from authoring.records.profile import Profile
from authoring.records.sketch import REFUSED, PlanProbes, ProbeAnswer, ProbeAnswers
from authoring.records.stage import stage
from authoring.sandbox.port import Sandbox, Session
from authoring.sandbox.programs import call_program, load_program

LONGEST_ANSWER = 2_000
"""Characters of an answer that are recorded; a prompt shows fewer."""
LONGEST_PROBE = 10.0
"""Seconds that one expression may take."""
LONGEST_SIGN = 40
VALUE = "probe_value"
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
# What a failing program says of a fork is nothing that stops a draft: its answer is then known without a sign.
_NO_SIGN = (SeedError, SandboxError)


def table_names(profile: Profile) -> tuple[tuple[str, str], ...]:
    """Return the names under which expressions find the tables, each with the code that reads it."""
    if len(profile.tables) == 1:
        return (("df", profile.tables[0].reader),)
    return tuple((f"df{number}", table.reader) for number, table in enumerate(profile.tables, 1))


@stage("answer_probes")
def answer_probes(
    probes: PlanProbes, profile: Profile, *, files: Sequence[Path], sandbox: Sandbox, limits: Limits
) -> ProbeAnswers:
    """Return what each expression gives on the seed's tables, or in words why it was not run, in their order.

    Raises:
        SandboxError: the sandbox failed, or does not read the tables; an expression that fails has that as its answer.
    """
    bounded = limits.model_copy(
        update={"max_time": min(limits.max_time, LONGEST_PROBE), "max_repr": min(limits.max_repr, LONGEST_ANSWER)}
    )
    names = table_names(profile)
    with sandbox.session(inputs=files) as session:
        load_program(session, "value_signs", limits=limits)
        reading = [f"{name} = {reader}" for name, reader in names]
        run = session.run("\n".join(["import numpy as np", "import pandas as pd", *reading]), limits=limits)
        if run.outcome is not Outcome.OK:
            raise SandboxError(f"{profile.seed}: tables cannot be read for probes: {_failure(run)}")
        return ProbeAnswers(
            answers=tuple(
                _answered(session, probe.problem, probe.expression, [name for name, _ in names], bounded)
                for probe in probes.probes
            )
        )


def _answered(session: Session, problem: int, expression: str, names: Sequence[str], limits: Limits) -> ProbeAnswer:
    if refusal := refusal_of(expression, names):
        return ProbeAnswer(problem=problem, expression=expression, text=f"{REFUSED}{refusal}")
    # A fork, so that nothing that an expression does is there for the next one.
    with session.attempt() as fork:
        run = fork.run(f"{VALUE} = (\n{expression.strip()}\n)\n{VALUE}", limits=limits)
        if run.outcome is not Outcome.OK:
            return ProbeAnswer(problem=problem, expression=expression, text=f"failed: {_failure(run)}")
        text = "None" if run.value is None else run.value.text + (f"\n{CUT}" if run.value.truncated else "")
        sign = _sign(fork, levels=looks_at_levels(expression), limits=limits)
        sign = "" if sign == "all equal" and looks_at_groups(expression) else sign
    return ProbeAnswer(problem=problem, expression=expression, text=_ADDRESS.sub("", text), sign=sign)


def _sign(fork: Session, *, levels: bool, limits: Limits) -> str:
    try:
        sign = call_program(fork, "sign_of", {"name": VALUE, "levels": levels}, limits=limits)
    except _NO_SIGN:
        return ""
    return sign[:LONGEST_SIGN] if isinstance(sign, str) else ""


def _failure(run: CellRun) -> str:
    """Return in words why code did not end well."""
    if run.detail:
        return run.detail
    error = run.error
    text = f"{error.type}: {error.message}" if error else run.outcome.value
    return _ADDRESS.sub("", text)[:LONGEST_ANSWER]
