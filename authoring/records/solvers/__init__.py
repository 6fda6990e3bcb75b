"""What solvers leave beside their answers, for results, for the terminal and for pictures."""
