# %%
text = """
# %%
"""

# %%
"""
question: |
  Add 1 and 2.
"""

1 + 2
