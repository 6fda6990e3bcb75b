"""Validators that let wrong answers pass, and such as refuse right ones."""

from authoring.dseal.model import Json
from bench.gate.plants.plant import Block, Family, Kind, rewrite_validator

_FORGIVING = ("ignore_order", "ignore_index", "ignore_names", "ignore_dtypes", "value_only")
_ALWAYS = "def compare_fn(reference, submission):\n    return {'match': True, 'reason': ''}\n"
_BY_TYPE = (
    "def compare_fn(reference, submission):\n"
    "    return {'match': type(reference) is type(submission), 'reason': 'type'}\n"
)
_BY_LENGTH = (
    "def compare_fn(reference, submission):\n"
    "    same = len(str(reference)) == len(str(submission))\n"
    "    return {'match': same, 'reason': 'length'}\n"
)
_BY_TEXT = (
    "def compare_fn(reference, submission):\n"
    "    return {'match': repr(reference) == repr(submission), 'reason': 'text'}\n"
)
_BY_IDENTITY = (
    "def compare_fn(reference, submission):\n"
    "    same = type(reference) is type(submission) and str(reference) == str(submission)\n"
    "    return {'match': same, 'reason': 'type or text'}\n"
)


def _flags(block: Block) -> Block | None:
    """Return the flags of a result; None where it is not compared by flags."""
    result = block.get("result", {}) if block else {}
    if (block and "result" not in block) or not isinstance(result, dict | None) or "compare_fn" in (result or {}):
        return None
    return dict(result or {})


def _adding(**added: Json) -> "_Rewrite":
    return _Rewrite(added, ())


class _Rewrite:
    """Adds flags to a result, or takes flags from it."""

    def __init__(self, added: Block, dropped: tuple[str, ...]) -> None:
        """Take what is added, and which names are dropped."""
        self._added, self._dropped = added, dropped

    def __call__(self, block: Block) -> Block | None:
        """Return the block with other flags; None where the result has none to change."""
        flags = _flags(block)
        if flags is None or (self._dropped and not set(self._dropped) & flags.keys()):
            return None
        left = {name: value for name, value in flags.items() if name not in self._dropped}
        return {**block, "result": {**left, **self._added}}


class _Replace(_Rewrite):
    """Compares the result by a function alone."""

    def __init__(self, function: str) -> None:
        """Take the function's code."""
        super().__init__({"compare_fn": function}, ())

    def __call__(self, block: Block) -> Block | None:
        """Return the block with the function in place of flags."""
        return None if _flags(block) is None else {**block, "result": dict(self._added)}


class _Without:
    """Drops a whole validator, where another remains."""

    def __init__(self, key: str) -> None:
        """Take the validator's name."""
        self._key = key

    def __call__(self, block: Block) -> Block | None:
        """Return the block without it; None where it is absent or alone."""
        left = {name: value for name, value in block.items() if name != self._key}
        return left if self._key in block and set(left) - {"template"} else None


class _Fewer:
    """Leaves one entry where a check has several."""

    def __init__(self, key: str, inner: str | None) -> None:
        """Take the validator's name, and the name of its list if it has one."""
        self._key, self._inner = key, inner

    def __call__(self, block: Block) -> Block | None:
        """Return the block with one entry; None where there are not several."""
        check = block.get(self._key)
        if not isinstance(check, dict):
            return None
        if self._inner is None:
            first = dict(list(check.items())[:1])
            return {**block, self._key: first} if len(check) > 1 else None
        entries = check.get(self._inner)
        if not isinstance(entries, list) or len(entries) < 2:  # noqa: PLR2004 - the first of several stays
            return None
        return {**block, self._key: {**check, self._inner: entries[:1]}}


KINDS: tuple[Kind, ...] = (
    rewrite_validator(Family.LAX, "order ignored", _adding(ignore_order=True)),
    rewrite_validator(Family.LAX, "index ignored", _adding(ignore_index=True)),
    rewrite_validator(Family.LAX, "names ignored", _adding(ignore_names=True)),
    rewrite_validator(Family.LAX, "dtypes ignored", _adding(ignore_dtypes=True)),
    rewrite_validator(Family.LAX, "tolerance of a hundred", _adding(atol=100)),
    rewrite_validator(Family.LAX, "tolerance of half", _adding(rtol=0.5)),
    rewrite_validator(Family.LAX, "always alike", _Replace(_ALWAYS)),
    rewrite_validator(Family.LAX, "type alone", _Replace(_BY_TYPE)),
    rewrite_validator(Family.LAX, "length alone", _Replace(_BY_LENGTH)),
    rewrite_validator(Family.LAX, "result not compared", _Without("result")),
    rewrite_validator(Family.LAX, "variables not compared", _Without("namespace_check")),
    rewrite_validator(Family.LAX, "variables dropped", _Fewer("namespace_check", None)),
    rewrite_validator(Family.LAX, "test cases dropped", _Fewer("table_test", "test_cases")),
    rewrite_validator(Family.STRICT, "text of the value", _Replace(_BY_TEXT)),
    rewrite_validator(Family.STRICT, "type and text", _Replace(_BY_IDENTITY)),
    rewrite_validator(Family.STRICT, "flags dropped", _Rewrite({}, _FORGIVING)),
    rewrite_validator(Family.STRICT, "order compared", _Rewrite({}, ("ignore_order",))),
    rewrite_validator(Family.STRICT, "names compared", _Rewrite({}, ("ignore_names",))),
    rewrite_validator(Family.STRICT, "container compared", _Rewrite({}, ("value_only",))),
)
