"""Files of other projects, one file per format."""
