"""TODO: what belongs in authoring.llm.batch."""
