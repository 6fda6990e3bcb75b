"""What all runs of a workspace have recorded."""

from authoring.api.runs.history import read_comments, run_files
from authoring.api.runs.lifecycle import make_decision, resume_run
from authoring.records.decision import Action, Comment
from authoring.records.draft import Draft
from authoring.workspace import Workspace


def test_order_of_journals_is_that_of_runs(drafted: Workspace) -> None:
    """Of a name, journals that were set aside come in the order of their numbers, the current one last."""
    path = drafted.journal_path("penguins")
    for number in (10, 2, 1):
        path.with_name(f"journal.{number}.jsonl").write_bytes(path.read_bytes())
    path.with_name("journal.bak.jsonl").write_text("a person's copy\n")

    assert [run.age for run in run_files(drafted)] == [1, 2, 10, 0]


def test_comments_have_their_problem_and_outlive_a_restart(drafted: Workspace, draft: Draft) -> None:
    """A comment is read with the question that it is about; a journal that cannot be read is named."""
    with resume_run(drafted, "penguins") as journal:
        comments = (Comment(problem=3, text="ties?"), Comment(problem=None, text="too easy"))
        journal.decide(make_decision(draft.sha256, Action.REVISE, "ada", comments=comments))
    drafted.set_aside_run("penguins")
    path = drafted.journal_path("other")
    path.parent.mkdir(parents=True)
    path.write_text("no journal\n")
    history = read_comments(drafted)

    assert [(comment.problem, comment.text) for comment in history.comments] == [(3, "ties?"), (None, "too easy")]
    assert "heaviest" in history.comments[0].question
    assert history.comments[1].question == ""
    assert "other" in history.problems[0]
