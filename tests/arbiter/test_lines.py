"""Lines to Redis: answers in order, errors by name, and connections that break and come back."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from redis.exceptions import NoScriptError

from arbiter.lines import AsyncLine, Line, Script
from workers.broker import PrivateRedis

DOUBLE = Script("return ARGV[1] * 2")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[PrivateRedis]:
    with PrivateRedis(tmp_path / "redis") as made:
        yield made


def cut(address: str) -> None:
    """Break all connections but the one that says so."""
    with redis.Redis.from_url(address) as client:
        client.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")


def test_a_script_is_sent_once_and_known_then(server: PrivateRedis) -> None:
    line = Line(server.address)
    with pytest.raises(NoScriptError):
        line.call("EVALSHA", DOUBLE.sha, 0, 4)
    assert line.run(DOUBLE, 4) == 8
    assert line.call("EVALSHA", DOUBLE.sha, 0, 5) == 10
    line.close()


def test_a_line_goes_on_after_an_error_and_after_a_break(server: PrivateRedis) -> None:
    line = Line(server.address)
    with pytest.raises(redis.ResponseError):
        line.call("NONSENSE")
    assert line.call("SET", "a", b"\x00\xff") == b"OK"
    cut(server.address)
    assert line.call("GET", "a") == b"\x00\xff"
    line.close()


def test_a_redis_that_is_gone_is_an_error(server: PrivateRedis) -> None:
    line = Line(server.address)
    assert line.call("PING") in (b"PONG", "PONG", True)
    server.stop()
    with pytest.raises(redis.RedisError):
        line.call("PING")
    line.close()


def test_calls_at_the_same_time_get_their_own_answers(server: PrivateRedis) -> None:
    async def play() -> list[object]:
        line = AsyncLine(server.address)
        answers = await asyncio.gather(*[line.run(DOUBLE, number) for number in range(50)])
        await line.close()
        return [*answers]

    assert asyncio.run(play()) == [2 * number for number in range(50)]


def test_an_answer_nobody_waits_for_any_more_is_nobody_elses(server: PrivateRedis) -> None:
    async def play() -> object:
        line = AsyncLine(server.address)
        waiting = asyncio.create_task(line.call("BLPOP", "nothing", "0.05"))
        await asyncio.sleep(0.01)
        waiting.cancel()
        answer = await line.call("ECHO", "here")
        await line.close()
        return answer

    assert asyncio.run(play()) == b"here"


def test_an_async_line_goes_on_after_errors_and_breaks(server: PrivateRedis) -> None:
    async def play() -> None:
        line = AsyncLine(server.address)
        with pytest.raises(redis.ResponseError):
            await line.call("NONSENSE")
        waiting = asyncio.create_task(line.call("BLPOP", "list", "20"))
        await line_waits()
        cut(server.address)
        # The call is given again over a new connection, and answered there.
        while not waiting.done():
            await asyncio.to_thread(push, server.address)
            await asyncio.sleep(0.01)
        assert (await waiting)[1] == b"x"
        await line.close()
        with pytest.raises(redis.ConnectionError):
            await line.call("PING")

    async def line_waits() -> None:
        with redis.Redis.from_url(server.address) as client:
            while client.info("clients")["blocked_clients"] == 0:
                await asyncio.sleep(0.01)

    asyncio.run(play())


def push(address: str) -> None:
    with redis.Redis.from_url(address) as client:
        if client.info("clients")["blocked_clients"]:
            client.rpush("list", "x")
