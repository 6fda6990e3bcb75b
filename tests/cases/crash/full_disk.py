"""Run a command on a disk that is nearly full, and once more when there is room again; print both exit codes as JSON.

Arguments: a workspace, an empty folder to mount a disk of memory on, the bytes that are left, and the command. It runs
in a mount namespace of its own, so that the disk is gone when it ends.
"""

import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from authoring.cli.main import run_command

DISK = 32_000_000


def looked_at(*arguments: str) -> tuple[int, str]:
    """Run a command; return its exit code and what it said."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = run_command(arguments)
    return code, said.getvalue()


def main(source: str, target: str, spare: int, command: list[str]) -> None:
    """Do it."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "none", target], check=True)
    shutil.copytree(source, f"{target}/workspace")
    os.chdir(f"{target}/workspace")
    ballast = Path(target, "ballast")
    with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    os.truncate(ballast, max(ballast.stat().st_size - spare, 0))
    first = looked_at(*command)
    status = json.loads(looked_at("status", "--json")[1])
    written = Path("problemsets/other.py").exists()
    ballast.unlink()
    again = looked_at(*command)
    after = looked_at("doctor", "--repair", "--check")
    leftovers = [str(path) for path in Path().rglob(".*.*") if path.is_file() and path.suffix != ".lock"]
    report = {"first": first, "again": again, "after": after, "written": written, "leftovers": leftovers}
    print(json.dumps({**report, "drafts": {draft["name"]: draft["waiting_for"] for draft in status["drafts"]}}))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:])
