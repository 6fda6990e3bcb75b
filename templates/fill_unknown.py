"""
title: Give missing categories a name of their own
stage: missing
knowledge: [missing values, filling, categories]
needs: [df]
unlike: [missing_marks]
worth: not shown
shows: "any(set((df[{{ group }}] == 'unknown')[df[name].notna()].groupby(df[name], observed=True).mean()) == {0.0, 1.0} for name in df if name != {{ group }} and 2 <= df[name].nunique() <= min(30, len(df) / 5)) or any(((df[name].isna() | (df[name] == 0)) == (df[{{ group }}] == 'unknown')).all() for name in df if name != {{ group }})"
slots:
  group: {kind: [category, flag], text: true, missing: 1.., distinct: 2..20}
where:
  - test: group.missing_share <= 0.5
    says: a category that most rows have
  - test: group.levels|length >= 2 and 'unknown' not in group.levels|map(attribute='value')
    says: categories whose names are known, none of them "unknown"
effects:
  fill_with: {group: unknown}
"""

# %%
"""
question: |
  Not every row of `df` has a {{ group }}. Put the text `unknown` where it is missing, inside `df`. Answer with the
  counts of rows of each {{ group }} afterwards, a Series indexed by {{ group }}[[order:, sorted by that index in
  ascending order]].

validator:
  namespace_check:
    df:
  result: "{{ same_table }}"
"""

df[{{ group }}] = df[{{ group }}].fillna("unknown")

df[{{ group }}].value_counts().sort_index()
