# %%
import pandas as pd

orders = pd.DataFrame(
    {
        "order_id": range(1, 25),
        "day": pd.date_range("2024-03-01", periods=24).strftime("%Y-%m-%d"),
        "shop": ["Nord", "West", "Nord", "Hafen", "West", "Nord"] * 4,
        "product": ["tea", "cup", "pot", "tea", "tea", "cup"] * 4,
        "price": [3.5, 8.0, 21.0, 3.5, 4.0, 7.5, 3.0, 9.0, 20.0, 3.9, 4.2, 8.1] * 2,
        "quantity": [2, 1, 1, 5, 3, 2, 4, 1, 2, 1, 6, 1] * 2,
        "rating": [4.0, None, 5.0, 3.0, 4.0, 2.0, 5.0, 4.0, None, 3.0, 1.0, 4.0] * 2,
    }
)

# %%
"""
question: |
  What is the total revenue, the sum of `price` times `quantity` over all rows of `orders`, rounded to two decimals?
validator:
  result:
"""

round((orders["price"] * orders["quantity"]).sum(), 2)

# %%
"""
question: |
  Which three shops have the most rows in `orders`? Give their names as a list, the one with the most rows first.
validator:
  result:
"""

orders["shop"].value_counts().head(3).index.tolist()

# %%
"""
question: |
  Make a new table `sales`: `orders` with a further column `revenue`, which is `price` times `quantity`. Leave `orders`
  as it is.
validator:
  namespace_check:
    sales:
"""

sales = orders.assign(revenue=orders["price"] * orders["quantity"])

# %%
"""
question: |
  Write a function `share_above(prices, limit)` that returns the share, from 0 to 1, of a list of prices that are above
  a limit.
validator:
  table_test:
    function_name: share_above
    test_cases:
      - [[3.5, 8.0, 21.0, 3.5], 5]
      - [[3.5, 8.0, 21.0, 3.5], 8]
      - [[4.0], 20]
"""


def share_above(prices, limit):
    return sum(price > limit for price in prices) / len(prices)


# %%
"""
question: |
  What is the mean `rating` of each shop in `orders`, without the missing ones? Give a Series indexed by shop, sorted from
  the highest mean to the lowest.
validator:
  result:
"""

orders.groupby("shop")["rating"].mean().sort_values(ascending=False)

# %%
"""
question: |
  Store in `busiest` the day with the largest sum of `quantity` in `orders`, the earliest one of several, as a string like
  "2024-03-01".
validator:
  namespace_check:
    busiest:
"""

busiest = orders.groupby("day")["quantity"].sum().idxmax()

# %%
"""
question: |
  How many rows of `orders` have a `day` that is a Saturday or a Sunday?
validator:
  result:
"""

int((pd.to_datetime(orders["day"]).dt.dayofweek >= 5).sum())

# %%
"""
question: |
  Make a table `wide` with one row for each shop and one column for each product, which holds the sum of `quantity` in
  `orders`, 0 where there is none.
validator:
  namespace_check:
    wide:
"""

wide = orders.pivot_table(index="shop", columns="product", values="quantity", aggfunc="sum", fill_value=0)
