"""What becomes of the files of a workspace: those of an older format, and those that are damaged."""
