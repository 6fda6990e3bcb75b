"""Try forging at one level as one user: ``python -m tests.evaluation.evaluate.forging_driver --level L --who W``.

Prints one JSON line per attack. As the hostile list does, it runs in a pen of its own, where an ordinary user can be
played, and which whatever gets out of a sandbox does not leave.
"""

import argparse
import dataclasses
import faulthandler
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from authoring.records.protection import Level
from authoring.sandbox.client.local import LocalSandbox
from tests.evaluation.evaluate.forging import DIALECTS, IDEAS, Attack, Outcome, attacks_of, once, outcomes
from tests.sandbox import hostile_pen as pen
from tests.sandbox.hostile_cases import Who

LONGEST = 3_600.0
"""Seconds for one family of ideas."""
LONGEST_WITH_SEED = 500.0
"""Seconds for a family of which each idea is tried once: less than a test may take, so that it says where it hangs."""


def run(level: Level, account: Who, dialect: str, family: str, *, seed: int | None = None) -> dict[str, list[str]]:
    """Try a family of ideas in a process of its own; return the breaches of attacks that had any.

    Where this machine does not give the level, there are none.

    With a seed each idea is tried on one of its kinds, without one on all of them.
    """
    command = [sys.executable, "-m", "tests.evaluation.evaluate.forging_driver", "--level", level, "--who", account]
    command += ["--dialect", dialect, "--family", family, *([] if seed is None else ["--seed", str(seed)])]
    longest = LONGEST if seed is None else LONGEST_WITH_SEED + 60
    try:
        completed = subprocess.run(
            command, cwd=pen.ROOT, capture_output=True, text=True, errors="replace", timeout=longest, check=False
        )
    except subprocess.TimeoutExpired as error:
        # Its own watch would have ended it: so something else holds its output open.
        return {"the driver": [f"something of it is alive after {longest:.0f} seconds: {error.stderr!r}"]}
    lines = [json.loads(line) for line in completed.stdout.splitlines()]
    if completed.returncode:
        return {"the driver": [f"it ended with {completed.returncode}: {completed.stderr[-20_000:]}"]}
    return {line["attack"]: line["breaches"] for line in lines if line["breaches"]}


def main() -> None:
    """Enter the pen, or try the ideas in it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", choices=[*Level], default=Level.NAMESPACES)
    parser.add_argument("--who", choices=list(Who), default=Who.ROOT if os.getuid() == 0 else Who.USER)
    parser.add_argument("--dialect", choices=DIALECTS, default=DIALECTS[0])
    parser.add_argument("--family", default="", help="only the ideas of this family")
    parser.add_argument("--seed", type=int, help="each idea on one kind, which the seed chooses; else on all kinds")
    parser.add_argument("--base", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.base is None:
        sys.exit(_outside(Who(options.who), sys.argv[1:]))
    level = Level(options.level)
    ideas = [idea for idea in IDEAS if options.family in {"", idea.family} and level in idea.levels]
    attacks = once(ideas, options.seed) if options.seed is not None else [a for idea in ideas for a in attacks_of(idea)]
    _inside(attacks, level, options)


def _outside(account: Who, arguments: list[str]) -> int:
    base = Path(tempfile.mkdtemp(prefix="forging-"))
    base.chmod(0o755)
    command = [sys.executable, "-m", "tests.evaluation.evaluate.forging_driver", *arguments]
    os.chdir(pen.ROOT)
    try:
        return pen.start([*command, "--base", str(base), "--who", account], base, account)
    finally:
        subprocess.run(["rm", "-rf", base], check=False)  # noqa: S607 - found on the search path


def _inside(attacks: list[Attack] | tuple[Attack, ...], level: Level, options: argparse.Namespace) -> None:
    for folder in ("home", "tmp"):
        (options.base / folder).mkdir(exist_ok=True)
    faulthandler.dump_traceback_later(LONGEST - 60 if options.seed is None else LONGEST_WITH_SEED, exit=True)
    sandbox = LocalSandbox(maximum_level=level)
    try:
        if sandbox.protection.level is level:
            outcomes(attacks, sandbox, options.dialect, _say)
    finally:
        sandbox.close()


def _say(results: list[Outcome]) -> None:
    for outcome in results:
        sys.stdout.write(json.dumps(dataclasses.asdict(outcome)) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
