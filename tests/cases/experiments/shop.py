# %%
"""
question: |-
  Using pandas, make a DataFrame named `orders` with the column `order` (1 to 12) and the column
  `amount`, where order k has the amount 10 * k. How many rows does it have, as an integer?
validator:
  namespace_check:
    orders:
execution:
  max_time: 30
"""

import pandas as pd

orders = pd.DataFrame({"order": range(1, 13), "amount": [10 * k for k in range(1, 13)]})

len(orders)

# %%
"""
question: |-
  Using pandas, make `shops` from `orders` with a further column `shop`: north for odd values of
  `order` and south for even ones. Show its last three rows as a DataFrame.
validator:
  namespace_check:
    shops:
  result:
"""

shops = orders.assign(shop=["north" if k % 2 else "south" for k in orders["order"]])

shops.tail(3)

# %%
"""
question: |-
  Using pandas, store as `totals` the sum of `amount` in `shops` for each `shop`, as a Series sorted
  by the name of the shop.
validator:
  namespace_check:
    totals:
"""

totals = shops.groupby("shop")["amount"].sum().sort_index()

# %%
"""
question: |-
  Using pandas, name the shop with the highest value in `totals`, as text.
validator:
  result:
"""

totals.idxmax()

# %%
"""
question: |-
  Using pandas, what is the mean of `totals`, rounded to 2 decimals?
validator:
  result:
"""

round(float(totals.mean()), 2)

# %%
"""
question: |-
  Using pandas, make `days` from `shops` with the further column `day`: order k was made on day k of
  March 2024, as a timestamp. What is the weekday of the last order, as its English name?
validator:
  namespace_check:
    days:
  result:
"""

days = shops.assign(day=pd.to_datetime("2024-03-01") + pd.to_timedelta(shops["order"] - 1, unit="D"))

days["day"].iloc[-1].day_name()

# %%
"""
question: |-
  Using pandas, store as `smooth` the rolling mean over three rows of `amount` in `days`; the first
  two values are missing. What is its last value, as a float?
validator:
  namespace_check:
    smooth:
  result:
"""

smooth = days["amount"].rolling(3).mean()

float(smooth.iloc[-1])

# %%
"""
question: |-
  Using pandas, how many values of `smooth` are missing, as an integer?
validator:
  result:
"""

int(smooth.isna().sum())

# %%
"""
question: |-
  Using pandas, pivot `days` into `table`: one row per weekday, named in English and sorted by name, one
  column per `shop`, the mean of `amount` as values. What is its shape, as a tuple?
validator:
  namespace_check:
    table:
  result:
"""

table = days.pivot_table(index=days["day"].dt.day_name(), columns="shop", values="amount", aggfunc="mean")

table.shape

# %%
"""
question: |-
  Using pandas, which weekday has the highest mean for the shop north in `table`? Answer with a
  tuple of its name and the mean, rounded to 1 decimal.
validator:
  result:
"""

(table["north"].idxmax(), round(float(table["north"].max()), 1))
