"""
title: From band to band
stage: grouping
knowledge: [grouping, medians, ordered categories]
needs: [df, band]
pools: [other]
worth: "0.15 <= shown[0]|abs <= 0.9 and not shown[1] and numbers(answer)|unique|list|length == 3"
shows: "({{ rank_correlation(other, band.amount) }}, {{ bounded([other, band.amount]) }})"
slots:
  other: {kind: amount, distinct: 8.., missing: 0}
where:
  - test: other.name != band.amount.name
    says: an amount besides the one that was banded
  - test: not (table.series or table.followed)
    says: rows that do not follow things over time
"""

# %%
"""
question: |
  [[How does {{ other }} change from band to band of {{ band.column }}? || Is {{ other }} another in each band of
  {{ band.column }}?]] Answer with a Series of the median {{ other }}, indexed by `low`, `middle` and `high` in this
  order, rounded to {{ other.places }} decimals.

validator:
  result: "{{ same_table }}"
"""

df.groupby({{ band.column }})[{{ other }}].median().reindex(["low", "middle", "high"]).round({{ other.places }})
