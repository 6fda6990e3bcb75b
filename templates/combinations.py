"""
title: Which combinations occur
stage: reshaping
unlike: [cross_counts, fill_unknown]
knowledge: [counting, combinations, sorting]
presumes: rows that are alike
needs: [df]
worth: 0.1 * answer[0] <= answer[1] <= 1.5 * answer[0] and answer[1] >= 2
slots:
  one: {kind: [category, flag], missing: 0, distinct: 3..30}
  other: {kind: [category, flag], missing: 0, distinct: 2..30}
where:
  - test: one.is_named and other.is_named
    says: two categories of which is known what they are
  - test: one.levels and other.levels and 3 * one.distinct * other.distinct <= table.rows
    says: two categories whose levels are all known, with three rows for each pair of them
"""

# %%
"""
question: |
  [[Which {{ one }} and {{ other }} come together most? || What combinations of {{ one }} and {{ other }} are there?]]
  Make a DataFrame `pairs` with the columns {{ one }}, {{ other }} and `count`: one row for each combination in `df`,
  with its number of {{ rows }}, the most frequent first, equal counts in ascending order of {{ one }} and then
  of {{ other }}[[index:, numbered from 0]]. Answer with a tuple of two integers: how many combinations occur, and
  how many of all conceivable ones (any {{ one }} with any {{ other }} in `df`) do not.

validator:
  namespace_check:
    pairs: "{{ same_table }}"
"""

pairs = (
    df.groupby([{{ one }}, {{ other }}], observed=True)
    .size()
    .reset_index(name="count")
    .sort_values(["count", {{ one }}, {{ other }}], ascending=[False, True, True])
    .reset_index(drop=True)
)

(len(pairs), int(df[{{ one }}].nunique() * df[{{ other }}].nunique() - len(pairs)))
