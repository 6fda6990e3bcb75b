"""``authoring review``: a person looks at every problem and decides."""

from authoring.cli.options import AsJson, DraftName, InWorkspace, Reviewer


def review(
    name: DraftName, *, reviewer: Reviewer = None, workspace: InWorkspace = None, as_json: AsJson = False
) -> None:
    """Go through a draft problem by problem: accept, edit, comment, drop, move, reject, admit.

    With --json the draft and its evidence are printed, and nothing is asked.

    Example: authoring review penguins-raw --reviewer "Ada L."
    """
    from authoring.cli.ends import next_of
    from authoring.cli.journals import go_on, working_on
    from authoring.cli.options import open_workspace
    from authoring.cli.review.closing import conclude, review_run, revision_of
    from authoring.cli.reviewer import reviewer_name
    from authoring.cli.views.render import emit, next_command, show

    place = open_workspace(workspace)
    with working_on(place, name) as (journal, sandbox):
        if as_json:
            emit(go_on(place, journal, sandbox=sandbox, label=f"examining {name}"))
            return
        end = review_run(place, journal, sandbox=sandbox, reviewer=reviewer_name(reviewer))
        show(*conclude(place, journal, end))
        following = revision_of(end, journal) or next_of(end, written=name in place.problemsets())
    next_command(following)
