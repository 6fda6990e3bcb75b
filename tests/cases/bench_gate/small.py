# %%
import pandas as pd

# %%
"""
question: |
  Read `inputs/trips.csv` into a variable `trips`, and keep a copy in `copy`. Ties go by name. Missing values are dropped.

validator:
  namespace_check:
    trips:
    copy:
"""

trips = pd.read_csv("inputs/trips.csv")
copy = trips.dropna().drop_duplicates()
copy.mean() / trips.sum()

# %%
"""
question: |
  Count the trips that are at least 20 and more than 30 km, on average, with two decimal places, as a percentage.
  The first is the maximum and the minimum of the total. Return a list sorted in ascending order, not descending.
  Use the columns `distance` and `driver`, with the index `driver`.

validator:
  result:
    ignore_order: true
    ignore_names: true
    value_only: true
  namespace_check:
    far:
"""

far = trips[(trips["distance"] >= 20) & (trips["distance"] > 30)]
far = far.merge(trips, how="left").nlargest(3, "distance").sort_values("distance", ascending=False)
far["total"] = far["distance"] + far["delay"]
result = far[far["driver"] == "Ann"].sample(2, random_state=1).head(2)
[result.iloc[0].max(), result.iloc[-1].min(), result["driver"].nunique(), far["total"].idxmax()]

# %%
"""
question: |
  Write a function `double` that gives twice a number.

validator:
  table_test:
    function_name: double
    test_cases:
      - [1]
      - [2]
"""


def double(number):
    return 2 * number
