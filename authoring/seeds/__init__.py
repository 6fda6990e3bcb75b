"""Where seeds come from and what is known of them before anything is drafted.

`sources` fetches tables and notebooks, `intake` makes a seed of them, `notebooks` reads and cleans reference notebooks,
`vetting` is the gate that a seed passes, and `profile` says what its tables hold. What a seed is belongs in
`authoring.records.seed`, where it is kept in `authoring.workspace`.
"""
