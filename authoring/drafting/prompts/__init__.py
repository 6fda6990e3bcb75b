"""The requests of drafting: instructions, requests, and data rendered as text.

One builder of requests per prompt page belongs here; reading the replies belongs to `authoring.drafting.replies`.
"""
