"""Readings: the reference of a problem rewritten so that it makes another choice that the question leaves open.

Each module but `base` is one kind of choice: where code makes it, which words of a question settle it, in English and
in Chinese, and which sentence would. Whether the other reading gives another answer on the data is for its callers to
try. A kind stays silent in doubt: a false accusation is worse than a choice that is passed over.
"""

import ast
from collections.abc import Mapping, Sequence
from typing import cast

from authoring.dseal.analysis.open_matters import MAX_QUESTION, open_matters
from authoring.dseal.mutation.base import read_code
from authoring.dseal.python_code import parse_code
from authoring.dseal.readings.base import Reading, ReadingKind, edited
from authoring.extensions import members
from authoring.validators.rewriting.matters import Matter

KINDS: Mapping[str, ReadingKind] = dict(
    sorted(cast("Mapping[str, ReadingKind]", members(__name__)).items(), key=lambda item: (item[1].RANK, item[0]))
)
"""Every kind of reading by its name, in the order of their ranks."""


def readings(
    code: str, question: str, conventions: Sequence[str] = (), columns: Sequence[str] = ()
) -> tuple[Reading, ...]:
    """Return the other readings of a question, those first that most people would not take the reference's side in.

    Args:
        code: the reference; code that is no Python has none.
        question: its text; where it leaves the answer to chance, there is no other reading.
        conventions: those of its set, whose words settle what the question's own do not.
        columns: those of the tables that the reference reads, where they are known.
    """
    question = " ".join(question[:MAX_QUESTION].split())
    if Matter.CHANCE in open_matters(question, code=code).open:
        return ()
    question = " ".join((question, *conventions))[:MAX_QUESTION]
    try:
        original = read_code(code, tuple(columns))
        if original is None:
            return ()
        trees = {ast.dump(original.tree)}
        alternatives: list[Reading] = []
        for kind in KINDS.values():
            for choice in kind.open_choices(original, question):
                text = edited(original, choice.edits)
                parsed = parse_code(text)
                tree = ast.dump(parsed.tree)
                if parsed.error is None and tree not in trees:
                    trees.add(tree)
                    alternatives.append(Reading(choice.choice, text, choice.is_customary))
    except RecursionError:
        # Code nested so deep that its tree cannot be written down is not worth reading.
        return ()
    return tuple(sorted(alternatives, key=lambda reading: reading.is_customary))
