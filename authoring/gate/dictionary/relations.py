"""What the dictionary says of two columns: whether one follows from the other."""

from authoring.records.dictionary import ColumnEntry


def relation_of(left: ColumnEntry, right: ColumnEntry) -> str:
    """Return in words how one column follows from another, whichever it is; empty where neither does."""
    for first, second in ((left, right), (right, left)):
        if first.same_as == second.name:
            return f"`{first.name}` says the same as `{second.name}`"
        if second.name in first.nested_in:
            return f"each `{first.name}` has one `{second.name}`"
        if second.name in first.derived_from:
            formula = f" ({first.formula})" if first.formula else ""
            return f"`{first.name}` is calculated from `{second.name}`{formula}"
    return ""


def tells(feature: ColumnEntry, label: ColumnEntry) -> str:
    """Return in words how a feature tells a label by itself, or is made from it; empty where it does not.

    A label that lies above a feature is told by it; one that lies below is not.
    """
    if label.name in feature.nested_in or feature.same_as == label.name or label.same_as == feature.name:
        return relation_of(feature, label)
    if label.name in feature.derived_from or label.derived_from == (feature.name,):
        return relation_of(feature, label)
    return ""
