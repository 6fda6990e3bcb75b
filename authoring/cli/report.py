"""``authoring report``: what drafting yields, and what it costs."""

from typing import Annotated

import typer

from authoring.cli.options import AsJson, InWorkspace

By = Annotated[str, typer.Option(metavar="WHAT", help="What is summed for itself: subject (seed), purpose or model.")]
Since = Annotated[str, typer.Option(metavar="WHEN", help="Only calls from then on: 2026-11-22, or 7d, 12h, 30m ago.")]
About = Annotated[str, typer.Option("--seed", metavar="NAME", help="Only calls about this seed, set or module.")]

reports = typer.Typer(name="report", help="What drafting yields, and what it costs.")


@reports.command("yield")
def show_yield(*, workspace: InWorkspace = None, as_json: AsJson = False) -> None:
    """Show how many drafts came how far, by model, guide, prompt and example, and what an admitted problem costs.

    Example: authoring report yield
    """
    from authoring.api.reports import report_yield
    from authoring.cli.views.render import answer
    from authoring.cli.views.reports import next_of_yield, yield_view

    report = report_yield(workspace=workspace)
    answer(report, yield_view, next_of_yield(report), as_json=as_json)


@reports.command("rubric")
def show_rubric(*, workspace: InWorkspace = None, as_json: AsJson = False) -> None:
    """Show how often people agreed with what a model said of problems by the rubric, by criterion.

    Counted are problems of texts that `pilot --rubric` judged and that a person then decided about.

    Example: authoring report rubric
    """
    from authoring.api.evaluation.rubric import report_rubric
    from authoring.cli.views.render import answer
    from authoring.cli.views.reports import rubric_view

    answer(report_rubric(workspace=workspace), rubric_view, "authoring explain DS978", as_json=as_json)


@reports.command("spending")
def show_spending(
    *, by: By = "subject", since: Since = "", seed: About = "", workspace: InWorkspace = None, as_json: AsJson = False
) -> None:
    """Show what was spent on models: calls, tries, tokens and money, and what of it nobody counted.

    Example: authoring report spending --by purpose --since 7d
    """
    from authoring.api.reports import report_spending
    from authoring.cli.views.render import answer
    from authoring.cli.views.reports import next_of_spending, spending_view

    report = report_spending(by=by, since=since, subject=seed, workspace=workspace)
    answer(report, spending_view, next_of_spending(report), as_json=as_json)
