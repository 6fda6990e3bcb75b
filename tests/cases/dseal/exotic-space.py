# %%
import pandas as pd


x = '  '

# %%
"""
question: |
  Add 1 and 2.
"""

1 + 2
	

