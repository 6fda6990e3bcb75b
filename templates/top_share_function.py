"""
title: How much the most frequent values cover
stage: functions
knowledge: [functions, counting, shares]
needs: [df]
worth: "0.1 <= answer < 0.95 and answer >= 1.5 * 3 / group.distinct"
slots:
  group: {kind: [category], distinct: 8..}
where:
  - test: group.is_text and "treatment" not in group.roles
    says: a category that is written in words, and was not drawn by lot
  - test: group.present >= 5 * group.distinct and not group.is_even and group.leading(1) < 0.9 * group.present and group.value_kind not in ["period", "ordinal", "count"] and "instant" not in group.roles
    says: a category with at least 10 values, some of them more frequent, none in nearly all rows
"""

# %%
"""
question: |
  Write a function `top_share(values, k)` that says how concentrated a list is: it returns the share, between 0 and 1 and
  unrounded, of the elements of `values` that belong to its `k` most frequent values. With fewer than `k` different values
  the share is 1.0, for an empty list it is 0.0. `k` is at least 1[[arguments:, and `values` must not be changed]].

validator:
  table_test:
    function_name: top_share
    test_cases:
      - [["a", "b", "a", "c"], 1]
      - [["a", "b", "a", "c"], 2]
      - [["x"], 3]
      - [[], 2]
      - [[3, 3, 2, 2, 1], 2]
      - |
        ```
        def _generate():
            values = [random.choice("aaabbcdefg") for _ in range(random.randint(5, 60))]
            return values, random.randint(1, 4)
        ```
      - //
      - //
    output_checker:
      rtol: 1.0e-9
      atol: 1.0e-9
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
question: |
  What does `top_share` give for {{ group }} of `df`{% if group.missing %}[[missing:, missing values left out,]]{% endif %} with `k` set to
  3? Answer with a float rounded to 3 decimals.

validator:
  result:
"""

round(top_share(df[{{ group }}].dropna().tolist(), 3), 3)
