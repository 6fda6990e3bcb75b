"""Verdicts that are used again: the same code in the same state before a problem is judged once.

Samples of one solver, and solvers of one pilot, often answer a problem alike. What an answer does follows from its code
and the state that it starts in, unless one of both draws on chance or on a clock; such answers are run each time.
"""

import ast
import threading
from collections.abc import Sequence

from authoring.dseal.python_code import calls, dotted_name, import_aliases, parse_code
from authoring.dseal.rules.clock_dependence import CLOCKS
from authoring.dseal.rules.unseeded_randomness import unseeded_calls
from authoring.records.evidence import Outcome
from authoring.records.results import Attempt, Submission

FICKLE_MODULES = frozenset(
    {"asyncio", "multiprocessing", "os", "secrets", "subprocess", "sys", "threading", "time", "uuid"}
)
"""Modules whose functions tell of a process, a clock or a machine."""
FICKLE_FUNCTIONS = frozenset({"hash", "id", "input", "open"}) | CLOCKS
REPEATABLE = frozenset({Outcome.OK, Outcome.ERROR})
"""How runs end that would end alike again; limits of time and memory are met by chance."""


def is_repeatable(codes: Sequence[str]) -> bool:
    """Tell whether cells, run in this order, do the same each time, as far as their code shows it."""
    aliases: dict[str, str] = {}
    chain = []
    for code in codes:
        parsed = parse_code(code)
        if parsed.error is not None:
            return False
        aliases = {**aliases, **import_aliases(parsed.tree)}
        chain.append((parsed.tree, aliases))
    names = (dotted_name(call.func, origins) for tree, origins in chain for call in calls(tree))
    is_fickle = any(name in FICKLE_FUNCTIONS or name.partition(".")[0] in FICKLE_MODULES for name in names)
    return not is_fickle and next(unseeded_calls(chain), None) is None


class VerdictMemo:
    """What came of answers, by the state that they started in and their code; used by several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._attempts: dict[tuple[str, str], Attempt] = {}

    def attempt_of(self, state: str, submission: Submission) -> Attempt | None:
        """Return the attempt of a submission whose code was judged in this state; None where it has to run.

        Layout and comments make no difference but to an error, which tells lines.
        """
        with self._lock:
            attempt = self._attempts.get((state, _code_key(submission.code)))
        if attempt is None or (attempt.run.outcome is not Outcome.OK and attempt.submission.code != submission.code):
            return None
        return attempt.model_copy(update={"submission": submission})

    def note(self, state: str, attempt: Attempt, chain: Sequence[str]) -> None:
        """Note what came of an answer, unless it might end otherwise another time; `chain` ran before it."""
        code = attempt.submission.code
        if attempt.run.outcome in REPEATABLE and is_repeatable([*chain, code]):
            with self._lock:
                self._attempts.setdefault((state, _code_key(code)), attempt)


def _code_key(code: str) -> str:
    parsed = parse_code(code)
    # Text that is no Python stands for itself.
    return code if parsed.error is not None else ast.dump(parsed.tree)
