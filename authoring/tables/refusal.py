"""The refusal of data that cannot be used, as the functions inside raise it."""


class RefusedData(Exception):  # noqa: N818 - a refusal, as `SeedError` outside says it; not an error of ours
    """Data cannot be used; outside it becomes a `SeedError`.

    Attributes:
        message: what was wrong and where.
        hint: what to do about it; may be empty.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
