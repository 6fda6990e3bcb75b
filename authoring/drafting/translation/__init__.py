"""TODO: what belongs in authoring.drafting.translation."""
