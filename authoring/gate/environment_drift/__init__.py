"""Environment drift: what references do differently under other versions of Python and packages, told at its root."""
