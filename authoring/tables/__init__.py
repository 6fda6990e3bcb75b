"""TODO: what belongs in authoring.tables."""
