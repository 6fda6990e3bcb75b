"""`namespace_intact`: the code may change only the variables that the reference changes, or that are named."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self, TypeAlias

from authoring.validators.base import CollectedItems, Dialect, DisclosesNothing, Execution, ValidatorError, Verdict
from authoring.validators.options import arguments

Allowed: TypeAlias = bool | tuple[str, ...] | None
"""True: all; False: none; names: those; None: what the reference did."""

_OPTION_OF = {"added": "addition", "updated": "update", "replaced": "replacement", "deleted": "deletion"}


@dataclass(frozen=True, slots=True)
class NamespaceIntactValidator(DisclosesNothing):
    """Adding is free; updating, replacing and deleting are for what the reference updates, replaces and deletes.

    A name bound to a new object counts as updated, unless `replacement` is given.
    """

    alias: ClassVar[str] = "namespace_intact"
    paper_name: ClassVar[str] = "Intact"
    addition: Allowed = True
    update: Allowed = None
    replacement: Allowed = None
    deletion: Allowed = None
    treat_replacement_as_update: bool = True

    @classmethod
    def read(cls, config: object, dialect: Dialect = "dseval") -> Self:  # noqa: ARG003 - the protocol's
        """Return the validator; `replacement` contradicts `treat_replacement_as_update`."""
        kinds = ("addition", "update", "replacement", "deletion")
        options = arguments(cls.alias, config, names=(*kinds, "treat_replacement_as_update"))
        read: dict[str, Any] = {name: _allowed(name, options[name]) for name in kinds if name in options}
        as_update = options.get("treat_replacement_as_update")
        if as_update is None:
            # Whoever says something of replacing wants it told from updating.
            as_update = read.get("replacement") is None
        if not isinstance(as_update, bool):
            raise ValidatorError(f"option `treat_replacement_as_update` has to be true or false, not {as_update!r}")
        if as_update and read.get("replacement") is not None:
            raise ValidatorError(
                f"validator `{cls.alias}` cannot have both `replacement` and `treat_replacement_as_update: true`"
            )
        return cls(**read, treat_replacement_as_update=as_update)

    def collect(self, execution: Execution, disclosed: CollectedItems | None) -> CollectedItems:  # noqa: ARG002 - the protocol's
        """Take what happened to which name; what was added only where that is not free, for helpers have any name."""
        changes = {name: change for name, change in execution.changes.items() if change != "added" or self._restricts}
        return CollectedItems({"changes": changes})

    def collecting_options(self) -> object:
        """Say whether additions count."""
        return {"addition": False} if self._restricts else None

    @property
    def _restricts(self) -> bool:
        """Whether not everything may be added."""
        return self.addition not in {True, None}

    def judge(self, reference: CollectedItems, submission: CollectedItems) -> Verdict:
        """Refuse a submission that changed variables which its reference left as they were."""
        if not isinstance(submission.items.get("changes"), Mapping):
            return Verdict("no", self.alias, "It is not known what the code changed")
        reference_changes = self._changes(reference)
        for name, change in self._changes(submission).items():
            if not self._is_allowed(name, change, reference_changes):
                return Verdict("no", self.alias, f"Variable `{name}` was {change}, and should not be")
        return Verdict("yes", self.alias, "No variable was changed that should not be")

    def _changes(self, collected: CollectedItems) -> dict[str, str]:
        changes = {str(name): str(change) for name, change in collected.items.get("changes", {}).items()}
        if self.treat_replacement_as_update:
            return {name: "updated" if change == "replaced" else change for name, change in changes.items()}
        return changes

    def _is_allowed(self, name: str, change: str, reference_changes: dict[str, str]) -> bool:
        # A change of a kind that does not exist, which a forged collection may hold, is not allowed.
        allowed: Allowed = getattr(self, _OPTION_OF.get(change, ""), False)
        if allowed is None:
            # Nothing is said of additions that the reference did not make, so they stay free.
            return change == "added" or reference_changes.get(name) == change
        return allowed if isinstance(allowed, bool) else name in allowed


def _allowed(name: str, value: object) -> Allowed:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    raise ValidatorError(
        f"option `{name}` of validator `namespace_intact` has to be true, false or names, not {value!r}"
    )


VALIDATOR = NamespaceIntactValidator
