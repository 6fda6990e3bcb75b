# %%
first = [3, 1, 2]

# %%
"""
question: |
  Sort `first` in place and show it.
validator:
  template: basic
  result:
    ignore_order: true
"""

first.sort()
first

# %%
"""
question: |
  Show what is not there.
"""

second = first[0]
first[99]

# %%
"""
question: |
  Show `first`.
"""

first
