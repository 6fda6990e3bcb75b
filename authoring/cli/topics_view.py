"""How the topics of a module are shown, and what became of asking for more."""

from rich.console import RenderableType
from rich.text import Text

from authoring.cli.experiments import FoundTopics
from authoring.cli.views.render import counted, plain, table
from authoring.drafting.topics import TopicProposal

REASONS_SHOWN = 12


def topics_view(found: FoundTopics) -> tuple[RenderableType, ...]:
    """Return the topics with their numbers, and what was refused and why."""
    made = table("#>", "level", "topic", "uses", title=f"Topics of {found.list.module}")
    for number, topic in enumerate(found.list.topics, start=1):
        uses = ", ".join(name.removeprefix(f"{found.list.module}.") for name in topic.names)
        made.add_row(str(number), topic.level, plain(topic.title), plain(uses, "dim"))
    return (made, *(proposal_view(found.proposal) if found.proposal is not None else ()))


def proposal_view(proposal: TopicProposal) -> tuple[RenderableType, ...]:
    """Return how many topics were asked for and made, and why the others were refused."""
    asked = (
        f"asked for {counted(proposal.wanted, 'topic')}, made {len(proposal.topics)} "
        f"in {counted(proposal.rounds, 'round')}; {len(proposal.refused)} of {proposal.proposed} proposals refused"
    )
    told = proposal.refused[:REASONS_SHOWN]
    lines = [Text.assemble("  ", plain(one.title), ": ", plain(one.reason, "yellow")) for one in told]
    parts: list[RenderableType] = [plain(asked), *lines]
    if len(proposal.refused) > REASONS_SHOWN:
        parts.append(plain(f"  and {len(proposal.refused) - REASONS_SHOWN} more: see --json"))
    if proposal.why_short:
        parts.append(Text.assemble(("fewer than asked for: ", "bold yellow"), plain(proposal.why_short)))
    return tuple(parts)
