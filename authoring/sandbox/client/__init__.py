"""TODO: what belongs in authoring.sandbox.client."""
