"""The sandbox, in which all untrusted code runs: its port, the client, the process inside, and isolation between them.

`port` is what other packages use; `registry` makes the sandbox that the settings name. `client` is the trusted side of
a sandbox on this machine, `remote` reaches one elsewhere, `inside` runs in the sandbox process itself, `isolation`
finds out what the kernel gives, `environments` makes locked Python environments, and `programs` are our own programs
that run in a session. Judging rules belong to `authoring.validators`, reading of tables to `authoring.tables`.
"""
