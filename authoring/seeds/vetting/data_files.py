"""The tables of the gate, as data files that stand beside this one."""

from importlib.resources import files
from typing import Any

import yaml


def read_table(name: str) -> Any:
    """Return what a YAML file of this folder holds, by the fastest safe loader there is."""
    # PyYAML may have been built without its loader in C, which is several times faster.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load((files("authoring.seeds.vetting") / name).read_bytes(), Loader=loader)  # noqa: S506 - a safe loader
