"""
title: Two categories crossed
stage: reshaping
knowledge: [pivot tables, aggregation]
needs: [df]
worth: numbers(answer)|length >= 0.7 * answer|length * (answer[0]|length - 1) and spread(answer) >= (0.2 + down.noise + across.noise) * amount.deviation and (down.kind != "flag" or across.kind != "flag" or numbers(answer)|length == 4) and (0 not in numbers(answer) or amount.minimum < 0) and shown[0] >= 0.02 + down.distinct * across.distinct / table.rows and shown[1] >= 3
shows: "({{ explained_share([down, across], amount) }}, {{ rarest_pair(down, across, 1) }})"
slots:
  down: {kind: [category, flag, period], missing: 0, distinct: 2..15}
  across: {kind: [category, flag, period], missing: 0, distinct: 2..10}
  amount: {kind: amount, distinct: 5..}
where:
  - test: down.is_named and across.is_named
    says: two categories of which is known what they are
  - test: not across.is_bool
    says: a category besides those of True and False, which pandas takes for a mask when they name columns
  - test: down.smallest > amount.missing and across.smallest > amount.missing
    says: two categories in which every level has values of the amount
"""

# %%
"""
question: |
  [[Cross {{ down }} with {{ across }}: || Look at {{ amount }} by {{ down }} and {{ across }} at once:]] a DataFrame
  `grid` with one row per {{ down }} (as the index), one column per {{ across }}, both ascending, and in each cell the
  mean {{ amount }} of its rows, rounded to {{ amount.places }} decimals{% if amount.missing %}[[missing: (missing
  values left out)]]{% endif %}. Combinations without any value stay missing.

validator:
  template: intact
  namespace_check:
    grid: "{{ same_table }}"
"""

grid = df.pivot_table(
    index={{ down }}, columns={{ across }}, values={{ amount }}, aggfunc="mean", observed=True
).round({{ amount.places }})
