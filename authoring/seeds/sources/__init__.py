"""Where seeds come from: one module a kind of source, found by `registry`.

Each member has a ``SOURCE`` that fulfils `base.Source`; adding one touches no other file. What several kinds need, such
as bounded unpacking and safe file names, stands one level above.
"""
