"""Frames that a session's process makes up once its cell has ended prove nothing, whatever stands in them."""

import base64
import json
import time
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.errors import SandboxError
from authoring.records.evidence import Judgement, Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.client.session import LocalSession

LIMITS = Limits(max_time=10)
SECRET = 987_654_321 * 3
FORGER = """
import base64, json, sys
wire = sys.modules["authoring.sandbox.inside.protocol"]
forged = json.loads({forged!r})
real, sent = wire.FrameSocket.send, []
def send(self, frame, **more):
    # The end of the cell is told by the first frame; all that is sent after it is made up.
    sent.append(frame)
    if len(sent) == 1 or not forged:
        return real(self, frame, **more)
    for header, body, retained in forged.pop(0):
        if retained:
            header = dict(frame.header, **header)
            body = body or base64.b64encode(b"".join((frame.body, *frame.tail))).decode()
        real(self, wire.Frame(header, base64.b64decode(body), frame.descriptors if retained else ()), **more)
wire.FrameSocket.send = send
0
"""
NAMES = (
    *("ran", "outcome", "limit", "forks", "seconds", "peak_memory", "value", "error", "figures", "errors", "changes"),
    *("reads", "digest", "fault", "failed", "correct", "category", "parts", "asks", "reason", "pid", "status"),
)
PLAIN: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from([None, True, False, 0, 1, -1, 10**30, 0.5, "", "ok", "yes", "and", "error", "result", "00" * 16]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=3),
    max_leaves=5,
)
VERDICT = {"correct": "yes", "category": "and", "reason": "", "parts": [], "fault": "", "asks": 0}
HEADERS = st.dictionaries(st.sampled_from(NAMES), PLAIN, max_size=6) | st.just(VERDICT)
BODIES = st.binary(max_size=60).map(lambda data: base64.b64encode(data).decode())
FRAMES = st.lists(st.lists(st.tuples(HEADERS, BODIES, st.booleans()), max_size=3), max_size=4)
"""For each answer of the process the frames that it sends instead: some on top of what it would have sent."""


def judged(origin: LocalSession, truth: LocalSession, code: str) -> Judgement | None:
    """Return how an answer in a fork is judged; None where the sandbox says that it cannot be."""
    with origin.branch() as answer:
        answer.confine()
        try:
            answer.run(code, limits=LIMITS)
            return truth.judge(answer)
        except SandboxError:
            return None


def hold(local: LocalSandbox, forged: Sequence[Any]) -> None:
    """Have one answer forge, and an honest one judged after it."""
    with local.session() as origin, origin.branch() as truth:
        truth.prepare({})
        truth.run(f"{SECRET} + 0", limits=LIMITS)
        began = time.monotonic()
        forgery = judged(origin, truth, FORGER.format(forged=json.dumps(forged)))
        elapsed = time.monotonic() - began
        honest = judged(origin, truth, str(SECRET))

    assert forgery is None or forgery.correct != "yes"
    assert elapsed < 60
    assert honest is not None
    assert honest.correct == "yes"


@settings(max_examples=3)
@given(FRAMES)
def test_forged_frames_are_not_right(local: LocalSandbox, forged: Sequence[Any]) -> None:
    """No verdict, time or end that is claimed makes a wrong answer right, or a right one after it wrong."""
    hold(local, forged)


@pytest.mark.soak
@settings(max_examples=40)
@given(FRAMES)
def test_many_forged_frames_are_not_right(local: LocalSandbox, forged: Sequence[Any]) -> None:
    """As above, for many more."""
    hold(local, forged)
