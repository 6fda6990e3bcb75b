"""The steps of the pipeline, one file each; none imports another."""
