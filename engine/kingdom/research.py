"""Techs (KC-8): starting research."""

from typing import Final, final

from pentarch.engine.commands import Command
from pentarch.engine.core import Refusal
from pentarch.engine.kingdom import refusals as no
from pentarch.engine.kingdom.commands import RESEARCH
from pentarch.engine.kingdom.order import Order, Section
from pentarch.engine.kingdom.state import Plan
from pentarch.engine.kingdom.tables import TECHS, Tech


@final
class Research(Order):
    """Start the tech on offer."""

    def refusal(self, plan: Plan, command: Command) -> "Refusal | None":
        return research_refusal(plan, TECHS[command.args[0]])

    def carry_out(self, plan: Plan, command: Command) -> None:
        plan.research = TECHS[command.args[0]]
        plan.researches = None


@final
class Researches(Section):
    """The tech that can be started, if any."""

    def listed(self, plan: Plan) -> list[Command]:
        found = plan.researches
        if found is None:
            tech = plan.realm.market.tech
            found = []
            if tech is not None and research_refusal(plan, tech) is None:
                found.append(RESEARCH.of(tech.number))
            plan.researches = found
        return found


def research_refusal(plan: Plan, tech: Tech) -> "Refusal | None":
    """KC-8.1."""
    if tech is not plan.realm.market.tech:
        return no.NO_SUCH_TECH
    kingdom = plan.kingdom
    if kingdom.knowledge.has(tech) or tech.number in kingdom.research or plan.research is tech:
        return no.RESEARCHED_ALREADY
    return None


RESEARCHES: Final = Researches([Research(RESEARCH, is_local=False)])
