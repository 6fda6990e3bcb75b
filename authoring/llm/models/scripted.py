"""A model that plays a script: for tests, demonstrations, and drafting by hand.

A folder of replies, as in ``--model scripted:FOLDER``::

    replies/
        sketch-1.json        the first reply when a sketch is wanted, for every seed anew
        write-1.cut.md       ".cut" before the ending: as if cut off at the limit
        continue-1.md
        repair-1.md          the second repair takes repair-2.md, and so on in the order of names
        1.md                 no purpose in its name: for what no other file is for
        penguins/            replies for one subject alone; looked at first
            write-1.md

The purposes are those of `authoring.llm.port.Purpose`. Files whose names begin with README or a dot are no replies.
"""

import hashlib
import re
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, get_args

from authoring.errors import ModelError
from authoring.llm.port import MOST_REPLY, CallError, Failure, Finish, OnText, Purpose, Reply, Request, TokenUsage
from authoring.llm.tokens import estimate_prompt, estimate_tokens
from authoring.records.model_config import ModelChoice

ScriptEntry = str | Reply | CallError
"""A reply's text, a whole reply, or a failure to be raised."""
PURPOSES: Final = frozenset(get_args(Purpose))


def open_model(choice: ModelChoice, argument: str, *, key: str | None) -> "ScriptedModel":
    """Open the script of the folder `argument`.

    Raises:
        ModelError: it is no folder, there are no replies in it, or one is no text.
    """
    del choice, key
    return read_script(Path(argument))


class ScriptedModel:
    """Gives replies from a list, in the order of calls, or from a function."""

    def __init__(
        self,
        replies: Iterable[ScriptEntry] | Callable[[Request], ScriptEntry],
        *,
        name: str = "scripted",
        fingerprint: str = "",
    ) -> None:
        """Prepare the script.

        Args:
            replies: the script; a function is called from many threads at once.
            name: the model's name.
            fingerprint: distinguishes this script from another one with the same name; for a list it is computed.
        """
        self._name = name
        self._lock = threading.Lock()
        if callable(replies):
            self._answer = replies
        else:
            lines = tuple(replies)
            # A journal must not take the replies of one script for those of another.
            fingerprint = fingerprint or hashlib.sha256("\0".join(map(str, lines)).encode()).hexdigest()
            self._answer = self._in_turn(iter(lines), len(lines))
        self._fingerprint = f"scripted:{name}:{fingerprint}"

    @property
    def name(self) -> str:
        """The name of the folder or file whose replies are given."""
        return self._name

    @property
    def fingerprint(self) -> str:
        """A hash of all replies of the script."""
        return self._fingerprint

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def complete(self, request: Request, *, on_text: OnText | None = None) -> Reply:
        """Return the next reply.

        Raises:
            CallError: the script raises one here, or has come to its end.
        """
        line = self._answer(request)
        if isinstance(line, CallError):
            raise line
        if isinstance(line, str):
            used = TokenUsage(prompt=estimate_prompt(request), output=estimate_tokens(line), estimated=True)
            line = Reply(text=line, model=self._name, usage=used)
        for piece in line.text.splitlines(keepends=True) if on_text else ():
            on_text(piece)  # type: ignore[misc]  # there are no pieces without it
        return line

    def _in_turn(self, lines: Iterator[ScriptEntry], count: int) -> Callable[[Request], ScriptEntry]:
        def answer(request: Request) -> ScriptEntry:
            with self._lock:
                line = next(lines, None)
            return line if line is not None else no_reply_left(request, f"the script has {count} replies, all given")

        return answer


def no_reply_left(request: Request, reason: str) -> CallError:
    """Return the error of a script that has come to its end."""
    return CallError(
        f"{request.subject}: {request.purpose}: {reason}",
        failure=Failure.REQUEST,
        hint=f"add a reply: a file whose name begins with {request.purpose}-",
    )


def read_script(folder: Path) -> ScriptedModel:
    """Return a model that gives the replies of a folder; the text of this module says how files are chosen.

    Raises:
        ModelError: it is no folder, there are no replies in it, or one is no text.
    """
    if not folder.is_dir():
        raise ModelError(f"{folder}: no folder of replies", hint="as in: --model scripted:FOLDER")
    subjects = {path.name: _replies(path) for path in sorted(folder.iterdir()) if path.is_dir()}
    replies = _FolderReplies(folder, {"": _replies(folder), **subjects})
    if not any(replies.by_subject.values()):
        raise ModelError(f"{folder}: holds no replies", hint="put one into sketch-1.json, write-1.md and so on")
    return ScriptedModel(replies.next_for, fingerprint=replies.sha256)


def _replies(folder: Path) -> Mapping[str, Sequence[Reply]]:
    """Return the replies of a folder, by purpose; those for any purpose under an empty one."""
    replies: dict[str, list[Reply]] = defaultdict(list)
    for path in sorted(folder.iterdir(), key=_natural):
        if path.is_file() and not path.name.startswith((".", "README")):
            # The purpose ends at the first mark or digit: `write-1.cut.md`, `write.md`, `write2.md`.
            purpose = re.split(r"[-_.\d]", path.name, maxsplit=1)[0]
            replies[purpose if purpose in PURPOSES else ""].append(_reply(path))
    return replies


def _natural(path: Path) -> list[tuple[int, str]]:
    """Return a sort key that puts 2 before 10."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", path.name)]


def _reply(path: Path) -> Reply:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_REPLY + 1)
        if len(data) > MOST_REPLY:
            message = f"{path}: is larger than {MOST_REPLY // 1_000_000} MB (limit recorded_reply)"
            raise ModelError(message, hint="is it the right file?")
        text = data.decode()
    except (OSError, UnicodeDecodeError) as error:
        raise ModelError(f"{path}: cannot be read as a reply: {error}", hint="save it as UTF-8") from error
    finish = Finish.LENGTH if ".cut" in path.suffixes else Finish.STOP
    return Reply(
        text=text, finish=finish, model="scripted", usage=TokenUsage(output=estimate_tokens(text), estimated=True)
    )


class _FolderReplies:
    """Chooses the next reply for each subject by itself, so that seeds drafted in parallel get the same replies."""

    def __init__(self, folder: Path, by_subject: Mapping[str, Mapping[str, Sequence[Reply]]]) -> None:
        self.by_subject = by_subject
        self._folder = folder
        self._position: dict[tuple[str, str, str], int] = defaultdict(int)
        self._lock = threading.Lock()

    @property
    def sha256(self) -> str:
        """A hash of all replies with their subjects and purposes."""
        entries = [
            f"{subject}\0{purpose}\0{reply.finish}\0{reply.text}"
            for subject, purposes in sorted(self.by_subject.items())
            for purpose, replies in sorted(purposes.items())
            for reply in replies
        ]
        return hashlib.sha256("\0\0".join(entries).encode()).hexdigest()

    def next_for(self, request: Request) -> ScriptEntry:
        """Return the reply of the first place that has one left."""
        with self._lock:
            # The subject's own folder comes first, then the one for all; an empty subject is looked at once.
            for place in dict.fromkeys((request.subject, "")):
                for purpose in (request.purpose, ""):
                    replies = self.by_subject.get(place, {}).get(purpose, ())
                    turn = (request.subject, place, purpose)
                    if self._position[turn] < len(replies):
                        self._position[turn] += 1
                        reply = replies[self._position[turn] - 1]
                        used = reply.usage.model_copy(update={"prompt": estimate_prompt(request)})
                        return reply.model_copy(update={"usage": used})
        return no_reply_left(request, f"{self._folder}: no reply left")
