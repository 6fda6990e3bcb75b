"""A model for tests of what stands around models: it says what it is told to say, and counts how often it is asked."""

import threading
from collections.abc import Callable
from typing import Any

from authoring.llm.port import CallError, Failure, Message, OnText, Reply, Request, TokenUsage

Saying = Callable[[Request, int], Reply | BaseException]
"""What is said to a request when it is asked for the n-th time, from 1."""


def request_about(subject: str = "penguins", **more: Any) -> Request:
    """Return a small request about a seed."""
    return Request(purpose="write", subject=subject, messages=(Message(role="user", content=f"On {subject}."),), **more)


def reply(text: str = "a text", *, prompt: int = 10, output: int = 5, cached: int = 0) -> Reply:
    """Return a reply of a number of tokens."""
    return Reply(text=text, model="m", usage=TokenUsage(prompt=prompt, output=output, cached=cached))


def failure(kind: Failure, *, retry_after: float | None = None, usage: TokenUsage | None = None) -> CallError:
    """Return the error of one try."""
    return CallError(f"it went wrong: {kind}", failure=kind, retry_after=retry_after, usage=usage)


class SayingModel:
    """A model that plays a function."""

    def __init__(self, say: Saying, *, name: str = "m", fingerprint: str = "f") -> None:
        self.asked: list[Request] = []
        self.most_at_once = 0
        self.name = name
        self.fingerprint = fingerprint
        self._say = say
        self._now = 0
        self._lock = threading.Lock()

    def complete(self, request: Request, *, on_text: OnText | None = None) -> Reply:
        """Say the next thing."""
        with self._lock:
            self.asked.append(request)
            number = sum(one.identity == request.identity for one in self.asked)
            self._now += 1
            self.most_at_once = max(self.most_at_once, self._now)
        try:
            said = self._say(request, number)
        finally:
            with self._lock:
                self._now -= 1
        if isinstance(said, BaseException):
            raise said
        if on_text is not None:
            on_text(said.text)
        return said


class Clock:
    """A clock that moves only when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        """Return the time."""
        return self.now

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self.slept.append(seconds)
        self.now += seconds
