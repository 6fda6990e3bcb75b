"""The instructions of a model and what it plans: guides, knowledge points and sketches. Frozen records."""

from typing import Annotated, Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from authoring.records.base import Name, Record, sha256_of
from authoring.records.draft import Example

LevelName = Literal["easy", "medium", "hard"]
FEWEST_PROBLEMS, MOST_PROBLEMS = 10, 15
"""Problems of one set, as in the DSEval paper, section 4.2."""


class Schema(Record):
    """What a reply has to look like when it is JSON."""

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
    text: str
    """A JSON schema as JSON, in the strict subset: every property required, no additional ones."""


class Guide(Record):
    """One page of guides/ or templates/prompts/, as it stood when a run began."""

    name: str
    """File name without its ending."""
    text: str

    @property
    def version(self) -> str:
        """Names the exact text: the beginning of its hash."""
        return sha256_of(self.text)[:12]


class KnowledgeCount(Record):
    """How often a benchmark asks for a knowledge point already."""

    knowledge: str
    problems: int


class RejectedProblem(Record):
    """A problem that a reviewer rejected or sent back, with the reason: an example of what not to write."""

    question: str
    code: str
    reason: str
    question_after: str = ""
    """As it was admitted in its place; empty where it was not."""
    code_after: str = ""

    @property
    def is_mended(self) -> bool:
        """Whether it was sent back and admitted in another form."""
        return bool(self.question_after or self.code_after)

    @model_serializer(mode="wrap")
    def _without_empty_form(self, serialize: SerializerFunctionWrapHandler) -> dict[str, Any]:
        # Journals know steps by what was written before there were these keys.
        content: dict[str, Any] = serialize(self)
        return content if self.is_mended else {name: content[name] for name in ("question", "code", "reason")}


class Instructions(Record):
    """All that a model is told beside the seed and its profile; pinned when a run begins."""

    guides: tuple[Guide, ...]
    prompts: tuple[Guide, ...]
    examples: tuple[Example, ...] = ()
    refused: tuple[RejectedProblem, ...] = ()
    covered: tuple[KnowledgeCount, ...] = ()
    """The most frequent first."""
    wanted: tuple[str, ...] = ()
    """Knowledge points that the benchmark lacks, the rarest first."""
    notebook: str = ""
    """A digest of the seed's reference notebook, as text; empty where there is none. Untrusted."""
    description: str = ""
    """What the seed says of itself, for prompts that are about a draft; empty in runs from before there was it.
    Untrusted."""

    @model_serializer(mode="wrap")
    def _without_empty_description(self, serialize: SerializerFunctionWrapHandler) -> dict[str, Any]:
        # Journals know steps by what was written before there was this key.
        content: dict[str, Any] = serialize(self)
        return content if self.description else {name: content[name] for name in content if name != "description"}

    def guide(self, name: str) -> Guide:
        """Return the guide of a name; KeyError when there is none."""
        return {guide.name: guide for guide in self.guides}[name]

    def prompt(self, name: str) -> Guide:
        """Return the prompt of a name; KeyError when there is none."""
        return {prompt.name: prompt for prompt in self.prompts}[name]


class PlannedProblem(Record):
    """One problem of a sketch."""

    task: str
    """What is asked and what the answer looks like, in a sentence or two."""
    knowledge: tuple[str, ...]
    level: LevelName
    needs: tuple[int, ...] = ()
    """Numbers, from 1, of the earlier problems whose variables it uses."""
    gives: tuple[str, ...] = ()
    """Variables that it leaves for later problems."""


class Sketch(Record):
    """Knowledge points and a plan: the first of the two drafting stages."""

    seed: Name
    knowledge: tuple[str, ...]
    problems: tuple[PlannedProblem, ...]


class PlanProbe(Record):
    """A question about the data that a model has before it writes a planned problem."""

    problem: int
    """The number of the planned problem, from 1."""
    expression: str
    """Python about the tables, as it came; nothing is known of it."""


class PlanProbes(Record):
    """The questions about the data that a model has about its plan."""

    probes: tuple[PlanProbe, ...] = ()


REFUSED = "refused: "
"""How the text of an answer begins that was not asked for."""


class ProbeAnswer(PlanProbe):
    """What the data answer to a question of a plan."""

    text: str
    """The value as text, cut to a limit; or why there is none. Untrusted."""
    sign: str = ""
    """What makes the value degenerate, such as ``all equal``; empty where nothing does."""


class ProbeAnswers(Record):
    """What the data answer to the questions of a plan, in their order."""

    answers: tuple[ProbeAnswer, ...] = ()

    @property
    def refused(self) -> "ProbeAnswers":
        """The questions that were not put to the data because they do more than look, with the reasons."""
        return ProbeAnswers(answers=tuple(answer for answer in self.answers if answer.text.startswith(REFUSED)))

    def joined(self, further: "ProbeAnswers") -> "ProbeAnswers":
        """Return the answers with those to other forms of the questions that were refused in the place of these."""
        answers = (answer for answer in self.answers if not answer.text.startswith(REFUSED))
        return ProbeAnswers(answers=(*answers, *further.answers))

    @property
    def degenerate(self) -> tuple[ProbeAnswer, ...]:
        """The answers that nearly any table would give."""
        return tuple(answer for answer in self.answers if answer.sign)
