"""``authoring run``: prove problem sets by running their reference code."""

from typing import Annotated

import typer

from authoring.cli.options import AsJson, InWorkspace, complete_runnable

Names = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[NAME|PATH]...", help="Drafts, admitted sets or DSEAL files.", autocompletion=complete_runnable
    ),
]
All = Annotated[bool, typer.Option("--all", help="Every draft and every admitted set of the workspace.")]


def run(
    names: Names = None, *, everything: All = False, workspace: InWorkspace = None, as_json: AsJson = False
) -> None:
    """Run the reference of every problem twice, under limits, and judge it by its own validator.

    Example: authoring run problemsets/penguins-raw.py
    """
    from authoring.cli.answers import Proof
    from authoring.cli.findings import is_failure
    from authoring.cli.isolation import open_sandbox
    from authoring.cli.proofs import proof_view, prove, subjects
    from authoring.cli.render import emit, next_command, show

    proofs = []
    chosen = subjects(names or (), everything=everything, workspace=workspace)
    with open_sandbox() as sandbox:
        for subject in chosen:
            proof = Proof(name=subject.name, evidence=prove(subject, sandbox=sandbox))
            proofs.append(proof)
            if not as_json:
                show(*proof_view(subject, proof.evidence))
    findings = [finding for proof in proofs for finding in proof.evidence.diagnostics]
    if as_json:
        emit(proofs)
    else:
        next_command(f"authoring explain {findings[0].code}" if findings else "authoring status")
    raise typer.Exit(1 if is_failure(findings) else 0)
