"""`pentarch rulesets`, `pentarch rules` and `pentarch simulate`."""

import sys
from difflib import get_close_matches
from typing import Annotated

import typer
from rich.markdown import Markdown
from rich.table import Table

from pentarch.bots.simulator import serve
from pentarch.cli.terminal import AsJson, Failure, console, misuse, print_json, print_plain
from pentarch.engine import registry
from pentarch.engine.plain import Json
from pentarch.engine.rulebook import part_of, rulebook, rules_of

_NEAR = 5


def list_rulesets(as_json: AsJson = False) -> None:
    """List the rulesets."""
    infos = [registry.get(id).info for id in registry.IDS]
    if as_json:
        print_json(
            [
                {
                    "id": info.id,
                    "title": info.title,
                    "version": info.version,
                    "min_seats": info.min_seats,
                    "max_seats": info.max_seats,
                }
                for info in infos
            ]
        )
        return
    table = Table("id", "title", "version", "seats", "options", box=None, pad_edge=False)
    for info in infos:
        options = ", ".join(f"{option.name}={option.default}".lower() for option in info.options)
        seats = f"{info.min_seats}-{info.max_seats}"
        table.add_row(info.id, info.title, str(info.version), seats, options)
    console().print(table)


def show_rules(
    ruleset: Annotated[str, typer.Argument(help="A ruleset's id.")],
    what: Annotated[
        str, typer.Argument(help="A rule id (TS-3.2) or words of a heading; default: all rules.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Print the rules of a ruleset: all, one section, or one rule."""
    id = registry.get(ruleset).info.id
    try:
        text = rulebook(id)
    except OSError as error:
        raise misuse(f"the rules of {id} are not part of this installation") from error
    if as_json:
        print_json(_catalogue(text, what, id))
        return
    chosen = part_of(text, what) if what else text
    if not chosen:
        raise _unknown(text, what, id)
    out = console()
    if out.is_terminal:
        out.print(Markdown(chosen))
    else:
        print_plain(chosen.rstrip("\n"))


def simulate() -> None:
    """Answer questions about states in JSON lines: the rules for bots in any language.

    A request is an object on a line of standard input. It says what to do, and
    may have an id, which the answer repeats. States stay here and go by numbers.

    \b
    do        needs (or may have)                gives
    new       ruleset, seats (options, seed)     state
    load      ruleset, dump (seed)               state
    sample    ruleset, view, seat (seed)         state: one that fits the view
    record    record in base64, step             state: after so many steps
    copy      state (seed, for other dice)       state
    drop      states                             states: how many are left
    legal     state                              acting, legal of every seat
    apply     state, seat, command or several    events
    view      state, seat                        view
    outcome   state                              over, ranks, scores, reason
    playout   state (seed, most steps)           the same, after random play
    dump      state                              dump; measures and text alike
    all       requests                           answers, in their order

    \b
    {"id": 1, "do": "new", "ruleset": "township", "seats": 2, "seed": 7}
    {"id": 1, "state": 1}

    A program that plays finds what starts this command in PENTARCH_SIMULATOR.
    """
    serve(sys.stdin.buffer, sys.stdout.buffer)


def _catalogue(text: str, what: str, id: str) -> Json:
    rules = rules_of(part_of(text, what) if what else text)
    if what and not rules:
        raise _unknown(text, what, id)
    return [{"id": rule.id, "text": rule.text} for rule in rules]


def _unknown(text: str, what: str, id: str) -> Failure:
    """The error for words that are no rule and no heading; it names the ids nearest to them."""
    spelt = {rule.id.lower(): rule.id for rule in rules_of(text)}
    near = [rule for key, rule in spelt.items() if key.startswith(what.lower())][:_NEAR]
    near = near or [spelt[key] for key in get_close_matches(what.lower(), spelt, n=_NEAR)]
    hint = f"; near it: {', '.join(near)}" if near else ""
    return misuse(f"the rules of {id} have neither a rule nor a heading {what!r}{hint}")
