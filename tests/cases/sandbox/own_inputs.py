"""Change an input in one session, and print the level, what a branch of it sees, and what another session sees."""

import sys
from pathlib import Path

from authoring.records.evidence import CellRun, Limits
from authoring.records.protection import Level
from authoring.sandbox.client.local import LocalSandbox

LIMITS = Limits(max_time=20)
READ = "print('changed' if open('inputs/t.csv').read() == 'y' else 'original')"


def said(run: CellRun) -> str:
    """Return what a cell printed, or how it failed."""
    return run.stream.strip() or run.detail or str(run.error)


sandbox = LocalSandbox(maximum_level=Level(sys.argv[1]))
inputs = [Path(sys.argv[2])]
with sandbox.session(inputs=inputs) as session, sandbox.session(inputs=inputs) as other:
    session.run("open('inputs/t.csv', 'w').write('y')", limits=LIMITS)
    with session.branch() as branch:
        sys.stdout.write(f"{sandbox.protection.level} {said(branch.run(READ, limits=LIMITS))}\n")
    sys.stdout.write(said(other.run(READ, limits=LIMITS)) + "\n")
sandbox.close()
