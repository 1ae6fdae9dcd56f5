"""Fair queues: nobody waits longer than the bound says, whatever the others ask for."""

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from pentarch.arbiter.competition.fair_queue import FairQueue, Job

OWNERS = ("ann", "ben", "cam", "dot")
WEIGHTS = {"ann": 1.0, "ben": 1.0, "cam": 2.0, "dot": 0.5}


@dataclass
class Watched:
    """A job that waits: what its owner had before it, and what began since, by owner."""

    job: Job
    own: float
    begun: dict[str, float]


ADD = st.tuples(st.sampled_from(OWNERS), st.integers(1, 6))
STEP = st.one_of(ADD, st.none())


@given(st.lists(STEP, max_size=120))
def test_no_job_waits_longer_than_the_bound(steps: "list[tuple[str, int] | None]") -> None:
    queue = FairQueue()
    waiting: list[Watched] = []
    last: dict[str, float] = {}
    largest = 6
    for step in [*steps, *[None] * sum(step is not None for step in steps)]:
        if step is not None:
            owner, cost = step
            own = last.get(owner, 0.0)
            own += sum(one.job.cost for one in waiting if one.job.owner == owner)
            job = queue.join(owner, cost=cost, weight=WEIGHTS[owner])
            waiting.append(Watched(job, own, {}))
        elif waiting:
            taken = queue.take()
            [served] = [one for one in waiting if one.job is taken]
            waiting.remove(served)
            last[taken.owner] = taken.cost
            for other, begun in served.begun.items():
                share = WEIGHTS[other] / WEIGHTS[taken.owner]
                assert begun <= served.own * share + largest + 1e-9
            for one in waiting:
                if one.job.owner != taken.owner:
                    before = one.begun.get(taken.owner, 0.0)
                    one.begun[taken.owner] = before + taken.cost
    assert not waiting
    assert len(queue) == 0


def test_one_job_comes_second_however_many_another_owner_has_queued() -> None:
    queue = FairQueue()
    for _ in range(200):
        queue.join("ann")
    for _ in range(50):
        queue.take()
    mine = queue.join("ben")
    order = [queue.take() for _ in range(len(queue))]
    assert order.index(mine) <= 1


def test_weights_share_a_queue() -> None:
    queue = FairQueue()
    for _ in range(60):
        queue.join("ann", weight=2.0)
        queue.join("ben")
    first = [queue.take().owner for _ in range(60)]
    assert 38 <= first.count("ann") <= 42


def test_who_has_asked_for_nothing_has_saved_nothing_up() -> None:
    queue = FairQueue()
    for _ in range(100):
        queue.join("ann")
        queue.take()
    for _ in range(100):
        queue.join("ben")
    for _ in range(10):
        queue.join("ann")
    first = [queue.take().owner for _ in range(22)]
    assert first.count("ann") == 10
