"""Rewriting a reference's value: values that are wrong, and right ones in another form, judged by its own validator."""
