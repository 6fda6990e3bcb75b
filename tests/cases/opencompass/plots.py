# %%
import matplotlib.pyplot as plt
import pandas as pd

# %%
"""
question: Read `inputs/prices.csv` into a DataFrame named `prices`.
validator:
  namespace_check:
    prices:
"""
prices = pd.read_csv("inputs/prices.csv")

# %%
"""
question: What is the mean of `price`, rounded to 2 decimals? Answer with a float.
validator:
  result:
"""
float(round(prices["price"].mean(), 2))

# %%
"""
question: How many rows has `prices`? Answer with an integer.
validator:
  result:
"""
len(prices)

# %%
"""
question: Draw the prices as bars over the names.
validator:
  vis:
"""
plt.bar(prices["name"], prices["price"])
plt.show()

# %%
"""
question: Draw a histogram of `price` with 4 bins, in a figure of 5 by 3 inches, titled `Prices`.
validator:
  vis:
    titles: true
"""
fig, ax = plt.subplots(figsize=(5, 3))
ax.hist(prices["price"], bins=4)
ax.set_title("Prices");

# %%
"""
question: Put the tax of 7 % on top of `price` in `prices`. How much are all together, rounded to 2 decimals?
validator:
  result:
  namespace_check:
    prices:
"""
prices["price"] = prices["price"] * 1.07
float(round(prices["price"].sum(), 2))

# %%
"""
question: Which names cost more than 40 now? Answer with a list, in the order of `prices`.
validator:
  result:
"""
prices.query("`price` > 40")["name"].tolist()

# %%
"""
question: Draw `price` as a line and its running mean as a second one, side by side in one figure.
validator:
  vis:
"""
_, (left, right) = plt.subplots(1, 2)
left.plot(prices["price"])
right.plot(prices["price"].expanding().mean(), label="mean")
right.legend()
plt.show()

# %%
"""
question: Print the names in upper case, one per line.
validator:
  stream:
"""
print("\n".join(prices["name"].str.upper()))

# %%
"""
question: Sort `prices` by `price`, cheapest first, and show the frame `ranked` that results, indexed from 0.
validator:
  result:
  namespace_check:
    ranked:
"""
ranked = prices.sort_values("price", ignore_index=True)
ranked
