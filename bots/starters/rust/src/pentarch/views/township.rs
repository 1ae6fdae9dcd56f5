//! What a seat may know in township: `pentarch describe township --types rust`.

use crate::pentarch::json::{Json, Read};

/// The options of the match.
#[derive(Clone, Debug)]
pub struct Options {
    /// Renown that ends the match.
    pub renown_target: i64,
    /// The last round.
    pub round_cap: i64,
    /// Rounds without mustering.
    pub peace_rounds: i64,
    /// What happens to used tools. One of: none, die, single.
    pub tool_wear: String,
    /// How much a loot takes. One of: per_point, single.
    pub loot_rule: String,
    /// How the five tokens are counted. One of: combined, same_kind.
    pub destroy_rule: String,
    /// Laurels per defender eliminated.
    pub attack_laurels: i64,
    /// Laurels per attacker eliminated in a rout.
    pub defence_laurels: i64,
    /// Laurels captured per unit or point left.
    pub capture_laurels: i64,
    /// Renown per finery in stock.
    pub finery_renown: i64,
}

impl Read for Options {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Options {
            renown_target: json.field("renown_target")?,
            round_cap: json.field("round_cap")?,
            peace_rounds: json.field("peace_rounds")?,
            tool_wear: json.field("tool_wear")?,
            loot_rule: json.field("loot_rule")?,
            destroy_rule: json.field("destroy_rule")?,
            attack_laurels: json.field("attack_laurels")?,
            defence_laurels: json.field("defence_laurels")?,
            capture_laurels: json.field("capture_laurels")?,
            finery_renown: json.field("finery_renown")?,
        })
    }
}

/// The attack being fought. Numbers are 0 until they are decided or rolled.
#[derive(Clone, Debug)]
pub struct Attack {
    /// Who is attacked. One of: p1, p2, p3, p4, p5, p6.
    pub defender: String,
    /// Units that attack.
    pub attackers: i64,
    /// Swords used.
    pub swords: i64,
    /// Units that defend.
    pub defenders: i64,
    /// Shields used.
    pub shields: i64,
    /// Dice of the attack that scored.
    pub attack_total: i64,
    /// Dice of the defence that scored.
    pub defence_total: i64,
    /// Points of a success that no defender took.
    pub left_over: i64,
}

impl Read for Attack {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Attack {
            defender: json.field("defender")?,
            attackers: json.field("attackers")?,
            swords: json.field("swords")?,
            defenders: json.field("defenders")?,
            shields: json.field("shields")?,
            attack_total: json.field("attack_total")?,
            defence_total: json.field("defence_total")?,
            left_over: json.field("left_over")?,
        })
    }
}

/// Pieces in stock.
#[derive(Clone, Debug)]
pub struct Stock {
    /// Pieces of grain.
    pub grain: i64,
    /// Pieces of lumber.
    pub lumber: i64,
    /// Pieces of ore.
    pub ore: i64,
    /// Pieces of stone.
    pub stone: i64,
    /// Pieces of tools.
    pub tools: i64,
    /// Pieces of swords.
    pub swords: i64,
    /// Pieces of shields.
    pub shields: i64,
    /// Pieces of ale.
    pub ale: i64,
    /// Pieces of finery.
    pub finery: i64,
}

impl Read for Stock {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Stock {
            grain: json.field("grain")?,
            lumber: json.field("lumber")?,
            ore: json.field("ore")?,
            stone: json.field("stone")?,
            tools: json.field("tools")?,
            swords: json.field("swords")?,
            shields: json.field("shields")?,
            ale: json.field("ale")?,
            finery: json.field("finery")?,
        })
    }
}

/// A building in play.
#[derive(Clone, Debug)]
pub struct Building {
    /// The site: the kind and a number.
    pub name: String,
    /// Damage tokens; only without any does the building work.
    pub damage: i64,
    /// Depletion tokens, each of which closes a place.
    pub depletion: i64,
    /// Activities here in this turn.
    pub worked: i64,
    /// Whether raw materials were taken here in this turn.
    pub produced: bool,
}

impl Read for Building {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Building {
            name: json.field("name")?,
            damage: json.field("damage")?,
            depletion: json.field("depletion")?,
            worked: json.field("worked")?,
            produced: json.field("produced")?,
        })
    }
}

/// One seat's town.
#[derive(Clone, Debug)]
pub struct Town {
    /// Whose it is. One of: p1, p2, p3, p4, p5, p6.
    pub seat: String,
    /// The place in the order of elimination; 0 while it plays.
    pub eliminated: i64,
    /// Laurels, stored finery and undamaged buildings: what wins.
    pub renown: i64,
    /// Laurels from feasts and fights.
    pub laurels: i64,
    /// All units.
    pub units: i64,
    /// Units that the houses hold; more leave at the end of the turn.
    pub housing: i64,
    /// Units that can still do something this turn.
    pub idle: i64,
    /// Units that attack this turn.
    pub mustered: i64,
    /// Tools used this turn.
    pub tools_used: i64,
    /// Pieces in stock.
    pub stock: Stock,
    /// Grain that the granaries hold.
    pub grain_room: i64,
    /// Other pieces that the warehouses hold.
    pub goods_room: i64,
    /// The buildings in canonical order.
    pub buildings: Vec<Building>,
}

impl Read for Town {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Town {
            seat: json.field("seat")?,
            eliminated: json.field("eliminated")?,
            renown: json.field("renown")?,
            laurels: json.field("laurels")?,
            units: json.field("units")?,
            housing: json.field("housing")?,
            idle: json.field("idle")?,
            mustered: json.field("mustered")?,
            tools_used: json.field("tools_used")?,
            stock: json.field("stock")?,
            grain_room: json.field("grain_room")?,
            goods_room: json.field("goods_room")?,
            buildings: json.field("buildings")?,
        })
    }
}

/// The whole match: nothing is hidden.
#[derive(Clone, Debug)]
pub struct View {
    /// The round, from 1 on.
    pub round: i64,
    /// Whose turn it is. One of: p1, p2, p3, p4, p5, p6.
    pub active: String,
    /// What is being decided. One of: break, activity, discard, assign, attack, swords, defend,
    /// shields, spoils, damage, over.
    pub decision: String,
    /// How the match ended; empty while it goes on. One of: (empty), conquest, renown, cap.
    pub ending: String,
    /// The options of the match.
    pub options: Options,
    /// Units sent against each seat and not fought with yet.
    pub assigned: Vec<i64>,
    /// The opponent that `assign` asks about. Null: nobody is asked about. One of: p1, p2, p3, p4,
    /// p5, p6.
    pub asked: Option<String>,
    /// The attack being fought. Numbers are 0 until they are decided or rolled. Null: nobody is
    /// fighting.
    pub attack: Option<Attack>,
    /// The towns in the order of seats.
    pub towns: Vec<Town>,
}

impl Read for View {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(View {
            round: json.field("round")?,
            active: json.field("active")?,
            decision: json.field("decision")?,
            ending: json.field("ending")?,
            options: json.field("options")?,
            assigned: json.field("assigned")?,
            asked: json.field("asked")?,
            attack: json.field("attack")?,
            towns: json.field("towns")?,
        })
    }
}
