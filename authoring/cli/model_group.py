"""``authoring models``: see what a server offers, and what it can do."""

import typer

from authoring.cli.options import AsJson, BaseUrl, InWorkspace, ModelName

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
    from authoring.cli.model_checking import check_of, checked_view
    from authoring.cli.views.render import emit, next_command, show

    checked, again = check_of(model, base_url, workspace)
    if as_json:
        emit(checked)
        return
    show(checked_view(checked))
    next_command(f"authoring draft SEED{again}")


@language_models.command("list")
def list_models(*, base_url: BaseUrl = None, workspace: InWorkspace = None, as_json: AsJson = False) -> None:
    """List the models that a server knows.

    Example: authoring models list --base-url http://localhost:11434/v1
    """
    from authoring.cli.model_checking import list_of
    from authoring.cli.views.render import emit, next_command, plain, show

    known, again = list_of(base_url, workspace)
    if as_json:
        emit(known)
        return
    show(*map(plain, known.names or ("the server lists none",)))
    next_command(f"authoring models check --model {known.names[0] if known.names else 'NAME'}{again}")
