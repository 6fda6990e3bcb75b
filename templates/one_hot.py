"""
title: Which level stands out
stage: features
knowledge: [encoding, indicator variables, correlation]
needs: [df]
worth: "answer[1]|abs >= 0.15 and answer[1]|abs >= 4 / table.rows ** 0.5 and shown >= 0.02"
shows: "float(-np.diff(np.sort(np.abs(pd.get_dummies(df[{{ group }}], dtype=float).corrwith(df[{{ amount }}])))[::-1][:2])[0])"
slots:
  group: {kind: [category], text: true, missing: 0, distinct: 3..12}
  amount: {kind: amount, missing: 0, distinct: 8..}
where:
  - test: group.is_named and "recoded" not in group.roles
    says: a category of which is known what it is, and no column says yet whether it is one of its levels
  - test: group.smallest >= 5
    says: a group in which every level has five rows
"""

# %%
"""
question: |
  [[Which {{ group }} stands out most in {{ amount }}? || Which {{ group }} goes most with {{ amount }}, whether high or
  low?]] Turn {{ group }} into one indicator for every value, which is 1 in the rows that have it and 0 in all others, and take the
  Pearson correlation of each with {{ amount }} in `df`. Answer with a tuple: the {{ group }} whose correlation is the
  farthest from 0, then that correlation[[types:, as a float]] rounded to 3 decimals.

validator:
  result:
"""

level_indicators = pd.get_dummies(df[{{ group }}], dtype=float)
level_correlations = level_indicators.corrwith(df[{{ amount }}])
strongest_level = level_correlations.abs().idxmax()

(strongest_level, float(level_correlations[strongest_level].round(3)))
