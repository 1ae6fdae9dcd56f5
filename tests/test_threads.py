"""A failure in a thread of a test reaches the test, whatever the test does meanwhile."""

import threading

import pytest

from tests.threads import Background, unheard


def fail() -> None:
    raise ValueError("in the thread")


def test_the_result_of_the_work_is_given_and_its_failure_raised() -> None:
    assert Background(lambda: 7).result() == 7
    with pytest.raises(ValueError, match="in the thread") as raised:
        Background(fail).result()
    assert any(entry.name == "fail" for entry in raised.traceback), "where it happened is told"


def test_the_end_of_the_block_waits_for_the_work() -> None:
    go, done = threading.Event(), threading.Event()

    def work() -> None:
        go.wait()
        done.set()

    with Background(work):
        assert not done.is_set()
        go.set()
    assert done.is_set()
    with pytest.raises(ValueError, match="in the thread"), Background(fail):
        pass


def test_a_block_that_fails_tells_what_went_wrong_in_the_thread() -> None:
    failing = Background(fail)
    while not failing.is_over:
        pass
    with pytest.raises(TimeoutError, match="nothing came") as raised, failing:
        raise TimeoutError("nothing came")
    assert "ValueError: in the thread" in raised.value.__notes__[0]


def test_a_failure_that_nobody_asked_for_is_found() -> None:
    failing = Background(fail)
    while not failing.is_over:
        pass
    assert [str(error) for error in unheard()] == ["in the thread"]
    assert unheard() == []
