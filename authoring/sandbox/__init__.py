"""Where untrusted code runs. Import what you need from the modules; this package itself imports nothing."""
