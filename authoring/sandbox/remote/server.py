"""The far side of a sandbox elsewhere: ``authoring serve`` opens sessions here for a client at its standard streams.

It speaks frames (`authoring.sandbox.remote.transport`) and ends when the client goes away, with everything it started.
"""

import contextlib
import importlib.metadata
import json
import os
import threading
import traceback
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from pydantic import BaseModel

from authoring.errors import AuthoringError, SandboxError, SeedError, UsageError
from authoring.records.evidence import Limits, Patience, Pins
from authoring.records.protection import Level
from authoring.sandbox import folders
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.client.session import LocalSession
from authoring.sandbox.inside.protocol import BadFrameError, Frame, SocketClosedError
from authoring.sandbox.port import Memory
from authoring.sandbox.remote.file_transfer import InputStore, InputTree
from authoring.sandbox.remote.transport import (
    GREETING,
    PROTOCOL,
    InputEntry,
    OpenReply,
    Refusal,
    ServerInfo,
    receive,
    send,
)

MAX_REQUESTS = 256
"""Requests that are served at once; each session has one at a time."""
PASSED_ERRORS: tuple[type[AuthoringError], ...] = (SeedError, UsageError)
"""Errors that are passed on as they are; every other error here is a failure of the sandbox."""


@dataclass(slots=True)
class _Served:
    """A session, and the inputs it may read again."""

    session: LocalSession
    tree: InputTree
    lock: threading.Lock = field(default_factory=threading.Lock)


class SandboxServer:
    """Answers requests: each names a command, and a session where it is about one."""

    def __init__(self, folder: Path) -> None:
        self._store = InputStore(folder)
        self._sandbox: LocalSandbox | None = None
        self._sessions: dict[int, _Served] = {}
        self._lock = threading.Lock()
        self._opened = 0
        self._answers: Mapping[str, Callable[[Mapping[str, Any], bytes], Any]] = {
            "begin": self._begin,
            "versions": lambda header, _body: self._ready().versions(header["packages"]),
            "keep": lambda header, body: self._store.add(header["sha256"], body),
            "open": self._open,
            "run": self._run,
            "judge": self._judge,
            "judge rewrites": lambda header, _body: self._session_of(header).session.judge_rewrites(
                header["matters"], quick=header["quick"]
            ),
            "variables": lambda header, _body: self._session_of(header).session.variables(),
            "memory": lambda header, _body: self._session_of(header).session.memory,
            "confine": lambda header, _body: self._session_of(header).session.confine(),
            "separate": lambda header, _body: self._session_of(header).session.separate(),
            "branch": self._branch,
            "call": self._call,
            "close": self._close,
        }

    def answer(self, request: Frame) -> Frame:
        """Do what a request asks; what goes wrong is an answer as well."""
        number = request.header.get("id")
        try:
            answer = self._answers[request.header["command"]](request.header, bytes(request.body))
        except AuthoringError as error:
            kind = next((kind.__name__ for kind in PASSED_ERRORS if isinstance(error, kind)), SandboxError.__name__)
            refusal = Refusal(kind=kind, message=error.message[:10_000], hint=error.hint[:10_000])
            return Frame({"id": number, "refused": refusal.model_dump()})
        except Exception as error:  # noqa: BLE001 - told to the client, which decides; nobody else would hear it
            message = f"the far side of the sandbox failed: {type(error).__name__}: {error}"
            hint = "".join(traceback.format_exception(error))[-2_000:]
            refusal = Refusal(kind="SandboxError", message=message[:10_000], hint=hint)
            return Frame({"id": number, "refused": refusal.model_dump()})
        return Frame({"id": number}, json.dumps(_as_json(answer)).encode())

    def close(self) -> None:
        """End every process."""
        if self._sandbox is not None:
            self._sandbox.close()

    def _ready(self) -> LocalSandbox:
        if self._sandbox is None:
            raise SandboxError("a request came before the beginning", hint="Use the same version on both sides.")
        return self._sandbox

    def _session_of(self, header: Mapping[str, Any], key: str = "session") -> _Served:
        served = self._sessions.get(header[key])
        if served is None:
            raise SandboxError("there is no such session any more", hint="Open a new session.")
        return served

    def _begin(self, header: Mapping[str, Any], _body: bytes) -> ServerInfo:
        python = Path(header["python"]) if header["python"] else None
        with self._lock:
            if self._sandbox is None:
                self._sandbox = LocalSandbox(python, minimum_level=Level(header["least"]))
        return ServerInfo(
            protocol=PROTOCOL,
            version=own_version(),
            fingerprint=self._sandbox.fingerprint,
            protection=self._sandbox.protection,
        )

    def _open(self, header: Mapping[str, Any], _body: bytes) -> OpenReply:
        entries = tuple(InputEntry.model_validate(entry) for entry in header["entries"])
        tree = self._store.use(entries)
        if tree is None:
            return OpenReply(session=None, missing=self._store.missing(entries))
        try:
            session = self._ready().session(
                inputs=tree.inputs,
                modules=header["modules"],
                pins=Pins.model_validate(header["pins"]),
                dialect=header["dialect"],
            )
        except BaseException:
            self._store.release(tree)
            raise
        return OpenReply(session=self._added(session, tree))

    def _added(self, session: LocalSession, tree: InputTree) -> int:
        with self._lock:
            self._opened += 1
            self._sessions[self._opened] = _Served(session, tree)
            return self._opened

    def _run(self, header: Mapping[str, Any], _body: bytes) -> BaseModel:
        served = self._session_of(header)
        # Validator and cell belong together, so no other request may come between them.
        with served.lock:
            served.session.prepare(header["validator"], is_last=header["is_last"])
            return served.session.run(
                header["code"],
                limits=Limits.model_validate(header["limits"]),
                forbid_names=header["forbid_names"],
                trace=header["trace"],
                figures=header["figures"],
                patience=Patience.model_validate(header["patience"]),
            )

    def _judge(self, header: Mapping[str, Any], _body: bytes) -> BaseModel:
        return self._session_of(header).session.judge(self._session_of(header, "submission").session)

    def _branch(self, header: Mapping[str, Any], _body: bytes) -> OpenReply:
        origin = self._session_of(header)
        with origin.lock:
            branch = origin.session.branch()
            return OpenReply(session=self._added(branch, self._store.share(origin.tree)))

    def _call(self, header: Mapping[str, Any], _body: bytes) -> Any:
        limits = Limits.model_validate(header["limits"])
        return self._session_of(header).session.call(header["function"], header["arguments"], limits=limits)

    def _close(self, header: Mapping[str, Any], _body: bytes) -> None:
        with self._lock:
            served = self._sessions.pop(header["session"], None)
        if served is not None:
            served.session.close()
            self._store.release(served.tree)


def own_version() -> str:
    """Return the version of this program; both sides have to be the same one."""
    try:
        return importlib.metadata.version("dseal-authoring")
    except importlib.metadata.PackageNotFoundError:
        return "unknown"


def _as_json(answer: Any) -> Any:
    """Return what JSON can say of an answer."""
    if isinstance(answer, BaseModel):
        return answer.model_dump(mode="json")
    if isinstance(answer, Memory):
        return asdict(answer)
    if isinstance(answer, tuple):
        return [_as_json(item) for item in answer]
    return answer


def serve(input_descriptor: int, output_descriptor: int) -> None:
    """Answer what comes in at one descriptor at the other, until the client goes away."""
    folder = folders.make_folder()
    server = SandboxServer(folder)
    lock = threading.Lock()
    # The threads live as long as this does: the kernel ends a sandbox's processes with the thread that started them.
    pool = ThreadPoolExecutor(MAX_REQUESTS)

    def respond(request: Frame) -> None:
        answer = server.answer(request)
        with lock, contextlib.suppress(SocketClosedError):
            try:
                send(output_descriptor, answer)
            except BadFrameError as error:
                refusal = Refusal(kind="SandboxError", message=f"an answer cannot be sent: {error}")
                send(output_descriptor, Frame({"id": answer.header["id"], "refused": refusal.model_dump()}))

    try:
        with contextlib.suppress(SocketClosedError, BadFrameError):
            os.write(output_descriptor, GREETING)
            while True:
                pool.submit(respond, receive(input_descriptor))
    finally:
        server.close()
        folders.remove(folder)


def main() -> NoReturn:
    """Serve the client at the standard streams; what anything here prints goes to standard error."""
    input_descriptor, output_descriptor = os.dup(0), os.dup(1)
    null_device = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null_device, 0)
    # Whatever prints must not get between the frames.
    os.dup2(2, 1)
    status = 1
    try:
        serve(input_descriptor, output_descriptor)
        status = 0
    finally:
        # Threads may still wait for code that never ends, and a normal exit would join them.
        os._exit(status)


if __name__ == "__main__":
    main()
