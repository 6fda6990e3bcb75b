"""Language models: the port, the clients behind it, and everything that surrounds a call.

Here belong requests and replies, retries and rate limits, the ledger with its cache of replies, budgets and prices,
batches, and what is true of any model's text: fences around untrusted data, token counts, JSON that is nearly JSON.
What prompts say and how replies are read as problem sets belongs to `authoring.drafting`; nothing here knows DSEAL.
"""
