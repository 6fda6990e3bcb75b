# %%
import pandas as pd

# %%
'''
question: |
  Add 1 and 2.
'''

1 + 2
