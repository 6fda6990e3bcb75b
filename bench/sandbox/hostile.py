"""How much of the tests' hostile list is contained, by level of isolation and by user."""

import json
import os
import subprocess
import sys
from typing import Any

from authoring.records.protection import Level
from bench.sandbox.figures import Figure, Findings
from bench.sandbox.plan import Plan
from bench.sandbox.sets import ROOT

DRIVER = "tests.sandbox.hostile_driver"
AIMS = {Level.NAMESPACES: 100.0, Level.LANDLOCK: 99.0}
"""Percent. Landlock alone hides no names and sizes of files."""
SOME = "secrets"
"""What a brief run looks at."""


def hostile(plan: Plan) -> Findings:
    """Run the list at every level that this machine gives, as root and as an ordinary user where we may be both."""
    found = Findings()
    for level in [plan.most] if plan.most else list(Level):
        for who in ("root", "user") if os.getuid() == 0 else ("user",):
            _count(level, who, found, brief=plan.brief)
    return found


def _count(level: Level, who: str, found: Findings, *, brief: bool) -> None:
    lines = _driven(level, who, *(("--only", SOME) if brief else ()))
    if not brief:
        lines += _driven(level, who, "--slow")
    cases = [line for line in lines if "id" in line]
    for line in lines:
        if "skipped" in line:
            found.left_out.append(f"{level} as {who}: {line['skipped']}")
            return
    if not cases:
        found.left_out.append(f"{level} as {who}: {DRIVER} ran no case")
        return
    broken = [case for case in cases if case["breaches"]]
    contained = len(cases) - len(broken)
    found.measured[f"{level}, {who}"] = {"contained": contained, "run": len(cases), "not": broken}
    found.figures.append(
        Figure(
            f"{level}, {who}",
            100 * contained / len(cases),
            "%",
            f"{contained} of {len(cases)} hostile snippets are contained; a count, and no median",
            least=AIMS.get(level),
        )
    )


def _driven(level: Level, who: str, *more: str) -> list[dict[str, Any]]:
    """Return what the driver said, line by line; a driver that broke says that it skipped the rest."""
    command = [sys.executable, "-m", DRIVER, "--level", level, "--who", who, "--all", *more]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    # A driver that broke must not look like one that contained everything.
    if done.returncode:
        last = (done.stderr.strip() or "nothing").rpartition("\n")[2]
        lines.append({"skipped": f"{DRIVER} ended with exit status {done.returncode} and said: {last}"})
    return lines
