"""TODO: what belongs in authoring.sandbox.remote."""
