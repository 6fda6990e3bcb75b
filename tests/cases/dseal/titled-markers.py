# %% load
import pandas as pd

# %% [problem] one
"""
question: |
  Add 1 and 2.
"""

1 + 2
