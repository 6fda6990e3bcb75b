"""Scores of agents on exported sets, by the rules of the benchmark that the sets were exported to."""

from pathlib import Path

from authoring.api.evaluation.benchmarks import read_tasks
from authoring.api.models import ModelAccess, open_model_pool
from authoring.drafting.replies.json_reply import read_json
from authoring.errors import ResultsError, UsageError, WorkspaceError
from authoring.formats.base.answer_files import refuse_large
from authoring.formats.cibench.score import run
from authoring.formats.cibench.score.averages import CIBenchScores, add_up
from authoring.formats.cibench.score.figure_grades import judge_figures, missing_grades
from authoring.formats.cibench.score.opencompass import picture_reader, refuse_strange_pictures
from authoring.formats.dabench import score
from authoring.formats.dabench.score import DABenchScores, read_labels, read_questions, read_responses
from authoring.formats.mlbench import score as mlbench
from authoring.formats.mlbench.score import MLBenchScores, read_grades
from authoring.records.progress import NOBODY, Reporter, reporting
from authoring.workspace import Workspace
from authoring.workspace.evaluation_file import read_evaluation
from authoring.workspace.exports import refuse_changed_export
from authoring.workspace.files import read_text
from authoring.workspace.guidance import read_prompt


def score_cibench(
    results: Path,
    tree: Path,
    *,
    pictures: Path | None = None,
    judge: ModelAccess | None = None,
    jobs: int = 4,
    workspace: Workspace | None = None,
    reporter: Reporter = NOBODY,
) -> CIBenchScores:
    """Score predictions of OpenCompass as CIBench does, and by tag, module, category and difficulty.

    Args:
        results: ``SUITE/MODULE.json`` that OpenCompass wrote, or a folder of such files.
        tree: the exported tree that was asked.
        pictures: where the run's figures lie, if not where the predictions say.
        judge: a model that sees, which grades figures from 1 to 10; None for none.
        jobs: figures that it grades at once.
        workspace: whose settings, prompts and ledger the judge has; needed only with one.
        reporter: hears how many notebooks are scored, and how many figures are graded.

    Raises:
        BenchmarkError: the tree is none, or was changed since it was exported.
        ResultsError: the predictions cannot be read.
        UsageError: figures that would be sent to a model lie where nobody said, or no model or workspace is named.
        PackagesError: a package is missing that CIBench's own evaluator uses.
        ModelError: the judge gave no usable reply.
        BudgetError: a call would have exceeded the budget.
    """
    refuse_changed_export(tree)
    with reporting(reporter, "scoring") as advance:
        scores = run.score_cibench(results, tree, pictures=pictures, progress=advance)
    if judge is None:
        return scores
    # Scoring itself needs no workspace; a judge's prompt, settings and ledger do.
    if workspace is None:
        raise UsageError("a model judges in a workspace, and none is named", hint="make one with: authoring init DIR")
    # A prediction is a stranger's text: a picture is sent to a model only from where the run's own pictures lie.
    refuse_strange_pictures([step.picture for step in scores.steps if step.picture], results, pictures)
    config, prompt = judge.required_config(workspace), read_prompt(workspace.root, "judge")
    with (
        open_model_pool(workspace, judge, reporter=reporter) as pool,
        reporting(reporter, "judging figures") as advance,
    ):
        steps = judge_figures(
            scores.steps,
            model=pool.required_model(config),
            prompt=prompt,
            pictures=picture_reader(results, pictures),
            read_reply=read_json,
            jobs=jobs,
            progress=advance,
        )
    return add_up(steps, notes=(*scores.notes, *missing_grades(steps)))


def score_dabench(responses: Path, labels: Path, questions: Path | None = None) -> DABenchScores:
    """Score responses as InfiAgent-DABench does: by question, proportional, by sub-question, by concept and by level.

    Args:
        responses: JSON lines with ``id`` and ``response``.
        labels: JSON lines: ``da-dev-labels.jsonl`` of the exported set.
        questions: JSON lines; if None, the file beside the labels whose name says so, where there is one.

    Raises:
        BenchmarkError: the labels or the questions stand in an export, and were changed since.
        ResultsError: a file cannot be read, or a line is not what it should be.
    """
    neighbour = labels.with_name(labels.name.replace("labels", "questions"))
    # A name without the word stays as it is, and would be read as its own questions.
    path = questions or (neighbour if neighbour != labels and neighbour.is_file() else None)
    asked_questions = read_questions(_read(path), location=str(path)) if path else ()
    refuse_changed_export(labels.parent, read=lambda name: name in {labels.name, neighbour.name})
    answers = read_labels(_read(labels), location=str(labels))
    agent_responses = read_responses(_read(responses), location=str(responses))
    return score.score_dabench(answers, agent_responses, questions=asked_questions)


def score_mlbench(results: Path, tasks: Path, grades: Path | None = None) -> MLBenchScores:
    """Score answers to ML-Benchmark's tasks: completion rate, normalised performance, comprehensive score.

    Args:
        results: what ``authoring evaluate`` wrote, with its evidence beside it.
        tasks: the folder of the tasks, or one task's YAML.
        grades: JSON lines of a person's scores of steps, which take the place of the rules'.

    Raises:
        BenchmarkError: the tasks cannot be read.
        ResultsError: the results or the grades cannot be read, or a grade is about nothing that is there.
    """
    evaluation = read_evaluation(results)
    if evaluation is None:
        hint = "name the file of results that authoring evaluate wrote; its evidence has to lie beside it"
        raise ResultsError(f"{results}: has no evidence beside it", hint=hint)
    step_grades = read_grades(_read(grades), location=str(grades)) if grades is not None else ()
    return mlbench.score_mlbench(read_tasks(tasks), evaluation, grades=step_grades)


def _read(path: Path) -> str:
    refuse_large(path)
    try:
        return read_text(path)
    except WorkspaceError as error:
        # A file of answers is no part of a workspace, and its exit code another.
        raise ResultsError(error.message, hint=error.hint) from None
