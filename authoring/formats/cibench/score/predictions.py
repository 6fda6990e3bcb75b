"""OpenCompass' files of predictions, as its agent inferencer writes them: ``{"0": {"steps": ...}, "1": ...}``."""

import json
from collections.abc import Mapping
from typing import Any, Final

from authoring.errors import ResultsError
from authoring.formats.cibench.score.records import Action, Answered, Predicted, Shown

INTERPRETER: Final = "IPythonInterpreter"
HINT: Final = "name a file of predictions that OpenCompass wrote for CIBench, or a folder of them"
Json = Mapping[str, Any]


def read_predictions(text: str, *, where: str) -> tuple[Predicted, ...]:
    """Read the predictions of a dataset, one for each notebook.

    Args:
        text: of the file.
        where: the file, for messages.

    Raises:
        ResultsError: it is no such file, or OpenCompass' evaluator would stop at it; the place is named.
    """
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise _broken(f"{where}:{error.lineno}:{error.colno}", f"is no JSON: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise _broken(where, f"cannot be read: {error}") from None
    if not isinstance(found, dict):
        raise _broken(where, "is no JSON object")
    missing = next((str(number) for number in range(len(found)) if str(number) not in found), None)
    if missing is not None:
        raise _broken(where, f"its keys are not counted from 0: {missing!r} is missing")
    return tuple(_predicted(found[str(number)], f"{where}: {number}") for number in range(len(found)))


def _predicted(entry: Any, where: str) -> Predicted:
    if not isinstance(entry, dict):
        raise _broken(where, "is no JSON object")
    steps, asked = entry.get("steps"), entry.get("origin_prompt")
    if not isinstance(steps, list) or not isinstance(asked, list):
        raise _broken(where, "needs a list `steps` and a list `origin_prompt`, one entry a step")
    answers = tuple(_answered(step, f"{where}: step {number}") for number, step in enumerate(steps, start=1))
    questions = tuple(question if isinstance(question, str) else "" for question in asked)
    # Steps and questions are walked together; the longer list's rest is not looked at.
    most = min(len(answers), len(questions))
    return Predicted(answers[:most], questions[:most])


def _answered(step: Any, where: str) -> Answered:
    if not isinstance(step, list):
        raise _broken(where, "is no list of actions")
    return tuple(_action(action, f"{where}, action {number}") for number, action in enumerate(step, start=1))


def _action(action: Any, where: str) -> Action:
    if not isinstance(action, dict) or "type" not in action:
        raise _broken(where, "is no object with a `type`")
    if action["type"] != INTERPRETER:
        return Action(interpreter=False, failed=False, result=None)
    for key in ("errmsg", "result"):
        if key not in action:
            raise _broken(where, f"has no `{key}`")
    return Action(interpreter=True, failed=bool(action["errmsg"]), result=_shown(action["result"]))


def _shown(result: Any) -> Shown | None:
    """Return what an action gave; what is there and no object gives neither text nor pictures."""
    if not result:
        return None
    told = result if isinstance(result, dict) else {}
    text, pictures = told.get("text"), told.get("image_path")
    return Shown(text=text if isinstance(text, str) else None, pictures=pictures if isinstance(pictures, str) else None)


def _broken(where: str, why: str) -> ResultsError:
    return ResultsError(f"{where}: {why}", hint=HINT)
