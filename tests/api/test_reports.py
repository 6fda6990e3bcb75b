"""Reports without a terminal: the records are those that ``authoring report`` prints."""

from collections.abc import Callable
from typing import Any

from authoring.api.reports import report_spending, report_yield
from authoring.workspace import Workspace


def test_reports_are_what_is_printed(cli: Callable[..., Any], drafted: Workspace) -> None:
    """Of a workspace with a run and without a ledger."""
    spending, yields = report_spending(by="model", workspace=drafted.root), report_yield(workspace=drafted.root)
    arguments = ("--json", "--workspace", drafted.root)

    assert spending.model_dump(mode="json") == cli("report", "spending", "--by", "model", *arguments).json
    assert yields.model_dump(mode="json") == cli("report", "yield", *arguments).json
    assert yields.total.funnel.asked == 1
