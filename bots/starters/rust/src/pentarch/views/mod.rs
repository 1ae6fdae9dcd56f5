//! What a seat may know, as types: a module for each ruleset.

pub mod capital;
pub mod heroes;
pub mod kingdom;
pub mod township;
pub mod tradewarz;
