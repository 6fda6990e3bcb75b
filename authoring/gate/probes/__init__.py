"""Probes of references: on changed data, in changed surroundings, and answers that nearly any table would give."""
