"""The program, run inside the test's own process."""

import json
from typing import Any

import pytest

from pentarch.cli.app import run


class Ran:
    """A finished run of the program inside this process."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def pentarch(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run the program: `pentarch("rulesets", "--json").json`."""

    def call(*arguments: str) -> Ran:
        code = run(list(arguments))
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return call
