"""The files and batches of the loopback server: upload, run, poll, download."""

import email.parser
import email.policy
import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]
Play = Callable[[str, Json], tuple[int, Json]]
"""Answers one line of a batch: path and body to status and body."""


@dataclass(frozen=True, slots=True)
class Course:
    """How a batch goes: what each poll sees in turn, and how many lines are done at the end."""

    states: tuple[str, ...] = ("validating", "in_progress", "completed")
    done: int | None = None
    """Of its lines, in order; the others get an error line ``batch_expired``. None for all."""


class Batches:
    """Files and batches in memory."""

    def __init__(self, courses: Sequence[Course], play: Play) -> None:
        self._courses = courses or (Course(),)
        self._play = play
        self._lock = threading.RLock()
        self.files: dict[str, bytes] = {}
        self.batches: dict[str, Json] = {}
        self._seen: dict[str, int] = {}

    def upload(self, content_type: str, body: bytes) -> Json:
        """Keep the file of a multipart form."""
        raw = b"Content-Type: " + content_type.encode() + b"\r\n\r\n" + body
        form = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(raw)
        content: Any = next(
            part.get_payload(decode=True)
            for part in form.iter_parts()
            if part.get_param("name", header="content-disposition") == "file"
        )
        return self.described(self._keep(content))

    def _keep(self, content: bytes) -> str:
        with self._lock:
            name = f"file-{len(self.files) + 1}"
            self.files[name] = content
        return name

    def described(self, name: str) -> Json:
        """Return what is said about a file."""
        about = {"id": name, "object": "file", "created_at": 1, "filename": f"{name}.jsonl", "purpose": "batch"}
        return about | {"bytes": len(self.files[name]), "status": "processed"}

    def create(self, wanted: Json) -> Json:
        """Begin a batch."""
        with self._lock:
            name = f"batch-{len(self.batches) + 1}"
            self.batches[name] = {
                "id": name,
                "object": "batch",
                "endpoint": wanted["endpoint"],
                "input_file_id": wanted["input_file_id"],
                "completion_window": wanted["completion_window"],
                "created_at": 1,
                "status": self._course(name).states[0],
                "metadata": wanted.get("metadata"),
            }
            return self.batches[name]

    def _course(self, name: str) -> Course:
        return self._courses[min(int(name.rpartition("-")[2]), len(self._courses)) - 1]

    def poll(self, name: str) -> Json:
        """Return a batch, one step further than at the last poll."""
        with self._lock:
            states = self._course(name).states
            at = self._seen[name] = min(self._seen.get(name, 0) + 1, len(states) - 1)
            batch = self.batches[name]
            if batch["status"] not in {states[at], "cancelled"}:
                batch["status"] = states[at]
                if states[at] == "failed":
                    batch["errors"] = {"object": "list", "data": [{"code": "invalid", "message": "a broken line"}]}
                if states[at] in {"completed", "expired", "cancelled"}:
                    self._end(batch)
            return batch

    def listed(self) -> Json:
        """Return all batches, the newest first."""
        with self._lock:
            return {"object": "list", "data": list(self.batches.values())[::-1], "has_more": False}

    def cancel(self, name: str) -> Json:
        """Stop a batch where it is."""
        with self._lock:
            batch = self.batches[name]
            batch["status"] = "cancelled"
            self._seen[name] = len(self._course(name).states)
            return batch

    def _end(self, batch: Json) -> None:
        lines = [json.loads(line) for line in self.files[batch["input_file_id"]].splitlines()]
        most = self._course(batch["id"]).done
        outputs: list[Json] = []
        errors: list[Json] = []
        for at, line in enumerate(lines):
            said: Json = {"id": f"{batch['id']}-{at}", "custom_id": line["custom_id"], "response": None, "error": None}
            if most is not None and at >= most:
                expired = {"code": "batch_expired", "message": "This request could not be executed in time."}
                errors.append(said | {"error": expired})
                continue
            status, body = self._play(line["url"], line["body"])
            response = {"status_code": status, "request_id": f"req-{at}", "body": body}
            (outputs if status < 400 else errors).append(said | {"response": response})
        # In no order: a client has to go by custom_id.
        outputs.reverse()
        for key, kept in (("output_file_id", outputs), ("error_file_id", errors)):
            if kept:
                batch[key] = self._keep("".join(json.dumps(one) + "\n" for one in kept).encode())
        batch["request_counts"] = {"total": len(lines), "completed": len(outputs), "failed": len(errors)}
