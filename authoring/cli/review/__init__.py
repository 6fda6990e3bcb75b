"""The review: a person looks at every problem and decides."""
