"""The level of a problem, measured: DSEval's difficulty of its reference, and how many steps it rests on."""

from collections.abc import Mapping

from authoring.drafting.measured_levels import STEP
from authoring.drafting.templates.filling import FilledTemplate
from authoring.drafting.templates.language import render_code
from authoring.dseal.analysis.complexity import difficulty

SHARED = frozenset({"df", "tables"})
"""What nearly every problem rests on, and what is therefore no step."""


def points_of(filled: FilledTemplate, depths: Mapping[str, int]) -> tuple[float, ...]:
    """Return how hard each problem of a filled template is, in points.

    Args:
        filled: the template.
        depths: how many steps each output of earlier templates rests on.
    """
    first = depth_of(filled, depths)
    return tuple(
        difficulty(render_code(part.code, filled.context)) + STEP * (first + number)
        for number, part in enumerate(filled.template.parts)
    )


def depth_of(filled: FilledTemplate, depths: Mapping[str, int]) -> int:
    """Return how many steps the first problem of a filled template rests on."""
    return max((depths.get(name, 0) + 1 for name in filled.template.header.needs if name not in SHARED), default=0)


def depths_after(filled: FilledTemplate, depths: Mapping[str, int]) -> Mapping[str, int]:
    """Return the depths of outputs after a template."""
    depth = depth_of(filled, depths) + len(filled.template.parts) - 1
    return {**depths, **dict.fromkeys(filled.template.header.gives, depth)}
