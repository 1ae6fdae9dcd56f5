"""`pentarch train`: from nothing to weights, interrupted or not, always the same."""

from pathlib import Path
from typing import Any

import pytest

from pentarch.bots.expert.batches import SIZE, Batch
from pentarch.bots.expert.weights import read

TRAIN = ("train", "capital", "--matches", "60", "--seed", "7")


def test_an_interrupted_training_makes_the_same_weights(pentarch: Any, tmp_path: Path) -> None:
    whole, resumed = tmp_path / "whole", tmp_path / "resumed"
    first = pentarch(*TRAIN, "--folder", str(whole))
    assert first.code == 0
    assert "log loss" in first.out
    assert "60 of 60 matches" in first.out
    weights = read((whole / "capital.json").read_text())
    assert weights.matches == 60
    assert weights.command == "pentarch train capital --matches 60 --seed 7"

    # As an interrupt leaves it: one batch is there, another is damaged, the third is missing.
    batches = [Batch("capital", 7, number) for number in range(3)]
    for batch in batches[1:]:
        path = batch.path(resumed)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(batch.path(whole).read_bytes())
    batches[1].path(resumed).write_bytes(b"[[")
    output = tmp_path / "other.json"
    again = pentarch(*TRAIN, "--folder", str(resumed), "-o", str(output), "--jobs", "2")
    assert again.code == 0
    assert f"{SIZE} matches are there" in again.out
    assert output.read_bytes() == (whole / "capital.json").read_bytes()

    told = pentarch(*TRAIN, "--folder", str(resumed), "--json").json
    assert f"log loss {told['loss']:.4f}" in first.out
    assert told["held_out"] == sum(bin["count"] for bin in told["bins"])
    assert Path(told["file"]).read_bytes() == output.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], "chess"),
        (["capital", "--matches", "0"], "--matches"),
        (["capital", "-o", "nowhere/w.json"], "nowhere"),
        (["capital", "--folder", "/dev/null/train"], "/dev/null/train"),
    ],
)
def test_misuse_is_one_line(pentarch: Any, arguments: list[str], words: str) -> None:
    done = pentarch("train", *arguments)
    assert done.code == 2
    assert words in done.err
    assert len(done.err.strip().splitlines()) == 1
