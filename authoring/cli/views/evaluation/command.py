"""The command line that asks for an evaluation, as a person repeats it."""

import shlex
from collections.abc import Sequence

from authoring.api.evaluation import EvaluationRequest
from authoring.records.results import StepMode


def command_of(request: EvaluationRequest, solvers: Sequence[str] = ()) -> str:
    """Return the command that asks for an evaluation, by several solvers where these are named."""
    asking, options = request.asking, request.options
    values = (
        *(("--solver", name) for name in solvers or (request.solver,)),
        ("--submissions", request.submissions),
        *(("--set", name) for name in request.sets),
        *(("--context", asking.context), ("--turns", asking.turns), ("--temperature", asking.temperature)),
        *(("--seed", asking.seed), ("--base-url", asking.access.base_url), ("--budget", asking.access.budget)),
        ("--judge", request.judge),
        *(("--samples", options.samples if options.samples > 1 else None), ("--max-attempts", request.max_attempts)),
        ("--mode", None if options.mode is StepMode.SEPARATE else options.mode),
        ("--max-time", f"{options.max_time:g}" if options.max_time != 1 else None),
        *(("--dialect", request.dialect), ("--python", request.python), ("--jobs", request.jobs)),
        ("--cluster", request.cluster),
        *(("--out", request.out), ("--transcripts", request.transcripts), ("--workspace", request.workspace)),
    )
    flags = (
        *(("--retry-reset", options.retry_reset), ("--retry-hint", options.retry_hint)),
        *(("--error-propagation", options.error_propagation), ("--confirm", asking.reviewer is not None)),
        ("--batch", asking.in_batches),
    )
    words = ["authoring", "evaluate", *([str(request.benchmark)] if request.benchmark else [])]
    words += [word for name, value in values if value is not None for word in (name, str(value))]
    return shlex.join(words + [name for name, is_given in flags if is_given])
