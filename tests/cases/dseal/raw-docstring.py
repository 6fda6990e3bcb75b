# %%
import pandas as pd

# %%
r"""
question: |
  Match \d, add 1 and 2.
"""

1 + 2
