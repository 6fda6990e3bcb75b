"""Columns that say something together and nothing by themselves: alleles of a genotype, compared alternatives."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from authoring.records.profile import ColumnProfile

_ALLELE, _MOST_ALLELES = re.compile(r"(.*allele[._-]?|.*\.a)([12])"), 60
_NUMBERED_END = re.compile(
    r"(treat|treatment|trt|arm|drug|var|variable|team|player|group|node|gene|protein|species|country|city|airport|word)"
    r"[._]?[1-4]"
)
# Facts at least that are told of each of so many alternatives, which are numbered.
_NUMBERED_FACT, _FEWEST_FACTS, _FEWEST_ALTERNATIVES = re.compile(r"([a-z][a-z._]*?)[._]?(\d)"), 4, 3
_LEVELS_OF_FLAG, _SHARED_LEVELS = 2, 1 / 2


def ends_of_pairs(columns: Sequence[ColumnProfile]) -> set[str]:
    """Return the names, in lower case, of alleles, facts of alternatives, and texts called alike that share levels."""
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
    return ends | _facts_of_alternatives(columns)


def _facts_of_alternatives(columns: Sequence[ColumnProfile]) -> set[str]:
    """Return the names, in lower case, of columns that say the same facts of several numbered things of a row each.

    What one alternative of a choice costs, and how fast another one is, have nothing to do with each other.
    """
    numbers: dict[str, set[str]] = {}
    for column in columns:
        if match := _NUMBERED_FACT.fullmatch(column.name.casefold()):
            numbers.setdefault(match[1], set()).add(match[2])
    facts = Counter(frozenset(members) for members in numbers.values() if len(members) >= _FEWEST_ALTERNATIVES)
    alternatives = {members for members, count in facts.items() if count >= _FEWEST_FACTS}
    names = {column.name.casefold(): _NUMBERED_FACT.fullmatch(column.name.casefold()) for column in columns}
    return {name for name, match in names.items() if match and frozenset(numbers[match[1]]) in alternatives}
