"""A person's word on a draft makes the next revision."""

from authoring.dseal import parse
from authoring.errors import UsageError
from authoring.records import Decision, Draft, ProblemOrigin


def revise_draft(draft: Draft, decision: Decision) -> Draft:
    """Return the revision that a person wrote.

    Problems whose cells are word for word those of the old text keep their origin; all others are the person's.

    Raises:
        UsageError: when the decision holds no text.
    """
    if decision.text is None:
        raise UsageError(
            "this decision asks for a revision but holds no text", hint="edit the draft in: authoring review"
        )
    known = {
        cell.source.strip(): origin
        for (cell, _), origin in zip(parse(draft.text).problems, draft.origins, strict=False)
    }
    origins = tuple(
        known.get(cell.source.strip(), ProblemOrigin(origin="person")) for cell, _ in parse(decision.text).problems
    )
    return draft.model_copy(update={"revision": draft.revision + 1, "text": decision.text, "origins": origins})
