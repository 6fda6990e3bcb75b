"""The command line: one verb, one file.

A module reads the options of its verb, calls one function of `authoring.api`, and shows what comes back: `views` draws
records on a terminal, `review` asks a person, `options` holds what several verbs accept, and `main` is the program.
Only here is the terminal drawn on and an error turned into an exit code. What a verb does, what it refuses and why
belongs to `authoring.api` and the rooms below.
"""
