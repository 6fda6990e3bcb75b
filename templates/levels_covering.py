"""
title: How few make up most rows
stage: sorting
knowledge: [counting, cumulative sums, shares]
presumes: rows that are alike
needs: [df]
unlike: [top_share_function, common_levels, lump_rare]
worth: "answer[0] >= 3 and 3 * answer[0] <= group.sure_distinct"
slots:
  group: {kind: category, text: true, missing: 0, distinct: 6..}
where:
  - test: group.is_named and not group.is_even and (group.profile.longest or 2) > 1
    says: a category of words in which some levels are more frequent
  - test: table.rows >= 5 * group.distinct and "treatment" not in group.roles and group.value_kind not in ["period", "ordinal"]
    says: a category of classes in no order, with five rows a level
"""

# %%
"""
question: |
  [[How few values of {{ group }} make up most {{ rows }} of `df`? || A few {{ group }} may cover nearly everything.]] Order
  the values of {{ group }} by their number of {{ rows }}, the most frequent first. Answer with a tuple: how many of them,
  from the first on, it takes for at least 75 percent of all {{ rows }}[[types: (an integer)]], and the percentage that these
  have together, rounded to 1 decimal.

validator:
  result:
"""

covered_share = df[{{ group }}].value_counts().cumsum() * 100
levels_needed = int((covered_share < 75 * len(df)).sum()) + 1

(levels_needed, float(round(covered_share.iloc[levels_needed - 1] / len(df), 1)))
