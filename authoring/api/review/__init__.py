"""TODO: what belongs in authoring.api.review."""
