"""DSEval's side, run by an interpreter that has DSEval: judge answers in its own loop.

``python -m bench.dseval.peer JOB.json EVENTS.jsonl``. The job names the benchmark's folder, the sets to judge in order,
a folder to run in, the answers (set -> index -> codes; null for the references, given by DSEval's perfect agent) and
whether the answers are several mutants a problem.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from dseval import Benchmark, Evaluator
from dseval.agent import Agent, PerfectAgent
from dseval.loop import running_environment
from dseval.simulation import Environment
from dseval.validator import validator_comments_to_verdict

from bench.dseval.events import End, Events, Key, Word


class Recorder:
    """Stands in front of a problem's validator: passes everything through, and notes the verdict.

    DSEval's loop returns its results at the end, so those of a set that ends by an exception would be lost.
    """

    def __init__(self, inner: Any, events: Events, key: Key) -> None:
        self._inner, self._events, self._key = inner, events, key

    def validate(self, reference: Any, submission: Any) -> Any:
        """Judge as the validator behind does."""
        comments = self._inner.validate(reference, submission)
        self._events.word(self._key, classified(comments))
        return comments


class Answers(Agent):  # type: ignore[misc]  # DSEval has no types
    """Answers a set's problems in order with codes from a file; nothing where the file has none."""

    def __init__(self, codes: dict[str, list[str]]) -> None:
        self._codes = codes
        self._index = 0

    def solve(self, question: str, environment: Any) -> str:  # noqa: ARG002  # the signature is DSEval's
        """Answer the next problem."""
        # DSEval asks the problems in order and gives no number, so they are counted here.
        self._index += 1
        return self._codes.get(str(self._index), [""])[0]


def classified(comments: Any) -> Word:
    """Return the verdict that DSEval makes of a validator's word."""
    verdict, subverdict, reason = validator_comments_to_verdict(comments)
    return Word(verdict.value, subverdict.value, str(reason))


def judge_set(problems: Any, answers: dict[str, list[str]] | None, events: Events) -> None:
    """Judge one answer a problem in DSEval's own loop."""
    agent = PerfectAgent(problems) if answers is None else Answers(answers)
    for number, problem in problems.enumerate():
        problem.validator = Recorder(problem.validator, events, Key(problems.name, number + 1, 1))
    Evaluator().evaluate(problems, agent)


def judge_mutants(problems: Any, mutants: dict[str, list[str]], events: Events) -> None:
    """Judge several answers a problem in one walk, each in a fork of the state before it.

    As DSEval's loop does for attempts with a reset, but for two things: it goes on after a correct answer, and after a
    validator that raised, which is recorded as the verdict ``RAISED``.
    """
    environment, index = Environment(), 0
    for problem in problems:
        problem.prepare_data()
        if not problem.is_complete:
            environment.execute(problem.reference_code, raise_error=True)
            continue
        index += 1
        # Forked before the reference runs, which would leave its names to the mutants.
        before = environment.fork()
        environment.execute(problem.reference_code, **(problem.execution or {}), raise_error=True)
        answer = environment.last_cell.output
        for attempt, code in enumerate(mutants.get(str(index), []), start=1):
            playground = before.fork()
            playground.execute(code, **(problem.execution or {}))
            try:
                word = classified(problem.validator.validate(answer, playground.last_cell.output))
            except Exception as error:  # noqa: BLE001  # whatever it is would have ended DSEval's loop
                word = Word("RAISED", "", said(error))
            events.word(Key(problems.name, index, attempt), word)


def said(error: Exception) -> str:
    """Return an exception's name and words."""
    return f"{type(error).__name__}: {error}"


def main() -> None:
    """Judge the sets of a job."""
    job = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    events = Events(Path(sys.argv[2]))
    sets = {problems.name: problems for problems in Benchmark.frompath(job["benchmark"])}
    for name in job["sets"]:
        problems, start, how, error = sets[name], time.perf_counter(), "done", ""
        answers = None if job["answers"] is None else job["answers"].get(name, {})
        events.start(name)
        try:
            with running_environment(Path(job["run_directory"]), problems.data_directory):
                if job["mutants"]:
                    judge_mutants(problems, answers or {}, events)
                else:
                    judge_set(problems, answers, events)
        except Exception as exception:  # noqa: BLE001  # as in DSEval, anything ends the set
            how, error = "stopped", said(exception)
        events.end(name, End(how, error, time.perf_counter() - start))


if __name__ == "__main__":
    main()
