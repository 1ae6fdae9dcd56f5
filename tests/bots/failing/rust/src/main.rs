//! A bot that fails in the way that FAIL names: never answers, or does wrong at its third decision.

mod pentarch;

use pentarch::{Bot, Start, Turn};
use std::{env, thread, time::Duration};

struct Failing;

impl Bot for Failing {
    fn decide(&mut self, turn: &Turn) -> Result<String, String> {
        let how = env::var("FAIL").unwrap();
        if how == "sleep" {
            thread::sleep(Duration::from_secs(3600));
        }
        if turn.sequence < 3 {
            return Ok(turn.legal[0].clone());
        }
        Ok(self.fail(turn, &how))
    }
}

impl Failing {
    fn fail(&self, turn: &Turn, how: &str) -> String {
        match how {
            "crash" => return turn.legal[100 + turn.legal.len()].clone(),
            "print" => println!("thinking about it"),
            _ => {}
        }
        "break castle".to_string()
    }
}

fn main() -> Result<(), String> {
    pentarch::run(|_: &Start| Failing)
}
