"""A provider's batch mode, held against the real client: nothing is lost, nothing is asked twice."""

import json
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from authoring.errors import ModelError
from authoring.llm.batch.client import BatchClient
from authoring.llm.batch.submission import BatchResults, BatchSubmission, read_submission, write_submission
from authoring.llm.port import CallError, Failure, Message, Reply, Request
from authoring.records.model_config import Api, ModelChoice
from tests.llm.requests import REQUEST
from tests.llm.server import Answer, Call, Course, LoopbackServer


def asked(*names: object) -> list[Request]:
    """Return a request for each name."""
    return [
        REQUEST.model_copy(update={"subject": str(name), "messages": (Message(role="user", content=str(name)),)})
        for name in names
    ]


@contextmanager
def batches(server: LoopbackServer, *, api: Api = "chat", **limits: int) -> Iterator[BatchClient]:
    """Give the batch mode of a server."""
    choice = ModelChoice(name="m", base_url=server.url, api=api)
    with closing(BatchClient(choice, key=None, **limits)) as made:
        yield made


def echo(call: Call) -> Answer:
    """Say what was asked."""
    return Answer(f"about {call.messages[-1]}")


def texts(requests: Sequence[Request], replies: object) -> list[str | None]:
    """Return the texts of replies in the order of the requests."""
    assert isinstance(replies, dict)
    found: list[Reply | None] = [replies.get(request.identity) for request in requests]
    return [reply.text if reply else None for reply in found]


@pytest.mark.parametrize("api", ["chat", "responses"])
def test_submit_leave_collect(tmp_path: Path, api: Api) -> None:
    """A ticket on disk is all that is kept between handing over and collecting, by another process even."""
    requests = asked("a", "b", "c")
    with LoopbackServer(echo) as server:
        with batches(server, api=api) as first:
            write_submission(tmp_path / "new" / "ticket.json", first.submit(requests))
        with batches(server, api=api) as second:
            submission = read_submission(tmp_path / "new" / "ticket.json")
            waiting, done = second.collect(submission), second.collect(submission)

        assert (waiting.ended, waiting.replies, waiting.failures) == (False, {}, {})
        assert [state.status for state in (*waiting.states, *done.states)] == ["in_progress", "completed"]
        assert done.ended
        assert (done.states[0].done, done.states[0].total) == (3, 3)
        assert texts(requests, done.replies) == ["about a", "about b", "about c"]
        assert done.missing == frozenset()
        assert len(server.calls) == 3
        assert next(iter(done.replies.values())).usage.prompt > 0


def test_limits_split_batches() -> None:
    """No batch has more requests or bytes than the provider takes, and each batch is told as it is made."""
    requests = asked(*range(10), 3, 4)
    told: list[BatchSubmission] = []
    with LoopbackServer(echo, courses=(Course(("validating", "completed")),)) as server:
        with batches(server, most_requests=4) as by_count:
            submission = by_count.submit(requests, on_batch=told.append)
            collected = by_count.collect(submission)
        with batches(server, most_bytes=700) as by_size:
            small = by_size.submit(requests)
        made = [server.batches.batches[batch.id] for batch in small.batches]

        assert [len(batch.requests) for batch in submission.batches] == [4, 4, 2]
        assert [len(one.batches) for one in told] == [1, 2, 3]
        assert texts(requests, collected.replies) == [f"about {name}" for name in (*range(10), 3, 4)]
        assert len(small.batches) > 3
        assert all(len(server.batches.files[batch["input_file_id"]]) <= 700 for batch in made)


def test_what_cannot_be_handed_over_is_told() -> None:
    """A request that is larger than any batch names its subject; nothing is sent."""
    with LoopbackServer(echo) as server, batches(server, most_bytes=100) as wanted:
        with pytest.raises(CallError, match="a: write: the request is larger"):
            wanted.submit(asked("a"))

        assert server.batches.files == {}


def resubmit(
    client: BatchClient, submission: BatchSubmission, results: BatchResults, requests: Sequence[Request]
) -> BatchSubmission:
    """Submit again what is missing."""
    return client.submit(
        [request for request in requests if request.identity in results.missing], submission=submission
    )


def test_expired_batch_keeps_its_replies_and_only_the_missing_are_asked_again() -> None:
    """Half of them came in time; the others are handed over again, and all are there in the end, each paid once."""
    requests = asked(*range(6))
    courses = (Course(("in_progress", "expired"), done=3), Course(("in_progress", "completed")))
    with LoopbackServer(echo, courses=courses) as server, batches(server) as wanted:
        submission = wanted.submit(requests)
        part = wanted.collect(submission)
        again = resubmit(wanted, submission, part, requests)
        whole = wanted.collect(again)

        assert (len(part.replies), len(part.missing)) == (3, 3)
        assert {error.failure for error in part.failures.values()} == {Failure.TIMEOUT}
        assert {batch.id: len(batch.requests) for batch in again.batches} == {"batch-1": 6, "batch-2": 3}
        assert texts(requests, whole.replies) == [f"about {number}" for number in range(6)]
        assert whole.failures == {}
        assert len(server.calls) == 6


def test_failures_of_single_requests() -> None:
    """A filter and a bad request stay failed; a 500 and an empty reply are worth asking again; messages name them."""
    script = {"a": Answer(fault="filter"), "b": Answer(status=400), "c": Answer(status=500), "d": Answer(fault="empty")}
    requests = asked("a", "b", "c", "d", "e")
    courses = (Course(("in_progress", "completed")),)

    def play(call: Call) -> Answer:
        return script.get(call.messages[-1]) or echo(call)

    with LoopbackServer(play, courses=courses) as server, batches(server) as wanted:
        collected = wanted.collect(wanted.submit(requests))

    failures = [collected.failures.get(request.identity) for request in requests]
    kinds = [error and error.failure for error in failures]
    assert kinds == [Failure.FILTERED, Failure.REQUEST, Failure.SERVER, Failure.EMPTY, None]
    assert collected.missing == {requests[2].identity, requests[3].identity}
    assert all(error.message.startswith("abcd"[at] + ": write: ") for at, error in enumerate(failures) if error)


def test_killed_between_handing_over_and_the_ticket() -> None:
    """Who hands over the same again gets the batch that is there, in whatever order the requests come."""
    requests = asked("a", "b", "c")
    with LoopbackServer(echo) as server, batches(server) as wanted:
        lost = wanted.submit(requests)
        found = wanted.submit(list(reversed(requests)))
        other = wanted.submit(requests[:2])

        assert found == lost
        assert other.batches[0].id != lost.batches[0].id
        assert len(server.batches.batches) == 2


def test_expired_without_a_reply_is_not_taken_over() -> None:
    """A batch that gave nothing is made anew when its requests are handed over again."""
    requests = asked("a")
    courses = (Course(("in_progress", "expired"), done=0), Course(("in_progress", "completed")))
    with LoopbackServer(echo, courses=courses) as server, batches(server) as wanted:
        submission = wanted.submit(requests)
        again = resubmit(wanted, submission, wanted.collect(submission), requests)

        assert [batch.id for batch in again.batches] == ["batch-1", "batch-2"]
        assert texts(requests, wanted.collect(again).replies) == ["about a"]
        assert wanted.collect(again).missing == frozenset()


def test_batch_that_was_not_accepted_or_was_cancelled() -> None:
    """Every request of it has a failure that says why."""
    courses = (Course(("validating", "failed")), Course(("in_progress", "in_progress")))
    with LoopbackServer(echo, courses=courses) as server, batches(server) as wanted:
        refused = wanted.collect(wanted.submit(asked("a")))
        submission = wanted.submit(asked("b"))
        wanted.cancel(submission)
        wanted.cancel(submission)
        cancelled = wanted.collect(submission)

    (one,), (two,) = refused.failures.values(), cancelled.failures.values()
    assert (one.failure, two.failure) == (Failure.REQUEST, Failure.TIMEOUT)
    assert "the batch was not accepted: a broken line" in one.message
    assert "the batch cancelled before this request's turn" in two.message
    assert cancelled.ended


def test_broken_lines_are_missing_lines() -> None:
    """A file that is cut or messed up loses its lines and not the others."""
    requests = asked("a", "b")
    with LoopbackServer(echo, courses=(Course(("in_progress", "completed")),)) as server, batches(server) as wanted:
        submission = wanted.submit(requests)
        wanted.collect(submission)
        output = server.batches.batches["batch-1"]["output_file_id"]
        lines = server.batches.files[output].splitlines(keepends=True)
        server.batches.files[output] = b"nonsense\n" + lines[0] + lines[1][:20]
        collected = wanted.collect(submission)

    assert (len(collected.replies), len(collected.missing)) == (1, 1)
    assert {error.failure for error in collected.failures.values()} == {Failure.SERVER}


def test_tickets_are_checked(tmp_path: Path) -> None:
    """Another model's submission, none, and a broken one are errors that say what to do."""
    with LoopbackServer(echo) as server, batches(server) as wanted, pytest.raises(ModelError, match="another model"):
        wanted.collect(BatchSubmission(fingerprint="other"))
    with pytest.raises(ModelError, match="No such file"):
        read_submission(tmp_path / "none")
    (tmp_path / "broken").write_text(json.dumps({"batches": 5}))
    with pytest.raises(ModelError, match="no ticket"):
        read_submission(tmp_path / "broken")


def test_batch_that_the_provider_does_not_know() -> None:
    """Old tickets end in an error that names the batch."""
    with LoopbackServer(echo) as server, batches(server) as wanted:
        submission = wanted.submit(asked("a"))
        server.batches.batches.clear()
        with pytest.raises(CallError, match=r"batch batch-1: check: .* answered 404") as raised:
            wanted.collect(submission)

    assert "remove its ticket" in raised.value.hint
