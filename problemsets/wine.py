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
  How are the rows of `df` spread over `cultivar`? Answer with a Series indexed by `cultivar` that
  holds the percentage of rows of each value, rounded to 1 decimal. The largest share comes first;
  equal (rounded) shares are ordered by `cultivar` ascending.
validator:
  result: |
    def compare_fn(reference, submission):
        import pandas as pd

        forgiven = ["check_dtype", "check_index_type", "check_names", "check_categorical", "check_freq"]
        options = dict.fromkeys(forgiven, False) | {"rtol": 1e-9, "atol": 1e-9}
        try:
            if isinstance(reference, pd.DataFrame):
                pd.testing.assert_frame_equal(submission, reference, check_column_type=False, **options)
            else:
                pd.testing.assert_series_equal(submission, reference, **options)
        except (AssertionError, TypeError, ValueError) as error:
            return {"match": False, "reason": str(error)}
        return {"match": True, "reason": ""}
"""

shares = df["cultivar"].value_counts(normalize=True).mul(100).round(1)

shares.sort_index().sort_values(ascending=False, kind="stable")

# %%
"""
question: |-
  Look only at the rows where `hue` is greater than 0.97. Which `cultivar` occurs most often among
  them, and in how many of them? Answer with a tuple: the value of `cultivar`, then the count. If
  several are equally frequent, take the one that comes first in ascending order.
validator:
  result:
"""

counts_3 = df.loc[df["hue"] > 0.97, "cultivar"].value_counts()

(counts_3[counts_3 == counts_3.max()].index.min(), int(counts_3.max()))

# %%
"""
question: |-
  How does `alcalinity_of_ash` differ by `cultivar`? Make a DataFrame `summary` with one row per
  `cultivar` and three columns in this order: `cultivar`, `rows` (how many rows of `df` belong to it)
  and `mean` (its mean `alcalinity_of_ash`, rounded to 2 decimals). The highest `mean` comes first;
  rows whose `mean`, as rounded, is equal are ordered by `cultivar` ascending, and the index counts
  from 0.
validator:
  template: intact
  namespace_check:
    summary: |
      def compare_fn(reference, submission):
          import pandas as pd

          forgiven = ["check_dtype", "check_index_type", "check_names", "check_categorical", "check_freq"]
          options = dict.fromkeys(forgiven, False) | {"rtol": 1e-9, "atol": 1e-9}
          try:
              if isinstance(reference, pd.DataFrame):
                  pd.testing.assert_frame_equal(submission, reference, check_column_type=False, **options)
              else:
                  pd.testing.assert_series_equal(submission, reference, **options)
          except (AssertionError, TypeError, ValueError) as error:
              return {"match": False, "reason": str(error)}
          return {"match": True, "reason": ""}
"""

summary = (
    df.groupby("cultivar", observed=True)
    .agg(rows=("alcalinity_of_ash", "size"), mean=("alcalinity_of_ash", "mean"))
    .round({"mean": 2})
    .reset_index()
    .sort_values(["mean", "cultivar"], ascending=[False, True])
    .reset_index(drop=True)
)

# %%
"""
question: |-
  Bring the `mean` of `summary` back to the single rows: make a DataFrame `compared` with all rows of
  `df` in their order, all columns of `df` and, last, the column `mean` that `summary` has for the
  row's `cultivar`, indexed from 0. In how many rows is `alcalinity_of_ash` greater than this `mean`?
  Answer with an integer.
validator:
  namespace_check:
    compared: |
      def compare_fn(reference, submission):
          import pandas as pd

          forgiven = ["check_dtype", "check_index_type", "check_names", "check_categorical", "check_freq"]
          options = dict.fromkeys(forgiven, False) | {"rtol": 1e-9, "atol": 1e-9}
          try:
              if isinstance(reference, pd.DataFrame):
                  pd.testing.assert_frame_equal(submission, reference, check_column_type=False, **options)
              else:
                  pd.testing.assert_series_equal(submission, reference, **options)
          except (AssertionError, TypeError, ValueError) as error:
              return {"match": False, "reason": str(error)}
          return {"match": True, "reason": ""}
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
    long: |
      def compare_fn(reference, submission):
          import pandas as pd

          forgiven = ["check_dtype", "check_column_type", "check_names", "check_categorical"]
          options = dict.fromkeys(forgiven, False) | {"rtol": 1e-9, "atol": 1e-9}
          try:
              ordered = [
                  table.sort_values(list(table.columns), key=lambda column: column.astype(object)).reset_index(drop=True)
                  for table in (submission, reference)
              ]
              pd.testing.assert_frame_equal(*ordered, **options)
          except (AssertionError, AttributeError, TypeError, ValueError) as error:
              return {"match": False, "reason": str(error)}
          return {"match": True, "reason": ""}
  result: |
    def compare_fn(reference, submission):
        import pandas as pd

        forgiven = ["check_dtype", "check_index_type", "check_names", "check_categorical", "check_freq"]
        options = dict.fromkeys(forgiven, False) | {"rtol": 1e-9, "atol": 1e-9}
        try:
            if isinstance(reference, pd.DataFrame):
                pd.testing.assert_frame_equal(submission, reference, check_column_type=False, **options)
            else:
                pd.testing.assert_series_equal(submission, reference, **options)
        except (AssertionError, TypeError, ValueError) as error:
            return {"match": False, "reason": str(error)}
        return {"match": True, "reason": ""}
"""

long = df[["alcohol", "magnesium", "flavanoids", "od280/od315_of_diluted_wines"]].melt(var_name="measure", value_name="value").dropna().reset_index(drop=True)

long.groupby("measure")["value"].median()

# %%
"""
question: |-
  Divide the rows of `df` into bands of `total_phenols`: add a last column `total_phenols_band` that
  holds the text `low` up to and including 1.9, `middle` above that up to and including 2.6, and
  `high` above 2.6. How many rows does each band have? Answer with a Series indexed by `low`, `middle`
  and `high`, in this order.
validator:
  namespace_check:
    df: |
      def compare_fn(reference, submission):
          import pandas as pd

          forgiven = ["check_dtype", "check_index_type", "check_names", "check_categorical", "check_freq"]
          options = dict.fromkeys(forgiven, False) | {"rtol": 1e-9, "atol": 1e-9}
          try:
              if isinstance(reference, pd.DataFrame):
                  pd.testing.assert_frame_equal(submission, reference, check_column_type=False, **options)
              else:
                  pd.testing.assert_series_equal(submission, reference, **options)
          except (AssertionError, TypeError, ValueError) as error:
              return {"match": False, "reason": str(error)}
          return {"match": True, "reason": ""}
  result: |
    def compare_fn(reference, submission):
        import pandas as pd

        forgiven = ["check_dtype", "check_index_type", "check_names", "check_categorical", "check_freq"]
        options = dict.fromkeys(forgiven, False) | {"rtol": 1e-9, "atol": 1e-9}
        try:
            if isinstance(reference, pd.DataFrame):
                pd.testing.assert_frame_equal(submission, reference, check_column_type=False, **options)
            else:
                pd.testing.assert_series_equal(submission, reference, **options)
        except (AssertionError, TypeError, ValueError) as error:
            return {"match": False, "reason": str(error)}
        return {"match": True, "reason": ""}
"""

edges = [-np.inf, 1.9, 2.6, np.inf]
df["total_phenols_band"] = pd.cut(df["total_phenols"], bins=edges, labels=["low", "middle", "high"]).astype(str)

df["total_phenols_band"].value_counts().reindex(["low", "middle", "high"])

# %%
"""
question: |-
  We want to predict `cultivar` from `malic_acid`, `ash`, `nonflavanoid_phenols`, `proanthocyanins`
  and `proline`. Set every fourth row of `df` aside for testing, that is the rows at positions 3, 7,
  11 and so on counted from 0, and keep the others for training, both in the order of `df`. Store the
  features as DataFrames `X_train` and `X_test`, with the columns in the order in which I named them,
  and `cultivar` as Series `y_train` and `y_test`; all four keep the index labels of `df`. Answer with
  a tuple: the number of training rows, then of test rows.
validator:
  namespace_check:
    X_train:
    X_test:
    y_train:
    y_test:
"""

for_test = np.arange(len(df)) % 4 == 3
X_train, X_test = df.loc[~for_test, ["malic_acid", "ash", "nonflavanoid_phenols", "proanthocyanins", "proline"]], df.loc[for_test, ["malic_acid", "ash", "nonflavanoid_phenols", "proanthocyanins", "proline"]]
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
  Extreme values of `color_intensity` should not dominate a mean. Add a last column
  `color_intensity_clipped` to `df` in which every value of `color_intensity` below its 5th percentile
  is set to that percentile, and every value above its 95th percentile to that one (linear
  interpolation, the default of pandas). By how much does this change the mean: what is the mean of
  `color_intensity_clipped` minus the mean of `color_intensity`, as a float rounded to 3 decimals?
validator:
  namespace_check:
    df: |
      def compare_fn(reference, submission):
          import pandas as pd

          forgiven = ["check_dtype", "check_index_type", "check_names", "check_categorical", "check_freq"]
          options = dict.fromkeys(forgiven, False) | {"rtol": 1e-9, "atol": 1e-9}
          try:
              if isinstance(reference, pd.DataFrame):
                  pd.testing.assert_frame_equal(submission, reference, check_column_type=False, **options)
              else:
                  pd.testing.assert_series_equal(submission, reference, **options)
          except (AssertionError, TypeError, ValueError) as error:
              return {"match": False, "reason": str(error)}
          return {"match": True, "reason": ""}
"""

low, high = df["color_intensity"].quantile([0.05, 0.95])
df["color_intensity_clipped"] = df["color_intensity"].clip(low, high)

float(round(df["color_intensity_clipped"].mean() - df["color_intensity"].mean(), 3))

# %%
"""
question: |-
  Is `flavanoids` different for the rows of `df` where `cultivar` is `class_1`? Compare them with all
  other rows by Welch's t test (two-sided, variances not assumed equal), the rows with `class_1` as
  the first sample. Answer with a tuple: the t statistic rounded to 3 decimals, then True if the
  p-value is below 0.05, else False.
validator:
  result:
execution:
  max_time: 30
"""

from scipy import stats

chosen = df["cultivar"] == "class_1"
t_test = stats.ttest_ind(
    df.loc[chosen, "flavanoids"].dropna(), df.loc[~chosen, "flavanoids"].dropna(), equal_var=False
)

(float(round(t_test.statistic, 3)), bool(t_test.pvalue < 0.05))

# %%
"""
question: |-
  Using the column `total_phenols_band` that you made: what percentage of the rows of each `cultivar`
  is `high`? Answer with a Series indexed by `cultivar` in ascending order, rounded to 1 decimal, with
  0 for a `cultivar` that has none.
validator:
  result: |
    def compare_fn(reference, submission):
        import pandas as pd

        forgiven = ["check_dtype", "check_index_type", "check_names", "check_categorical", "check_freq"]
        options = dict.fromkeys(forgiven, False) | {"rtol": 1e-9, "atol": 1e-9}
        try:
            if isinstance(reference, pd.DataFrame):
                pd.testing.assert_frame_equal(submission, reference, check_column_type=False, **options)
            else:
                pd.testing.assert_series_equal(submission, reference, **options)
        except (AssertionError, TypeError, ValueError) as error:
            return {"match": False, "reason": str(error)}
        return {"match": True, "reason": ""}
"""

(df["total_phenols_band"] == "high").groupby(df["cultivar"]).mean().mul(100).round(1)

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
  The rows of which `cultivar` of `df` are most concentrated in one value of `total_phenols_band`? Apply
  `top_share` with `k` set to 1 to the bands of each `cultivar`. Answer with a tuple: the `cultivar` whose
  share is the largest (of several, the first in ascending order), then its share as a float rounded to 3
  decimals.
validator:
  result:
"""

shares_15 = df.groupby("cultivar")["total_phenols_band"].apply(lambda bands: top_share(bands.tolist(), 1))

(shares_15.idxmax(), float(round(shares_15.max(), 3)))
