"""Exports of problem sets in one call, refused where the command line refuses them."""

import json
from collections.abc import Collection, Sequence

from authoring.formats.base.manifest import Manifest
from authoring.formats.base.port import ExportOptions, MapSets, Player
from authoring.formats.base.registry import nothing_played, prepare, refuse_unfit, this_tool
from authoring.records.bundle import AdmittedSet, Bundle
from authoring.validators.base import Dialect


def exported(
    target: str,
    problemsets: Sequence[AdmittedSet],
    *,
    name: str = "b",
    dialect: Dialect = "dseval",
    play: Player = nothing_played,
    across: MapSets = map,
    allowed: Collection[str] = (),
) -> Bundle:
    """Return an export without errors; an `ExportError` says what keeps it back."""
    options = ExportOptions(name=name, version="1", dialect=dialect, tool=this_tool())
    bundle = prepare(target, problemsets, options=options, play=play, across=across, allowed=allowed)
    refuse_unfit(bundle)
    return bundle


def manifest_in(text: str | bytes) -> Manifest:
    """Return what the manifest of an export says."""
    document = json.loads(text)
    return Manifest.model_validate({name: document[name] for name in Manifest.model_fields})
