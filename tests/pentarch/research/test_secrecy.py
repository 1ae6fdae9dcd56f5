"""The law of hidden information, through every adapter: whatever a seat is given is the same in
another world that the seat cannot tell from this one."""

from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pentarch import PolicyBot, Turn, gymnasium, openspiel, pettingzoo
from pentarch.bots.llm.conversation import question
from pentarch.bots.sdk import Clock, Start
from pentarch.engine.core import Event, Seat
from pentarch.research import picture
from pentarch.research.course import Course, Kind, Past
from tests.pentarch.research.tables import SHORT, rulesets, table_sizes

LAW = settings(max_examples=3, derandomize=True)


@dataclass(frozen=True)
class Case:
    """A match somewhere under way, seen from a seat."""

    id: str
    seats: int
    seed: int
    steps: int
    eye: Seat

    def course(self) -> Course:
        course = Course.begin(Kind(self.id, self.seats, {}, "listed"), self.seed)
        luck = Random(self.seed)
        while course.steps < self.steps and (acting := course.acting()):
            seat = luck.choice(acting)
            course.play(seat, luck.choice(course.legal(seat)))
        return course


@st.composite
def cases(draw: st.DrawFn, id: str) -> Case:
    seats = draw(st.sampled_from(table_sizes(id)))
    seed = draw(st.integers(0, 2**63))
    return Case(id, seats, seed, draw(st.integers(0, 250)), draw(st.integers(0, seats - 1)))


def another_world(course: Course, eye: Seat) -> Course:
    """The match with other hidden things, and another past in all that the seat was not told."""
    world = course.resampled(eye, 1)
    rules = course.kind.ruleset
    past: Past | None = None
    for step in course._history():
        audience = rules.audience(course.state, step.seat, step.command)
        command = step.command
        if audience is not None and eye not in audience:
            place = (command.number - command.verb.first + 1) % command.verb.count
            command = command.verb.at(place)
        events = [event for event in step.events if event.seen_by(eye)]
        past = Past(past, step.seat, command, [*events, Event("secret", -1, (), ())])
    world.past = past
    return world


def given_by_turns(course: Course, eye: Seat) -> list[Any]:
    """At once, and when it is its turn. Those whose turn is before enter what they like."""
    env = pettingzoo.env(course.kind.ruleset.info.id, seats=course.kind.seats)
    env.reset(options={"course": course})
    agent = env.possible_agents[eye]
    seen = env.observe(agent)
    luck = Random(course.chance.key)
    while eye in course.acting() and env.agent_selection != agent:
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(luck.choice(np.flatnonzero(mask).tolist()))
    return [seen, env.observe(agent), dict(env.infos[agent])]


def given_together(course: Course, eye: Seat) -> list[Any]:
    env = pettingzoo.parallel_env(course.kind.ruleset.info.id, seats=course.kind.seats)
    observations, infos = env.reset(options={"course": course})
    agent = env.possible_agents[eye]
    return [observations[agent], dict(infos[agent])]


def given_in_cycles(course: Course, eye: Seat) -> list[Any]:
    """At once, and after those before it in the cycle, who enter what they like."""
    env = pettingzoo.cyclic_env(course.kind.ruleset.info.id, seats=course.kind.seats)
    env.reset(options={"course": course})
    agent = env.possible_agents[eye]
    seen = env.observe(agent)
    luck = Random(course.chance.key)
    while env.agent_selection != agent:
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(luck.choice(np.flatnonzero(mask).tolist()))
    return [seen, env.observe(agent), dict(env.infos[agent])]


def given_by_gymnasium(course: Course, eye: Seat) -> list[Any]:
    opponents = ["random"] * (course.kind.seats - 1)
    env = gymnasium.env(course.kind.ruleset.info.id, opponents=opponents, seat=eye)
    observation, info = env.reset(seed=1, options={"course": course})
    text = env.render()
    return [observation, dict(info), text, picture.drawn(text)]


def given_by_openspiel(course: Course, eye: Seat) -> list[Any]:
    game = pyspiel.load_game(f"pentarch_{course.kind.ruleset.info.id}(seats={course.kind.seats})")
    state = openspiel.State(game, course.copy())
    whole = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    now = game.make_py_observer()
    now.set_from(state, eye)
    legal = [state.action_to_string(eye, action) for action in state.legal_actions(eye)]
    return [now.tensor, now.string_from(state, eye), whole.string_from(state, eye), legal]


def given_to_models(course: Course, eye: Seat) -> list[Any]:
    """The prompt of a decision, and what a bot's policy is given of it."""
    rules, seats = course.kind.ruleset, course.kind.seats
    look, hear = partial(course.view, eye), partial(course.heard, eye)
    turn = Turn(rules, eye, seats, 1, course.legal(eye), Clock(1, 1, 1), look, hear)
    policy = Recording()
    if turn.legal:
        bot = PolicyBot(policy)
        bot.start(Start(rules, eye, seats, {}, ["bot"] * seats, 1))
        bot.decide(turn)
    return [question(turn, ""), policy.given]


class Recording:
    """Keeps what it is given, and plays the first legal action."""

    def __init__(self) -> None:
        self.given: list[Any] = []

    def act(self, observation: Any, mask: Any) -> int:
        self.given += [observation, mask]
        return int(mask.argmax())


def shown_to_spectators(course: Course) -> list[Any]:
    id, seats = course.kind.ruleset.info.id, course.kind.seats
    made: list[Any] = [pettingzoo.env(id, seats=seats), pettingzoo.parallel_env(id, seats=seats)]
    shown = []
    for env in made:
        env.reset(options={"course": course})
        shown += [env.render(), picture.drawn(env.render())]
    return shown + seen_in_public(course)


def seen_in_public(course: Course) -> list[Any]:
    """What OpenSpiel gives a player who asks for what is public alone."""
    game = pyspiel.load_game(f"pentarch_{course.kind.ruleset.info.id}(seats={course.kind.seats})")
    state = openspiel.State(game, course.copy())
    seen: list[Any] = []
    for recall in (False, True):
        public = pyspiel.IIGObservationType(
            perfect_recall=recall, private_info=pyspiel.PrivateInfoType.NONE
        )
        observer = game.make_py_observer(public)
        for player in range(course.kind.seats):
            observer.set_from(state, player)
            seen += [observer.string_from(state, player), deepcopy(observer.tensor)]
    return seen


def nothing_hidden_is_told(case: Case) -> None:
    course, eye = case.course(), case.eye
    world = another_world(course, eye)
    ways = [given_by_turns, given_together, given_in_cycles, given_by_openspiel, given_to_models]
    if eye in course.acting() or course.is_over:
        # Else its opponents would decide first, who know more.
        ways.append(given_by_gymnasium)
    for way in ways:
        np.testing.assert_equal(way(world, eye), way(course, eye), err_msg=way.__name__)
    if world.view(None) == course.view(None):
        # A seat may know of itself what spectators are not shown yet, and not what they are shown.
        np.testing.assert_equal(shown_to_spectators(world), shown_to_spectators(course))


@rulesets
@given(data=st.data())
@LAW
def test_nothing_hidden_is_told_by_any_adapter(id: str, data: st.DataObject) -> None:
    nothing_hidden_is_told(data.draw(cases(id)))


@pytest.mark.long
@rulesets
@given(data=st.data())
@settings(LAW, max_examples=150)
def test_nothing_hidden_is_told_by_any_adapter_in_many_matches(
    id: str, data: st.DataObject
) -> None:
    nothing_hidden_is_told(data.draw(cases(id)))


@rulesets
@pytest.mark.parametrize("seed", range(3))
def test_whose_turn_it_is_tells_nothing_of_what_is_entered(id: str, seed: int) -> None:
    """Those who decide at once are asked in the order of seats, each until it has entered all."""
    seats = table_sizes(id)[1]
    env = pettingzoo.env(id, seats=seats, options=SHORT[id])
    env.reset(seed=seed)
    luck = Random(seed)
    asked: list[str] = []
    while not env.terminations[env.agent_selection] and not env.truncations[env.agent_selection]:
        acting = env.acting()
        assert env.agent_selection == min(acting)
        assert len(asked) <= 1 or set(acting) <= set(asked), "somebody is asked in between"
        asked = acting
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(luck.choice(np.flatnonzero(mask).tolist()))
