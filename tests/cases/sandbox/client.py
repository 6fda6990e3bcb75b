"""Open two sessions and a branch, leave a child running in each, say who is there, then stay busy until killed."""

import sys
import time

from authoring.records.evidence import REPEAT, Limits, Pins
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.proc import parent_of

CELL = """
import os, subprocess, sys
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)", "{mark}"], start_new_session=True)
"""

busy, mark = sys.argv[1:]
sandbox = LocalSandbox()
sessions = [sandbox.session(pins=pins) for pins in (Pins(), REPEAT)]
for session in sessions:
    session.run(CELL.format(mark=mark), limits=Limits())
branch = sessions[0].branch()
numbers = [one.number for one in (*sessions, branch)]
print(*numbers, *(parent_of(number) for number in numbers[:2]), flush=True)
if busy == "running":
    sessions[1].run("while True: pass", limits=Limits())
time.sleep(60)
