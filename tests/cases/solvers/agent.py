"""An agent that does what the first word of the question says; it says on standard error that it was started."""

import json
import sys
import time

print("agent started", file=sys.stderr, flush=True)
asked = 0
for line in sys.stdin:
    task = json.loads(line)
    asked += 1
    word, _, rest = task["question"].partition(" ")
    if word == "code":
        answer = json.dumps({"code": rest, "agent_stats": {"asked": asked}})
    elif word == "show":
        answer = json.dumps({"code": repr(task)})
    elif word == "error":
        answer = json.dumps({"error": rest})
    elif word == "die":
        print("no more", file=sys.stderr, flush=True)
        sys.exit(3)
    elif word == "sleep":
        time.sleep(60)
    else:
        answer = rest
    print(answer, flush=True)
