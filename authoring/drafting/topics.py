"""A module makes topics: what experiments about it can be, none twice, each with functions that are really there."""

import json
from collections.abc import Mapping, Sequence

from pydantic import ValidationError

from authoring.drafting.prompts.modules import topics_request
from authoring.drafting.replies import read_json
from authoring.errors import ModelError
from authoring.llm.port import Finish, Model, Schema
from authoring.records.base import Record
from authoring.records.evidence import Limits
from authoring.records.experiment import ALIASES, ModuleApi, RefusedTopic, Topic, TopicList, repeated
from authoring.records.sketch import Guide, LevelName
from authoring.sandbox.module_reader import resolve_names
from authoring.sandbox.port import Sandbox

_LONGEST = 300
"""Characters of a stranger's title or reason that are kept."""
TOPICS_SCHEMA = Schema(
    name="topics",
    text=json.dumps(
        {
            "type": "object",
            "properties": {
                "topics": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "title": {"type": "string"},
                            "task": {"type": "string"},
                            "names": {"type": "array", "items": {"type": "string"}},
                            "level": {"type": "string", "enum": ["easy", "medium", "hard"]},
                        },
                        "required": ["title", "task", "names", "level"],
                        "additionalProperties": False,
                    },
                }
            },
            "required": ["topics"],
            "additionalProperties": False,
        }
    ),
)


class NoTopicsError(ModelError):
    """Every reply was read, and none held a topic that could be taken."""


class _Proposed(Record):
    """One topic of a reply."""

    title: str
    task: str
    names: tuple[str, ...]
    level: LevelName


class _Reply(Record):
    topics: tuple[_Proposed, ...]


class TopicProposal(Record):
    """What came of asking for topics: nothing that was proposed is left out."""

    module: str
    version: str
    wanted: int
    topics: tuple[Topic, ...]
    """Those that were taken, in the order in which they were proposed."""
    refused: tuple[RefusedTopic, ...]
    rounds: int
    """How often the model was asked."""
    why_short: str = ""
    """Why there are fewer than were wanted; empty where there are not."""

    @property
    def proposed(self) -> int:
        """How many topics the model proposed in all."""
        return len(self.topics) + len(self.refused)


def propose_topics(
    api: ModuleApi,
    *,
    known: TopicList,
    count: int,
    model: Model,
    prompt: Guide,
    sandbox: Sandbox,
    limits: Limits,
    rounds: int = 4,
) -> TopicProposal:
    """Return new topics about a module; ask again for those that are missing, a bounded number of times.

    Args:
        api: what the module offers.
        known: topics that there are; none is repeated, and no reply to an earlier question is asked for again.
        count: how many new ones are wanted.
        model: who proposes.
        prompt: the page `topics` of templates/prompts.
        sandbox: where the names that topics use are looked up.
        limits: of that.
        rounds: how often the model is asked at most.

    Raises:
        NoTopicsError: no topic at all came of it; the message names the module and says why.
        CallError: a call gave no reply.
        SandboxError: the sandbox failed.
    """
    taken: list[Topic] = []
    refused: list[RefusedTopic] = []
    last: list[RefusedTopic] = []
    why, asked = "", 0
    while len(taken) < count and asked < rounds:
        there, missing, sample = (*known.topics, *taken), count - len(taken), known.rounds + asked
        request = topics_request(api, prompt, TOPICS_SCHEMA, known=there, refused=last, count=missing, sample=sample)
        asked += 1
        reply = model.complete(request)
        proposed, why = _read(reply.text, cut=reply.finish is Finish.LENGTH)
        names = _looked_up(proposed, api, sandbox=sandbox, limits=limits)
        new, last = _weighed(proposed, api, names, known=there, missing=missing)
        taken += new
        refused += last
        why = why or ("" if new else "the last reply held nothing new")
    if not taken:
        raise _no_topics(api, model, asked, why or (refused[0].reason if refused else "nothing was proposed"))
    return TopicProposal(
        module=api.name,
        version=api.version,
        wanted=count,
        topics=tuple(taken),
        refused=tuple(refused),
        rounds=asked,
        why_short="" if len(taken) == count else why or f"{rounds} rounds were not enough",
    )


def _no_topics(api: ModuleApi, model: Model, asked: int, why: str) -> NoTopicsError:
    return NoTopicsError(
        f"{api.name}: {model.name} gave no topic in {asked} tries: {why}",
        hint="ask another --model, or see what it replies with: authoring models check",
    )


def _weighed(
    proposed: Sequence[_Proposed], api: ModuleApi, names: Mapping[str, str], *, known: Sequence[Topic], missing: int
) -> tuple[list[Topic], list[RefusedTopic]]:
    """Return the new topics of a reply, at most as many as are missing, and the others with the reason."""
    taken: list[Topic] = []
    refused: list[RefusedTopic] = []
    for one in proposed:
        topic = _weigh(one, api, names, known=(*known, *taken), full=len(taken) == missing)
        if isinstance(topic, Topic):
            taken.append(topic)
        else:
            refused.append(topic)
    return taken, refused


def _read(text: str, *, cut: bool) -> tuple[tuple[_Proposed, ...], str]:
    """Return the topics of a reply, and why it cannot be used, where that is so."""
    found, findings = read_json(text, TOPICS_SCHEMA)
    try:
        return _Reply.model_validate(found).topics, ""
    except ValidationError:
        said = findings[0].message if findings else "the reply is no JSON of the form that was asked for"
        return (), f"{said} (it was cut off)" if cut else said


def _looked_up(proposed: Sequence[_Proposed], api: ModuleApi, *, sandbox: Sandbox, limits: Limits) -> Mapping[str, str]:
    """Return for each name as proposed the dotted name that is there, or nothing."""
    said = sorted({name for one in proposed for name in one.names})
    spelled = {name: _spellings(name, api.name) for name in said}
    wanted = sorted({form for forms in spelled.values() for form in forms})
    kinds = resolve_names(wanted, sandbox=sandbox, limits=limits) if wanted else {}
    return {
        name: next((form for form in forms if kinds.get(form) in {"class", "function"}), "")
        for name, forms in spelled.items()
    }


def _spellings(name: str, module: str) -> tuple[str, ...]:
    """Return what a name may stand for, the likeliest first; none where it is no dotted name."""
    plain = name.strip().strip("`").partition("(")[0].strip()
    if not all(part.isidentifier() for part in plain.split(".")) or len(plain) > _LONGEST:
        return ()
    head, dot, rest = plain.partition(".")
    full = ALIASES.get(head.lower(), head) + dot + rest
    return tuple(dict.fromkeys((full, plain, f"{module}.{plain}")))


def _weigh(
    one: _Proposed, api: ModuleApi, names: Mapping[str, str], *, known: Sequence[Topic], full: bool
) -> Topic | RefusedTopic:
    """Return a topic, or why it is none."""
    title = " ".join(one.title.split())
    absent = [name for name in one.names if not names[name]]
    found = tuple(dict.fromkeys(names[name] for name in one.names if names[name]))
    reason = ""
    if absent:
        reason = f"not there, or no function or class: {', '.join(absent)}"
    elif not any(name.startswith(f"{api.name}.") for name in found):
        reason = f"names nothing of {api.name}"
    else:
        try:
            topic = Topic(title=title, task=" ".join(one.task.split()), names=found, level=one.level)
        except ValidationError as error:
            wrong = error.errors()[0]
            reason = f"{wrong['loc'][0]}: {wrong['msg']}"
        else:
            twin = repeated(topic, known)
            if twin is None and not full:
                return topic
            reason = f"repeats: {twin.title}" if twin else "more than were asked for"
    return RefusedTopic(title=title[:_LONGEST], reason=reason[:_LONGEST])
