"""
title: The most frequent values as a function
stage: functions
unlike: [top_share_function, entropy_function]
knowledge: [functions, counting, ties]
presumes: rows that are alike
needs: [df]
worth: answer.values()|map("join", "|")|unique|list|length >= 2 and answer.values()|map("length")|max <= 2
slots:
  words: {kind: category, text: true, distinct: 3..60}
  group: {kind: category, text: true, missing: 0, distinct: 2..8}
where:
  - test: '"entity" not in words.roles'
    says: a category that is not what a panel follows
  - test: not words.is_even
    says: a category in which some levels are more frequent
  - test: group.smallest >= words.missing + 5
    says: a group in which every level has five values of the category
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
  Use `modes` to find the most frequent {{ words }} of each {{ group }} in `df`
  {%- if words.missing %}[[missing:, missing values left out]]{% endif %}. Answer with a dict that maps each
  {{ group }} to its list.

validator:
  result:
"""

{level: modes(entries.dropna().tolist()) for level, entries in df.groupby({{ group }})[{{ words }}]}
