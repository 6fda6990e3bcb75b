"""How records are shown on a terminal, one file a subject; nothing here decides or computes what is shown."""
