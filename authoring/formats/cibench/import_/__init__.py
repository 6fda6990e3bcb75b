"""TODO: what belongs in authoring.formats.cibench.import_."""
