"""TODO: what belongs in authoring.formats.exercises."""
