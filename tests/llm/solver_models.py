"""Models that solve problems, or do not, as a loopback server plays them: one script for each kind.

A script finds the question in the prompt and looks up the code that answers it. What a kind says depends on the prompt
and on how often it was asked, never on time.
"""

import random
import re
import threading
import zlib
from collections import Counter
from collections.abc import Callable, Mapping

from tests.llm.wire import Answer, Call
from tests.llm.wrong_plans import spoiled

Script = Callable[[Call], Answer]
_QUESTION = re.compile(r"<data question (\w+)>\n(.*?)\n</data \1>", re.DOTALL)


def question_of(call: Call) -> str:
    """Return the question that a call is about: the last one that its prompt shows."""
    return str(_QUESTION.findall(call.prompt)[-1][1]).strip()


def observations_in(call: Call) -> int:
    """Return how many of its runs a conversation has been told of."""
    return call.prompt.count("<data observation ")


def fenced_code(code: str) -> str:
    """Return code as models give it."""
    return f"```python\n{code}\n```"


class Player:
    """Plays one kind of model; `answers` has the right code by question, `seed` chooses how wrong answers are wrong."""

    def __init__(self, answers: Mapping[str, str], *, seed: int = 0) -> None:
        self.answers = answers
        self.seed = seed
        self._times: Counter[str] = Counter()
        self._lock = threading.Lock()

    def code(self, call: Call) -> str:
        """Return the right code."""
        return self.answers[question_of(call)]

    def turn(self, call: Call) -> int:
        """Return how often this very prompt was asked, from 1."""
        with self._lock:
            self._times[call.prompt] += 1
            return self._times[call.prompt]

    def right(self, call: Call) -> Answer:
        """Answer rightly."""
        return Answer(fenced_code(self.code(call)))

    def final(self, call: Call) -> Answer:
        """Answer rightly, and call it the final answer."""
        return Answer(f"Thought: I know this.\nFinal answer:\n{fenced_code(self.code(call))}")

    def other_form(self, call: Call) -> Answer:
        """Give the right value in another form: as a text."""
        *before, last = self.code(call).splitlines()
        return Answer(fenced_code("\n".join([*before, f"str({last})"])))

    def wrong(self, call: Call) -> Answer:
        """Answer wrongly, without an error: by a plan for each model and question."""
        question = question_of(call)
        plan = zlib.crc32(f"{self.seed} {call.body['model']} {question}".encode())
        return Answer(fenced_code(spoiled(self.answers.get(question, "0"), plan)))

    def chatty(self, call: Call) -> Answer:
        """Talk in two languages around the code, and show a command for a shell as well."""
        install = "当然可以。Sure, install it first:\n```bash\npip install pandas\n```\nThen:"
        text = f"{install}\n{fenced_code(self.code(call))}\n好运!"
        return Answer(text)

    def truncated(self, call: Call) -> Answer:
        """End in the middle of the code."""
        del call
        return Answer("Let me see.\n```python\nresult = (1 +", finish="length")

    def refusing(self, call: Call) -> Answer:
        """Refuse."""
        del call
        return Answer(fault="refusal")

    def slow(self, call: Call) -> Answer:
        """Answer rightly after a while."""
        return Answer(fenced_code(self.code(call)), delay=0.2)

    def failing(self, call: Call) -> Answer:
        """Fail three times in ten, as a busy server does, and answer rightly otherwise."""
        chance = random.Random(zlib.crc32(f"{call.prompt}{self.turn(call)}".encode()))
        if chance.random() < 0.3:
            return chance.choice([Answer(status=500), Answer(status=429, headers={"retry-after-ms": "10"})])
        return self.right(call)

    def varied(self, call: Call) -> Answer:
        """Answer rightly the first time that a prompt is asked and every third time after, else wrongly."""
        return self.right(call) if self.turn(call) % 3 == 1 else self.wrong(call)

    def repairing(self, call: Call) -> Answer:
        """Raise an error at first, and answer rightly when it is told of it."""
        return self.right(call) if observations_in(call) else Answer(fenced_code("no_such_name + 1"))

    def looking(self, call: Call) -> Answer:
        """Look at what the session holds first, and answer then."""
        if observations_in(call):
            return self.final(call)
        return Answer(f"Thought: what is there?\n{fenced_code('looked = sorted(globals()); len(looked)')}")

    def unreachable(self, call: Call) -> Answer:
        """Give no reply at all."""
        del call
        return Answer(status=503)


KINDS = tuple(name for name in vars(Player) if not name.startswith("_") and name not in {"code", "turn"})
"""The kinds of models, by the name of their method."""
