"""``authoring models``: see what a server offers, and what it can do."""

import typer

from authoring.cli.options import AsJson, BaseUrl, InWorkspace, ModelName, model_access, model_options

language_models = typer.Typer(name="models", help="See which language models there are, and what their server can do.")


@language_models.command("check")
def check_model(
    *,
    model: ModelName = None,
    base_url: BaseUrl = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Say in one line whether a server answers, obeys a JSON schema, streams and counts tokens.

    Three small calls are made. The key is taken from OPENAI_API_KEY or the key_file of authoring.toml; none is needed
    where a base URL is given.

    Example: authoring models check --model llama3.3 --base-url http://localhost:11434/v1
    """
    from authoring.api import models
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.machine import server_line
    from authoring.cli.views.render import answer

    access = model_access(model=model, base_url=base_url)
    with live_reporter() as reporter:
        check = models.check_model(access=access, workspace=workspace, reporter=reporter)
    command = f"authoring draft SEED{model_options(model or check.model, base_url)}"
    answer(check, lambda check: [server_line(check)], command, as_json=as_json)


@language_models.command("list")
def list_models(*, base_url: BaseUrl = None, workspace: InWorkspace = None, as_json: AsJson = False) -> None:
    """List the models that a server knows.

    Example: authoring models list --base-url http://localhost:11434/v1
    """
    from authoring.api import models
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer, plain

    with live_reporter() as reporter:
        listing = models.list_models(access=model_access(base_url=base_url), workspace=workspace, reporter=reporter)
    lines = map(plain, listing.names or ("the server lists none",))
    name = listing.names[0] if listing.names else "NAME"
    command = f"authoring models check --model {name}{model_options(None, base_url)}"
    answer(listing, lambda _: lines, command, as_json=as_json)
