"""What is said where an extra package is missing."""

from authoring.errors import PackagesError


def missing(what: str, error: ImportError) -> PackagesError:
    """Return the error that tells how to get what `what` needs."""
    return PackagesError(
        f"{what} need {error.name or 'a package'}, which is not installed",
        hint="pip install 'dseal-authoring[cibench]'",
    )
