"""
title: A line or a curve
stage: modelling
knowledge: [linear regression, polynomials, model comparison]
needs: [df]
presumes: features known before
worth: "0.4 <= answer[1] <= 0.985 and answer[1] >= answer[0] + 0.03 and not shown[0] and shown[1] <= 0.25 and [shown[2]|abs, shown[3]|abs]|min < 0.6"
shows: "({{ bounded([one, other]) }}, {{ commonest([one, other]) }}, {{ drift(one, table.time) }}, {{ drift(other, table.time) }})"
slots:
  one: {kind: amount, missing: 0, distinct: 15..}
  other: {kind: amount, missing: 0, distinct: 15..}
where:
  - test: (one.orders_rows or not one.sorts) and (other.orders_rows or not other.sorts)
    says: amounts that are no clock by which rows are sorted
  - test: table.width <= 6
    says: at most six columns
  - test: not akin([one], other) and not foresees([one], other) and "age" not in listed_words(other)
    says: amounts of which neither is called after the other, or comes later
  - test: table.rows >= 30 and not table.ordered and not table.followed
    says: at least 30 rows in no order of time
"""

# %%
"""
question: |
  Is a straight line enough to tell {{ other }} by {{ one }}? Fit polynomials of degree 1 and of degree 2 in {{ one }} to
  {{ other }} by ordinary least squares, over all {{ rows }} in `df`. Answer with a tuple of their coefficients of
  determination (r squared), the line's first,[[types: as floats]] rounded to 3 decimals.

validator:
  result:
"""

squares_around_mean = ((df[{{ other }}] - df[{{ other }}].mean()) ** 2).sum()
curves = [np.polynomial.Polynomial.fit(df[{{ one }}], df[{{ other }}], degree) for degree in (1, 2)]
left_squares = [((df[{{ other }}] - curve(df[{{ one }}])) ** 2).sum() for curve in curves]

tuple(float(round(1 - squares / squares_around_mean, 3)) for squares in left_squares)
