"""
title: Look up names in a second table
stage: joining
knowledge: [joining, left join, counting]
join: true
needs: [df, tables]
slots:
  label: {of: partner, kind: [category, text, identifier], text: true, distinct: 2..}
where:
  - test: join.usable and join.coverage >= 0.3
    says: a second table that most rows find a partner in
  - test: label.name not in table.names and label.name != join.partner_key.name
    says: a column in the second table that the first does not have
  - test: join.key.name == join.partner_key.name or join.partner_key.name not in table.names
    says: keys whose names do not clash
gives:
  joined: {label: label}
"""

# %%
"""
question: |
  {{ join.key }} in `df` refers to {{ join.partner_key }} in the table `{{ join.table.stem }}` of `tables`. Make a
  DataFrame `joined`: all {{ rows }} in `df` in their order, with the columns of `df` followed by
  {% if join.key.name != join.partner_key.name %}{{ join.partner_key }} and {% endif %}{{ label }} of that table,
  missing where it has no row for them[[index:, and indexed from 0]]. Answer with a tuple of two integers: how many
  rows of `joined` have no {{ label }}, and how many different {{ label }} it holds.

validator:
  namespace_check:
    joined:
"""

lookup = tables[{{ join.table.stem }}]
#: if join.key.name == join.partner_key.name
joined = df.merge(lookup[[{{ join.key }}, {{ label }}]], on={{ join.key }}, how="left")
#: else
joined = df.merge(
    lookup[[{{ join.partner_key }}, {{ label }}]], left_on={{ join.key }}, right_on={{ join.partner_key }}, how="left"
)
#: endif

(int(joined[{{ label }}].isna().sum()), int(joined[{{ label }}].nunique()))

# %%
"""
question: |
  Which {{ label }} are most frequent in `joined`? Answer with a Series of the five highest counts of rows (all if
  there are fewer), indexed by {{ label }}, the most frequent first[[ties:, equal counts in ascending order of the text]].
  [[missing:Rows without a {{ label }} do not count.]]

validator:
  result: "{{ same_table }}"
"""

joined[{{ label }}].value_counts().sort_index().sort_values(ascending=False, kind="stable").head(5)
