# %%
import numpy as np
import pandas as pd

# %%
"""
question: |-
  This session is about one data set: Weather in Seattle. Read `inputs/seattle-weather.csv` into a
  DataFrame named `df` with the default settings of the pandas reader and tell me its size as a tuple:
  the number of rows, then the number of columns.
validator:
  namespace_check:
    df:
"""

df = pd.read_csv("inputs/seattle-weather.csv")

df.shape

# %%
"""
question: |-
  `date` was read as text, written in the format `%Y/%m/%d`. Convert it to datetimes inside `df` and
  tell me how many whole days lie between the earliest and the latest of them, as an integer, ignoring
  any part of a day that is left over.
validator:
  namespace_check:
    df:
"""

df["date"] = pd.to_datetime(df["date"], format="%Y/%m/%d")

int((df["date"].max() - df["date"].min()).days)

# %%
"""
question: |-
  In how many rows of `df` does `temp_max` lie between 12 and 20, both limits included, and what
  percentage of all rows of `df` is that? Answer with a tuple: the count, then the percentage rounded
  to 1 decimal.
validator:
  result:
"""

inside = df["temp_max"].between(12, 20)

(int(inside.sum()), float(round(inside.mean() * 100, 1)))

# %%
"""
question: |-
  Do `wind` and `temp_min` go together? Give me their Pearson correlation over the rows of `df` that
  have both, as a float rounded to 3 decimals.
validator:
  result:
"""

float(round(df["wind"].corr(df["temp_min"]), 3))

# %%
"""
question: |-
  How does `precipitation` differ by `weather`? Make a DataFrame `summary` with one row per `weather`
  and three columns in this order: `weather`, `rows` (how many rows of `df` belong to it) and `mean`
  (its mean `precipitation`, rounded to 2 decimals). The highest `mean` comes first; rows whose
  `mean`, as rounded, is equal are ordered by `weather` ascending, and the index counts from 0.
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
    df.groupby("weather", observed=True)
    .agg(rows=("precipitation", "size"), mean=("precipitation", "mean"))
    .round({"mean": 2})
    .reset_index()
    .sort_values(["mean", "weather"], ascending=[False, True])
    .reset_index(drop=True)
)

# %%
"""
question: |-
  Does `temp_min` depend on the day of the week? Take the weekday of `date` as a number, 0 for Monday
  to 6 for Sunday, and answer with a Series of the mean `temp_min` of each weekday that occurs,
  rounded to 2 decimals, indexed by that number in ascending order.
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

df.groupby(df["date"].dt.day_of_week)["temp_min"].mean().round(2)

# %%
"""
question: |-
  Bring the `mean` of `summary` back to the single rows: make a DataFrame `compared` with all rows of
  `df` in their order, all columns of `df` and, last, the column `mean` that `summary` has for the
  row's `weather`, indexed from 0. In how many rows is `precipitation` greater than this `mean`?
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

compared = df.merge(summary[["weather", "mean"]], on="weather", how="left")

int((compared["precipitation"] > compared["mean"]).sum())

# %%
"""
question: |-
  For a chart I need `precipitation`, `temp_max`, `temp_min` and `wind` of `df` in long form. Make a
  DataFrame `long` with two columns, `measure` (the name of the original column) and `value`, and one
  row for every value that is not missing; the order of its rows and its index do not matter. Then
  answer with the median of `value` for each `measure`, unrounded, as a Series indexed by `measure` in
  alphabetical order.
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

long = df[["precipitation", "temp_max", "temp_min", "wind"]].melt(var_name="measure", value_name="value").dropna().reset_index(drop=True)

long.groupby("measure")["value"].median()

# %%
"""
question: |-
  Divide the rows of `df` into bands of `temp_max`: add a last column `temp_max_band` that holds the
  text `low` up to and including 12, `middle` above that up to and including 20, and `high` above 20.
  How many rows does each band have? Answer with a Series indexed by `low`, `middle` and `high`, in
  this order.
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

edges = [-np.inf, 12, 20, np.inf]
df["temp_max_band"] = pd.cut(df["temp_max"], bins=edges, labels=["low", "middle", "high"]).astype(str)

df["temp_max_band"].value_counts().reindex(["low", "middle", "high"])

# %%
"""
question: |-
  We want to predict `weather` from `precipitation`, `temp_max`, `temp_min` and `wind`. Set every
  fourth row of `df` aside for testing, that is the rows at positions 3, 7, 11 and so on counted from
  0, and keep the others for training, both in the order of `df`. Store the features as DataFrames
  `X_train` and `X_test`, with the columns in the order in which I named them, and `weather` as Series
  `y_train` and `y_test`; all four keep the index labels of `df`. Answer with a tuple: the number of
  training rows, then of test rows.
validator:
  namespace_check:
    X_train:
    X_test:
    y_train:
    y_test:
"""

for_test = np.arange(len(df)) % 4 == 3
X_train, X_test = df.loc[~for_test, ["precipitation", "temp_max", "temp_min", "wind"]], df.loc[for_test, ["precipitation", "temp_max", "temp_min", "wind"]]
y_train, y_test = df.loc[~for_test, "weather"], df.loc[for_test, "weather"]

(len(X_train), len(X_test))

# %%
"""
question: |-
  Train a classifier named `model` on `X_train` and `y_train`: a scikit-learn pipeline that
  standardises the features and then fits a logistic regression with `max_iter=1000` and all other
  settings at their defaults. It will be judged by its accuracy on `X_test` and `y_test`. Answer with
  its predictions for the rows of `X_test`, in their order, as a list.
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

model.predict(X_test).tolist()

# %%
"""
question: |-
  Is that better than guessing? Compare `model` with always guessing the `weather` that is most
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
  New values of `temp_max` will come in one by one. Write a function `band_of(value)` that returns the
  band of a number by the limits used for `temp_max_band`: `low` up to and including 12, `middle`
  above that up to and including 20, `high` beyond. For None it returns `unknown`.
validator:
  table_test:
    function_name: band_of
    test_cases:
      - ["`12`"]
      - ["`20`"]
      - ["`12 + 1e-6`"]
      - ["`20 + 1e-6`"]
      - ["`12 - 1000`"]
      - ["`20 + 1000`"]
      - ["`(12 + 20) / 2`"]
      - ["`None`"]
      - ["`random.uniform(-1.6, 35.6)`"]
      - "//"
      - "//"
"""

def band_of(value):
    if value is None:
        return "unknown"
    if value <= 12:
        return "low"
    return "middle" if value <= 20 else "high"

# %%
"""
question: |-
  Extreme values of `wind` should not dominate a mean. Add a last column `wind_clipped` to `df` in
  which every value of `wind` below its 5th percentile is set to that percentile, and every value
  above its 95th percentile to that one (linear interpolation, the default of pandas). By how much
  does this change the mean: what is the mean of `wind_clipped` minus the mean of `wind`, as a float
  rounded to 3 decimals?
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

low, high = df["wind"].quantile([0.05, 0.95])
df["wind_clipped"] = df["wind"].clip(low, high)

float(round(df["wind_clipped"].mean() - df["wind"].mean(), 3))

# %%
"""
question: |-
  Using the column `temp_max_band` that you made: what percentage of the rows of each `weather` is
  `high`? Answer with a Series indexed by `weather` in ascending order, rounded to 1 decimal, with 0
  for a `weather` that has none.
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

(df["temp_max_band"] == "high").groupby(df["weather"]).mean().mul(100).round(1)
