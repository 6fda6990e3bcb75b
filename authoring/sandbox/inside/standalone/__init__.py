"""TODO: what belongs in authoring.sandbox.inside.standalone."""
