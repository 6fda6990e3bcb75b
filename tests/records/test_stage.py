"""Stages keep the identities that journals know them by."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from authoring.records.stage import StageIdentity

JOURNALED = {
    "admit_draft": ("seed", "draft", "evidence", "decision", "decisions", "version", "reviews", "certificate"),
    "answer_probes": ("probes", "profile", "files", "sandbox", "limits"),
    "blind_solve": ("text", "inputs", "limits", "sandbox", "dialect", "model", "prompts"),
    "certificate": ("text", "inputs", "limits", "sandbox", "dialect", "code", "parts"),
    "dry_run": ("draft_text", "inputs", "limits", "sandbox", "dialect", "pins", "progress"),
    "find_repeats": ("text", "origins", "neighbours", "notebook"),
    "probe_plan": ("seed", "profile", "sketch", "tables", "model", "instructions"),
    "profile_data": ("seed", "files", "sandbox", "limits"),
    "reask_probes": ("seed", "profile", "sketch", "refused", "tables", "model", "instructions"),
    "rehearse_experiment": ("draft_text", "inputs", "limits", "sandbox", "dialect"),
    "mend_draft": ("draft", "accused", "inputs", "limits", "sandbox", "dialect", "progress"),
    "repair_draft": ("draft", "evidence", "profile", "model", "instructions", "round"),
    "take_mended": ("draft", "decision"),
    "revise_draft": ("draft", "decision", "profile", "model", "instructions"),
    "replan_problems": ("seed", "profile", "sketch", "answers", "model", "instructions"),
    "sketch_problems": ("seed", "profile", "model", "instructions"),
    "vet_seed": ("seed", "files", "sandbox", "limits"),
    "write_draft": ("seed", "profile", "drafter", "name", "examples", "random_seed"),
}
"""Every stage, and its parameters by the names that journals know: what is written here may grow and never change."""


def stages() -> Iterator[Callable[..., Any]]:
    """Yield every function of the package that is declared to be a stage."""
    for room in ("drafting", "evaluation", "gate", "seeds"):
        package = importlib.import_module(f"authoring.{room}")
        for info in pkgutil.walk_packages(package.__path__, f"authoring.{room}."):
            module = importlib.import_module(info.name)
            for function in vars(module).values():
                if (
                    inspect.isfunction(function)
                    and function.__module__ == info.name
                    and hasattr(function, "stage_identity")
                ):
                    yield function


def test_stages_keep_their_journaled_names() -> None:
    """A journal of any version finds its steps: ids are unique, and neither they nor the names of arguments change."""
    known: dict[str, tuple[str, ...]] = {}
    for function in stages():
        identity: StageIdentity = function.__dict__["stage_identity"]
        assert identity.stage_id not in known
        known[identity.stage_id] = tuple(map(identity.journaled_name, inspect.signature(function).parameters))

    assert known == JOURNALED
