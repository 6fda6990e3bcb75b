"""
title: How sure is a mean
stage: statistics
knowledge: [bootstrap, confidence intervals, random numbers]
needs: [df]
pools: [amount]
presumes: rows of a sample
worth: shown < 0.35
shows: "{{ autocorrelation(amount) }}"
slots:
  amount: {kind: amount, missing: 0, distinct: 20..}
where:
  - test: not amount.is_allotted
    says: an amount whose sum is not known beforehand
  - test: not amount.orders_rows
    says: an amount that rows are not sorted by
  - test: table.independent
    says: rows that stand for different things, in no order of time
  - test: not table.stratified
    says: rows that were not drawn in equal numbers from several groups
  - test: not table.named
    says: rows without names, such as those of states, that may be a sample
  - test: table.rows >= 20 and table.file_rows <= 5000
    says: 20 to 5000 rows
"""

# %%
"""
question: |
  [[How sure can we be of the mean of {{ amount }}? || Put an interval around the mean of {{ amount }}.]] Bootstrap
  it: with `rng = np.random.default_rng(0)` draw 500 times, in a loop, by `rng.choice` with replacement, as many
  values as `df` has rows from {{ amount }} as a numpy array in the order of `df`. Answer with a tuple: the 2.5th and
  the 97.5th percentile of the 500 means[[quantiles: (linear interpolation, the default of numpy)]],[[types: as
  floats]] rounded to {{ amount.places + 1 }} decimals.

validator:
  result:
execution:
  max_time: 30
"""

measured = df[{{ amount }}].to_numpy()
rng = np.random.default_rng(0)
draw_means = [rng.choice(measured, size=len(measured), replace=True).mean() for _ in range(500)]

tuple(float(bound) for bound in np.percentile(draw_means, [2.5, 97.5]).round({{ amount.places + 1 }}))
