"""The code that runs in the sandbox process: standard library, numpy, pandas and `authoring.validators` only."""

FUNCTIONS: dict[str, str] = {
    "calls_seen": "authoring.sandbox.inside.receivers:calls_seen",
    "check_claims": "authoring.tables.claims:check_claims",
    "generate_cases": "authoring.validators.generation.cases:generate_cases",
    "idle_cases": "authoring.validators.generation.cases:idle_cases",
    "profile_tables": "authoring.tables.profile:profile_tables",
    "read_table": "authoring.tables.table:read_table",
    "scan_personal_data": "authoring.tables.pii.scan:scan_personal_data",
}
"""The functions `Session.call` reaches, by name: ``module:function``, imported when first called.

A function takes one dict of JSON values, gives one JSON value, and raises `refusal.RefusedData` for data that cannot
be used.
"""
