"""Files of weights: what was learned for a ruleset, of which features, and by which command.

A file is JSON with a header. Weights of other rules or of other features are refused.
"""

import json
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

from pentarch.bots.expert.model import Features, Model
from pentarch.engine import registry

FORMAT: Final = 1
_LARGEST: Final = 2 * 1024 * 1024


class BadWeights(Exception):
    """A file of weights that cannot be used. The message is one clear line."""


@dataclass(frozen=True)
class Weights:
    """What was learned, and how."""

    ruleset: str
    rules: int
    """The version of the rules."""
    features: int
    """The version of the features."""
    seed: int
    matches: int
    command: str
    """What learns the same again."""
    names: list[str]
    """The features."""
    stages: list[list[float]]
    """For each stage of a match the weights of all features."""
    format: int = FORMAT

    def write(self, path: Path) -> None:
        """Write the file, completely or not at all."""
        fresh = path.with_name(path.name + ".new")
        fresh.write_text(self.text())
        fresh.replace(path)

    def text(self) -> str:
        """The file's content: a line for the weights of each feature, to be read and compared."""
        header = asdict(self)
        del header["names"], header["stages"]
        columns = zip(*self.stages, strict=True)
        rows = [
            f"  {json.dumps(name)}: {json.dumps(list(column))}"
            for name, column in zip(self.names, columns, strict=True)
        ]
        head = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in header.items()]
        body = ",\n".join(rows)
        return "{\n" + ",\n".join([*head, f' "weights": {{\n{body}\n }}']) + "\n}\n"

    def model(self) -> Model:
        """What appraises positions by these weights. Raises BadWeights if they do not fit."""
        features = Features(self.ruleset)
        rules = registry.get(self.ruleset).info.version
        if self.rules != rules:
            raise BadWeights(
                f"the weights of {self.ruleset} are for version {self.rules} of the rules, "
                f"which are at {rules}: pentarch train {self.ruleset}"
            )
        if self.features != features.version or tuple(self.names) != features.names:
            raise BadWeights(
                f"the weights of {self.ruleset} are for other features: "
                f"pentarch train {self.ruleset}"
            )
        return Model(features, self.stages)


def read(text: str) -> Weights:
    """The weights of a file's content. Raises BadWeights."""
    if len(text) > _LARGEST:
        raise BadWeights("a file of weights has 2 MB at most")
    try:
        value: Any = json.loads(text)
        table = value.pop("weights")
        columns = [[float(weight) for weight in column] for column in table.values()]
        weights = Weights(
            **value,
            names=[*table],
            stages=[list(stage) for stage in zip(*columns, strict=True)],
        )
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BadWeights(f"this is no file of weights: {error}") from error
    if weights.format != FORMAT or len(weights.stages) < 2:
        raise BadWeights(f"this is no file of weights of format {FORMAT}")
    return weights


def has_learned(ruleset: str) -> bool:
    """Whether weights are shipped for a ruleset."""
    return _shipped(ruleset).is_file()


@cache
def model_of(ruleset: str) -> Model:
    """The model of a ruleset's shipped weights. Raises BadWeights."""
    path = _shipped(ruleset)
    if not path.is_file():
        raise BadWeights(f"nothing has been learned for {ruleset}: pentarch train {ruleset}")
    weights = read(path.read_text())
    if weights.ruleset != ruleset:
        raise BadWeights(f"the weights of {ruleset} are those of {weights.ruleset}")
    return weights.model()


def _shipped(ruleset: str) -> Traversable:
    return files("pentarch.bots.expert") / "weights" / f"{ruleset}.json"
