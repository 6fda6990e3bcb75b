"""The validators that a problem's block may name, one module each, with the class as its `VALIDATOR`.

They are found by walking this folder and by entry points of the group ``authoring.validators.checks``; the class's
`alias` is the name that a block uses, and its cases stand in ``tests/cases/validators/ALIAS.yml``. What several of them
need (comparing, running foreign code, reading options) belongs in the package above. Importing a module here must not
import numpy or pandas, because lint reads the options of a block without them.
"""
