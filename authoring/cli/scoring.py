"""Scores of runs, for the verbs of ``authoring score``."""

from dataclasses import dataclass
from pathlib import Path

from authoring.cli.progress import progress_bar
from authoring.errors import ResultsError, UsageError, WorkspaceError
from authoring.formats.cibench.score.averages import CIBenchScores, add_up
from authoring.formats.cibench.score.opencompass import picture_reader, refuse_strange_pictures
from authoring.formats.cibench.score.records import PictureReader
from authoring.formats.cibench.score.run import score_cibench
from authoring.formats.dabench.score import DABenchScores, read_labels, read_questions, read_responses, score_dabench
from authoring.workspace.files import read_text


@dataclass(frozen=True, slots=True)
class JudgeWish:
    """Who grades figures."""

    model: str
    base_url: str | None = None
    budget: str | None = None
    jobs: int = 4


def scored_run(
    results: Path, tree: Path, *, pictures: Path | None, judge: JudgeWish | None, workspace: Path | None
) -> CIBenchScores:
    """Return the scores of a run of OpenCompass.

    Raises:
        BenchmarkError, ResultsError, UsageError, PackagesError: as `score_cibench`.
        UsageError: figures that would be sent to a model lie where nobody said.
        ModelError, BudgetError: of the model that judges.
    """
    with progress_bar("scoring") as move:
        scores = score_cibench(results, tree, pictures=pictures, progress=move)
    if judge is None:
        return scores
    refuse_strange_pictures([step.picture for step in scores.steps if step.picture], results, pictures)
    return _judged(scores, picture_reader(results, pictures), judge, workspace)


def _judged(scores: CIBenchScores, reader: PictureReader, judge: JudgeWish, workspace: Path | None) -> CIBenchScores:
    from authoring.api.workspaces import open_workspace
    from authoring.cli.asking import Asking, asking, budget_of
    from authoring.cli.experiments import chosen, page_of
    from authoring.drafting.replies import read_json
    from authoring.formats.cibench.score.figure_grades import judge_figures, missing_grades

    place = open_workspace(workspace)
    choice, page = chosen(place, judge.model, judge.base_url), page_of(place, "judge")
    wanted = budget_of(judge.budget) if judge.budget else Asking()
    with asking(place, wanted) as asked, progress_bar("judging figures") as move:
        model = asked.model(choice)
        if model is None:
            raise UsageError("only a language model can judge figures", hint="name one: --judge NAME")
        steps = judge_figures(
            scores.steps,
            model=model,
            prompt=page,
            pictures=reader,
            read_reply=read_json,
            jobs=judge.jobs,
            progress=move,
        )
    return add_up(steps, notes=(*scores.notes, *missing_grades(steps)))


def scored_responses(responses: Path, labels: Path, questions: Path | None) -> DABenchScores:
    """Return the scores of a file of responses.

    Args:
        responses: JSON lines.
        labels: JSON lines.
        questions: JSON lines; where None, the file beside the labels whose name says so, if there is one.

    Raises:
        ResultsError: a file cannot be read, or a line is not what it should be.
    """
    beside = labels.with_name(labels.name.replace("labels", "questions"))
    path = questions or (beside if beside != labels and beside.is_file() else None)
    kinds = read_questions(_text(path), where=str(path)) if path else ()
    right = read_labels(_text(labels), where=str(labels))
    said = read_responses(_text(responses), where=str(responses))
    return score_dabench(right, said, questions=kinds)


def _text(path: Path) -> str:
    try:
        return read_text(path)
    except WorkspaceError as error:
        raise ResultsError(error.message, hint=error.hint) from None
