"""Where work is done side by side: batches over any executor, threads of this machine, a Dask cluster.

Nothing here knows what the work is.
"""
