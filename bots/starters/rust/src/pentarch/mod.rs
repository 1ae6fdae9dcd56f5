//! The protocol: a JSON message a line on standard input, an answer a line on standard output.
//! `pentarch bot types .` writes this folder anew.
#![allow(dead_code)] // a bot need not look at everything

pub mod json;
pub mod views;

use json::{quoted, Json, Read};
use std::collections::{BTreeMap, HashMap};
use std::io::{self, BufRead, Write};

/// A match begins.
#[derive(Clone, Debug)]
pub struct Start {
    pub ruleset: String,
    /// The bot's own, counted from 0.
    pub seat: i64,
    /// How many there are.
    pub seats: i64,
    pub options: BTreeMap<String, String>,
    /// For the bot's own luck: the same match, the same play.
    pub seed: u64,
}

/// In seconds; what is without limit is infinite.
#[derive(Clone, Debug)]
pub struct Clock {
    pub left: f64,
    pub increment: f64,
    pub cap: f64,
}

/// What the seat may know of what happened since its last decision.
#[derive(Clone, Debug)]
pub struct Event {
    pub name: String,
    /// Nobody's: it concerns nobody in particular.
    pub seat: Option<i64>,
    pub values: Vec<String>,
}

/// A decision.
#[derive(Clone, Debug)]
pub struct Turn {
    /// 1, 2, 3 and so on.
    pub sequence: i64,
    /// All that the seat may know.
    pub view: Json,
    /// What the rules allow now.
    pub legal: Vec<String>,
    pub events: Vec<Event>,
    pub clock: Clock,
}

/// Plays one match.
pub trait Bot {
    /// One of `turn.legal`. An error ends the program, and is shown.
    fn decide(&mut self, turn: &Turn) -> Result<String, String>;
}

/// Plays until the input ends. Every match gets a bot of its own.
pub fn run<B: Bot>(make: impl Fn(&Start) -> B) -> Result<(), String> {
    let mut bots: HashMap<String, B> = HashMap::new();
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|error| error.to_string())?;
        if line.is_empty() {
            continue;
        }
        let message = Json::parse(&line)?;
        if let Some(start) = message.get("match_start") {
            bots.insert(match_of(start)?, make(&Start::read(start)?));
        } else if let Some(asked) = message.get("turn") {
            let (id, turn) = (match_of(asked)?, Turn::read(asked)?);
            let bot = bots.get_mut(&id).ok_or("a turn of an unknown match")?;
            say(&id, &turn, &bot.decide(&turn)?)?;
        } else if let Some(end) = message.get("match_end") {
            bots.remove(&match_of(end)?);
        }
    }
    Ok(())
}

fn match_of(message: &Json) -> Result<String, String> {
    message.field_or_default("match_id")
}

fn say(id: &str, turn: &Turn, text: &str) -> Result<(), String> {
    let (id, sequence, text) = (quoted(id), turn.sequence, quoted(text));
    let mut out = io::stdout().lock();
    writeln!(
        out,
        r#"{{"decide": {{"match_id": {id}, "sequence": {sequence}, "text": {text}}}}}"#
    )
    .and_then(|()| out.flush())
    .map_err(|error| error.to_string())
}

impl Read for Start {
    fn read(json: &Json) -> Result<Self, String> {
        let seed: String = json.field_or_default("bot_seed")?;
        Ok(Start {
            ruleset: json.field("ruleset")?,
            seat: json.field_or_default("seat")?,
            seats: json.field("seats")?,
            options: json.field_or_default("options")?,
            seed: seed.parse().unwrap_or(0),
        })
    }
}

impl Read for Turn {
    fn read(json: &Json) -> Result<Self, String> {
        let clock = json.get("clock");
        Ok(Turn {
            sequence: json.field("sequence")?,
            view: json.field("view")?,
            legal: json.field("legal")?,
            events: json.field_or_default("events")?,
            clock: Clock {
                left: seconds(clock, "left").unwrap_or(f64::INFINITY),
                increment: seconds(clock, "increment").unwrap_or(0.0),
                cap: seconds(clock, "cap").unwrap_or(f64::INFINITY),
            },
        })
    }
}

impl Read for Event {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Event {
            name: json.field("name")?,
            seat: json.get("seat").map(i64::read).transpose()?,
            values: json.field_or_default("values")?,
        })
    }
}

/// "2.5s" as 2.5.
fn seconds(clock: Option<&Json>, name: &str) -> Option<f64> {
    let text: String = clock?.field(name).ok()?;
    text.trim_end_matches('s').parse().ok()
}
