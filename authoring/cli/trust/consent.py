"""How leave comes from the command line: a question at a terminal, ``--isolation`` and ``AUTHORING_TRUST``."""

import inspect
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Annotated, Any

import typer

from authoring.errors import TrustError, UsageError

LEVELS = ("namespaces", "landlock", "limits")
HELP = "The walls that code needs, instead of what authoring.toml says: namespaces, landlock, or limits for none."
Isolation = Annotated[
    str | None, typer.Option(metavar="LEVEL", help=HELP, autocompletion=lambda: list(LEVELS), show_default=False)
]


@contextmanager
def environment_grant() -> Iterator[None]:
    """Give a command the leave that ``AUTHORING_TRUST`` names: hashes, separated by commas or blanks.

    Raises:
        UsageError: one of them is no hash.
    """
    text = os.environ.get("AUTHORING_TRUST", "")
    # The usual command needs none of this, and starts without what it imports.
    if not text.strip():
        yield
        return
    from authoring.api.trust import consenting

    hashes = re.split(r"[\s,]+", text.strip().lower())
    for word in hashes:
        if re.fullmatch(r"[0-9a-f]{64}", word) is None:
            raise UsageError(f"AUTHORING_TRUST: {word!r} is no hash", hint="take it from: authoring trust --json")
    with consenting(hashes=hashes):
        yield


def with_isolation(verb: Callable[..., Any]) -> Callable[..., Any]:
    """Return a verb that takes ``--isolation`` as well."""

    @wraps(verb)
    def run(*args: Any, isolation: str | None = None, **options: Any) -> Any:
        if isolation is None:
            return verb(*args, **options)
        from authoring.api.trust import consenting
        from authoring.records.protection import Level

        if isolation not in LEVELS:
            raise UsageError(f"--isolation {isolation}: is no level", hint=f"levels are {', '.join(LEVELS)}")
        with consenting(level=Level(isolation)):
            return verb(*args, **options)

    option = inspect.Parameter("isolation", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Isolation)
    signature = inspect.signature(verb)
    # typer reads the options of a verb from both.
    run.__signature__ = signature.replace(parameters=[*signature.parameters.values(), option])  # type: ignore[attr-defined]
    run.__annotations__ = {**verb.__annotations__, "isolation": Isolation}
    return run


def ask_for_trust(error: TrustError) -> bool:
    """Ask the person at the terminal for what a command was refused; keep a yes, and return whether it was one.

    Where there is no terminal nobody is asked.
    """
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    from authoring.api.trust import allow
    from authoring.cli.views.render import err, plain

    show = err()
    show.print(plain(f"{error.root} asks for what only you can allow:", "bold"))
    for _, text in error.claims:
        show.print(plain(f"  {text}"))
    if not typer.confirm("Allow this from now on, as long as it does not change?", default=False, err=True):
        return False
    allow(error.root, error.claims)
    return True
