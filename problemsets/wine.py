# %%
import numpy as np
import pandas as pd

# %%
"""
question: |-
  This session is about one data set: Wine. Read `inputs/wine.csv` into a DataFrame named `df` with
  the default settings of the pandas reader and tell me its size as a tuple: the number of rows, then
  the number of columns.
validator:
  namespace_check:
    df:
"""

df = pd.read_csv("inputs/wine.csv")

df.shape

# %%
"""
question: |-
  Look only at the rows where `hue` is greater than 0.97. Which `cultivar` occurs most often among
  them, and in how many of them? Answer with a tuple: the value of `cultivar`, then the count. If
  several are equally frequent, take the one that comes first in ascending order.
validator:
  result:
"""

counts = df.loc[df["hue"] > 0.97, "cultivar"].value_counts()

(counts[counts == counts.max()].index.min(), int(counts.max()))

# %%
"""
question: |-
  For which `cultivar` does `malic_acid` vary most? Measure it by the sample standard deviation
  (ddof=1) and answer with a tuple: the value of `cultivar`, then its standard deviation rounded to 2
  decimals. On equal deviations the `cultivar` that comes first in ascending order wins.
validator:
  result:
"""

spread = df.groupby("cultivar", observed=True)["malic_acid"].std(ddof=1)

(spread.idxmax(), float(round(spread.max(), 2)))

# %%
"""
question: |-
  How does `alcalinity_of_ash` differ by `cultivar`? Make a DataFrame `summary` with one row per
  `cultivar` and three columns in this order: `cultivar`, `rows` (how many rows of `df` belong to it)
  and `mean` (its mean `alcalinity_of_ash`, rounded to 2 decimals). The highest mean comes first,
  equal means are ordered by `cultivar` ascending, and the index counts from 0. Show `summary`.
validator:
  namespace_check:
    summary:
      ignore_dtypes: true
  result:
    ignore_dtypes: true
"""

summary = (
    df.groupby("cultivar", observed=True)
    .agg(rows=("alcalinity_of_ash", "size"), mean=("alcalinity_of_ash", "mean"))
    .round({"mean": 2})
    .reset_index()
    .sort_values(["mean", "cultivar"], ascending=[False, True])
    .reset_index(drop=True)
)

summary

# %%
"""
question: |-
  Bring the `mean` of `summary` back to the single rows: make a DataFrame `compared` with all rows of
  `df` in their order, all columns of `df` and, last, the column `mean` that `summary` has for the
  row's `cultivar`, indexed from 0. In how many rows is `alcalinity_of_ash` greater than this `mean`?
  Answer with an integer.
validator:
  namespace_check:
    compared:
      ignore_dtypes: true
"""

compared = df.merge(summary[["cultivar", "mean"]], on="cultivar", how="left")

int((compared["alcalinity_of_ash"] > compared["mean"]).sum())

# %%
"""
question: |-
  For a chart I need `alcohol`, `magnesium`, `flavanoids` and `od280/od315_of_diluted_wines` of `df`
  in long form. Make a DataFrame `long` with two columns, `measure` (the name of the original column)
  and `value`, and one row for every value that is not missing; the order of its rows and its index do
  not matter. Then answer with the median of `value` for each `measure`, unrounded, as a Series
  indexed by `measure` in alphabetical order.
validator:
  namespace_check:
    long:
      ignore_order: true
      ignore_dtypes: true
  result:
    ignore_names: true
"""

long = df[["alcohol", "magnesium", "flavanoids", "od280/od315_of_diluted_wines"]].melt(var_name="measure", value_name="value").dropna().reset_index(drop=True)

long.groupby("measure")["value"].median()

# %%
"""
question: |-
  Extreme values of `color_intensity` should not dominate a mean. Add a last column
  `color_intensity_clipped` to `df` in which every value of `color_intensity` below its 5th percentile
  is set to that percentile, and every value above its 95th percentile to that one (linear
  interpolation, the default of pandas). By how much does this change the mean: what is the mean of
  `color_intensity_clipped` minus the mean of `color_intensity`, as a float rounded to 3 decimals?
validator:
  namespace_check:
    df:
      ignore_dtypes: true
"""

low, high = df["color_intensity"].quantile([0.05, 0.95])
df["color_intensity_clipped"] = df["color_intensity"].clip(low, high)

float(round(df["color_intensity_clipped"].mean() - df["color_intensity"].mean(), 3))

# %%
"""
question: |-
  Among `ash`, `total_phenols`, `nonflavanoid_phenols`, `proanthocyanins` and `proline`, which two
  columns of `df` are most strongly related, whatever the sign? Use the Spearman correlation, and
  answer with a tuple of three: the name that comes first in my list, the other name, and the
  correlation with its sign, rounded to 3 decimals. Should several pairs be equally strong to 3
  decimals, take the one whose first name stands first in my list, and then the one whose second name
  does.
validator:
  result:
"""

columns = ["ash", "total_phenols", "nonflavanoid_phenols", "proanthocyanins", "proline"]
correlations = df[columns].corr(method="spearman").round(3)
pairs = [(a, b, float(correlations.loc[a, b])) for i, a in enumerate(columns) for b in columns[i + 1 :]]

max(pairs, key=lambda pair: abs(pair[2]))

# %%
"""
question: |-
  Divide the rows of `df` into bands of `alcalinity_of_ash`: add a last column
  `alcalinity_of_ash_band` that holds the text `low` up to and including 18, `middle` above that up to
  and including 21, and `high` above 21. How many rows does each band have? Answer with a Series
  indexed by `low`, `middle` and `high`, in this order.
validator:
  namespace_check:
    df:
      ignore_dtypes: true
  result:
    ignore_names: true
    ignore_dtypes: true
"""

edges = [-np.inf, 18, 21, np.inf]
df["alcalinity_of_ash_band"] = pd.cut(df["alcalinity_of_ash"], bins=edges, labels=["low", "middle", "high"]).astype(str)

df["alcalinity_of_ash_band"].value_counts().reindex(["low", "middle", "high"])

# %%
"""
question: |-
  We want to predict `cultivar` from `alcohol`, `ash`, `total_phenols`, `hue` and `proline`. Set every
  fourth row of `df` aside for testing, that is the rows at positions 3, 7, 11 and so on counted from
  0, and keep the others for training, both in the order of `df`. Store the features as DataFrames
  `X_train` and `X_test`, with the columns in the order in which I named them, and `cultivar` as
  Series `y_train` and `y_test`; all four keep the index labels of `df`. Answer with a tuple: the
  number of training rows, then of test rows.
validator:
  namespace_check:
    X_train:
    X_test:
    y_train:
    y_test:
"""

for_test = np.arange(len(df)) % 4 == 3
X_train, X_test = df.loc[~for_test, ["alcohol", "ash", "total_phenols", "hue", "proline"]], df.loc[for_test, ["alcohol", "ash", "total_phenols", "hue", "proline"]]
y_train, y_test = df.loc[~for_test, "cultivar"], df.loc[for_test, "cultivar"]

(len(X_train), len(X_test))

# %%
"""
question: |-
  Train a classifier named `model` on `X_train` and `y_train`: a scikit-learn pipeline that
  standardises the features and then fits a logistic regression with `max_iter=1000` and all other
  settings at their defaults. It will be judged by its accuracy on `X_test` and `y_test`.
validator:
  model:
    model_name: model
    inputs_name: X_test
    labels_name: y_test
    metric_type: accuracy
    tolerance: -0.02
execution:
  max_time: 30
"""

from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)).fit(X_train, y_train)

# %%
"""
question: |-
  Is that better than guessing? Compare `model` with always guessing the `cultivar` that is most
  frequent in `y_train` (the first in ascending order, if several are). Answer with a tuple: the share
  of the rows of `X_test` that `model` predicts correctly, then the share that guessing gets right,
  both as floats rounded to 3 decimals.
validator:
  result:
execution:
  max_time: 30
"""

guess = y_train.mode().iloc[0]
hits = model.predict(X_test) == y_test

(float(round(hits.mean(), 3)), float(round((y_test == guess).mean(), 3)))

# %%
"""
question: |-
  Write a function `longest_rise(values)` for a list of numbers: it returns the length of the longest
  stretch of consecutive elements in which each is greater than the one before. A single element is a
  stretch of length 1; an empty list has none, so the result is 0. Equal neighbours end a stretch.
  `values` must not be changed.
validator:
  table_test:
    function_name: longest_rise
    test_cases:
      -
        - []
      -
        - [7]
      -
        - [1, 2, 3, 4]
      -
        - [4, 3, 2, 1]
      -
        - [1, 2, 2, 3, 4, 5]
      -
        - [5, 1, 2, 3, 0, 1]
      -
        - [-1.5, -1.25, 0, 0.5, 0.5]
      - |
        ```
        def _generate():
            return ([random.randint(0, 9) for _ in range(random.randint(2, 80))],)
        ```
      - "//"
      - "//"
"""

def longest_rise(values):
    longest = length = 0
    for index, value in enumerate(values):
        rising = index > 0 and value > values[index - 1]
        length = length + 1 if rising else 1
        longest = max(longest, length)
    return longest

# %%
"""
question: |-
  Apply `longest_rise` to `proanthocyanins` of `df`, in the order of the rows. Answer with an integer.
validator:
  result:
"""

longest_rise(df["proanthocyanins"].tolist())
