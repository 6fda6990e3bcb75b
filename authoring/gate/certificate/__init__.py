"""The certificate of a validator: it refuses wrong answers, and it accepts right ones.

`variants` says which code is tried, `trials` runs it and rewrites values, `findings` says what stands against problems.
"""
