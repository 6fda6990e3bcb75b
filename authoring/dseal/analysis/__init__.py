"""TODO: what belongs in authoring.dseal.analysis."""
