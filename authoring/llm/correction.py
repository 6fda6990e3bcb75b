"""The second request for a reply that cannot be used: it shows the first reply, and says what is wrong with it."""

from collections.abc import Iterable
from itertools import islice
from typing import Final

from authoring.llm.port import Message, Request
from authoring.llm.prompt import cut, cut_middle, fenced

MOST_REPLY: Final = 12_000
"""Characters of the refused reply that are shown."""
MOST_FAULTS: Final = 12
MOST_FAULT: Final = 300
"""Characters of one fault."""
REFUSED: Final = "This reply cannot be used:"
AGAIN: Final = (
    "Answer what was asked for above once more, in full and in the form that it asks for, without these faults."
)
"""Turns of a conversation that are the same for every page, and are therefore no templates of prompts."""


def correction(request: Request, reply: str, faults: Iterable[str]) -> Request:
    """Return the request to make after a reply to another one that cannot be used.

    It has other messages, so that no cache answers it by the first reply, and the same number of its sample.

    Args:
        request: which was answered.
        reply: the whole text of the answer.
        faults: what is wrong with it, each in words; at least one.
    """
    lines = "\n".join(cut(fault, MOST_FAULT) for fault in islice(faults, MOST_FAULTS))
    words = Message(role="user", content=f"{REFUSED}\n\n{fenced('faults', lines)}\n\n{AGAIN}")
    # Servers refuse turns without words, and two turns of the user in a row.
    refused = Message(role="assistant", content=cut_middle(reply.strip(), MOST_REPLY) or "(nothing)")
    return request.model_copy(update={"messages": (*request.messages, refused, words)})
