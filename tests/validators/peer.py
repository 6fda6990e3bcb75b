"""Run by another interpreter, one that has `dseval`: judges cases and pairs of values as DSEval itself does.

Reads one JSON object from standard input, ``{"cases": [...], "values": [...], "flags": [...]}``, and writes one to
standard output, ``{"cases": [verdict, ...], "grid": [[[verdict, ...], ...], ...]}``; a verdict is yes, partial, no, or
error. The grid holds, for each set of flags, each value as reference and each as submission, strict then loose.
"""

import copy
import importlib
import json
import logging
import sys
import warnings
from typing import Any

simulation: Any = importlib.import_module("dseval.simulation")
validator: Any = importlib.import_module("dseval.validator")


def judge_case(case: dict[str, Any]) -> str:
    """Return DSEval's verdict on one case, run in its own environment."""
    block = copy.deepcopy(case["block"]) or {}
    try:
        template = block.pop("template", "comparison")
        judge = validator.Validator.load("and", validator.Validator.augment_config(block, template))
        environment = simulation.Environment()
        environment.execute(case["context"], raise_error=True, max_time=60)
        branch = environment.fork()
        environment.execute(case["reference"], raise_error=True, max_time=60)
        branch.execute(case["submission"], max_time=60)
        verdict = judge.validate(environment.last_cell.output, branch.last_cell.output)
    except Exception:  # noqa: BLE001 - that DSEval fails is its verdict
        return "error"
    return str(verdict["correct"])


def judge_pair(reference: str, submission: str, flags: dict[str, Any], context: str) -> str:
    """Return DSEval's verdict on two expressions, compared as its `result` validator compares values."""
    names: dict[str, Any] = {}
    exec(context, names)  # noqa: S102 - cases are code
    strict = validator._compare_fn_from_config(dict(flags))  # noqa: SLF001 - the peer's own two steps
    loose = validator._compare_fn_from_config(dict(flags), loose=True)  # noqa: SLF001 - as above
    pair = eval(reference, dict(names)), eval(submission, dict(names))  # noqa: S307 - as above
    return str(validator._run_compare_fn(strict, loose, *pair, "result")["correct"])  # noqa: SLF001 - as above


def main() -> None:
    """Answer one request."""
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    request = json.load(sys.stdin)
    grid = [
        [
            [judge_pair(one, other, flags, request["context"]) for other in request["values"]]
            for one in request["values"]
        ]
        for flags in request["flags"]
    ]
    json.dump({"cases": [judge_case(case) for case in request["cases"]], "grid": grid}, sys.stdout)


if __name__ == "__main__":
    main()
