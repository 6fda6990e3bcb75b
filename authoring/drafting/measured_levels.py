"""The level of each problem of a chain, measured: DSEval's difficulty of its reference, and the steps it rests on.

A step is what an earlier reference worked out and left in the session: a variable, or a new column of a table. Tables
that were read are no step, whatever was cleaned in them: nearly every problem rests on these.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from authoring.dseal.analysis.complexity import difficulty
from authoring.dseal.analysis.dependencies import effects_of
from authoring.dseal.python_code import called_name, calls, nodes, parse_code
from authoring.records.sketch import LevelName

STEP = 7.0
"""What a step that a problem rests on adds: about a call and a look at a column."""
MOST_STEPS = 2
"""Steps that add to a problem: what stands in the session is there, however long the way to it was. Otherwise the
second half of any chain in which each step goes on from the one before would be hard, whatever it asks."""
MEDIUM, HARD = 36.0, 54.0
"""Points from which on a problem is of medium level, and hard: about a third of what templates ask lies on each side.
References do more than most of the released sets of DSEval, whose quartiles are 11, 19 and 35: they convert, round and
break ties."""


@dataclass(frozen=True, slots=True)
class SessionDepths:
    """How many steps there are behind what a chain of references has left in its session."""

    variables: Mapping[str, int] = field(default_factory=dict)
    columns: Mapping[str, int] = field(default_factory=dict)
    """By label: columns that references put into tables."""

    def points(self, code: str) -> float:
        """Return how hard the next reference is, in points."""
        return difficulty(code) + STEP * min(self._depth(code), MOST_STEPS)

    def after(self, code: str) -> "SessionDepths":
        """Return the depths behind a further reference."""
        effects, depth = effects_of(code), self._depth(code)
        tree = parse_code(code).tree
        is_read = depth == 0 and any(called_name(call).startswith("read_") for call in calls(tree))
        variables = dict(self.variables)
        # An import is no step that anything rests on.
        for name in (effects.binds | effects.mutates) - effects.imports:
            if name in effects.reads:
                # What is cleaned, or is given a column, stays what it was.
                variables[name] = self._depth(code, besides=name) if name not in variables else variables[name]
            else:
                variables[name] = 0 if is_read else depth + 1
        return SessionDepths(variables, {**self.columns, **dict.fromkeys(_new_columns(tree), depth + 1)})

    def _depth(self, code: str, *, besides: str = "") -> int:
        """Return how many steps a reference rests on, those behind one variable left out."""
        labels = {node.value for node in nodes(parse_code(code).tree) if isinstance(node, ast.Constant)}
        labels |= {node.attr for node in nodes(parse_code(code).tree) if isinstance(node, ast.Attribute)}
        reads = effects_of(code).reads - {besides}
        depths = [depth for name, depth in self.variables.items() if name in reads]
        return max([*depths, *(depth for label, depth in self.columns.items() if label in labels)], default=0)


def _new_columns(tree: ast.Module) -> Iterator[str]:
    """Yield the labels under which code puts something new into a table."""
    for node in nodes(tree):
        match node:
            case ast.Assign(targets=[ast.Subscript(slice=ast.Constant(value=str(label)))], value=value):
                # A column that is converted is not a new one.
                if not any(isinstance(part, ast.Constant) and part.value == label for part in ast.walk(value)):
                    yield label
            case ast.Call(func=ast.Attribute(attr="assign"), keywords=words):
                yield from (word.arg for word in words if word.arg is not None)
            case ast.Call(func=ast.Attribute(attr="insert"), args=[_, ast.Constant(value=str(label)), *_]):
                yield label


def level_of(points: float) -> LevelName:
    """Return the level of a problem of so many points."""
    return "easy" if points < MEDIUM else "medium" if points < HARD else "hard"


def measured_levels(codes: Sequence[str]) -> tuple[LevelName, ...]:
    """Return the level of each reference of a chain, in order."""
    session, levels = SessionDepths(), list[LevelName]()
    for code in codes:
        levels.append(level_of(session.points(code)))
        session = session.after(code)
    return tuple(levels)
