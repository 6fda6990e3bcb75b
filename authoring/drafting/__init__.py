"""Who writes a first draft: templates that fit the data need neither key nor network."""
