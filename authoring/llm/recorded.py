"""Conversations as files: recorded once from a real model, looked at by people, replayed with no network.

Each call is one YAML file below the folder, named by what it was about and for; lines of prompts and replies stand as
they are. A replay gives a reply to exactly the requests that were recorded: any change of a prompt is found, and shown.
"""

import hashlib
import re
import threading
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, Final

import yaml
from pydantic import ValidationError

from authoring.errors import ModelError
from authoring.llm.port import CallError, Failure, Model, OnText, Reply, Request
from authoring.records.base import Record

HEAD: Final = "# One call to a model. The prompt stands in it: look before you share it.\n"
ODD: Final = re.compile(r"[^\S\n ]|[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]")
"""White space and control characters that YAML takes for a line's end, or does not tell apart."""
LONGEST: Final = 80
"""Characters of a line that are shown where requests differ."""


class Recording(Record):
    """One call and its reply."""

    request: Request
    reply: Reply


class RecordingModel:
    """Asks another model and keeps what was said; replies are written before they are used."""

    def __init__(self, model: Model, folder: Path) -> None:
        """Prepare it.

        Args:
            model: who is asked.
            folder: where recordings go; made when it is not there.

        Raises:
            ModelError: nothing can be written there.
        """
        self._model, self._folder = model, folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ModelError(f"{folder}: {error.strerror}", hint="name a folder for the recordings") from error

    @property
    def name(self) -> str:
        """What the model is called."""
        return self._model.name

    @property
    def fingerprint(self) -> str:
        """What about it can change a reply: what is of the model that is asked."""
        return self._model.fingerprint

    def close(self) -> None:
        """Close the model that is asked."""
        getattr(self._model, "close", lambda: None)()

    def complete(self, request: Request, *, on_text: OnText | None = None) -> Reply:
        """Return the other model's reply, recorded.

        Raises:
            CallError: there is none; failures are not recorded.
            ModelError: it cannot be written down.
        """
        reply = self._model.complete(request, on_text=on_text)
        path = self._folder / file_name(request)
        # Threads and a kill leave whole files, or none.
        new = path.with_name(f".{path.name}.{threading.get_ident()}")
        try:
            new.write_bytes(recording_text(Recording(request=request, reply=reply)).encode())
            new.replace(path)
        except OSError as error:
            raise ModelError(f"{path}: {error.strerror}", hint="free some space, or check permissions") from error
        return reply


class RecordedModel:
    """Replays a folder of recordings."""

    def __init__(self, folder: Path) -> None:
        """Read it.

        Raises:
            ModelError: it is no folder, holds no recordings, or one that cannot be read.
        """
        if not folder.is_dir():
            raise ModelError(f"{folder}: no folder of recordings", hint="record one: --model record:FOLDER=MODEL")
        contents = {path: _read_bytes(path) for path in sorted(folder.glob("*.yaml"))}
        if not contents:
            raise ModelError(f"{folder}: holds no recordings", hint="record some: --model record:FOLDER=MODEL")
        self._folder = folder
        self._recordings = {path: _read_recording(path, content) for path, content in contents.items()}
        self._by_identity = {one.request.identity: one.reply for one in self._recordings.values()}
        self._sha256 = hashlib.sha256(b"".join(hashlib.sha256(c).digest() for c in contents.values())).hexdigest()

    @property
    def name(self) -> str:
        """What the model that was recorded is called."""
        return next(iter(self._by_identity.values())).model

    @property
    def fingerprint(self) -> str:
        """What tells these recordings from others."""
        return f"recorded:{self.name}:{self._sha256}"

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def complete(self, request: Request, *, on_text: OnText | None = None) -> Reply:
        """Return what was said to the same request.

        Raises:
            CallError: it was not recorded; the hint shows where the nearest one differs.
        """
        reply = self._by_identity.get(request.identity)
        if reply is None:
            raise CallError(
                f"{request.subject}: {request.purpose}: no recording of this request in {self._folder}",
                failure=Failure.REQUEST,
                hint=_nearest(request, self._recordings) + "; record it again: --model record:FOLDER=MODEL",
            )
        if on_text is not None:
            on_text(reply.text)
        return reply


def file_name(request: Request) -> str:
    """Return what a request's recording is called."""
    subject = "".join(char if char.isalnum() or char in "-_" else "-" for char in request.subject)[:64]
    return f"{subject or 'any'}-{request.purpose}-{request.identity[:12]}.yaml"


def recording_text(recording: Recording) -> str:
    """Return a recording as YAML, in which texts of several lines stand as they are."""
    content = recording.model_dump(mode="json")
    return HEAD + yaml.dump(content, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=1_000_000)


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as blocks, where YAML can say them so."""


def _block(dumper: yaml.SafeDumper, text: str) -> Any:
    block = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"' if ODD.search(text) else block)


_Dumper.add_representer(str, _block)


def _read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ModelError(f"{path}: {error.strerror}", hint="check permissions") from error


def _read_recording(path: Path, content: bytes) -> Recording:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return Recording.model_validate(yaml.load(content, Loader=loader))  # noqa: S506 - a safe loader, the fast one
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ModelError(f"{path}: no YAML: {error}", hint="mend the file, or record it again") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise ModelError(f"{path}: {where}: {first['msg']}", hint="mend the file, or record it again") from error


def _nearest(request: Request, recordings: Mapping[Path, Recording]) -> str:
    """Return which recording is most like a request, and where they part."""
    wanted = _lines(request)

    def likeness(path: Path) -> tuple[bool, float]:
        recorded = recordings[path].request
        lines = set(_lines(recorded))
        return recorded.purpose == request.purpose, len(lines & set(wanted)) / len(lines | set(wanted))

    path = max(recordings, key=likeness)
    return f"nearest is {path.name}: {_parting(wanted, _lines(recordings[path].request))}"


def _lines(request: Request) -> tuple[str, ...]:
    """Return all that shapes a reply, line by line."""
    told = [f"{turn.role}: {line}" for turn in request.messages for line in turn.content.splitlines()]
    shown = [
        f"picture: {hashlib.sha256(one.encode()).hexdigest()}" for turn in request.messages for one in turn.pictures
    ]
    schema = request.schema_.text if request.schema_ else "none"
    return (*told, *shown, f"schema: {schema}", f"max_output: {request.max_output}", f"sample: {request.sample}")


def _parting(wanted: Iterable[str], recorded: Iterable[str]) -> str:
    new, old = list(wanted), list(recorded)
    for kind, old_from, old_to, new_from, new_to in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            return f"there {_shown(old[old_from:old_to])}, here {_shown(new[new_from:new_to])}"
    return "they differ in white space"


def _shown(lines: list[str]) -> str:
    if not lines:
        return "nothing"
    return repr(lines[0] if len(lines[0]) <= LONGEST else lines[0][: LONGEST - 1] + "…")
