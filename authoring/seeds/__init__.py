"""TODO: what belongs in authoring.seeds."""
