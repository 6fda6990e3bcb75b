"""TODO: what belongs in authoring.formats.csv."""
