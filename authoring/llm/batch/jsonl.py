"""The lines of a batch's files: one request each on the way there, one answer each on the way back."""

import contextlib
import json
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from authoring.llm.models.openai.errors import ErrorDetails, UnreadableAnswerError
from authoring.llm.models.openai.payloads import Completion, Parameters, read_chat, read_response
from authoring.llm.port import Purpose, Request
from authoring.records.model_config import Api


class _WireRecord(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class _Answer(_WireRecord):
    status_code: int = 0
    request_id: str | None = None
    body: Any = None


class _Error(_WireRecord):
    code: str | None = None
    message: str | None = None


class BatchResultLine(_WireRecord):
    """One line of a file of outputs or errors, which answers one request."""

    custom_id: str
    response: _Answer | None = None
    error: _Error | None = None

    def content(self, api: Api) -> Completion | ErrorDetails:
        """Return the server's completion of the request, or the error that it reports instead."""
        if self.response is None:
            error = self.error or _Error()
            return ErrorDetails(error.message or "no reason was given", code=error.code or "")
        if self.response.status_code != 200:  # noqa: PLR2004 - HTTP's OK
            body: Any = self.response.body if isinstance(self.response.body, dict) else {}
            details: Any = body["error"] if isinstance(body.get("error"), dict) else body
            return ErrorDetails(
                str(details.get("message") or "no reason was given"),
                self.response.status_code,
                str(details.get("code") or ""),
            )
        try:
            text = json.dumps(self.response.body)
            completion = read_response(text) if api == "responses" else read_chat(text)
        except UnreadableAnswerError as error:
            return ErrorDetails(f"the answer cannot be read ({error})")
        completion.request_id = self.response.request_id or ""
        return completion


def request_line(request: Request, path: str, body: Parameters) -> bytes:
    """Return a request as a line of a batch's file; its identity comes back with the answer."""
    line = {"custom_id": request.identity, "method": "POST", "url": path, "body": body}
    return json.dumps(line).encode() + b"\n"


def read_results(content: bytes) -> Iterator[BatchResultLine]:
    """Yield the readable lines of a file; requests that the others answer count as missing."""
    for raw in content.split(b"\n"):
        with contextlib.suppress(ValidationError):
            yield BatchResultLine.model_validate_json(raw)


def request_stub(subject: str, purpose: Purpose = "check") -> Request:
    """Return a request without its texts, for error messages."""
    return Request(purpose=purpose, subject=subject, messages=())
