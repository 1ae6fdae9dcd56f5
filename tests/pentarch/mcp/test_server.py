"""The server of tools, asked by the SDK's own client over standard input and output."""

import json
import re
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.server import MCPServer
from mcp_types import CallToolResult, TextContent

from pentarch import play
from pentarch.bots.random import Random
from pentarch.cli.app import run
from pentarch.engine import registry
from pentarch.mcp.arbiter import Arbiter
from pentarch.mcp.server import Tools, server_of
from pentarch.workers.verification import verify_matches
from tests.needs import needs_redis
from tests.remote import Hall
from tests.threads import Background
from tests.waiting import until

T = TypeVar("T")
READING = {
    "list_rulesets",
    "get_rules",
    "describe_ruleset",
    "list_records",
    "show_record",
}


def with_server(
    work: Callable[[Client], Awaitable[T]],
    *arguments: str,
    environment: dict[str, str] | None = None,
) -> T:
    """What comes of talking to a server that runs as a program of its own."""
    program = ["-m", "pentarch.cli", "mcp", *arguments]
    server = StdioServerParameters(command=sys.executable, args=program, env=environment)
    return apart(lambda: talking(work, server))


def with_tools(
    work: Callable[[Client], Awaitable[T]],
    records: Path | None = None,
    arbiter: Arbiter | None = None,
) -> T:
    """The same with a server in this process that lets models play, which is there sooner."""
    tools = Tools(records, arbiter)
    try:
        return apart(lambda: talking(work, server_of(tools, arbiter, plays=True)))
    finally:
        tools.close()


def apart(work: Callable[[], Awaitable[T]]) -> T:
    """What comes of waiting for something in a thread of its own: the browser of other tests has a
    loop in this one."""
    return Background(lambda: anyio.run(work)).result()


async def talking(
    work: Callable[[Client], Awaitable[T]], server: MCPServer[Any] | StdioServerParameters
) -> T:
    async with Client(server) as client:
        return await work(client)


def text_of(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


async def say(client: Client, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, text_of(result)
    return text_of(result)


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    return text_of(result)


async def offered(client: Client) -> tuple[set[str], set[str]]:
    """The tools that only read, and the others."""
    tools = (await client.list_tools()).tools
    reading = {t.name for t in tools if t.annotations and t.annotations.read_only_hint}
    return reading, {tool.name for tool in tools} - reading


def test_without_a_token_it_only_reads() -> None:
    assert with_server(offered) == (READING, set())


def test_models_play_here_where_they_are_allowed_to() -> None:
    assert with_tools(offered) == (READING | {"look"}, {"start_match", "play"})


def test_rules_are_read_and_a_match_is_played_to_its_end_and_replayed() -> None:
    async def work(client: Client) -> None:
        listed = json.loads(await say(client, "list_rulesets"))
        assert [each["id"] for each in listed] == list(registry.IDS)
        assert "**TS-1.1**" in await say(client, "get_rules", ruleset="township")
        verbs = await say(client, "describe_ruleset", ruleset="township", part="verbs")
        assert json.loads(verbs)[0]["pattern"] == "break {}"
        asked = await say(
            client,
            "start_match",
            ruleset="township",
            opponents=["random"],
            seat="p2",
            options={"round_cap": 5},
            seed=3,
        )
        table = re.findall(r"Your table is (t-[0-9a-f]+)\.", asked)[0]
        assert "You are p2, one of 2 seats in a match of Township." in asked
        assert await say(client, "look", table=table) in asked
        wrong = await refused(client, "play", table=table, commands=["done"])
        assert '"done" is not legal now: this command answers another decision' in wrong
        early = await refused(client, "show_record", record=table, step=0)
        assert "this match has no record: it is not over" in early
        for _ in range(200):
            asked = await say(client, "play", table=table, commands=["0"])
            if asked.startswith("The match is over"):
                break
        assert "p1 (random): rank" in asked
        assert "p2 (model): rank" in asked
        assert "nothing is asked" in await refused(client, "play", table=table, commands=["0"])
        shown = await say(client, "show_record", record=table, step=1)
        assert shown.startswith('township: p1 "random", p2 "model"; ')
        assert "After step 1 of" in shown

    with_server(work, "--play")


def test_mistakes_are_told_in_words() -> None:
    async def work(client: Client) -> None:
        assert "nochess" in await refused(client, "get_rules", ruleset="nochess")
        assert "a part is one of" in await refused(
            client, "describe_ruleset", ruleset="township", part="all"
        )
        for opponent in ("../bot.py", "mcts:100000", "bots/llm", ""):
            told = await refused(client, "start_match", ruleset="township", opponents=[opponent])
            assert "opponents are random, greedy" in told
        assert "p1 to p2" in await refused(client, "start_match", ruleset="township", seat="p5")
        assert "played by" in await refused(client, "start_match", ruleset="township", opponents=[])
        assert "there is no option" in await refused(
            client, "start_match", ruleset="township", options={"x": 1}
        )
        assert "there is no table" in await refused(client, "look", table="t-1")
        assert "need a token" in await refused(client, "show_record", record="1", step=0)
        assert "no folder" in await refused(client, "show_record", record="x", step=0)

    with_tools(work)


def test_a_folder_of_records_is_read_and_nothing_beside_it(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    record = play("capital", ["random", "random"], seed=1)
    (folder / "one.pentarch").write_bytes(bytes(record))
    (folder / "broken.pentarch").write_bytes(b"x")
    (tmp_path / "outside.pentarch").write_bytes(bytes(record))

    async def work(client: Client) -> None:
        names = json.loads(await say(client, "list_records"))
        assert sorted(names) == ["broken.pentarch", "one.pentarch"]
        last = len(record.steps)
        whole = await say(client, "show_record", record="one.pentarch", step=last)
        assert "The match is over" in whole
        assert "hidden" not in whole
        seen = await say(client, "show_record", record="one.pentarch", step=5, seat="p1")
        assert "hand: 4 hidden" in seen
        assert "steps 0 to" in await refused(
            client, "show_record", record="one.pentarch", step=last + 1
        )
        assert "one of p1, p2" in await refused(
            client, "show_record", record="one.pentarch", step=1, seat="p3"
        )
        for name in ("../outside.pentarch", str(tmp_path / "outside.pentarch"), "/etc/passwd"):
            told = await refused(client, "show_record", record=name, step=0)
            assert "there is no record" in told
        assert "damaged" in await refused(client, "show_record", record="broken.pentarch", step=0)

    with_tools(work, folder)


def test_tables_are_few_and_the_oldest_makes_way() -> None:
    async def work(client: Client) -> None:
        tables = []
        for _ in range(9):
            asked = await say(client, "start_match", ruleset="township", opponents=["random"])
            tables.append(re.findall(r"t-[0-9a-f]+", asked)[0])
        assert "there is no table" in await refused(client, "look", table=tables[0])
        assert "You are p1" in await say(client, "look", table=tables[1])

    with_tools(work)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--http", "8000", "--token", "pent_x"], "use it without a token"),
        (["--records", "/nowhere"], "is not a folder"),
    ],
)
def test_misuse_is_refused(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["mcp", *arguments]) == 2
    assert told in capsys.readouterr().err


@needs_redis
def test_with_a_token_it_does_what_the_role_allows(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    try:
        left = hall.bot(Random, "left", "township")
        right = hall.bot(Random, "right", "township")
        played = hall.queue("township", [left, right], seed=1, options={"round_cap": 5})
        hall.play(played)
        verify_matches(hall.verifier, [played])
        address = f"127.0.0.1:{hall.port}"

        new = {"ruleset": "township", "bots": ["left", "right"], "options": {"round_cap": 5}}

        async def read(client: Client) -> None:
            listed = json.loads(await say(client, "list_matches", ruleset="township", most=5))
            assert [match["match"] for match in listed] == [played]
            found = json.loads(await say(client, "get_match", match=played))
            assert found["state"] == "rated"
            ladder = json.loads(await say(client, "ladder", ruleset="township"))
            assert {line["bot"] for line in ladder} == {"left", "right"}
            shown = await say(client, "show_record", record=str(played), step=2, seat="p1")
            assert 'p1 "left@1"' in shown
            assert "role" in await refused(client, "create_match", **new)
            assert "there is no match" in await refused(client, "get_match", match=1 << 70)
            assert "a state is one of" in await refused(client, "list_matches", state="lost")

        known = {"PENTARCH_ARBITER": address, "PENTARCH_TOKEN": hall.tokens["reader"]}
        with_server(read, environment=known)

        async def write(client: Client) -> None:
            made = json.loads(await say(client, "create_match", **new))
            assert (made["state"], made["rated"]) == ("queued", False)
            early = await refused(client, "show_record", record=str(made["match"]), step=0)
            assert "FAILED_PRECONDITION" in early

        with_tools(write, arbiter=Arbiter(address, hall.tokens["author"]))
    finally:
        hall.close()


@pytest.mark.long
def test_it_is_served_over_http_to_this_machine() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = [sys.executable, "-m", "pentarch.cli", "mcp", "--play", "--http", str(port)]
    with subprocess.Popen(program, stderr=subprocess.DEVNULL) as served:
        try:
            until(lambda: is_listening(port), what="the server listens")

            async def work() -> None:
                async with Client(f"http://127.0.0.1:{port}/mcp") as client:
                    asked = await say(
                        client, "start_match", ruleset="kingdom", opponents=["greedy"]
                    )
                    assert "You are p1, one of 2 seats" in asked

            apart(work)
        finally:
            served.terminate()


def is_listening(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
