"""
title: Far from the median
stage: outliers
unlike: [iqr_fences, z_scores]
knowledge: [median absolute deviation, outliers, filtering]
presumes: rows that are alike
needs: [df]
pools: [amount]
worth: "answer[0] > 0 and answer[1] <= 0.15 * table.file_rows and shown >= 3"
shows: "{{ farthest(amount) }}"
slots:
  amount: {kind: amount, missing: 0, distinct: 20..}
where:
  - test: not amount.orders_rows
    says: an amount that rows are not sorted by
  - test: table.followed < 10 and not table.ordered
    says: rows that do not follow things for long, in no order of time
  - test: amount.present >= 40 and amount.outliers >= 1
    says: an amount with at least 40 values and outliers among them
"""

# %%
"""
question: |
  [[Find the outliers of {{ amount }} in a robust way. || Some values of {{ amount }} lie far out.]] Compute its
  median absolute deviation: the median of the absolute differences from its median. Collect the {{ rows }} in `df`
  whose {{ amount }} differs from the median by more than 3 times that deviation in a DataFrame `far_out`, in the
  order and with the index labels of `df`. Answer with a tuple: the deviation rounded to {{ amount.places }} decimals,
  then the number of rows of `far_out`.

validator:
  namespace_check:
    far_out:
  result:
"""

median_distances = (df[{{ amount }}] - df[{{ amount }}].median()).abs()
far_out = df[median_distances > 3 * median_distances.median()]

(float(round(median_distances.median(), {{ amount.places }})), len(far_out))
