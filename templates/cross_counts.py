"""
title: How two categories go together
stage: reshaping
knowledge: [contingency tables, shares]
needs: [df]
worth: spread(answer) >= 5 + 100 * down.noise and (down.kind != "flag" or across.kind != "flag" or numbers(answer)|min > 0)
slots:
  down: {kind: [category, flag], missing: 0, distinct: 2..15}
  across: {kind: [category, flag], missing: 0, distinct: 2..8}
where:
  - test: down.is_named and across.is_named
    says: two categories of which is known what they are
  - test: not (down.kind == "flag" and across.kind == "flag" and comparable([down, across]))
    says: two categories, and not two flags of one thing
  - test: not (down.is_even and across.is_even)
    says: a category in which some levels are more frequent
  - test: not across.is_bool
    says: a category besides those of True and False, which pandas takes for a mask when they name columns
"""

# %%
"""
question: |
  [[Within each {{ down }}, how do || For each value of {{ down }}: how do]] the {{ rows }} in `df`
  divide among the values of {{ across }}? Answer with a DataFrame with {{ down }} as its index and one column per
  {{ across }}, both ascending, of percentages that add up to 100 in each row before they are rounded to 1 decimal,
  with 0 where nothing belongs.

validator:
  result: "{{ same_table }}"
"""

pd.crosstab(df[{{ down }}], df[{{ across }}], normalize="index").mul(100).round(1)
