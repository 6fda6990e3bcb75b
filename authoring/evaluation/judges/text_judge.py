"""One question to a model that judges text, and whether the words that it quotes are there."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from authoring.dseal.diagnostic import Diagnostic, faults_in
from authoring.llm.correction import correction
from authoring.llm.port import CallError, Failure, Model, Request
from authoring.llm.prompt import render_messages
from authoring.records.sketch import Guide, Schema

ReplyReader = Callable[[str, Schema], tuple[object, Sequence[Diagnostic]]]
"""Reads the JSON of a model's reply: returns a value that fits the schema or None, and findings."""
TRIES = 2
"""Calls for one verdict: one more where the first reply holds none."""
MOST_OUTAGES = 3
"""Outages one after the other, from which on nothing more is asked: a server that is down would cost minutes each."""
LEAST_QUOTE = 6
"""Characters of a quote, blanks aside; fewer stand in nearly every text. Shorter texts are quoted whole."""
QUOTATION_MARKS = "\"'`«»‹›“”„‟‘’‚‛「」『』"  # noqa: RUF001 - they are meant
LONGEST_REASON = 400
"""Characters of a model's reason that are kept."""
NO_VERDICT = "the reply holds no verdict"
NO_QUOTE = "what it quotes stands nowhere in the text"


class NotJudgedError(Exception):
    """There is no verdict; the text says why."""

    def __init__(self, reason: str, *, is_outage: bool = False) -> None:
        super().__init__(reason)
        self.is_outage = is_outage
        """Whether the model gave no reply, so that another command asks again."""


@dataclass(slots=True)
class TextJudge:
    """A model that judges text, from any number of threads.

    Args:
        model: who is asked.
        page: of templates/prompts/judges/: rules, and behind a line ``---`` the question.
        read_reply: reads the model's replies.
    """

    model: Model
    page: Guide
    read_reply: ReplyReader
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _outages: int = 0
    """One after the other."""

    def request(self, subject: str, schema: Schema, values: Mapping[str, str]) -> Request:
        """Return the request for one verdict; `values` are what the page asks for.

        Raises:
            TemplateError: the page is no template.
        """
        messages = render_messages(self.page, **values)
        return Request(purpose="judge", subject=subject, messages=messages, stable=1, schema_=schema)

    def verdict(self, subject: str, schema: Schema, values: Mapping[str, str]) -> object:
        """Return the model's reply as a value that fits the schema.

        Raises:
            NotJudgedError: there is none.
            BudgetError: the call would have exceeded the budget.
            CallError: the key was refused.
            TemplateError: the page is no template.
        """
        request = self.request(subject, schema, values)
        for _ in range(TRIES):
            reply = self._reply(request)
            value, findings = self.read_reply(reply, schema)
            if value is not None:
                return value
            request = correction(request, reply, faults_in(findings) or [NO_VERDICT])
        raise NotJudgedError(NO_VERDICT)

    def _reply(self, request: Request) -> str:
        with self._lock:
            if self._outages >= MOST_OUTAGES:
                raise NotJudgedError(f"not asked: the last {self._outages} calls gave no reply", is_outage=True)
        try:
            reply = self.model.complete(request)
        except CallError as error:
            if error.failure is Failure.KEY:
                raise
            if error.failure in {Failure.REFUSED, Failure.FILTERED, Failure.EMPTY, Failure.FOREIGN_CALL}:
                raise NotJudgedError(NO_VERDICT) from error
            with self._lock:
                self._outages += 1
            raise NotJudgedError(error.message, is_outage=True) from error
        with self._lock:
            self._outages = 0
        return reply.text


def content_of(block: str) -> str:
    """Return what stands between the marks of a fenced block, as the model is shown it."""
    return "\n".join(block.split("\n")[1:-1])


def bare_quote(quote: str) -> str:
    """Return a quote without the marks of quotation, of any language, that a model put around it."""
    return quote.strip().strip(QUOTATION_MARKS).strip()


def is_verbatim(quote: str, *texts: str) -> bool:
    """Tell whether a quote stands word for word in one of the texts, and is long enough to say something.

    Only blanks around it, how a line is broken, and marks of quotation around the whole, of any language, may differ.
    """
    return any(_stands_in(words.split(), text) for words in (quote, bare_quote(quote)) for text in texts)


def _stands_in(words: Sequence[str], text: str) -> bool:
    plain, size = " ".join(text.split()), sum(map(len, words))
    return size > 0 and " ".join(words) in plain and size >= min(LEAST_QUOTE, len(plain.replace(" ", "")))
