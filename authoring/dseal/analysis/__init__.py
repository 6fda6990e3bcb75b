"""Static analysis of reference code and questions: what can be said without running anything.

What code calls, reads, binds, changes and shares (`calls`, `flow`, `dependencies`, `aliasing`, `inputs`), what follows
from it for a session in which a cell failed (`taint`), and what a problem's checks are worth
(`idle_checks`, `answer_leak`, `complexity`). Findings with codes belong to `authoring.dseal.rules`; what a run has
shown belongs to `authoring.dseal.validator_strength` and to the gate.
"""
