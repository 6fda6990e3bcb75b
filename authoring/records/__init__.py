"""TODO: what belongs in authoring.records."""
