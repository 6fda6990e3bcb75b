"""Reading what other projects write."""
