"""Run by an interpreter that has DSEval: load a benchmark and let DSEval's own loop judge its own references.

Usage: evaluate.py BENCHMARK RUN_DIRECTORY; prints one JSON list of [problem set, number, verdict, validation].
"""

import json
import sys
from pathlib import Path

from dseval.agent import PerfectAgent
from dseval.loop import Evaluator, running_environment
from dseval.problem import Benchmark

benchmark = Benchmark.frompath(sys.argv[1])
verdicts = []
for problemset in benchmark:
    agent = PerfectAgent(problemset)
    with running_environment(Path(sys.argv[2]), problemset.data_directory):
        result = Evaluator().evaluate(problemset, agent, benchmark.name, benchmark.version)
    verdicts += [[d["problemset"], d["index"], d["verdict"], d["validation"]] for d in result.details]
print(json.dumps(verdicts, default=str))
