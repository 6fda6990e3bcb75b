"""Running the hostile list in processes of its own, and counting what was contained."""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from authoring.records.protection import Level
from tests.sandbox.hostile_cases import Who
from tests.shared_work import made_once

ROOT = Path(__file__).parents[2]
PARTS = 4
"""Processes at a time: most cases wait."""
PLAIN = "plain"
"""No level: a bare Python."""
LONGEST = 900.0
"""Seconds for one of them."""


@dataclass(frozen=True, slots=True)
class Run:
    """The whole list, run at one level by one user."""

    results: Mapping[str, Mapping[str, Any]]
    """By the case's id."""
    skipped: str
    """Why there is nothing to run here; empty otherwise."""
    left: tuple[str, ...]
    """What remained once the sandbox was closed."""
    errors: str
    """What the runner itself said; empty where all is well."""


def run_shared(folder: Path, level: Level | None, account: Who, options: Sequence[str] = ()) -> Run:
    """Return what a run came to, which the first of several workers makes and the others read from a common folder."""
    name = f"hostile-{level or PLAIN}-{account}{''.join(options)}.json".replace(",", "-")
    file = made_once(
        folder, name, lambda path: path.write_text(json.dumps(asdict(run(level, account, options=options))))
    )
    fields = json.loads(file.read_text())
    return Run(**{**fields, "left": tuple(fields["left"])})


def run(level: Level | None, account: Who, *, options: Sequence[str] = ()) -> Run:
    """Run the list at a level, or without one in a bare Python."""
    with ThreadPoolExecutor(PARTS) as pool:
        lines = list(pool.map(lambda part: _run(level, account, f"{part}/{PARTS}", options), range(1, PARTS + 1)))
    results = [json.loads(line) for text, _ in lines for line in text.splitlines()]
    return Run(
        results={line["id"]: line for line in results if "id" in line},
        skipped=next((line["skipped"] for line in results if "skipped" in line), ""),
        left=tuple(name for line in results for name in line.get("left", ())),
        errors="".join(errors for _, errors in lines),
    )


def _run(level: Level | None, account: Who, share: str, options: Sequence[str]) -> tuple[str, str]:
    command = [sys.executable, "-m", "tests.sandbox.hostile_driver", "--level", level or PLAIN, "--who", account]
    try:
        completed = subprocess.run(
            [*command, "--share", share, *options],
            cwd=ROOT,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "", f"part {share} did not end within {LONGEST:g} seconds\n"
    errors = (
        completed.stderr
        if completed.returncode == 0
        else f"{completed.stderr}\npart {share} ended with {completed.returncode}\n"
    )
    return completed.stdout, errors
