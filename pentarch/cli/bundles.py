"""`pentarch bundle`: checking tournaments that somebody else held."""

from pathlib import Path
from typing import Annotated

import typer

from pentarch.cli.terminal import (
    FAILED,
    AsJson,
    Failure,
    needing,
    one_line,
    print_json,
    print_plain,
    progress,
)

app = typer.Typer(help="Check exported tournaments without an arbiter.", no_args_is_help=True)


@app.callback()
def _bundle() -> None:
    """A single command stays a command of the group."""


@app.command("verify")
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A bundle.")],
    key: Annotated[
        str, typer.Option(help="The fingerprint of the key that must have signed it.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Check the signature, play every record again, and compute the table and ratings anew.

    Exit code 1 when anything is wrong; every part that is wrong is named.
    """
    with needing("statistics"):
        from pentarch.arbiter.competition.bundle.signature import fingerprint
        from pentarch.arbiter.competition.bundle.verification import Finding, NoBundle, check
    with progress("records", 1) as bar:

        def advance(done: int, total: int) -> None:
            bar.update(bar.task_ids[0], completed=done, total=total)

        try:
            checked = check(file, advance)
        except NoBundle as error:
            raise Failure(str(error), FAILED) from error
    manifest = checked.manifest
    signed_by = fingerprint(bytes.fromhex(manifest.public_key))
    findings = list(checked.findings)
    if key and key != signed_by:
        findings.insert(0, Finding("signature", f"it is of another key, {signed_by}"))
    if as_json:
        print_json(
            {
                "file": str(file),
                "valid": not findings,
                "key": signed_by,
                "tournament": manifest.tournament_id,
                "title": manifest.title,
                "blocks": len(manifest.blocks),
                "records": checked.records,
                "steps": checked.steps,
                "findings": [{"part": f.part, "problem": f.problem} for f in findings],
            }
        )
    else:
        print_plain(f"{one_line(manifest.title)}, {manifest.ruleset}, signed by {signed_by}")
        print_plain(
            f"{len(manifest.entries)} entries, {len(manifest.blocks)} blocks, "
            f"{checked.records} records played again ({checked.steps} steps)"
        )
        for finding in findings:
            print_plain(f"WRONG  {one_line(str(finding))}")
        if not findings:
            print_plain("everything holds: signature, records, schedule, standings and ratings")
    if findings:
        raise typer.Exit(FAILED)
