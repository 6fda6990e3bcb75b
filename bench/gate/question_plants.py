"""Defects in questions alone, planted into every problem: what runs stays the same, so that one dry run serves for all.

Answers are not tried, so that lint, alignment and what the dry run saw are measured, on thousands of plants in minutes.
"""

import random
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import yaml

from authoring.api.verification import tables_of_files, verify
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.lint import lint
from authoring.dseal.model import InputTable, Surroundings
from authoring.dseal.parse import parse
from authoring.errors import SandboxError
from authoring.gate.alignment.registry import align
from authoring.gate.dry_run_findings import check_dry_run
from authoring.records.evidence import DryRun, Limits
from authoring.records.results import BenchmarkSet
from authoring.sandbox.port import Sandbox
from bench.gate.plants import KINDS, Family, planted_into
from bench.gate.score import Outcome, Share, new_codes

FAMILIES = frozenset({Family.MISMATCH, Family.UNDER_SPECIFIED})
LIMITS = Limits(max_time=20)
LABELS = Path(__file__).parent / "omission_labels.yaml"
"""What readers said of plants: whether a question with words taken out still says what its answer depends on."""


def question_outcomes(sets: Sequence[BenchmarkSet], seed: int, sandbox: Sandbox) -> Iterator[Outcome]:
    """Yield what became of every plant in the questions of the sets that run without errors."""
    for problemset in sets:
        tables = tables_of_files(problemset.inputs)
        try:
            evidence = verify(problemset.text, problemset.inputs, tables=tables, limits=LIMITS, sandbox=sandbox)
        except SandboxError:
            continue
        if not evidence.errors and evidence.dry_run is not None:
            yield from _outcomes(problemset, tables, evidence.dry_run, seed)


def _outcomes(problemset: BenchmarkSet, tables: Sequence[InputTable], run: DryRun, seed: int) -> Iterator[Outcome]:
    before = _findings(problemset.text, tables, run)
    for kind in KINDS:
        for _, problem in parse(problemset.text).problems if kind.family in FAMILIES else ():
            key = sha256(f"{problemset.text}\n{kind.name}\n{problem.number}\n{seed}".encode()).hexdigest()
            chance = random.Random(key)  # noqa: S311 - a plant that can be drawn again
            plant = planted_into(kind, problemset.text, problem.number, chance)
            if plant is not None:
                after = _findings(plant.text, tables, run)
                yield Outcome(
                    key=key,
                    set=problemset.name,
                    family=kind.family,
                    kind=kind.name,
                    half=plant.half,
                    counted=True,
                    codes=new_codes(before, after, plant.problem),
                )


def _findings(text: str, tables: Sequence[InputTable], run: DryRun) -> tuple[Diagnostic, ...]:
    surroundings = Surroundings(inputs=tuple(tables))
    return (*lint(text, surroundings=surroundings), *align(text), *check_dry_run(text, run, LIMITS))


def table_by_label(outcomes: Sequence[Outcome]) -> str:
    """Return the Markdown table of what was caught among the plants that a reader judged, by what was said."""
    verdicts = {label["key"]: label["verdict"] for label in yaml.safe_load(LABELS.read_text("utf-8"))}
    lines = ["| a reader calls the question | planted | caught |", "| --- | --- | --- |"]
    for verdict in sorted(set(verdicts.values())):
        rows = [outcome for outcome in outcomes if verdicts.get(outcome.key[:12]) == verdict]
        lines.append(f"| {verdict} | {len(rows)} | {Share(sum(bool(row.codes) for row in rows), len(rows))} |")
    return "\n".join(lines)
