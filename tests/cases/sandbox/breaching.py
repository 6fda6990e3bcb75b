"""Runs the cases of limits.yaml in one sandbox; prints as JSON how each ended, and whether its session goes on.

Its arguments are the file of the cases and the level at which the sandbox stops.
"""

import json
import sys
from pathlib import Path

import yaml

from authoring.records.protection import Level
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox

EASY = {"max_time": 30, "max_memory": 600, "max_output": 10_000}
records = []
sandbox = LocalSandbox(maximum_level=Level(sys.argv[2]))
for case in yaml.safe_load(Path(sys.argv[1]).read_text()):
    limits = Limits(**{**EASY, **case.get("limits", {})})
    with sandbox.session() as session:
        before = [session.run(code, limits=limits) for code in case.get("before", ())]
        run = session.run(case["code"], limits=limits)
        after = session.run("'fine'", limits=Limits())
    ended = [cell.outcome for cell in (*before, run, after)]
    record = {"name": case["name"], "ended": ended, "detail": run.detail, "stream": run.stream}
    records.append({**record, "after": after.detail})
sandbox.close()
json.dump(records, sys.stdout)
