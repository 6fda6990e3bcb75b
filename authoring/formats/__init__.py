"""Problem sets in the formats of other projects, one file per format."""
