"""An example of a package that extends the toolkit."""
