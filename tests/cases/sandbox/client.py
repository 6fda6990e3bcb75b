"""Open two sessions and a branch, leave a child running in each, say who is there, then stay busy until killed."""

import sys
import time

from authoring.records import REPEAT, Limits, Pins
from authoring.sandbox.local import LocalSandbox

CELL = """
import os, subprocess, sys
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)", "{mark}"], start_new_session=True)
(os.getpid(), os.getppid())
"""

busy, mark = sys.argv[1:]
sandbox = LocalSandbox()
sessions = [sandbox.session(pins=pins) for pins in (Pins(), REPEAT)]
values = [session.run(CELL.format(mark=mark), limits=Limits()).value for session in sessions]
branch = sessions[0].branch()
values.append(branch.run("os.getpid(), 1", limits=Limits()).value)
print(" ".join(value.text.strip("()").replace(",", "") for value in values if value), flush=True)
if busy == "running":
    sessions[1].run("while True: pass", limits=Limits())
time.sleep(60)
