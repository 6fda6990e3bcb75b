"""Where work is done side by side: threads of this machine, a Dask cluster, a provider's batches, an early sandbox.

Nothing here knows what the work is.
"""
