"""The client of a sandbox on this machine: it starts processes, asks them for results, measures and ends them.

Everything here is trusted and treats what a session answers as hostile. Code that runs in the sandbox process belongs
to `authoring.sandbox.inside`.
"""
