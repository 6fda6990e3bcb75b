"""The command line: the one place where what went wrong becomes a message and an exit code.

0 fine, 1 findings, 2 usage, 3 to 15 one per class of `authoring.errors`, 70 our own bug, 130 stopped by ^C.
"""

import contextlib
import errno
import gc
import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from authoring.cli.admit import admit
from authoring.cli.demo import demo
from authoring.cli.draft import draft
from authoring.cli.env import environments
from authoring.cli.evaluate import evaluate
from authoring.cli.export import export
from authoring.cli.import_ import imports
from authoring.cli.learn import learn
from authoring.cli.lint import explain, lint
from authoring.cli.machine import doctor, serve
from authoring.cli.model import language_models
from authoring.cli.pilot.verb import pilot
from authoring.cli.report import reports
from authoring.cli.results import results
from authoring.cli.review.verb import review
from authoring.cli.revise import revise
from authoring.cli.run import check, run
from authoring.cli.score import scores
from authoring.cli.seed import seeds
from authoring.cli.start_up import HELP, load_help, needed_part
from authoring.cli.stats import stats
from authoring.cli.topics import topics
from authoring.cli.translate import translate
from authoring.cli.trust.consent import ask_for_trust, environment_grant, with_isolation
from authoring.cli.trust.verb import trust
from authoring.cli.upkeep.drafts import drafts
from authoring.cli.upkeep.sets import sets
from authoring.cli.workspace import init, migrate, status
from authoring.errors import AuthoringError, TrustError, WorkspaceError

OUR_BUG = 70
INTERRUPTED = 130
TYPER_ERROR: type[Exception] = typer.BadParameter.__mro__[1]
"""What typer raises for arguments it cannot make sense of; where the class lives depends on typer's version."""
USER_ERRORS = {
    *(errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENOTDIR, errno.EISDIR),
    *(errno.EEXIST, errno.ELOOP, errno.ENAMETOOLONG, errno.EFBIG, errno.EIO, errno.EBUSY, errno.ESTALE),
}
"""System errors that the person at the keyboard can do something about."""

app = typer.Typer(
    name="authoring",
    help="Author, prove and export problem sets that measure data-science agents.",
    epilog="Start with: authoring demo",
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(is_requested: bool) -> None:
    if is_requested:
        from importlib.metadata import version

        typer.echo(version("dseal-authoring"))
        raise typer.Exit


@app.callback()
def before_any_verb(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Take what stands before the verb; the option does its work by itself."""
    del version


app.command(rich_help_panel="Begin")(demo)
app.command(rich_help_panel="Begin")(init)
app.add_typer(seeds, rich_help_panel="Begin")
app.add_typer(imports, rich_help_panel="Begin")
app.command(rich_help_panel="Begin")(trust)
app.command(rich_help_panel="Begin")(doctor)
app.command(rich_help_panel="Write")(topics)
app.command(rich_help_panel="Write")(with_isolation(draft))
app.command(rich_help_panel="Write")(lint)
app.command(rich_help_panel="Write")(explain)
app.command(rich_help_panel="Write")(with_isolation(run))
app.command(rich_help_panel="Write")(with_isolation(check))
app.add_typer(environments, rich_help_panel="Write")
app.add_typer(language_models, rich_help_panel="Write")
app.command(rich_help_panel="Decide")(with_isolation(pilot))
app.command(rich_help_panel="Decide")(with_isolation(review))
app.command(rich_help_panel="Decide")(with_isolation(revise))
app.command(rich_help_panel="Decide")(with_isolation(admit))
app.command(rich_help_panel="Decide")(status)
app.add_typer(sets, rich_help_panel="Decide")
app.add_typer(drafts, rich_help_panel="Decide")
app.command(rich_help_panel="Begin")(migrate)
app.command(rich_help_panel="Decide")(learn)
app.command(rich_help_panel="Decide")(translate)
app.command(rich_help_panel="Hand over")(with_isolation(export))
app.command(rich_help_panel="Measure")(with_isolation(evaluate))
app.add_typer(scores, rich_help_panel="Measure")
app.command(rich_help_panel="Measure")(with_isolation(stats))
app.add_typer(results, rich_help_panel="Measure")
app.add_typer(reports, rich_help_panel="Measure")
app.command(hidden=True)(serve)


def main() -> None:
    """Run the command line and end the process."""
    # Importing makes several hundred thousand objects that stay; looking through them takes a tenth of the start.
    gc.set_threshold(50_000)
    # Pydantic would look through all installed packages for plugins that see what records hold; none is to see it.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    for stream in (sys.stdout, sys.stderr):
        # A file name with stray bytes must not turn a message into a traceback.
        getattr(stream, "reconfigure", lambda **_: None)(errors="backslashreplace")
    code = run_command(sys.argv[1:])
    try:
        sys.stdout.flush()
    except OSError as error:
        # Python flushes once more at its end, and would complain about the closed pipe or the full disk.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            code = _report_bug(error, sys.argv[1:], as_json="--json" in sys.argv)
    # All memory goes back at once; Python would look for circles first in what is not frozen, which takes a tenth of a
    # second.
    gc.freeze()
    sys.exit(code)


def run_command(arguments: Sequence[str]) -> int:
    """Run one command; return its exit code, whatever happens."""
    as_json = "--json" in arguments
    try:
        code = _run_until_allowed(arguments)
    except AuthoringError as error:
        return _show_failure(error.message, error.hint, error.exit_code, as_json=as_json)
    except TYPER_ERROR as error:
        return _show_failure(*_refusal(error), 2, as_json=as_json)
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the last line of defence: what nobody foresaw is our bug, and is logged
        return _report_bug(error, arguments, as_json=as_json)
    if code == INTERRUPTED:
        _show_failure(
            "stopped", "what was recorded is safe: the same command goes on from there", code, as_json=as_json
        )
    return code


def _run_until_allowed(arguments: Sequence[str]) -> int:
    """Run one command, anew after each question that a person at the terminal answers with yes; return its exit code.

    Raises:
        TrustError: nobody can be asked, or the answer is no.
    """
    words = list(arguments) or ["--help"]
    part = needed_part(app, words)
    if not HELP.isdisjoint(words):
        load_help()
    while True:
        try:
            with environment_grant():
                # Not standalone: errors and exit codes come back here instead of ending the process.
                return int(part(words, prog_name="authoring", standalone_mode=False) or 0)
        except TrustError as error:
            # Each question is kept when it is answered, so there are as many rounds as there are questions.
            if not ask_for_trust(error):
                raise


def _refusal(error: Exception) -> tuple[str, str]:
    """Return message and hint of what typer refused."""
    text = str(getattr(error, "format_message", error.__str__)()).strip()
    # Guesses come within the message, in one of two forms; here they become the hint.
    message, _, guess = text.replace(" (Possible options: ", ". Did you mean ").partition(". Did you mean ")
    context = getattr(error, "ctx", None)
    usage = f"see: {context.command_path if context else 'authoring'} --help"
    return message[:1].lower() + message[1:].rstrip("."), f"did you mean {guess.rstrip('?)')}?" if guess else usage


def _show_failure(message: str, hint: str, code: int, *, as_json: bool = False) -> int:
    from authoring.cli.views.render import show_error

    # Where standard error takes nothing any more, the exit code has to do.
    with contextlib.suppress(OSError):
        show_error(message, hint, code, as_json=as_json)
    return code


def _report_bug(error: Exception, arguments: Sequence[str], *, as_json: bool) -> int:
    if isinstance(error, OSError) and error.errno in USER_ERRORS:
        message = f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror)
        return _show_failure(message, "check permissions and free space", WorkspaceError.exit_code, as_json=as_json)
    from authoring.cli.bug import write_report

    try:
        hint = f"please send us {write_report(error, arguments)}: it holds the traceback and the versions"
    except OSError as failure:
        hint = f"the report on it could not be written: {failure.strerror}; free some space, and try again"
    return _show_failure(f"this is a bug in authoring ({type(error).__name__})", hint, OUR_BUG, as_json=as_json)
