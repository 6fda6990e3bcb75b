"""Where work is done side by side: on any executor, threads of this machine, a Dask cluster, in a provider's batches.

Nothing here knows what the work is.
"""
