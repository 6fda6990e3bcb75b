"""TODO: what belongs in authoring.evaluation."""
