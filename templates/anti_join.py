"""
title: Rows without a partner
stage: joining
join: true
knowledge: [anti joins, keys, filtering]
needs: [df, tables]
where:
  - test: join.usable and join.table.rows >= 3
    says: a second table that rows find a partner in
"""

# %%
"""
question: |
  [[Does `df` use all of the table `{{ join.table.stem }}`? || Some rows of the table `{{ join.table.stem }}` in
  `tables` may be idle.]] {{ join.key }} in `df` refers to {{ join.partner_key }} there. Make a DataFrame `unused`:
  the rows of that table whose {{ join.partner_key }} stands nowhere in {{ join.key }}, with their order and index.
  Answer with a tuple: their number[[types: as an integer]], then their percentage of the table rounded to 1 decimal.

validator:
  namespace_check:
    unused:
"""

partner_table = tables[{{ join.table.stem }}]
unused = partner_table[~partner_table[{{ join.partner_key }}].isin(df[{{ join.key }}])]

(len(unused), float(round(len(unused) / len(partner_table) * 100, 1)))
