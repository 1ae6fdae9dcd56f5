"""`pentarch train`: matches to learn from, and the weights of the expert that they teach."""

import os
import shlex
from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Final

import typer

from pentarch.bots.expert.batches import SIZE, Batch, play_and_keep
from pentarch.bots.expert.lessons import Lesson
from pentarch.bots.expert.model import Features
from pentarch.bots.expert.weights import Weights
from pentarch.bots.greedy import styles
from pentarch.cli.matches import Jobs, Seed
from pentarch.cli.terminal import AsJson, Failure, misuse, needing, print_json, print_plain
from pentarch.engine import registry
from pentarch.local import processes

USUAL: Final = 6000
"""Matches that the shipped weights were learned from, unless their header says otherwise."""
_LINES: Final = 20
_MOST: Final = 1_000_000


def train(
    ruleset: Annotated[str, typer.Argument(help="A ruleset's id.")],
    matches: Annotated[
        int, typer.Option(min=2 * SIZE, max=_MOST, help=f"Matches, rounded up to {SIZE}s.")
    ] = USUAL,
    seed: Seed = 0,
    folder: Annotated[
        Path, typer.Option(help="Where matches are kept: what is there is not played again.")
    ] = Path("train"),
    jobs: Jobs = 1,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The file; else FOLDER/RULESET.json.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Learn the weights by which the expert appraises positions.

    Greedy bots play each other, and a regression finds what foretells their results. An interrupted
    training goes on where it was; the same command makes the same weights.
    """
    rules = registry.get(ruleset).info
    features = _features(ruleset)
    path = output or folder / f"{ruleset}.json"
    if not (output is None or output.parent.is_dir()):
        raise misuse(f"there is no folder {str(output.parent)!r}")
    # One thread of arithmetic: sums in another order would give other weights.
    os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"
    with needing("statistics"):
        from pentarch.bots.expert.fit import fit
    batches = [Batch(ruleset, seed, number) for number in range(-(-matches // SIZE))]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        learned = fit(_lessons(batches, folder, jobs, quiet=as_json))
    except OSError as error:
        raise misuse(f"cannot keep matches in {str(folder)!r}: {error.strerror}") from error
    weights = Weights(
        ruleset=ruleset,
        rules=rules.version,
        features=features.version,
        seed=seed,
        matches=len(batches) * SIZE,
        command=shlex.join(
            ["pentarch", "train", ruleset, "--matches", str(matches), "--seed", str(seed)]
        ),
        names=list(features.names),
        stages=learned.stages,
    )
    try:
        weights.write(path)
    except OSError as error:
        raise misuse(f"cannot write {str(path)!r}: {error.strerror}") from error
    if as_json:
        report = {key: value for key, value in asdict(learned).items() if key != "stages"}
        print_json({"command": weights.command, "file": str(path), **report})
        return
    print_plain(
        f"{learned.positions} positions taught, {learned.held_out} of other matches were held out\n"
        f"log loss {learned.loss:.4f}; blind {learned.blind:.4f}, at best {learned.least:.4f}"
    )
    for bin in learned.bins:
        print_plain(
            f"forecast {bin.forecast:.3f}, result {bin.result:.3f} in {bin.count} positions"
        )
    print_plain(f"wrote {path}")


def _features(ruleset: str) -> Features:
    try:
        styles(ruleset)
        return Features(ruleset)
    except ModuleNotFoundError:
        raise misuse(f"{ruleset} has no greedy bot, or no features to learn from") from None


def _lessons(
    batches: Sequence[Batch], folder: Path, jobs: int, *, quiet: bool
) -> list[list[Lesson]]:
    """What all batches teach, in their order; those that are missing are played first."""
    missing = [batch for batch in batches if batch.find(folder) is None]
    kept = len(batches) - len(missing)
    if kept and not quiet:
        print_plain(f"{kept * SIZE} matches are there")
    every = max(1, len(missing) // _LINES)
    for done, _ in enumerate(_played(missing, folder, jobs), 1):
        if not quiet and (done % every == 0 or done == len(missing)):
            print_plain(f"{(kept + done) * SIZE} of {len(batches) * SIZE} matches")
    found = [batch.find(folder) for batch in batches]
    lessons = [match for matches in found if matches is not None for match in matches]
    if len(lessons) != len(batches) * SIZE:
        raise Failure(f"matches have gone from {str(folder)!r} meanwhile", 1)
    return lessons


def _played(batches: Sequence[Batch], folder: Path, jobs: int) -> Iterator[Batch]:
    if jobs == 1 or len(batches) < 2:
        for batch in batches:
            play_and_keep(batch, folder)
            yield batch
        return
    with processes(min(jobs, len(batches))) as pool:
        pending = {pool.submit(play_and_keep, batch, folder): batch for batch in batches}
        for future in as_completed(pending):
            future.result()
            yield pending[future]
