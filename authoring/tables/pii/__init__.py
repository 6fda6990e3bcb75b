"""TODO: what belongs in authoring.tables.pii."""
