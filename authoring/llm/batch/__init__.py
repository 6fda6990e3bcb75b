"""Batches: requests that a provider answers within a day, at half the price.

The client of a provider's batch mode, the file that remembers what was submitted, and the runner that keeps both and
the ledger in step belong here; calls that wait for their reply do not.
"""
