"""``authoring review``: a person looks at every problem and decides."""

from authoring.cli.options import AsJson, DraftName, InWorkspace, Reviewer, model_access


def review(
    name: DraftName, *, reviewer: Reviewer = None, workspace: InWorkspace = None, as_json: AsJson = False
) -> None:
    """Go through a draft problem by problem: accept, edit, comment, drop, move, reject, admit.

    With --json the draft and its evidence are printed, and nothing is asked.

    Example: authoring review penguins-raw --reviewer "Ada L."
    """
    from authoring.api.exports import export_command
    from authoring.api.review import session
    from authoring.api.workspaces import open_workspace
    from authoring.cli.options import reviewer_name
    from authoring.cli.review.dialogue import hold_review, result_view
    from authoring.cli.views.drafts import next_step
    from authoring.cli.views.live import IntermittentReporter
    from authoring.cli.views.render import emit, next_command, show

    opened = open_workspace(workspace)
    result = session.review(
        opened,
        name,
        # Where nobody looks, nobody has to be named.
        reviewer="" if as_json else reviewer_name(reviewer),
        conduct=None if as_json else hold_review,
        access=model_access(),
        reporter=IntermittentReporter(),
    )
    if not isinstance(result, session.ReviewResult):
        emit(result)
        return
    show(*result_view(result))
    following = next_step(result.state, is_written=name in opened.problemsets(), export=export_command(opened, [name]))
    next_command(f"authoring revise {name}" if result.is_revisable else following)
