"""Dry-run sets of a benchmark, one after the other: ``python -m bench.sandbox.walk JOB.json FOUND.json``."""

import json
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

from authoring.gate.dry_run import dry_run
from authoring.records.evidence import Limits
from authoring.records.protection import Level
from authoring.sandbox.client.local import LocalSandbox
from authoring.workspace.benchmark import read_benchmark


def main() -> None:
    """Dry-run the sets of a job; write how many problems ran, agreed with themselves, and how cells ended."""
    job = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    benchmark = read_benchmark(Path(job["benchmark"]))
    most = Level(job["most"]) if job["most"] else None
    outcomes: Counter[str] = Counter()
    ran = agreed = 0
    with closing(LocalSandbox(Path(job["python"]), maximum_level=most)) as sandbox:
        for one in benchmark.sets:
            if one.name not in job["sets"]:
                continue
            run = dry_run(one.text, inputs=one.inputs, limits=Limits(), sandbox=sandbox, dialect=benchmark.dialect)
            problems = [cell for cell in run.cells if cell.number is not None]
            ran += len(problems)
            agreed += sum(cell.judgement is not None and cell.judgement.correct == "yes" for cell in problems)
            outcomes.update(str(cell.run.outcome) for cell in run.cells)
    found = {"ran": ran, "agreed with themselves": agreed, "cells": outcomes, "level": sandbox.protection.level}
    Path(sys.argv[2]).write_text(json.dumps(found), "utf-8")


if __name__ == "__main__":
    main()
