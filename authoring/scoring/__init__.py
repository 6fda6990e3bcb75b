"""Scores of agents, by the rules of the benchmarks that problem sets are exported to."""
