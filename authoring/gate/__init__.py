"""TODO: what belongs in authoring.gate."""
