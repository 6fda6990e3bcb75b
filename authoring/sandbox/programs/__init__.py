"""Programs of our own that run in a session as a cell does, and answer with JSON.

They are shipped as text, so that any interpreter a session may have can run them: standard library and numpy only. The
answer comes back on standard output, between two lines that nothing printed before or after can be taken for.
"""

import importlib.resources
import json
from collections.abc import Mapping

from authoring.dseal.model import Json
from authoring.errors import SandboxError, SeedError
from authoring.records.evidence import CellRun, Limits, Outcome
from authoring.sandbox.port import Session

BEGIN, END = "<<<answer", "answer>>>"


def load_program(session: Session, name: str, *, limits: Limits) -> None:
    """Define the functions of a program, a file of this folder, in a fresh session, whose namespace they join.

    Raises:
        SandboxError: the program does not run there.
    """
    text = importlib.resources.files(__package__).joinpath(f"{name}.py").read_text("utf-8")
    _require_success(session.run(text, limits=limits), name)


def call_program(session: Session, function: str, arguments: Mapping[str, Json], *, limits: Limits) -> Json:
    """Call a function that `load_program` defined, and return its result.

    The result was made beside strangers' code: validate it with a record, never trust it.

    The limits' `max_output` bounds the answer, in bytes.

    Raises:
        SeedError: the code that was looked at hit a limit or ended the process; the message says which.
        SandboxError: the function gave no answer.
    """
    encoded_arguments = repr(json.dumps(arguments))
    code = "\n".join(
        (
            "import json as _json",
            f"_answer = {function}(**_json.loads({encoded_arguments}))",
            f"print('\\n{BEGIN}\\n' + _json.dumps(_answer) + '\\n{END}', flush=True)",
        )
    )
    run = session.run(code, limits=limits)
    _require_success(run, function)
    # The last pair counts, because a module may print anything while it is looked at.
    text = run.stream.rpartition(f"\n{BEGIN}\n")[2].partition(f"\n{END}")[0]
    try:
        answer: Json = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SandboxError(f"{function} gave no answer in the sandbox", hint="please report this") from error
    return answer


def _require_success(run: CellRun, name: str) -> None:
    """Raise where a program did not run to its end."""
    if run.outcome is Outcome.OK:
        return
    if run.outcome is Outcome.ERROR and run.error is not None:
        raise SandboxError(
            f"{name} failed in the sandbox: {run.error.type}: {run.error.message}", hint="please report this"
        )
    raise SeedError(f"looking at it, the code {run.detail or run.outcome.value}", hint="raise the limit that is named")
