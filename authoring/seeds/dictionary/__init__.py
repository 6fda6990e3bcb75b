"""What the data of a seed mean: proposed by rules, read from documents, stated by persons, held against the data.

`proposal` makes a dictionary from a profile, with `kinds` and `units`; `statements` lays over it what somebody said;
`documents` reads the descriptions of other programs; `editing` is how a person changes it, and `checks` finds what
contradicts the data.
"""
