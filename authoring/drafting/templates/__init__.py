"""TODO: what belongs in authoring.drafting.templates."""
