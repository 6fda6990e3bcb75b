"""The variables of a session, told by a fork of it that ends."""

import json
from collections.abc import Callable

from pydantic import ValidationError

from authoring.errors import SandboxError
from authoring.records.base import Record
from authoring.records.evidence import Variable
from authoring.sandbox.client.process import Process, ProcessEndedError, ProcessLateError, answer_or_fail


class _VariablesReply(Record):
    variables: tuple[Variable, ...]


def variables_of(forked: Callable[[], Process], seconds: float) -> tuple[Variable, ...]:
    """Return the variables of a session.

    Args:
        forked: returns a fork of the session; raises `ProcessEndedError` where it ended.
        seconds: that a fork may take.

    Raises:
        SandboxError: the session ended, or does not say.
    """
    # First with the values' own methods, then without: these may break the fork they run in.
    for inspect_values in (True, False):
        try:
            inspector = forked()
        except ProcessEndedError as ended:
            raise SandboxError(f"an ended session has no variables: {ended}", hint="Open a new session.") from ended
        try:
            frame = answer_or_fail(inspector.request({"command": "variables", "look": inspect_values}, seconds=seconds))
            return _VariablesReply.model_validate_json(json.dumps(frame.header)).variables
        except (ProcessEndedError, ProcessLateError, ValidationError):
            continue  # a value's own methods broke the fork; types can be told without them
        finally:
            inspector.discard()
    raise SandboxError("a session's variables cannot be told", hint="Its code broke the sandbox's own modules.")
