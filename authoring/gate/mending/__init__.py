"""Mends of problems that a certificate accuses: proposed by rule, and kept where a new certificate holds."""
