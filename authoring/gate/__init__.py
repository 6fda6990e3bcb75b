"""What must hold before a problem set is admitted: dry runs, their findings, experiments, environments, the admission.

Everything here runs reference code in a sandbox that it is given, or judges what such a run showed. It writes no files,
asks no model and no person: those belong to workspace, drafting and api. Findings of the text alone belong to dseal.
"""
