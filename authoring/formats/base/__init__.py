"""TODO: what belongs in authoring.formats.base."""
