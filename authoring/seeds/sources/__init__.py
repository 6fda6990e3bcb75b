"""Where seeds come from, one file per kind of source."""
