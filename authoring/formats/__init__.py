"""Formats of other projects: one folder a format, with its export, its import and its scores as far as it has them.

A format's package defines `FORMAT`, a `authoring.formats.base.port.Format`, by which the registry finds it; installed
packages add formats by entry points of the group ``authoring.formats``. What several formats need stands in `base`;
formats never import one another. What is not about the files of another project does not belong here.
"""
