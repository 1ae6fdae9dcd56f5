"""`pentarch bundle`: checking what somebody else held; and writing bundles, for their commands."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any

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
    write_bytes,
)
from pentarch.engine.plain import Json

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
    """Check signatures, play every record again, and compute tables and ratings anew.

    Exit code 1 when anything is wrong; every part that is wrong is named.
    """
    with needing("statistics"):
        from pentarch.arbiter.competition.bundle.signature import fingerprint
        from pentarch.arbiter.competition.bundle.verification import Finding, NoBundle, check
        from pentarch.arbiter.competition.seasons.bundle import check_season, is_season
    checking: Callable[..., Any] = check_season if is_season(file) else check
    with progress("records", 1) as bar:

        def advance(done: int, total: int) -> None:
            bar.update(bar.task_ids[0], completed=done, total=total)

        try:
            checked = checking(file, advance)
        except NoBundle as error:
            raise Failure(str(error), FAILED) from error
    manifest = checked.manifest
    signed_by = fingerprint(bytes.fromhex(manifest.public_key))
    findings = list(checked.findings)
    if key and key != signed_by:
        findings.insert(0, Finding("signature", f"it is of another key, {signed_by}"))
    told: dict[str, Json]
    if is_season(file):
        line = f"{len(manifest.tournaments)} tournaments, {len(manifest.places)} places, "
        held = "signatures, secrets, records, standings and tables"
        told = {"season": manifest.season_id, "tournaments": len(manifest.tournaments)}
    else:
        line = f"{len(manifest.entries)} entries, {len(manifest.blocks)} blocks, "
        held = "signature, records, schedule, standings and ratings"
        told = {"tournament": manifest.tournament_id, "blocks": len(manifest.blocks)}
    if as_json:
        print_json(
            {
                "file": str(file),
                "valid": not findings,
                "key": signed_by,
                **told,
                "title": manifest.title,
                "records": checked.records,
                "steps": checked.steps,
                "findings": [{"part": f.part, "problem": f.problem} for f in findings],
            }
        )
    else:
        kind = "a season" if is_season(file) else manifest.ruleset
        print_plain(f"{one_line(manifest.title)}, {kind}, signed by {signed_by}")
        print_plain(f"{line}{checked.records} records played again ({checked.steps} steps)")
        for finding in findings:
            print_plain(f"WRONG  {one_line(str(finding))}")
        if not findings:
            print_plain(f"everything holds: {held}")
    if findings:
        raise typer.Exit(FAILED)


def write_bundle(file: Path, chunks: Iterable[bytes], kind: str, id: int, as_json: bool) -> None:
    """Write a bundle of a tournament or a season as it comes from the arbiter, and say so."""
    content = b"".join(chunks)
    write_bytes(file, content)
    if as_json:
        print_json({kind: id, "file": str(file), "bytes": len(content)})
        return
    print_plain(f"{file}: {len(content)} bytes; check it with pentarch bundle verify {file}")
