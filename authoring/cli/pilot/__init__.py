"""``authoring pilot``: solvers try a problem set before people do."""
