"""What one room hands to the next: frozen records, one module a subject, in the order of the pipeline.

Their fields are written to disk and hashed into the keys of journals, so a field is never renamed or moved. What only
one room knows lives in that room.
"""
