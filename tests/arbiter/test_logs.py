"""Log lines: the format and the level that the settings ask for."""

import json
from collections.abc import Iterator

import pytest
import structlog

from pentarch.arbiter.logs import configure
from pentarch.arbiter.settings import Settings


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = structlog.get_config()
    yield
    structlog.configure(**before)


def test_a_line_of_json_has_everything(capsys: pytest.CaptureFixture[str]) -> None:
    configure(Settings(log_format="json"))
    try:
        raise ValueError("broken")
    except ValueError:
        structlog.get_logger().error("call failed", match=7, exc_info=True)
    captured = capsys.readouterr()
    assert captured.out == ""
    line = json.loads(captured.err)
    assert (line["event"], line["level"], line["match"]) == ("call failed", "error", 7)
    assert line["exception"][0]["exc_value"] == "broken"
    assert line["timestamp"].endswith("Z")


def test_a_line_for_people_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    configure(Settings())
    structlog.get_logger().info("arbiter listens", port=50051)
    assert "arbiter listens" in (said := capsys.readouterr().err)
    assert "port=50051" in said
    assert said.count("\n") == 1


def test_less_important_lines_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    configure(Settings(log_level="warning"))
    structlog.get_logger().info("nobody reads this")
    structlog.get_logger().warning("but this")
    assert capsys.readouterr().err.count("\n") == 1
