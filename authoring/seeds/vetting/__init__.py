"""The seed gate: what is found about a seed before a token is spent on it. Pure."""
