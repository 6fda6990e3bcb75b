"""Columns that say something together and nothing by themselves: alleles of a genotype, compared treatments."""

import re
from collections.abc import Sequence
from itertools import combinations

from authoring.records.profile import ColumnProfile

_ALLELE, _MOST_ALLELES = re.compile(r"(.*allele[._-]?|.*\.a)([12])"), 60
_NUMBERED_END = re.compile(
    r"(treat|treatment|trt|arm|drug|var|variable|team|player|group|node|gene|protein|species|country|city|airport|word)"
    r"[._]?[1-4]"
)
_LEVELS_OF_FLAG, _SHARED_LEVELS = 2, 1 / 2


def ends_of_pairs(columns: Sequence[ColumnProfile]) -> set[str]:
    """Return the names, in lower case, of alleles, and of texts that share levels, called alike but for a number."""
    codes = (c.name.casefold() for c in columns if (c.is_text or c.decimals == 0) and c.distinct <= _MOST_ALLELES)
    matches = {match[0]: match for name in codes if (match := _ALLELE.fullmatch(name))}
    ends = {name for name, match in matches.items() if f"{match[1]}{3 - int(match[2])}" in matches}
    numbered = [
        (match[1], column.name.casefold(), {level.value for level in column.levels})
        for column in columns
        if column.is_text and column.levels and (match := _NUMBERED_END.fullmatch(column.name.casefold()))
    ]
    for (stem, name, levels), (partner_stem, partner, partner_levels) in combinations(numbered, 2):
        fewer = min(len(levels), len(partner_levels))
        is_flag, shared = fewer <= _LEVELS_OF_FLAG, len(levels & partner_levels)
        if stem == partner_stem and not is_flag and shared >= _SHARED_LEVELS * fewer:
            ends |= {name, partner}
    return ends
