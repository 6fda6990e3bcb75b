"""Topics of experiments about a module: proposed by a model, none twice, each with functions that really exist."""

from collections.abc import Mapping, Sequence

from pydantic import ValidationError

from authoring.drafting.prompts.modules import topics_request
from authoring.drafting.replies.json_reply import TEXT, array_of, object_of, read_json, reply_schema
from authoring.errors import ModelError
from authoring.llm.correction import correction
from authoring.llm.port import Finish, Model
from authoring.records.base import Record
from authoring.records.evidence import Limits
from authoring.records.experiment import (
    ALIASES,
    ModuleApi,
    RefusedTopic,
    Topic,
    TopicList,
    TopicProposal,
    similar_topic,
)
from authoring.records.sketch import Guide, LevelName
from authoring.sandbox.module_reader import resolve_names
from authoring.sandbox.port import Sandbox

# Characters of a stranger's title or reason that are kept.
_LONGEST = 300
TOPICS_SCHEMA = reply_schema(
    "topics",
    {
        "topics": array_of(
            object_of(
                {
                    "title": TEXT,
                    "task": TEXT,
                    "names": array_of(TEXT),
                    "level": {**TEXT, "enum": ["easy", "medium", "hard"]},
                }
            )
        )
    },
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


def propose_topics(
    api: ModuleApi,
    *,
    existing: TopicList,
    count: int,
    model: Model,
    prompt: Guide,
    sandbox: Sandbox,
    limits: Limits,
    rounds: int = 4,
) -> TopicProposal:
    """Return new topics about a module; ask again for those that are missing, `rounds` requests at most.

    None of the existing topics is repeated, and none of the earlier requests for them is made again. The prompt is the
    page `topics` of templates/prompts; names that topics use are looked up in the sandbox.

    Raises:
        NoTopicsError: no topic at all came of it; the message names the module and says why.
        CallError: a call gave no reply.
        SandboxError: the sandbox failed.
    """
    accepted: list[Topic] = []
    refused: list[RefusedTopic] = []
    last: list[RefusedTopic] = []
    reason, calls, text = "", 0, ""
    while len(accepted) < count and calls < rounds:
        # Rounds of earlier runs count on, so that no request is the same as one that was paid already.
        all_topics, missing, sample = (*existing.topics, *accepted), count - len(accepted), existing.rounds + calls
        request = topics_request(
            api, prompt, TOPICS_SCHEMA, existing=all_topics, refused=last, count=missing, sample=sample
        )
        # What was refused stands in the request; why a reply held nothing at all does not.
        if reason and not last:
            request = correction(request, text, [reason])
        calls += 1
        reply = model.complete(request)
        text = reply.text
        proposed, reason = _read(text, cut=reply.finish is Finish.LENGTH)
        # Models invent functions: only names that the installed module really has are accepted.
        names = _looked_up(proposed, api, sandbox=sandbox, limits=limits)
        new, last = _weighed(proposed, api, names, existing=all_topics, missing=missing)
        accepted += new
        refused += last
        reason = reason or ("" if new else "the last reply held nothing new")
    if not accepted:
        reason = reason or (refused[0].reason if refused else "nothing was proposed")
        raise NoTopicsError(
            f"{api.name}: {model.name} gave no topic in {calls} tries: {reason}",
            hint="ask another --model, or see what it replies with: authoring models check",
        )
    return TopicProposal(
        module=api.name,
        version=api.version,
        wanted=count,
        topics=tuple(accepted),
        refused=tuple(refused),
        rounds=calls,
        why_short="" if len(accepted) == count else reason or f"{rounds} rounds were not enough",
    )


def _weighed(
    proposed: Sequence[_Proposed], api: ModuleApi, names: Mapping[str, str], *, existing: Sequence[Topic], missing: int
) -> tuple[list[Topic], list[RefusedTopic]]:
    """Return the new topics of a reply, at most as many as are missing, and the others with the reason."""
    accepted: list[Topic] = []
    refused: list[RefusedTopic] = []
    for proposal in proposed:
        topic = _weigh(proposal, api, names, existing=(*existing, *accepted), full=len(accepted) == missing)
        if isinstance(topic, Topic):
            accepted.append(topic)
        else:
            refused.append(topic)
    return accepted, refused


def _read(text: str, *, cut: bool) -> tuple[tuple[_Proposed, ...], str]:
    """Return the topics of a reply, and why it cannot be used, where that is so."""
    value, findings = read_json(text, TOPICS_SCHEMA)
    try:
        return _Reply.model_validate(value).topics, ""
    except ValidationError:
        reason = findings[0].message if findings else "the reply is no JSON of the form that was asked for"
        return (), f"{reason} (it was cut off)" if cut else reason


def _looked_up(proposed: Sequence[_Proposed], api: ModuleApi, *, sandbox: Sandbox, limits: Limits) -> Mapping[str, str]:
    """Return for each name as proposed the dotted name that is there, or nothing."""
    names = sorted({name for topic in proposed for name in topic.names})
    spelled = {name: _spellings(name, api.name) for name in names}
    dotted_names = sorted({form for forms in spelled.values() for form in forms})
    kinds = resolve_names(dotted_names, sandbox=sandbox, limits=limits) if dotted_names else {}
    return {
        name: next((form for form in forms if kinds.get(form) in {"class", "function"}), "")
        for name, forms in spelled.items()
    }


def _spellings(name: str, module: str) -> tuple[str, ...]:
    """Return what a name may stand for, the likeliest first; none where it is no dotted name."""
    # Models write names in backticks and as calls: `signal.find_peaks(x)`.
    plain = name.strip().strip("`").partition("(")[0].strip()
    if not all(part.isidentifier() for part in plain.split(".")) or len(plain) > _LONGEST:
        return ()
    # As imported under the usual alias (`np.mean`), as written, and as a name below the module.
    head, dot, attribute_path = plain.partition(".")
    full = ALIASES.get(head.lower(), head) + dot + attribute_path
    return tuple(dict.fromkeys((full, plain, f"{module}.{plain}")))


def _weigh(
    proposal: _Proposed, api: ModuleApi, names: Mapping[str, str], *, existing: Sequence[Topic], full: bool
) -> Topic | RefusedTopic:
    """Return a topic, or why it is none."""
    title = " ".join(proposal.title.split())
    absent = [name for name in proposal.names if not names[name]]
    existing_names = tuple(dict.fromkeys(names[name] for name in proposal.names if names[name]))
    reason = ""
    if absent:
        reason = f"not there, or no function or class: {', '.join(absent)}"
    elif not any(name.startswith(f"{api.name}.") for name in existing_names):
        reason = f"names nothing of {api.name}"
    else:
        try:
            topic = Topic(title=title, task=" ".join(proposal.task.split()), names=existing_names, level=proposal.level)
        except ValidationError as error:
            error_details = error.errors()[0]
            reason = f"{error_details['loc'][0]}: {error_details['msg']}"
        else:
            twin = similar_topic(topic, existing)
            if twin is None and not full:
                return topic
            reason = f"repeats: {twin.title}" if twin else "more than were asked for"
    return RefusedTopic(title=title[:_LONGEST], reason=reason[:_LONGEST])
