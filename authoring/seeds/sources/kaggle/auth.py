"""Kaggle's client, imported and signed in. It prints, calls the network and exits meanwhile: none is let out."""

import io
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from authoring.seeds.sources.kaggle.credentials import STEPS, Credentials
from authoring.seeds.sources.kaggle.errors import NoAccessError
from authoring.seeds.sources.kaggle.retry import KaggleRetryPolicy

SUPPORTED = "kaggle>=2.2,<3"
INSTALL = f'install it where authoring runs: python -m pip install "{SUPPORTED}" six'
ANONYMOUS = "no credentials for Kaggle were found"


@contextmanager
def silenced() -> Iterator[None]:
    """Keep what the client prints from the terminal: help texts, warnings, and when verbose also tokens.

    Standard error stays, for a progress bar that goes on meanwhile; the client writes there only by logging, whose
    stream is bound when it is imported.
    """
    with redirect_stdout(io.StringIO()):
        yield


class NotSignedInError(Exception):
    """The client found no credentials that Kaggle accepts."""


def load_client(patience: KaggleRetryPolicy) -> Any:
    """Import Kaggle's client and return its API object, not signed in yet, with timeouts in all it sends.

    Raises:
        NoAccessError: it is not installed, not whole, or of another version than the ones known here.
    """
    try:
        # While it is imported, the client may print to either stream.
        with silenced(), redirect_stderr(io.StringIO()):
            return _api(patience)
    except ModuleNotFoundError as error:
        raise _not_importable(error) from None
    # What another version of the client lacks, or has with other arguments.
    except (ImportError, AttributeError, TypeError) as error:
        message = f"kaggle {_installed()} is not a version that this program knows ({type(error).__name__})"
        raise NoAccessError(message, hint=f'python -m pip install "{SUPPORTED}" six') from None
    except OSError as error:
        folder = error.filename or "its folder"
        raise NoAccessError(
            f"Kaggle's client cannot make {folder}: {error.strerror}", hint="name another folder in KAGGLE_CONFIG_DIR"
        ) from None
    except SystemExit:
        raise NoAccessError("Kaggle's client ended while it was loaded", hint=STEPS) from None
    except Exception as error:  # noqa: BLE001 - whatever a package does when it is imported
        raise NoAccessError(f"Kaggle's client cannot be loaded ({type(error).__name__})", hint=INSTALL) from None


def sign_in(api: Any) -> None:
    """Have the client find credentials, as it does for itself; access tokens and OAuth are shown to Kaggle here.

    Raises:
        NotSignedInError: there are none that Kaggle accepts.
    """
    try:
        api.authenticate()
    except SystemExit:
        raise NotSignedInError from None


def no_access(credentials: Credentials) -> NoAccessError:
    """Return the refusal where no sign-in came about: nothing found, or all that was found refused."""
    if credentials.places:
        places = " and ".join(credentials.places)
        return NoAccessError(
            f"Kaggle does not accept your credentials, from {places}: mistyped or expired?", hint=STEPS
        )
    passed_over = f"; passed over: {'; '.join(credentials.broken)}" if credentials.broken else ""
    return NoAccessError(f"{ANONYMOUS}{passed_over}", hint=STEPS)


def _api(patience: KaggleRetryPolicy) -> Any:
    from authoring.seeds.sources.kaggle.transport import check_answer, offline_import, prepare  # noqa: PLC0415 - needs kaggle

    # Imported before, so the sign-in at import is over.
    if "kaggle" in sys.modules:
        from kaggle.api.kaggle_api_extended import KaggleApi  # noqa: PLC0415 - as above
    else:
        with offline_import():
            from kaggle.api.kaggle_api_extended import KaggleApi  # noqa: PLC0415 - as above

    class PatientApi(KaggleApi):  # type: ignore[misc]  # the client has no types
        """The client, whose every session has timeouts."""

        def __init__(self) -> None:
            super().__init__()
            self.bytes_headers: Mapping[str, str] = {}

        def build_kaggle_client(self) -> Any:
            """Build a client as the original does."""
            client = super().build_kaggle_client()
            prepare(client, patience, self.bytes_headers)
            return client

        def get_response_processor(self) -> Any:
            """Look at answers before they are taken apart; the original warns of newer versions of itself."""
            return check_answer

    api = PatientApi()
    # The class shares this dictionary between objects, so an earlier sign-in would show through.
    api.config_values = {}
    return api


def _not_importable(error: ModuleNotFoundError) -> NoAccessError:
    missing = (error.name or "").split(".")[0]
    # The client may be there and lack a package of its own, which is another mistake.
    if missing in ("kaggle", "kagglesdk", "requests") and not _installed():
        return NoAccessError("seeds from Kaggle need its own client, which is not installed", hint=INSTALL)
    return NoAccessError(
        f"Kaggle's client is installed, but not {missing}, which it needs without saying so",
        hint=f"python -m pip install {missing}",
    )


def _installed() -> str:
    try:
        return version("kaggle")
    except PackageNotFoundError:
        return ""


def home() -> Path:
    """Return the home folder that the client takes."""
    return Path("~").expanduser()
