"""The catalogue of defects that are planted; it is fixed before anything is tuned on it."""

from bench.gate.plants import questions, references, sessions, texts, validators
from bench.gate.plants.plant import Family, Half, Kind, Plant, plant, planted_into

KINDS: tuple[Kind, ...] = (
    *references.KINDS,
    *questions.KINDS,
    *validators.KINDS,
    *sessions.KINDS,
    *texts.KINDS,
)

__all__ = ["KINDS", "Family", "Half", "Kind", "Plant", "plant", "planted_into"]
