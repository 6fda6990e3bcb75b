"""TODO: what belongs in authoring.sandbox.isolation."""
