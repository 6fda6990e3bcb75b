"""
title: A percentile rank as a function
stage: functions
unlike: [five_numbers, percentiles]
knowledge: [functions, percentile ranks, edge cases]
needs: [df]
pools: [amount]
worth: shown[0] <= 0.2 and (shown[1] - 0.5)|abs > 0.001
# How far the tenths of a per cent are from a half, which two ways of calculating may round to different sides.
shows: "({{ commonest([amount]) }}, float((2 * (df[{{ amount }}] < {{ number }}).sum() + (df[{{ amount }}] == {{ number }}).sum()) * 500 / df[{{ amount }}].count() % 1))"
slots:
  amount: {kind: amount, distinct: 20..}
let:
  limits: amount.cuts(3, 4)
  number: pick(limits) if limits else none
where:
  - test: limits
    says: an amount that round numbers divide into parts
  - test: table.followed < 10 and not table.ordered
    says: rows that do not follow things for long, in no order of time
  - test: amount.present >= 30
    says: an amount with at least 30 values
"""

# %%
"""
question: |
  [[Where does a number stand among others? Write || To place one number among others, write]] a function
  `percentile_rank(values, x)`: the percentage, from 0 to 100 and unrounded, of the numbers in the list `values` that are
  less than `x`, those equal to `x` counted half. None in `values` is left out; where nothing is left, the result is
  None.[[arguments: `values` must not be changed.]]

validator:
  table_test:
    function_name: percentile_rank
    test_cases:
      - [[1, 2, 3, 4], 3]
      - [[5, null, 5, 1], 5]
      - [[null], 2]
      - [[], 0]
      - [[2.5, -1], 10]
      - |
        ```
        def _generate():
            values = [random.choice([None, *range(12)]) for _ in range(random.randint(1, 40))]
            return values, random.randint(-1, 13)
        ```
      - //
      - //
    output_checker:
      rtol: 1.0e-9
      atol: 1.0e-9
"""

def percentile_rank(values, x):
    present = [value for value in values if value is not None]
    if not present:
        return None
    below = sum(value < x for value in present)
    return 100 * (below + sum(value == x for value in present) / 2) / len(present)

# %%
"""
question: |
  Which percentile rank does {{ number }} have among all values of {{ amount }} in
  `df`{% if amount.missing %}[[missing:, missing values left out]]{% endif %}? Answer with a float rounded to 1 decimal.

validator:
  result:
"""

round(percentile_rank(df[{{ amount }}].dropna().tolist(), {{ number }}), 1)
