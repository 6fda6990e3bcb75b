"""The review of a draft without a terminal: its state machine, and the session that carries out what it decides.

How a review looks, and where keys come from, is no matter of this package.
"""
