//! A bot that plays every ruleset by a list of wishes. Make it yours.

mod pentarch;

use pentarch::json::Read;
use pentarch::views::kingdom;
use pentarch::{Bot, Start, Turn};
use std::collections::{HashMap, VecDeque};

/// The beginnings of commands, dearest first. What there is: `pentarch describe township verbs`.
#[rustfmt::skip]
fn wishes(ruleset: &str) -> &'static [&'static str] {
    match ruleset {
        "township" => &[
            "feast", "repair house", "repair school", "repair", "produce woodlot", "recruit",
            "produce", "break house", "break school", "break monument", "skip",
        ],
        "kingdom" => &["halt", "train swordsman", "move all", "done"],
        "capital" => &[
            "upgrade", "settle", "build farming_village", "build", "quest", "take", "war", "send",
            "guard", "charge", "hold", "raze city", "raze", "save", "done", "keep farming_village",
            "keep",
        ],
        "heroes" => &[
            "buy", "recruit", "hero", "fight", "attack", "stay", "seize", "raise", "take", "move 1",
            "end",
        ],
        "tradewarz" => &[
            "resources gold gold", "resources lumber lumber", "resources mining mining",
            "resources wheat wheat", "build castle", "build village", "build", "recruit gate",
            "decline", "ready",
        ],
        _ => &[],
    }
}

/// Units that march together.
const ENOUGH: usize = 3;

struct MyBot {
    ruleset: String,
    /// As commands and views write it: p1, p2, ...
    seat: String,
}

impl Bot for MyBot {
    /// `turn.view` is what the seat may know; `pentarch::views` has it as types for every ruleset.
    fn decide(&mut self, turn: &Turn) -> Result<String, String> {
        let mut choices: Vec<&String> = turn.legal.iter().collect();
        if self.ruleset == "kingdom" {
            let view = kingdom::View::read(&turn.view)?;
            choices = without_idle_moves(choices, &view, &self.seat);
        }
        let fulfilled = |wish: &&str| choices.iter().find(|text| text.starts_with(*wish)).copied();
        let dearest = wishes(&self.ruleset).iter().find_map(fulfilled);
        Ok(dearest.unwrap_or(&turn.legal[0]).clone())
    }
}

/// The commands without moves, but for those of armies towards a castle.
fn without_idle_moves<'a>(
    legal: Vec<&'a String>,
    view: &kingdom::View,
    seat: &str,
) -> Vec<&'a String> {
    let away = distances(view, seat);
    let distance = |area: &str| away.get(area).copied().unwrap_or(usize::MAX);
    let units = |area: &str| {
        view.units
            .iter()
            .filter(|unit| unit.kingdom == seat && unit.area == area)
            .count()
    };
    let is_worthwhile = |text: &&String| match text.split(' ').collect::<Vec<_>>()[..] {
        ["move", "all", _, from, to] => units(from) >= ENOUGH && distance(to) < distance(from),
        ["move", ..] => false,
        _ => true,
    };
    legal.into_iter().filter(is_worthwhile).collect()
}

/// How far each area is from the nearest castle that somebody else holds.
fn distances<'a>(view: &'a kingdom::View, seat: &str) -> HashMap<&'a str, usize> {
    let is_land = |area: &&kingdom::Area| area.kind == "land";
    let land: HashMap<&str, &kingdom::Area> = view
        .board
        .areas
        .iter()
        .filter(is_land)
        .map(|area| (area.id.as_str(), area))
        .collect();
    let others = view
        .castles
        .iter()
        .filter(|castle| castle.owner.as_deref() != Some(seat));
    let mut queue: VecDeque<&str> = others.map(|castle| castle.id.as_str()).collect();
    let mut found: HashMap<&str, usize> = queue.iter().map(|area| (*area, 0)).collect();
    while let Some(area) = queue.pop_front() {
        for next in &land[area].neighbours {
            if land.contains_key(next.as_str()) && !found.contains_key(next.as_str()) {
                found.insert(next, found[area] + 1);
                queue.push_back(next);
            }
        }
    }
    found
}

fn main() -> Result<(), String> {
    pentarch::run(|start: &Start| MyBot {
        ruleset: start.ruleset.clone(),
        seat: format!("p{}", start.seat + 1),
    })
}
