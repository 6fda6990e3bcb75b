"""
title: Column names that are easy to type
stage: functions
knowledge: [functions, strings, regular expressions]
needs: [df]
slots:
  columns: {many: 2..3}
where:
  - test: table.sayable
    says: column names that can all be written in a sentence
  - test: table.width <= 25
    says: at most 25 columns
  - test: table.untidy
    says: column names that are hard to type
"""

# %%
"""
question: |
  Write a function `tidy_name(name)` that makes a column name easy to type: the text in lower case, every run of
  characters other than the letters a to z and the digits 0 to 9 replaced by one underscore, without underscores at
  the beginning and the end; `column` if nothing is left.

validator:
  table_test:
    function_name: tidy_name
    test_cases:
      - ["{{ columns[0] }}"]
      - ["{{ columns[1] }}"]
      - ["Body Mass (g)"]
      - ["  % of total -- 2019 "]
      - ["__id__"]
      - ["already_tidy"]
      - ["?!"]
      - [""]
      - |
        ```
        def _generate():
            signs = "ABCxyz019 _-.()/%"
            return ("".join(random.choice(signs) for _ in range(random.randint(1, 20))),)
        ```
      - //
      - //
"""

import re


def tidy_name(name):
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "column"

# %%
"""
question: |
  What would `tidy_name` call the columns of `df`, which keep their names for now? Answer with a list in their order.

validator:
  result:
"""

[tidy_name(name) for name in df.columns]
