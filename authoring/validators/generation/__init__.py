"""Test cases of functions, generated like those that a validator block has: `cases` makes them inside the sandbox."""
