"""
title: An amount by group
stage: grouping
knowledge: [grouping, aggregation, sorting]
needs: [df]
worth: spread(answer, 3) >= (0.2 + group.noise) * amount.deviation and shown >= 0.02 + group.distinct / table.rows
shows: "{{ explained_share(group, amount) }}"
family: group means
slots:
  group: {kind: [category, flag, period], distinct: 2..30}
  amount: {kind: amount, distinct: 5..}
where:
  - test: group.is_named
    says: a category of which is known what it is
  - test: group.smallest >= amount.missing + 3 and 4 * group.distinct <= table.rows
    says: a group of three rows a level or more that have values of the amount
  - test: group.name not in ["rows", "mean"] and "mean" not in table.names
    says: columns with other names than "rows" and "mean"
gives:
  summary: {group: group, amount: amount}
"""

# %%
"""
question: |
  [[How does {{ amount }} differ by {{ group }}? || Summarise {{ amount }} by {{ group }}. || What is the mean
  {{ amount }} of each {{ group }}? || A table of {{ amount }} by {{ group }}, please.]] Make a DataFrame `summary`
  with one row per {{ group }} and the columns {{ group }}, `rows` (how many {{ rows }} in `df` it
  has{% if amount.missing %}, with or without {{ amount }}{% endif %}) and `mean` (its mean {{ amount }}, rounded to
  {{ amount.places }} decimals {% if amount.missing %}[[missing:, missing values left out]]{% endif %}), in this
  order. The highest `mean` comes first[[ties:; rows whose `mean`, as rounded, is equal are ordered by {{ group }}
  ascending]][[index:, and the index counts from 0]].{% if group.missing %}[[missing: Rows without {{ group }} are
  left out.]]{% endif %}

validator:
  template: intact
  namespace_check:
    summary: "{{ same_table }}"
"""

summary = (
    df.groupby({{ group }}, observed=True)
    .agg(rows=({{ amount }}, "size"), mean=({{ amount }}, "mean"))
    .round({"mean": {{ amount.places }}})
    .reset_index()
    .sort_values(["mean", {{ group }}], ascending=[False, True])
    .reset_index(drop=True)
)
