"""Who answers: recorded submissions, the reference itself, a program of the user's."""
