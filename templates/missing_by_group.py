"""
title: Where the gaps come from
stage: missing
knowledge: [missing values, grouping, shares]
needs: [df]
worth: spread(answer) >= 5 + 100 * group.noise and (numbers(answer)|min > 0 or numbers(answer)|max < 50) and not shown
shows: "(lambda gaps: any(gaps.groupby(df[name], observed=True, dropna=False).transform('mean').var() > (0.98 if name == {{ group }} else 0.6) * gaps.var() for name in df.columns if name != {{ amount }} and df[name].nunique() <= 20))(df[{{ amount }}].isna().astype(float))"
slots:
  group: {kind: [category, flag], missing: 0, distinct: 2..20}
  amount: {missing: 5..}
where:
  - test: group.is_named and group.value_kind != "count"
    says: a category of which is known what it is, and no count
  - test: amount.distinct > 1 and not (amount.entry and amount.entry.missing) and not table.waits and amount.kind != "text" and "remark" not in amount.roles
    says: a column that is no remark and has no mark for missing values, of rows in which nothing was waited for
  - test: 0.02 <= amount.missing_share < 1 - 0.02
    says: a column in which some values are missing and others are not
"""

# %%
"""
question: |
  [[Is {{ amount }} missing more often for some {{ group }}? || Where do the gaps in {{ amount }} come from?]] Answer with a Series of the
  percentage of {{ rows }} in `df` without {{ amount }} within each {{ group }}, indexed by {{ group }} and rounded to 1 decimal, the
  largest[[ties: (as rounded)]] first[[ties: and equal ones in ascending order of {{ group }}]].

validator:
  result: "{{ same_table }}"
"""

gap_shares = df[{{ amount }}].isna().groupby(df[{{ group }}], observed=True).mean().mul(100).round(1)

gap_shares.sort_index().sort_values(ascending=False, kind="stable")
