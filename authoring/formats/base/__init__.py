"""What formats share: the port of an export, the registry, the manifest, notebook outputs, exercises made problems.

Nothing here knows a particular format, and nothing here reads or writes files.
"""
