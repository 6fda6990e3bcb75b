"""
title: Changes over some steps as a function
stage: functions
knowledge: [functions, lists, lags]
needs: [df, months]
worth: 15 <= answer <= 92 and not 48 < answer < 52
slots:
  amount: {kind: amount, missing: 0, distinct: 15..}
where:
  - test: table.calendar and table.rows >= 4 * months.steps
    says: at least four years
"""

# %%
"""
question: |
  Write a function `changes(values, lag)` for a list of numbers and a positive whole number: it returns the list of each
  element less the one `lag` places before it, beginning with the first that has one; an empty list where none
  has.[[arguments: `values` must not be changed.]]

validator:
  table_test:
    function_name: changes
    test_cases:
      - [[], 1]
      - [[5], 1]
      - [[1, 4, 9, 16], 1]
      - [[1, 4, 9, 16], 3]
      - [[1, 4, 9, 16], 4]
      - [[2, -1, 2, -1, 3], 2]
      - |
        ```
        def _generate():
            return ([random.randint(-50, 50) for _ in range(random.randint(0, 40))], random.randint(1, 13))
        ```
      - //
      - //
"""

def changes(values, lag):
    return [later - earlier for earlier, later in zip(values, values[lag:])]

# %%
"""
question: |
  Apply `changes` to {{ amount }} in the order of `df`: in what percentage of the {{ months.period }}s from the second year
  on is {{ amount }} greater than a year before? Answer with a float rounded to 1 decimal.

validator:
  result:
"""

changes_in_year = changes(df[{{ amount }}].tolist(), {{ months.steps }})

round(sum(change > 0 for change in changes_in_year) / len(changes_in_year) * 100, 1)
