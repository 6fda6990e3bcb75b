"""Run by an interpreter that has DSEval: read a file of results with DSEval's own reader.

Usage: read_results.py FILE OUT; prints the share of correct attempts and the verdicts as JSON, and writes what it read
to OUT as DSEval writes it. A later DSEval also makes its table of it.
"""

import json
import sys

from dseval.loop import EvaluationResult

result = EvaluationResult.read(sys.argv[1])
result.write(sys.argv[2])
if hasattr(result, "as_dataframe"):
    assert len(result.as_dataframe()) == len({(d["problemset"], d["index"]) for d in result.details})
print(json.dumps([result.score, [[d["index"], d["attempt"], d["verdict"], d["subverdict"]] for d in result.details]]))
