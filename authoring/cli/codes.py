"""Every code a finding can have: from the language, from the gate and from exports."""

from collections.abc import Sequence
from difflib import get_close_matches

from authoring.drafting.duplicates.offences import OFFENCES as NOVELTY_OFFENCES
from authoring.drafting.offences import OFFENCES as CHANGE_OFFENCES
from authoring.drafting.replies.offences import OFFENCES as REPLY_OFFENCES
from authoring.drafting.translation.offences import OFFENCES as TRANSLATION_OFFENCES
from authoring.dseal import OFFENCES
from authoring.dseal.diagnostic import Offence
from authoring.errors import UsageError
from authoring.formats.base.offences import OFFENCES as EXPORT_OFFENCES
from authoring.formats.cibench.import_.offences import OFFENCES as TREE_OFFENCES
from authoring.formats.csv.offences import OFFENCES as PAIR_OFFENCES
from authoring.formats.dseval.import_ import OFFENCES as BENCHMARK_OFFENCES
from authoring.formats.exercises.offences import OFFENCES as EXERCISE_OFFENCES
from authoring.formats.functions.offences import OFFENCES as FUNCTION_OFFENCES
from authoring.gate.check_experiment import OFFENCES as EXPERIMENT_OFFENCES
from authoring.gate.findings import OFFENCES as GATE_OFFENCES
from authoring.seeds.notebooks.offences import OFFENCES as NOTEBOOK_OFFENCES
from authoring.seeds.vetting.offences import OFFENCES as SEED_OFFENCES


def all_offences() -> dict[str, Offence]:
    """Return every kind of finding by code, in the order of the codes."""
    return dict(
        sorted(
            {
                **OFFENCES,
                **GATE_OFFENCES,
                **NOVELTY_OFFENCES,
                **EXPERIMENT_OFFENCES,
                **CHANGE_OFFENCES,
                **EXPORT_OFFENCES,
                **REPLY_OFFENCES,
                **NOTEBOOK_OFFENCES,
                **SEED_OFFENCES,
                **EXERCISE_OFFENCES,
                **FUNCTION_OFFENCES,
                **PAIR_OFFENCES,
                **BENCHMARK_OFFENCES,
                **TREE_OFFENCES,
                **TRANSLATION_OFFENCES,
            }.items()
        )
    )


def offence_of(word: str) -> Offence:
    """Return the kind of finding that a code or a name stands for.

    Raises:
        UsageError: when there is none.
    """
    known = all_offences()
    for offence in known.values():
        if word.upper() == offence.code or word.lower() == offence.name:
            return offence
    close = get_close_matches(word.upper(), known, n=1) or get_close_matches(
        word.lower(), [offence.name for offence in known.values()], n=1
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
        if not any(code.startswith(prefix) for code in all_offences()):
            close = get_close_matches(prefix, all_offences(), n=1)
            hint = f"did you mean {close[0]}?" if close else "all codes: authoring explain"
            raise UsageError(f"no code begins with {prefix}", hint=hint)
    return wanted
