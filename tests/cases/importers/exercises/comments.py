# %%
import math

# %%
# 1. What is the root of 2?
math.sqrt(2)

# %%
# Give the sine of 1.
value = math.sin(1)

# %%
value
