# %%
import numpy as np
import pandas as pd

# %%
"""
question: |-
  This session is about one data set: Made-up penguins. Read `inputs/penguins.csv` into a DataFrame
  named `df` with the default settings of the pandas reader and tell me its size as a tuple: the
  number of rows, then the number of columns.
validator:
  namespace_check:
    df:
"""

df = pd.read_csv("inputs/penguins.csv")

df.shape

# %%
"""
question: |-
  How complete is the table? Count the missing values of every column of `df` that has any. Answer
  with a Series indexed by column name, the largest count first; columns with equal counts follow each
  other in alphabetical order.
validator:
  result:
    ignore_names: true
"""

counts = df.isna().sum()

counts[counts > 0].sort_index().sort_values(ascending=False, kind="stable")

# %%
"""
question: |-
  Show me the five rows with the highest `mass`: a DataFrame with the columns `bird` and `mass`, in
  this order, from the highest down and with a fresh index from 0. Rows with equal `mass` keep the
  order they have in `df`.
validator:
  result:
    ignore_dtypes: true
"""

ordered = df.sort_values("mass", ascending=False, kind="stable")

ordered[["bird", "mass"]].head(5).reset_index(drop=True)

# %%
"""
question: |-
  How are the rows of `df` spread over `sex`? Answer with a Series indexed by `sex` that holds the
  percentage of rows of each value, out of the rows that have one, rounded to 1 decimal. The largest
  share comes first; equal (rounded) shares are ordered by `sex` ascending.
validator:
  result:
    ignore_names: true
"""

shares = df["sex"].value_counts(normalize=True).mul(100).round(1)

shares.sort_index().sort_values(ascending=False, kind="stable")

# %%
"""
question: |-
  Do `depth` and `flipper` go together? Give me their Pearson correlation over the rows of `df` that
  have both, as a float rounded to 3 decimals.
validator:
  result:
"""

float(round(df["depth"].corr(df["flipper"]), 3))

# %%
"""
question: |-
  Add a last column `mass_per_depth` to `df`: `mass` divided by `depth`, missing where either of them
  is. What is its median, as a float rounded to 3 decimals?
validator:
  namespace_check:
    df:
"""

df["mass_per_depth"] = df["mass"] / df["depth"]

float(round(df["mass_per_depth"].median(), 3))

# %%
"""
question: |-
  Look only at the rows where `flipper` is greater than 200. Which `island` occurs most often among
  them, and in how many of them? Answer with a tuple: the value of `island`, then the count. If
  several are equally frequent, take the one that comes first in ascending order.
validator:
  result:
"""

counts = df.loc[df["flipper"] > 200, "island"].value_counts()

(counts[counts == counts.max()].index.min(), int(counts.max()))

# %%
"""
question: |-
  For which `species` does `flipper` vary most? Measure it by the sample standard deviation (ddof=1)
  and answer with a tuple: the value of `species`, then its standard deviation rounded to 2 decimals.
  On equal deviations the `species` that comes first in ascending order wins.
validator:
  result:
"""

spread = df.groupby("species", observed=True)["flipper"].std(ddof=1)

(spread.idxmax(), float(round(spread.max(), 2)))

# %%
"""
question: |-
  How does `mass` differ by `island`? Make a DataFrame `summary` with one row per `island` and three
  columns in this order: `island`, `rows` (how many rows of `df` belong to it) and `mean` (its mean
  `mass`, rounded to 2 decimals). The highest mean comes first, equal means are ordered by `island`
  ascending, and the index counts from 0. Show `summary`.
validator:
  namespace_check:
    summary:
      ignore_dtypes: true
  result:
    ignore_dtypes: true
"""

summary = (
    df.groupby("island", observed=True)
    .agg(rows=("mass", "size"), mean=("mass", "mean"))
    .round({"mean": 2})
    .reset_index()
    .sort_values(["mean", "island"], ascending=[False, True])
    .reset_index(drop=True)
)

summary

# %%
"""
question: |-
  Divide the rows of `df` into bands of `flipper`: add a last column `flipper_band` that holds the
  text `low` up to and including 190, `middle` above that up to and including 210, and `high` above
  210. How many rows does each band have? Answer with a Series indexed by `low`, `middle` and `high`,
  in this order.
validator:
  namespace_check:
    df:
      ignore_dtypes: true
  result:
    ignore_names: true
    ignore_dtypes: true
"""

edges = [-np.inf, 190, 210, np.inf]
df["flipper_band"] = pd.cut(df["flipper"], bins=edges, labels=["low", "middle", "high"]).astype(str)

df["flipper_band"].value_counts().reindex(["low", "middle", "high"])

# %%
"""
question: |-
  Put `mass` and `flipper` on one scale: make a DataFrame `scaled` with these columns in this order
  and the index of `df`, where from each value the column's mean is subtracted and the result is
  divided by the column's population standard deviation (ddof=0), nothing rounded. Which is the
  largest value of each column of `scaled`? Answer with a Series indexed by column name, in the same
  order, rounded to 3 decimals.
validator:
  namespace_check:
    scaled:
  result:
    ignore_names: true
"""

amounts = df[["mass", "flipper"]]
scaled = (amounts - amounts.mean()) / amounts.std(ddof=0)

scaled.max().round(3)

# %%
"""
question: |-
  I want to know how each row stands among its own `species`. Add a last column `mass_rank` to `df`:
  the rank of the row's `mass` within its `species`, as an integer, where the highest `mass` has rank
  1 and equal values share the best rank of theirs (1, 2, 2, 4). How many rows of `df` have rank 1?
validator:
  namespace_check:
    df:
      ignore_dtypes: true
"""

ranks = df.groupby("species", observed=True)["mass"].rank(method="min", ascending=False)
df["mass_rank"] = ranks.astype(int)

int((df["mass_rank"] == 1).sum())

# %%
"""
question: |-
  Cross `island` with `species`: a DataFrame `grid` with one row per `island` (as the index), one
  column per `species`, both ascending, and in each cell the mean `depth` of the rows that belong
  there, rounded to 2 decimals (missing values left out). Combinations without any value stay missing.
  Show `grid`.
validator:
  namespace_check:
    grid:
      ignore_names: true
      ignore_dtypes: true
  result:
    ignore_names: true
    ignore_dtypes: true
"""

grid = df.pivot_table(
    index="island", columns="species", values="depth", aggfunc="mean", observed=True
).round(2)

grid

# %%
"""
question: |-
  Write a function `top_share(values, k)` that says how concentrated a list is: it returns the share,
  between 0 and 1 and unrounded, of the elements of `values` that belong to its `k` most frequent
  values. With fewer than `k` different values the share is 1.0, for an empty list it is 0.0. `k` is
  at least 1, and `values` must not be changed.
validator:
  table_test:
    function_name: top_share
    test_cases:
      -
        - [a, b, a, c]
        - 1
      -
        - [a, b, a, c]
        - 2
      -
        - [x]
        - 3
      -
        - []
        - 2
      -
        - [3, 3, 2, 2, 1]
        - 2
      - |
        ```
        def _generate():
            values = [random.choice("aaabbcdefg") for _ in range(random.randint(5, 60))]
            return values, random.randint(1, 4)
        ```
      - "//"
      - "//"
    input_validator: |
      def _validate(values, k):
          return isinstance(values, list) and k >= 1
"""

def top_share(values, k):
    if not values:
        return 0.0
    counts = sorted((values.count(value) for value in set(values)), reverse=True)
    return sum(counts[:k]) / len(values)

# %%
"""
question: |-
  What does `top_share` give for `species` of `df` with `k` set to 2? Answer with a float rounded to 3
  decimals.
validator:
  result:
"""

round(top_share(df["species"].dropna().tolist(), 2), 3)
