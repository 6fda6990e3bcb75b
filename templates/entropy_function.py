"""
title: Evenness as a function
stage: functions
unlike: [top_share_function]
knowledge: [functions, entropy, counting]
needs: [df]
presumes: rows that are alike
worth: "answer <= 0.97"
slots:
  group: {kind: [category, flag], distinct: 3..60}
where:
  - test: (group.is_text or group.kind == "flag") and "treatment" not in group.roles
    says: a category that is written in words, and was not drawn by lot
  - test: group.present >= 20 and not group.is_even and not group.is_planned and "unknown" not in group.levels|map(attribute="value")|map("string")|map("lower") and group.leading(1) < 0.9 * group.present and group.value_kind not in ["period", "ordinal", "count"] and "instant" not in group.roles
    says: a category with at least 20 values, some of them more frequent, none in nearly all rows
"""

# %%
"""
question: |
  [[How evenly are values spread? || A measure of variety would help.]] Write a function `evenness(values)` for a
  list: the Shannon entropy of the shares of its different values (natural logarithm), divided by the natural
  logarithm of their number, so that 1 means that all are equally frequent. With fewer than two different values it
  returns 0.0.[[arguments: `values` must not be changed.]]

validator:
  template: intact
  table_test:
    function_name: evenness
    test_cases:
      - [["a", "b"]]
      - [["a", "a", "a", "b"]]
      - [["x"]]
      - [[]]
      - [[1, 2, 3, 3, 3, 3]]
      - |
        ```
        def _generate():
            return ([random.choice("aaabbcd") for _ in range(random.randint(5, 80))],)
        ```
      - //
      - //
    output_checker:
      rtol: 1.0e-9
      atol: 1.0e-9
    input_validator: |
      def _validate(values):
          return isinstance(values, list)
"""

import math


def evenness(values):
    counts = [values.count(value) for value in set(values)]
    if len(counts) < 2:
        return 0.0
    shares = sorted(count / len(values) for count in counts)
    return -sum(share * math.log(share) for share in shares) / math.log(len(shares))

# %%
"""
question: |
  Apply `evenness` to {{ group }} of `df`{% if group.missing %}[[missing:, missing values left out]]{% endif %}. Answer with a float rounded
  to 3 decimals.

validator:
  result:
execution:
  max_time: 30
"""

round(evenness(df[{{ group }}].dropna().tolist()), 3)
