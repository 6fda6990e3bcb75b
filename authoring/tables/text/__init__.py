"""TODO: what belongs in authoring.tables.text."""
