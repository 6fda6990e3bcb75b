"""Python environments for cells: locked by name, version and hash, made with uv, kept by the hash of their lock."""
