# %%
import pandas as pd

# %%
"""
question: Read `inputs/gulls.csv` into `df`, and say how many rows it has.
validator:
  namespace_check:
    df:
  result:
"""
df = pd.read_csv("inputs/gulls.csv")
len(df)

# %%
"""
question: What is the mean `mass` of all rows of `df`, rounded to 1 decimal place?
"""
round(df["mass"].mean(), 1)

# %%
"""
question: |
  Which `species` occur in `df`? Give a list of the names, each once, in alphabetical order.
"""
sorted(df["species"].unique().tolist())

# %%
"""
question: |
  Count the rows of each `species`. Answer with a Series indexed by `species`, sorted by that index.
"""
df.groupby("species").size().sort_index()

# %%
"""
question: |
  Select the rows whose `mass` is above 4500, keep their order, and number them anew from 0.
"""
df[df["mass"] > 4500].reset_index(drop=True)

# %%
"""
question: |
  Make `spread`, a dict from each `species` to the largest `mass` less the smallest one of that species, as whole numbers.
validator:
  namespace_check:
    spread:
"""
spread = {name: int(group.max() - group.min()) for name, group in df.groupby("species")["mass"]}

# %%
"""
question: |
  By how many standard deviations (sample, `ddof=1`) does the heaviest row of `df` lie above the mean `mass`? Round to 3
  decimal places.
"""
round((df["mass"].max() - df["mass"].mean()) / df["mass"].std(ddof=1), 3)

# %%
"""
question: |
  Write a function `in_kilograms(grams)` that divides by 1000 and rounds to 2 decimal places.
validator:
  table_test:
    function_name: in_kilograms
    test_cases:
      - [4750]
      - [3333]
"""
def in_kilograms(grams):
    return round(grams / 1000, 2)

# %%
"""
question: |
  Make `ranked`: a copy of `df` with a last column `place`, the rank of `mass` from the heaviest, 1 for the heaviest, as
  whole numbers.
validator:
  namespace_check:
    ranked:
"""
ranked = df.assign(place=df["mass"].rank(ascending=False, method="min").astype(int))

# %%
"""
question: |
  Using `spread`: what is the name of the `species` with the largest spread? No two have the same.
"""
max(spread, key=spread.get)
