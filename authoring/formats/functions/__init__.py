"""TODO: what belongs in authoring.formats.functions."""
