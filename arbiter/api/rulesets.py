"""RulesetService: what can be played."""

from typing import Any

import grpc

from pentarch.arbiter.api import convert
from pentarch.arbiter.api.errors import invalid
from pentarch.arbiter.v1 import rulesets_pb2, rulesets_pb2_grpc
from pentarch.engine import registry
from pentarch.engine.plain import canonical
from pentarch.engine.rulebook import rulebook

Context = grpc.aio.ServicerContext[Any, Any]


class Rulesets(rulesets_pb2_grpc.RulesetServiceServicer):
    """Answers from the engine alone."""

    async def ListRulesets(
        self, request: rulesets_pb2.ListRulesetsRequest, context: Context
    ) -> rulesets_pb2.ListRulesetsResponse:
        """All of them: they fit on one page."""
        if request.page_size < 0:
            raise invalid("page_size", "a page size must not be negative")
        if request.page_token:
            raise invalid("page_token", "there is only one page of rulesets")
        infos = [registry.get(id).info for id in registry.IDS]
        return rulesets_pb2.ListRulesetsResponse(rulesets=[convert.ruleset(info) for info in infos])

    async def DescribeRuleset(
        self, request: rulesets_pb2.DescribeRulesetRequest, context: Context
    ) -> rulesets_pb2.DescribeRulesetResponse:
        """From its manual and the text of its rules."""
        found = registry.get(request.ruleset)
        manual = found.manual()
        return rulesets_pb2.DescribeRulesetResponse(
            ruleset=convert.ruleset(found.info),
            options=[convert.option(option) for option in found.info.options],
            verbs=[convert.verb(entry) for entry in manual.verbs],
            rules_text=rulebook(found.info.id),
            decisions=convert.meanings(manual.decisions),
            events=convert.meanings(manual.events),
            tables=[convert.table(table) for table in manual.tables],
            view_schema=canonical(manual.schema()).decode(),
        )
