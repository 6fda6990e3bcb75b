"""Events of a YAML document, weighed with all aliases expanded before any value is made of them."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Protocol

import yaml
from yaml.composer import Composer
from yaml.constructor import SafeConstructor
from yaml.resolver import Resolver

STRING_TAG: Final = "tag:yaml.org,2002:str"
MERGE_TAG: Final = "tag:yaml.org,2002:merge"
COLLECTION_TAGS: Final = ("tag:yaml.org,2002:map", "tag:yaml.org,2002:seq")
NUMBER_TAGS: Final = ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float")
MOST_DIGITS: Final = 300
"""Characters of the longest number that is read; a float holds no larger one, and Python prints none of thousands."""


class DocumentLimits(Protocol):
    """What is read of a document at most."""

    @property
    def depth(self) -> int:
        """Levels of mappings and sequences, aliases expanded."""

    @property
    def nodes(self) -> int:
        """Values, aliases expanded."""

    @property
    def expanded(self) -> int:
        """Characters of all values, aliases expanded."""


@dataclass(frozen=True, slots=True)
class Excess:
    """Where a YAML document goes beyond a limit, or cannot be weighed."""

    start: int
    """Offset in the text."""
    line: int
    """From 1."""
    reason: str
    is_broken: bool = False
    """Whether it is an alias without its anchor, and no limit."""


@dataclass(frozen=True, slots=True)
class _Weight:
    """What a part of a YAML document comes to with its aliases expanded."""

    nodes: int = 0
    characters: int = 0
    height: int = 0


@dataclass(slots=True)
class _Collection:
    """A collection that has begun and not ended."""

    anchor: str | None
    begun: _Weight
    height: int = 0
    """Levels below it so far."""


class _Scale:
    """Weighs a YAML document event by event."""

    def __init__(self) -> None:
        self.nodes = 0
        self.characters = 0
        self._anchors: dict[str, _Weight] = {}
        self._stack: list[_Collection] = []

    def put(self, event: yaml.Event) -> int:
        """Add an event; return the level that the document reaches there.

        Raises:
            KeyError: it is an alias whose anchor has not ended before it.
        """
        if isinstance(event, yaml.CollectionStartEvent):
            self._stack.append(_Collection(event.anchor, _Weight(self.nodes, self.characters)))
            self.nodes += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            self._end(self._stack.pop())
        elif isinstance(event, yaml.AliasEvent):
            return self._add(self._anchors[event.anchor or ""])
        elif isinstance(event, yaml.ScalarEvent):
            weight = _Weight(1, len(event.value))
            if event.anchor is not None:
                self._anchors[event.anchor] = weight
            return self._add(weight)
        return len(self._stack)

    def _end(self, collection: _Collection) -> None:
        height = collection.height + 1
        if collection.anchor is not None:
            # What an alias of it weighs: all that was counted since it began.
            begun = collection.begun
            weight = _Weight(self.nodes - begun.nodes, self.characters - begun.characters, height)
            self._anchors[collection.anchor] = weight
        self._raise(height)

    def _add(self, weight: _Weight) -> int:
        self.nodes += weight.nodes
        self.characters += weight.characters
        self._raise(weight.height)
        return len(self._stack) + weight.height

    def _raise(self, height: int) -> None:
        if self._stack:
            self._stack[-1].height = max(self._stack[-1].height, height)


def first_excess(events: Iterable[yaml.Event], limits: DocumentLimits) -> Excess | None:
    """Walk the events of a YAML document up to the first excess; costs no more than reading up to there."""
    scale = _Scale()
    for event in events:
        mark = event.start_mark
        start, line = (mark.index, mark.line + 1) if mark is not None else (0, 1)
        try:
            depth = scale.put(event)
        except KeyError as error:
            reason = f"the alias *{error.args[0]} stands inside its own anchor, or the anchor does not come before"
            return Excess(start, line, reason, is_broken=True)
        if depth > limits.depth:
            return Excess(start, line, f"it is nested deeper than {limits.depth} levels")
        if scale.nodes > limits.nodes:
            return Excess(start, line, f"it has more than {limits.nodes:,} values with its aliases expanded")
        if scale.characters > limits.expanded:
            return Excess(start, line, f"it has more than {limits.expanded:,} characters with its aliases expanded")
    return None


class EventLoader(Composer, SafeConstructor, Resolver):
    """A `yaml.SafeLoader` that goes by events which were looked at before: scanning a text is what takes time."""

    def __init__(self) -> None:
        # Without reader, scanner and parser, because their work is done: the events are at hand.
        Composer.__init__(self)
        SafeConstructor.__init__(self)
        Resolver.__init__(self)
        self._events: deque[yaml.Event] = deque()

    def recorded(self, events: Iterable[yaml.Event]) -> Iterator[yaml.Event]:
        """Yield events, and record them for the construction of nodes afterwards."""
        for event in events:
            self._events.append(event)
            yield event

    def peek_event(self) -> yaml.Event | None:
        """Return the next event; named, as the next two, by what `Composer` asks for."""
        return self._events[0] if self._events else None

    def get_event(self) -> yaml.Event | None:
        """Take the next event."""
        return self._events.popleft() if self._events else None

    def check_event(self, *kinds: type[yaml.Event]) -> bool:
        """Tell whether the next event is of one of these kinds."""
        return bool(self._events) and isinstance(self._events[0], kinds)
