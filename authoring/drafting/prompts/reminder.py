"""The parts of the writing guide that findings touch: a repair is reminded of these, and not of the whole guide."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

_CODES: Mapping[str, str] = {
    "The question has one right answer": (r"DS2(?!0[2-68]|1[2-6]|25|27)|DS41[2]|DS42[4579]|DS5|DS6|DS7|DS97"),
    "Validators": r"DS3|DS40[67]|DS41[167]|DS42[679]|DS60|DS22[34]|DS97",
    "Reference code": r"DS1|DS2(?:0[2-68]|1[2-6]|25|27)|DS4|DS56|DS6[123]",
    "Chains": r"DS207|DS22[2-5]|DS41[45]|DS428|DS658|DS707|DS97",
}
"""By the heading of a section, how the codes of the findings begin that it is about."""
_HEADING = re.compile(r"^## +(.+?) *$", re.MULTILINE)
_ABOUT_A_VALIDATOR = re.compile(r"(?:\*\*|`)([a-z_]+)(?:\*\*|:?`)")
"""How a paragraph begins that is about one validator."""
_VALIDATORS: Mapping[str, tuple[str, ...]] = {
    **{name: (name,) for name in ("namespace_check", "table_test", "model")},
    "or": ("or", "vis", "stream", "namespace_intact", "answer_in_source"),
}
"""Validators that have a paragraph of their own, with the keys of problems that it is about."""


def reminder(guide: str, codes: Collection[str], cells: Sequence[str]) -> str:
    """Return the sections of a guide that findings with these codes touch, cut to what the cells have in them.

    A section whose heading is not known here is in, whatever the findings are; the whole guide is where none of them
    touches a section that is.
    """
    parts = _HEADING.split(guide.strip())
    sections = dict(
        zip((heading.strip() for heading in parts[1::2]), (text.strip() for text in parts[2::2]), strict=True)
    )
    touched = {heading for heading, pattern in _CODES.items() if any(re.match(pattern, code) for code in codes)}
    if not touched & sections.keys():
        return guide.strip()
    shown = [heading for heading in sections if heading not in _CODES or heading in touched]
    return "\n\n".join("\n\n".join((f"## {heading}", *_paragraphs(sections[heading], cells))) for heading in shown)


def _paragraphs(section: str, cells: Sequence[str]) -> Iterator[str]:
    """Yield the paragraphs of a section, without those about validators that no cell has.

    Code is shown with such a paragraph alone: what form a cell has is seen in those that are to be mended.
    """
    is_shown = is_of_validator = False
    for block in re.findall(r"^```.*?^```$|^(?!```)\S.*?(?=\n\n|\Z)", section, re.MULTILINE | re.DOTALL):
        is_code = block.startswith("```")
        if not is_code:
            match = _ABOUT_A_VALIDATOR.match(block)
            keys = _VALIDATORS.get(match[1], ()) if match is not None else ()
            is_of_validator = bool(keys)
            is_shown = not keys or any(re.search(rf"^ *{key}:", cell, re.MULTILINE) for key in keys for cell in cells)
        if is_shown and (not is_code or is_of_validator):
            yield block
