"""Run by another interpreter, one that has `dseval`: judges cases and pairs of values as DSEval itself does.

Reads JSON objects from standard input, one a line, ``{"cases": [...], "values": [...], "flags": [...]}``, and answers
each on a line of standard output, ``{"cases": [outcome, ...], "grid": [[[word, ...], ...], ...]}``. An outcome is
``[word, verdict, sub-verdict]``, a word yes, partial, no or error (the other two are empty then). The grid holds, for
each set of flags, each value as reference and each as submission, strict then loose.
"""

import copy
import importlib
import json
import logging
import os
import sys
import warnings
from typing import Any

simulation: Any = importlib.import_module("dseval.simulation")
validator: Any = importlib.import_module("dseval.validator")


def judge_case(case: dict[str, Any]) -> list[str]:
    """Return DSEval's word, verdict and sub-verdict on one case, run in its own environment."""
    block = copy.deepcopy(case["block"]) or {}
    try:
        template = block.pop("template", "comparison")
        judge = validator.Validator.load("and", validator.Validator.augment_config(block, template))
        environment = simulation.Environment()
        environment.execute(case["context"], raise_error=True, max_time=60)
        branch = environment.fork()
        environment.execute(case["reference"], raise_error=True, max_time=60)
        branch.execute(case["submission"], max_time=case.get("max_time", 60))
        found = judge.validate(environment.last_cell.output, branch.last_cell.output)
    except Exception:  # noqa: BLE001 - that DSEval fails is its verdict
        return ["error", "", ""]
    verdict, subverdict, _ = validator.validator_comments_to_verdict(found)
    return [str(found["correct"]), str(verdict.value), str(subverdict.value)]


def judge_pair(reference: str, submission: str, flags: dict[str, Any], context: str) -> str:
    """Return DSEval's word on two expressions, compared as its `result` validator compares values."""
    names: dict[str, Any] = {}
    exec(context, names)  # noqa: S102 - cases are code
    strict = validator._compare_fn_from_config(dict(flags))  # noqa: SLF001 - the peer's own two steps
    loose = validator._compare_fn_from_config(dict(flags), loose=True)  # noqa: SLF001 - as above
    pair = eval(reference, dict(names)), eval(submission, dict(names))  # noqa: S307 - as above
    return str(validator._run_compare_fn(strict, loose, *pair, "result")["correct"])  # noqa: SLF001 - as above


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to one request."""
    values = request.get("values", [])
    grid = [
        [[judge_pair(one, other, flags, request["context"]) for other in values] for one in values]
        for flags in request.get("flags", [])
    ]
    return {"cases": [judge_case(case) for case in request.get("cases", [])], "grid": grid}


def main() -> None:
    """Answer requests until there are no more."""
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    # Judged code may print where nobody catches it; the answers keep a descriptor of their own.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
