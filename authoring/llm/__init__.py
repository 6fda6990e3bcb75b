"""Language models: one port, the clients behind it, and what is spent on them."""
