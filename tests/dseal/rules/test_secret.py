"""A secret is found wherever it stands in a set, and no finding repeats it."""

from authoring.dseal.lint import lint


def test_every_repetition_of_a_secret_is_found() -> None:
    """A finding for the place that tells it, and one for each other, be it in a question, in code or in a comment."""
    text = (
        "# %%\npassword = 'hunter2-xy'\n\n# %%\nprint('hunter2-xy')  # hunter2-xyz\n\n# %%\n"
        '"""\nquestion: Log in with hunter2-xy.\n"""\n\n1 + 1\n'
    )
    findings = [finding for finding in lint(text) if finding.code == "DS212"]

    assert [finding.line for finding in findings] == [2, 5, 9]
    assert not any("hunter2-xy." in finding.source_line for finding in findings)
    assert "hunter2-xy'" not in "".join(finding.source_line + finding.message for finding in findings)
