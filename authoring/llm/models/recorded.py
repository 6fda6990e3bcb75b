"""Replaying a recorded conversation without a network: ``recorded:FOLDER``.

A replay answers exactly the requests that `authoring.llm.models.record` has recorded: any change of a prompt is
found, and the error shows where the nearest recording differs.
"""

import hashlib
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from authoring.errors import ModelError
from authoring.llm.models.record import Recording
from authoring.llm.port import MOST_REPLY, CallError, Failure, OnText, Reply, Request
from authoring.records.documents import DocumentError, FileLimits, load_yaml
from authoring.records.model_config import ModelChoice

LONGEST: Final = 80
"""Characters of a line that are shown where requests differ."""


def open_model(choice: ModelChoice, argument: str, *, key: str | None) -> "RecordedModel":
    """Open the recordings of the folder `argument`.

    Raises:
        ModelError: it is no folder, holds no recordings, or one that cannot be read.
    """
    del choice, key
    return RecordedModel(Path(argument))


RECORDING: Final = FileLimits(20_000_000, nodes=20_000, expanded=20_000_000)
"""A recording holds a whole prompt, and has few values."""


class RecordedModel:
    """Replays a folder of recordings."""

    def __init__(self, folder: Path) -> None:
        """Read the recordings.

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
        self._by_identity = {recording.request.identity: recording.reply for recording in self._recordings.values()}
        self._sha256 = hashlib.sha256(b"".join(hashlib.sha256(c).digest() for c in contents.values())).hexdigest()

    @property
    def name(self) -> str:
        """The name of the model that was recorded."""
        return next(iter(self._by_identity.values())).model

    @property
    def fingerprint(self) -> str:
        """Identifies these recordings by their content."""
        return f"recorded:{self.name}:{self._sha256}"

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def complete(self, request: Request, *, on_text: OnText | None = None) -> Reply:
        """Return the reply that was recorded for the same request.

        Raises:
            CallError: the request was not recorded; the hint shows where the nearest recording differs.
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


def _read_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            # One byte more than allowed tells that a file is too large without reading it to its end.
            data = file.read(MOST_REPLY + 1)
    except OSError as error:
        raise ModelError(f"{path}: {error.strerror}", hint="check permissions") from error
    if len(data) > MOST_REPLY:
        message = f"{path}: is larger than {MOST_REPLY // 1_000_000} MB (limit recorded_reply)"
        raise ModelError(message, hint="is it the right file?")
    return data


def _read_recording(path: Path, content: bytes) -> Recording:
    try:
        return Recording.model_validate(load_yaml(content, limits=RECORDING))
    except DocumentError as error:
        raise ModelError(f"{path}: no YAML: {error}", hint="mend the file, or record it again") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the file"
        raise ModelError(f"{path}: {place}: {first['msg']}", hint="mend the file, or record it again") from error


def _nearest(request: Request, recordings: Mapping[Path, Recording]) -> str:
    """Return which recording is most similar to a request, and the first difference between the two."""
    request_lines = _lines(request)

    def similarity(path: Path) -> tuple[bool, float]:
        recorded = recordings[path].request
        lines = set(_lines(recorded))
        # The same purpose comes first: of two prompts for other purposes every line may differ.
        return recorded.purpose == request.purpose, len(lines & set(request_lines)) / len(lines | set(request_lines))

    path = max(recordings, key=similarity)
    return f"nearest is {path.name}: {_first_difference(request_lines, _lines(recordings[path].request))}"


def _lines(request: Request) -> tuple[str, ...]:
    """Return everything that shapes a reply, line by line."""
    texts = [f"{turn.role}: {line}" for turn in request.messages for line in turn.content.splitlines()]
    pictures = [
        f"picture: {hashlib.sha256(picture.encode()).hexdigest()}"
        for turn in request.messages
        for picture in turn.pictures
    ]
    schema = request.schema_.text if request.schema_ else "none"
    return (*texts, *pictures, f"schema: {schema}", f"max_output: {request.max_output}", f"sample: {request.sample}")


def _first_difference(requested: Iterable[str], recorded: Iterable[str]) -> str:
    new, old = list(requested), list(recorded)
    for kind, old_from, old_to, new_from, new_to in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            return f"there {_quoted(old[old_from:old_to])}, here {_quoted(new[new_from:new_to])}"
    return "they differ in white space"


def _quoted(lines: list[str]) -> str:
    if not lines:
        return "nothing"
    return repr(lines[0] if len(lines[0]) <= LONGEST else lines[0][: LONGEST - 1] + "…")
