"""Questions that ask for something other than the code computes, or for less than it takes to answer alike."""

import random
import re

from bench.gate.plants.plant import Family, Kind, exchange_in_question, rewrite_question

_MISMATCHES = (
    ("mean asked, median meant", r"\b(?:average|mean)\b", "median"),
    ("sum asked, mean meant", r"\b(?:total|sum)\b", "average"),
    ("maximum asked, minimum meant", r"\b(?:maximum|largest|highest)\b", "lowest"),
    ("minimum asked, maximum meant", r"\b(?:minimum|smallest|lowest)\b", "highest"),
    ("at least for more than", r"\b(?:more|greater) than\b", "at least"),
    ("more than for at least", r"\bat least\b", "more than"),
    ("less for more", r"\b(?:more|greater) than\b", "less than"),
    ("ascending for descending", r"\bdescending\b", "ascending"),
    ("descending for ascending", r"\bascending\b", "descending"),
    ("decimals exchanged", r"\b(?:two|2) decimal", "four decimal"),
    ("last for first", r"\bfirst\b", "last"),
)
_OMISSIONS = (
    ("rounding not said", r"[^.\n]*\b(?:round|decimal)[^.\n]*[.\n]?", ""),
    ("order not said", r",?\s*\b(?:sorted|ordered|in (?:ascending|descending))\b[^.\n]*", ""),
    ("columns not said", r"[^.\n]*\bcolumns?\b[^.\n]*[.\n]?", ""),
    ("index not said", r"[^.\n]*\bindex\b[^.\n]*[.\n]?", ""),
    ("form not said", r"\b(?:Return|Output|Put|Store)\b[^.\n]*[.\n]?", ""),
    ("tie rule not said", r"[^.\n]*\bties?\b[^.\n]*[.\n]?", ""),
    ("missing values not said", r"[^.\n]*\b(?:missing|NaN|null)\b[^.\n]*[.\n]?", ""),
    ("percent not said", r"\s*\b(?:percentages?|percent)\b", " share"),
)
_NUMBER = re.compile(r"(?<![\w.`'\"])[2-9]\d*(?![\w.`'\"])")
_QUOTED = re.compile(r"`([A-Za-z_]\w{2,})`|\"([A-Za-z_][\w ]{2,})\"")


def _other_number(question: str, chance: random.Random) -> str | None:
    matches = list(_NUMBER.finditer(question))
    if not matches:
        return None
    place = chance.choice(matches)
    return question[: place.start()] + str(int(place[0]) + chance.randint(1, 3)) + question[place.end() :]


def _other_name(question: str, chance: random.Random) -> str | None:
    names = sorted({match[1] or match[2] for match in _QUOTED.finditer(question)})
    if len(names) < 2:  # noqa: PLR2004 - two names can be exchanged
        return None
    first, second = chance.sample(names, 2)
    return re.sub(
        rf"\b(?:{re.escape(first)}|{re.escape(second)})\b", lambda at: second if at[0] == first else first, question
    )


KINDS: tuple[Kind, ...] = (
    *(exchange_in_question(Family.MISMATCH, *exchange) for exchange in _MISMATCHES),
    rewrite_question(Family.MISMATCH, "number exchanged", _other_number),
    rewrite_question(Family.MISMATCH, "names exchanged", _other_name),
    *(exchange_in_question(Family.UNDER_SPECIFIED, *omission) for omission in _OMISSIONS),
)
