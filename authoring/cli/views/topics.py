"""How the topics of a module are shown, and what became of asking for more."""

from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from authoring.api.experiments import ModuleTopics
from authoring.cli.views.render import plain, table
from authoring.records.wording import counted

if TYPE_CHECKING:
    from authoring.drafting.topics import TopicProposal

REASONS_SHOWN = 12


def topics_view(topics: ModuleTopics) -> tuple[RenderableType, ...]:
    """Return the topics with their numbers, and what was refused and why."""
    rows = table("#>", "level", "topic", "uses", title=f"Topics of {topics.list.module}")
    for number, topic in enumerate(topics.list.topics, start=1):
        uses = ", ".join(name.removeprefix(f"{topics.list.module}.") for name in topic.names)
        rows.add_row(str(number), topic.level, plain(topic.title), plain(uses, "dim"))
    return (rows, *(proposal_view(topics.proposal) if topics.proposal is not None else ()))


def proposal_view(proposal: "TopicProposal") -> tuple[RenderableType, ...]:
    """Return how many topics were asked for and made, and why the others were refused."""
    summary = (
        f"asked for {counted(proposal.wanted, 'topic')}, made {len(proposal.topics)} "
        f"in {counted(proposal.rounds, 'round')}; {len(proposal.refused)} of {proposal.proposed} proposals refused"
    )
    refusals = proposal.refused[:REASONS_SHOWN]
    lines = [Text.assemble("  ", plain(refusal.title), ": ", plain(refusal.reason, "yellow")) for refusal in refusals]
    parts: list[RenderableType] = [plain(summary), *lines]
    if len(proposal.refused) > REASONS_SHOWN:
        parts.append(plain(f"  and {len(proposal.refused) - REASONS_SHOWN} more: see --json"))
    if proposal.why_short:
        parts.append(Text.assemble(("fewer than asked for: ", "bold yellow"), plain(proposal.why_short)))
    return tuple(parts)
