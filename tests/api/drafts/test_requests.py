"""Drafting without a terminal: the same records as on the command line, and the same refusals."""

from collections.abc import Callable
from typing import Any

import pytest

from authoring.api.drafts.requests import (
    DraftRequest,
    DraftResult,
    draft,
    draft_many,
    estimate_drafts,
    run_requests,
)
from authoring.api.models import ModelAccess
from authoring.errors import UsageError
from authoring.records.run import ResumedRun
from authoring.workspace import Workspace
from tests.api.events import EventLog

Cli = Callable[..., Any]


@pytest.mark.exhaustive
def test_state_is_what_the_command_prints(cli: Cli, drafted: Workspace) -> None:
    """A run that was begun is gone on with, and its state is the document of --json."""
    log = EventLog()
    state = draft(drafted, DraftRequest(seeds=("penguins",)), reporter=log)

    assert state.model_dump(mode="json") == cli("draft", "penguins", "--json", "--workspace", drafted.root).json
    assert log.records == [ResumedRun(name="penguins", steps=2)]


@pytest.mark.exhaustive
def test_many_are_told_one_by_one(cli: Cli, drafted: Workspace) -> None:
    """What one seed fails at keeps none of the others from its draft; each result is reported once."""
    log = EventLog()
    request = DraftRequest(seeds=("penguins", "gulls"))
    results = draft_many(drafted, request, reporter=log)
    printed = cli("draft", "penguins", "gulls", "--json", "--workspace", drafted.root).json

    assert [result.model_dump(mode="json") for result in results] == printed
    assert [result.end is None for result in results] == [False, True]
    assert "gulls" in results[1].failure
    assert {record.name for record in log.records if isinstance(record, DraftResult)} == {"penguins", "gulls"}


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (DraftRequest(), "no seed is named"),
        (DraftRequest(seeds=("penguins", "wine"), module="pandas", topic="1"), "has the tables of one seed"),
        (DraftRequest(module="pandas"), "--topic is missing"),
        (DraftRequest(topic="1"), "--module is missing"),
        (DraftRequest(seeds=("penguins", "gulls")), "for one draft"),
    ],
)
def test_request_must_be_for_one_thing(drafted: Workspace, request_: DraftRequest, message: str) -> None:
    """A request that does not say what it is about is refused before anything is run."""
    with pytest.raises(UsageError, match=message):
        draft(drafted, request_)


@pytest.mark.parametrize(("setting", "model", "number"), [("true", "", 1), ("true", "scripted", 0), ("false", "", 0)])
def test_templates_say_that_nobody_solves_their_drafts(
    drafted: Workspace, setting: str, model: str, number: int
) -> None:
    """Where the settings want drafts solved blind, it is said that those of templates are not, and what does it."""
    settings = drafted.root / "authoring.toml"
    settings.write_text(settings.read_text().replace("blind_solve = false", f"blind_solve = {setting}"))
    log = EventLog()
    request, access = DraftRequest(seeds=("penguins",)), ModelAccess(model=model)
    run_requests(Workspace(drafted.root), request, access=access, reporter=log)

    text = "drafts of templates are not solved blind ([draft] blind_solve); solvers try one with: "
    assert log.notices == [f"{text}authoring pilot NAME --solver model:MODEL"] * number


def test_one_name_is_for_one_draft(drafted: Workspace) -> None:
    """Several drafts cannot have the same name."""
    with pytest.raises(UsageError, match="--name names one draft"):
        draft_many(drafted, DraftRequest(seeds=("penguins", "gulls"), name="birds"))


def test_templates_have_no_price(drafted: Workspace) -> None:
    """There is nothing to estimate where no model is named."""
    with pytest.raises(UsageError, match="templates cost nothing"):
        estimate_drafts(drafted, DraftRequest(seeds=("penguins",)))
