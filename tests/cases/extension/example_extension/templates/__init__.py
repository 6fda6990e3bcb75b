"""Templates of problem sets; the files beside this one are texts."""
