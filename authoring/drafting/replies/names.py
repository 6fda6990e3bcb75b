"""Names that models give to keys, validators and options, and what is meant by them."""

from collections.abc import Mapping

VALIDATOR_KEYS = frozenset({"validator", "validators", "validation", "validator_config", "validater"})
"""Keys under which models put the validator block."""
INVENTED: Mapping[str, str] = {
    **dict.fromkeys(
        (
            "exact_match",
            "exact",
            "equals",
            "equal",
            "dataframe_equal",
            "frame_equal",
            "series_equal",
            "value",
            "output",
            "output_check",
            "return_value",
            "numeric",
            "number",
            "close",
            "approx",
            "compare",
            "comparison",
            "assert_equal",
        ),
        "result",
    ),
    **dict.fromkeys(
        ("variable", "variable_check", "variables_check", "check_variables", "namespace", "var_check"),
        "namespace_check",
    ),
    **dict.fromkeys(("function_test", "unit_tests", "test_cases", "tests", "function_check"), "table_test"),
    **dict.fromkeys(("unchanged", "immutable", "no_side_effects", "inplace"), "namespace_intact"),
    **dict.fromkeys(("model_score", "score", "metric", "model_check"), "model"),
    **dict.fromkeys(("stdout", "print", "printed"), "stream"),
    **dict.fromkeys(("plot", "figure", "chart", "visual"), "vis"),
}
"""What models call validators that do not exist, and what comes nearest: a suggestion, never a replacement."""
OPTIONS: Mapping[str, str] = {
    **dict.fromkeys(("tolerance", "tol", "abs_tol", "atolerance", "absolute_tolerance", "eps", "epsilon"), "atol"),
    **dict.fromkeys(("rel_tol", "rtolerance", "relative_tolerance"), "rtol"),
    **dict.fromkeys(("ignore_row_order", "ignore_sort", "any_order", "unordered"), "ignore_order"),
    **dict.fromkeys(("ignore_column_names", "ignore_columns_names"), "ignore_names"),
    **dict.fromkeys(("ignore_dtype", "ignore_types"), "ignore_dtypes"),
}
"""What models call flags that have another name; the meaning is the same."""
