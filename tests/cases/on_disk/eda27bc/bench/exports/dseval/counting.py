# %%
x = [3, 1, 2]

# %%
"""
question: How many elements has `x`?
validator:
  result:
"""
len(x)

# %%
"""
question: Sort `x` into `y`.
validator:
  namespace_check:
    y:
"""
y = sorted(x)
