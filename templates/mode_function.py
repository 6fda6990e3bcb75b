"""
title: The most frequent values as a function
stage: functions
unlike: [top_share_function, entropy_function]
knowledge: [functions, counting, ties]
presumes: rows that are alike
needs: [df]
worth: "answer[0]|sort != answer[1]|sort and [answer[0]|length, answer[1]|length]|max <= 2"
slots:
  group: {kind: category, text: true, distinct: 3..60}
  amount: {kind: amount, distinct: 10..}
let:
  limits: amount.cuts(2, 5)
where:
  - test: '"entity" not in group.roles'
    says: a category that is not what a panel follows
  - test: not group.is_even
    says: a category in which some levels are more frequent
  - test: limits
    says: an amount with a round number in its middle
"""

# %%
"""
question: |
  [[A most frequent value need not be the only one. || Names have no average, but modes.]] Write a function
  `modes(values)` that returns the list of those different elements of the list `values` that occur most often, in the
  order of their first appearance. None counts for nothing and is never returned; without any other element the result
  is an empty list.[[arguments: `values` must not be changed.]]

validator:
  template: intact
  table_test:
    function_name: modes
    test_cases:
      - [["a", "b", "a"]]
      - [["b", "a"]]
      - [[]]
      - ["`[None, None, 'x']`"]
      - ["`[None]`"]
      - [[3, 1, 3, 1, 2]]
      - |
        ```
        def _generate():
            return ([random.choice(["p", "q", "r", "s", None]) for _ in range(random.randint(1, 40))],)
        ```
      - //
      - //
    input_validator: |
      def _validate(values):
          return isinstance(values, list)
"""

def modes(values):
    counts = {}
    for value in values:
        if value is not None:
            counts[value] = counts.get(value, 0) + 1
    highest = max(counts.values(), default=0)
    return [value for value, count in counts.items() if count == highest]

# %%
"""
question: |
  Use `modes` on {{ group }} twice: for the {{ rows }} in `df` whose {{ amount }} is at most {{ limits[0] }}, and for
  those where it is greater {% if group.missing or amount.missing %}[[missing:(missing values of either column left
  out)]]{% endif %}. Answer with a tuple of the two lists.

validator:
  result:
"""

complete_pairs = df[[{{ group }}, {{ amount }}]].dropna()
is_low = complete_pairs[{{ amount }}] <= {{ limits[0] }}

(modes(complete_pairs.loc[is_low, {{ group }}].tolist()), modes(complete_pairs.loc[~is_low, {{ group }}].tolist()))
