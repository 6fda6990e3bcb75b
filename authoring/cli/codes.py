"""Every code a finding can have: from the language, from the gate and from exports."""

from collections.abc import Sequence
from difflib import get_close_matches

from authoring.drafting.codes import CODES as CHANGE_CODES
from authoring.drafting.duplicates.codes import CODES as NOVELTY_CODES
from authoring.drafting.replies.codes import CODES as REPLY_CODES
from authoring.drafting.translation.codes import CODES as TRANSLATION_CODES
from authoring.dseal import CODES
from authoring.dseal.diagnostic import RuleInfo
from authoring.errors import UsageError
from authoring.formats.base.codes import CODES as EXPORT_CODES
from authoring.formats.cibench.import_.codes import CODES as TREE_CODES
from authoring.formats.csv.codes import CODES as PAIR_CODES
from authoring.formats.dseval.import_ import CODES as BENCHMARK_CODES
from authoring.formats.exercises.codes import CODES as EXERCISE_CODES
from authoring.formats.functions.codes import CODES as FUNCTION_CODES
from authoring.gate.check_experiment import CODES as EXPERIMENT_CODES
from authoring.gate.findings import CODES as GATE_CODES
from authoring.seeds.notebooks.codes import CODES as NOTEBOOK_CODES
from authoring.seeds.vetting.codes import CODES as SEED_CODES


def all_codes() -> dict[str, RuleInfo]:
    """Return every kind of finding by code, in the order of the codes."""
    return dict(
        sorted(
            {
                **CODES,
                **GATE_CODES,
                **NOVELTY_CODES,
                **EXPERIMENT_CODES,
                **CHANGE_CODES,
                **EXPORT_CODES,
                **REPLY_CODES,
                **NOTEBOOK_CODES,
                **SEED_CODES,
                **EXERCISE_CODES,
                **FUNCTION_CODES,
                **PAIR_CODES,
                **BENCHMARK_CODES,
                **TREE_CODES,
                **TRANSLATION_CODES,
            }.items()
        )
    )


def rule_info(word: str) -> RuleInfo:
    """Return the kind of finding that a code or a name stands for.

    Raises:
        UsageError: when there is none.
    """
    known = all_codes()
    for info in known.values():
        if word.upper() == info.code or word.lower() == info.name:
            return info
    close = get_close_matches(word.upper(), known, n=1) or get_close_matches(
        word.lower(), [info.name for info in known.values()], n=1
    )
    hint = f"did you mean {close[0]}?" if close else "all codes: authoring explain"
    raise UsageError(f"no finding is called {word}", hint=hint)


def prefixes(given: Sequence[str] | None) -> tuple[str, ...]:
    """Return the code prefixes that ``--select`` or ``--ignore`` name.

    Raises:
        UsageError: when no code begins so, which would make a check pass for a slip of the pen.
    """
    wanted = tuple(part.strip().upper() for text in given or () for part in text.split(",") if part.strip())
    for prefix in wanted:
        if not any(code.startswith(prefix) for code in all_codes()):
            close = get_close_matches(prefix, all_codes(), n=1)
            hint = f"did you mean {close[0]}?" if close else "all codes: authoring explain"
            raise UsageError(f"no code begins with {prefix}", hint=hint)
    return wanted
