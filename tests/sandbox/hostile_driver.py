"""Run the hostile list at one level as one user: ``python -m tests.sandbox.hostile_driver --level L --who W``.

Prints one JSON line per case. ``--level plain`` runs the snippets in a bare Python, to see that they are threats.
"""

import argparse
import json
import os
import secrets
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from authoring.records.protection import Level
from authoring.sandbox.client.local import LocalSandbox
from tests.sandbox import hostile_pen as pen
from tests.sandbox.hostile_cases import Case, Who, expected, load, once
from tests.sandbox.hostile_run import Neighbour, Result, in_bare_python, in_sandbox
from tests.sandbox.hostile_runs import PLAIN
from tests.sandbox.hostile_scene import Scene

HANGING = 150.0
"""Seconds after which the client is taken to hang on a case."""


def main() -> None:
    """Enter the pen, or run the cases in it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", choices=[PLAIN, *Level], required=True)
    parser.add_argument("--who", choices=list(Who), default=Who.ROOT if os.getuid() == 0 else Who.USER)
    parser.add_argument("--all", action="store_true", help="cases that need not be contained here too, where harmless")
    parser.add_argument("--slow", action="store_true", help="only the cases that take a minute each, not the others")
    parser.add_argument("--only", default="", help="cases whose name holds this")
    parser.add_argument("--once", default="", help="only the cases whose one run is here, of those by `root,user`")
    parser.add_argument("--share", default="1/1", help="the first of three parts of the cases is 1/3")
    parser.add_argument("--from", dest="begin", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--base", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    account = Who(options.who)
    if options.base is None:
        sys.exit(_outside(account, sys.argv[1:]))
    level = None if options.level == PLAIN else Level(options.level)
    cases = [case for case in _chosen(account, level, everything=options.all) if options.only in case.id]
    cases = [case for case in cases if case.slow is options.slow]
    if options.once:
        played = [Who(name) for name in options.once.split(",")]
        levels = (None,) if level is None else tuple(Level)
        cases = [case for case in once(load(), played, *levels)[level, account] if case in cases]
    part, parts = map(int, options.share.split("/"))
    cases = cases[part - 1 :: parts]
    _inside(cases, level, options.base, begin=options.begin)


def _outside(account: Who, arguments: list[str]) -> int:
    base = Path(tempfile.mkdtemp(prefix="hostile-"))
    os.environ["HOSTILE_API_KEY"] = f"k3y-{secrets.token_hex(16)}"
    base.chmod(0o755)
    command = [sys.executable, "-m", "tests.sandbox.hostile_driver", *arguments, "--base", str(base), "--who", account]
    os.chdir(pen.ROOT)
    try:
        return pen.start(command, base, account)
    finally:
        # Folders may lie too deep in each other for Python.
        subprocess.run(["rm", "-rf", base], check=False)  # noqa: S607 - found on the search path


def _chosen(account: Who, level: Level | None, *, everything: bool) -> tuple[Case, ...]:
    cases = load()
    due = expected(cases, account, level)
    if not everything:
        return due
    return tuple(case for case in cases if case in due or (account in case.who and not case.dangerous))


def _inside(cases: list[Case], level: Level | None, base: Path, *, begin: int) -> None:
    for folder in ("home", "tmp"):
        (base / folder).mkdir(exist_ok=True)
    place = Path(tempfile.mkdtemp(dir=base))
    scene = Scene(place)
    os.environ["HOME"] = str(scene.home)
    if level is None:
        _each(cases, begin, scene, lambda case: in_bare_python(case, scene))
        scene.close()
        return
    sandbox = LocalSandbox(maximum_level=level)
    try:
        protection = sandbox.protection
        if protection.level is not level:
            lacking = "; ".join(f"{layer.name}: {layer.detail}" for layer in protection.layers if not layer.used)
            _say({"skipped": f"this machine gives {protection.level}. {lacking}"})
            return
        neighbour = Neighbour(sandbox, scene)
        _each(cases, begin, scene, lambda case: in_sandbox(case, sandbox, scene, neighbour))
        neighbour.close()
    finally:
        _say({"left": [*_closing(sandbox), *scene.harm(), *(path.name for path in (base / "tmp").iterdir())]})
        scene.close()
        _say({"left": pen.others()})


def _closing(sandbox: LocalSandbox) -> list[str]:
    try:
        sandbox.close()
    except Exception as error:  # noqa: BLE001 - whatever closing raises is a breach, to be told
        return [f"closing failed: {type(error).__name__}: {error}"[:300]]
    return []


def _each(cases: list[Case], begin: int, scene: Scene, run: Callable[[Case], Result]) -> None:
    for number in range(begin, len(cases)):
        watch = threading.Timer(HANGING, _hanging, [cases[number], number])
        watch.daemon = True
        watch.start()
        begun = time.monotonic()
        result = run(cases[number])
        watch.cancel()
        pen.reap(scene.mark)
        _say({**result.model_dump(mode="json"), "seconds": round(time.monotonic() - begun, 2)})
        if result.breaches:
            scene.rebuild()


def _hanging(case: Case, number: int) -> NoReturn:
    """Tell that a case hangs, and go on with the next one in this process's place."""
    hanging_result = Result(id=case.id, breaches=(f"the client waits for more than {HANGING:g} seconds",))
    _say({**hanging_result.model_dump(mode="json"), "seconds": HANGING})
    arguments = sys.argv[1:]
    if "--from" in arguments:
        del arguments[arguments.index("--from") :][:2]
    command = [sys.executable, "-m", "tests.sandbox.hostile_driver", *arguments, "--from", str(number + 1)]
    os.execv(command[0], command)  # noqa: S606 - our own program


def _say(line: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
