//! What a seat may know in kingdom: `pentarch describe kingdom --types rust`.

use crate::pentarch::json::{Json, Read};
use std::collections::BTreeMap;

/// The options of the match.
#[derive(Clone, Debug)]
pub struct Options {
    /// The map; auto picks one by seats. One of: auto, duel, strait, crowns, winds, isles,
    /// pentacle, realms, random.
    pub map: String,
    /// How large a random map is. One of: small, medium, large.
    pub map_size: String,
    /// Castles that win; 0: the map's number.
    pub castles_to_win: i64,
    /// The last round, from 5; 0: the map's number.
    pub max_rounds: i64,
    /// Gold of each kingdom at the start.
    pub start_gold: i64,
    /// Swordsmen in each home at the start.
    pub start_swordsmen: i64,
    /// Attack of the home castles at the start.
    pub home_attack: i64,
    /// How strongly neutral castles are held. One of: none, normal, strong.
    pub garrisons: String,
    /// Scrolls on offer each round.
    pub market_size: i64,
    /// How far prices stray from the list.
    pub price_spread: i64,
    /// A tech is offered every so many rounds; 0: never.
    pub tech_interval: i64,
    /// Rounds until a guard tower can fight.
    pub tower_build_time: i64,
    /// Mages can cast blessing too.
    pub extra_spells: bool,
}

impl Read for Options {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Options {
            map: json.field("map")?,
            map_size: json.field("map_size")?,
            castles_to_win: json.field("castles_to_win")?,
            max_rounds: json.field("max_rounds")?,
            start_gold: json.field("start_gold")?,
            start_swordsmen: json.field("start_swordsmen")?,
            home_attack: json.field("home_attack")?,
            garrisons: json.field("garrisons")?,
            market_size: json.field("market_size")?,
            price_spread: json.field("price_spread")?,
            tech_interval: json.field("tech_interval")?,
            tower_build_time: json.field("tower_build_time")?,
            extra_spells: json.field("extra_spells")?,
        })
    }
}

/// An area of the map.
#[derive(Clone, Debug)]
pub struct Area {
    /// Its name.
    pub id: String,
    /// Land or sea. One of: land, sea.
    pub kind: String,
    /// Where it is drawn.
    pub x: i64,
    /// Where it is drawn.
    pub y: i64,
    /// Gold that it pays its owner.
    pub tax: i64,
    /// Whether it has a castle.
    pub castle: bool,
    /// Whose home it is. Null: it is nobody's home. One of: p1, p2, p3, p4, p5, p6.
    pub home: Option<String>,
    /// The adjacent areas.
    pub neighbours: Vec<String>,
}

impl Read for Area {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Area {
            id: json.field("id")?,
            kind: json.field("kind")?,
            x: json.field("x")?,
            y: json.field("y")?,
            tax: json.field("tax")?,
            castle: json.field("castle")?,
            home: json.field("home")?,
            neighbours: json.field("neighbours")?,
        })
    }
}

/// The map, which never changes.
#[derive(Clone, Debug)]
pub struct Board {
    /// Its name. One of: duel, strait, crowns, winds, isles, pentacle, realms, random.
    pub map: String,
    /// The size of a random map; empty for others. One of: (empty), small, medium, large.
    pub map_size: String,
    /// What it is called.
    pub title: String,
    /// How a random map was grown.
    pub wedge: Vec<String>,
    /// How wide it is drawn.
    pub width: i64,
    /// How high it is drawn.
    pub height: i64,
    /// The areas.
    pub areas: Vec<Area>,
}

impl Read for Board {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Board {
            map: json.field("map")?,
            map_size: json.field("map_size")?,
            title: json.field("title")?,
            wedge: json.field("wedge")?,
            width: json.field("width")?,
            height: json.field("height")?,
            areas: json.field("areas")?,
        })
    }
}

/// A land region.
#[derive(Clone, Debug)]
pub struct Region {
    /// Its name.
    pub id: String,
    /// Who owns it. Null: nobody does. One of: p1, p2, p3, p4, p5, p6, n0.
    pub owner: Option<String>,
    /// Whether it has a sawmill.
    pub sawmill: bool,
}

impl Read for Region {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Region {
            id: json.field("id")?,
            owner: json.field("owner")?,
            sawmill: json.field("sawmill")?,
        })
    }
}

/// A unit in training.
#[derive(Clone, Debug)]
pub struct Recruit {
    /// The kind of unit. One of: swordsman, guard_tower, mage, knight, trireme, galleon, dragon.
    pub r#type: String,
    /// Where it will appear.
    pub place: String,
    /// Rounds until it is ready.
    pub rounds: i64,
}

impl Read for Recruit {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Recruit {
            r#type: json.field("type")?,
            place: json.field("place")?,
            rounds: json.field("rounds")?,
        })
    }
}

/// A castle.
#[derive(Clone, Debug)]
pub struct Castle {
    /// Its region.
    pub id: String,
    /// Who owns it. Null: nobody does. One of: p1, p2, p3, p4, p5, p6, n0.
    pub owner: Option<String>,
    /// How many units it trains at a time.
    pub production: i64,
    /// Its attack.
    pub attack: i64,
    /// Units in training.
    pub queue: Vec<Recruit>,
}

impl Read for Castle {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Castle {
            id: json.field("id")?,
            owner: json.field("owner")?,
            production: json.field("production")?,
            attack: json.field("attack")?,
            queue: json.field("queue")?,
        })
    }
}

/// A unit on the map.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Its name: `u` and a number.
    pub id: String,
    /// Its kind. One of: swordsman, guard_tower, mage, knight, trireme, galleon, dragon.
    pub r#type: String,
    /// Whose it is; `n0` is a garrison. One of: p1, p2, p3, p4, p5, p6, n0.
    pub kingdom: String,
    /// Where it is.
    pub area: String,
    /// The ship that carries it. Null: none does.
    pub ship: Option<String>,
    /// Mana of a mage.
    pub mana: i64,
    /// Rounds until a guard tower is complete.
    pub build: i64,
}

impl Read for Unit {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Unit {
            id: json.field("id")?,
            r#type: json.field("type")?,
            kingdom: json.field("kingdom")?,
            area: json.field("area")?,
            ship: json.field("ship")?,
            mana: json.field("mana")?,
            build: json.field("build")?,
        })
    }
}

/// A scroll on offer.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Which. One of: improve_defense, improve_production, sawmill, market, dragon_egg,
    /// galleon_blueprint, guard_tower.
    pub scroll: String,
    /// Its price.
    pub price: i64,
}

impl Read for Offer {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Offer {
            scroll: json.field("scroll")?,
            price: json.field("price")?,
        })
    }
}

/// Scrolls as the round began.
#[derive(Clone, Debug)]
pub struct Stock {
    /// Scrolls of improve defense.
    pub improve_defense: i64,
    /// Scrolls of improve production.
    pub improve_production: i64,
    /// Scrolls of sawmill.
    pub sawmill: i64,
    /// Scrolls of market.
    pub market: i64,
    /// Scrolls of dragon egg.
    pub dragon_egg: i64,
    /// Scrolls of galleon blueprint.
    pub galleon_blueprint: i64,
    /// Scrolls of guard tower.
    pub guard_tower: i64,
}

impl Read for Stock {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Stock {
            improve_defense: json.field("improve_defense")?,
            improve_production: json.field("improve_production")?,
            sawmill: json.field("sawmill")?,
            market: json.field("market")?,
            dragon_egg: json.field("dragon_egg")?,
            galleon_blueprint: json.field("galleon_blueprint")?,
            guard_tower: json.field("guard_tower")?,
        })
    }
}

/// Scrolls left.
#[derive(Clone, Debug)]
pub struct PlannedStock {
    /// Scrolls of improve defense.
    pub improve_defense: i64,
    /// Scrolls of improve production.
    pub improve_production: i64,
    /// Scrolls of sawmill.
    pub sawmill: i64,
    /// Scrolls of market.
    pub market: i64,
    /// Scrolls of dragon egg.
    pub dragon_egg: i64,
    /// Scrolls of galleon blueprint.
    pub galleon_blueprint: i64,
    /// Scrolls of guard tower.
    pub guard_tower: i64,
}

impl Read for PlannedStock {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(PlannedStock {
            improve_defense: json.field("improve_defense")?,
            improve_production: json.field("improve_production")?,
            sawmill: json.field("sawmill")?,
            market: json.field("market")?,
            dragon_egg: json.field("dragon_egg")?,
            galleon_blueprint: json.field("galleon_blueprint")?,
            guard_tower: json.field("guard_tower")?,
        })
    }
}

/// A unit ordered.
#[derive(Clone, Debug)]
pub struct Queued {
    /// Where it is trained.
    pub castle: String,
    /// The kind of unit. One of: swordsman, guard_tower, mage, knight, trireme, galleon, dragon.
    pub r#type: String,
    /// Where it will appear.
    pub place: String,
    /// Rounds until it is ready.
    pub rounds: i64,
}

impl Read for Queued {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Queued {
            castle: json.field("castle")?,
            r#type: json.field("type")?,
            place: json.field("place")?,
            rounds: json.field("rounds")?,
        })
    }
}

/// The path of a unit.
#[derive(Clone, Debug)]
pub struct Path {
    /// The unit.
    pub unit: String,
    /// The areas it enters.
    pub areas: Vec<String>,
}

impl Read for Path {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Path {
            unit: json.field("unit")?,
            areas: json.field("areas")?,
        })
    }
}

/// A unit that boards.
#[derive(Clone, Debug)]
pub struct Load {
    /// The unit.
    pub unit: String,
    /// The ship.
    pub ship: String,
}

impl Read for Load {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Load {
            unit: json.field("unit")?,
            ship: json.field("ship")?,
        })
    }
}

/// A passenger.
#[derive(Clone, Debug)]
pub struct Unload {
    /// The unit.
    pub unit: String,
    /// Where.
    pub area: String,
}

impl Read for Unload {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Unload {
            unit: json.field("unit")?,
            area: json.field("area")?,
        })
    }
}

/// A spell.
#[derive(Clone, Debug)]
pub struct Cast {
    /// The mage.
    pub mage: String,
    /// The spell. One of: fog, earthquake, blessing.
    pub spell: String,
    /// The target.
    pub area: String,
}

impl Read for Cast {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Cast {
            mage: json.field("mage")?,
            spell: json.field("spell")?,
            area: json.field("area")?,
        })
    }
}

/// What a seat has entered in this round.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What it is asked. One of: debt, menu, path, target, area, done.
    pub decision: String,
    /// The commands entered.
    pub orders: Vec<String>,
    /// Gold left.
    pub gold: i64,
    /// Scrolls left.
    pub stock: PlannedStock,
    /// Prices of the scrolls on offer.
    pub prices: BTreeMap<String, i64>,
    /// Whether the kingdom has the market.
    pub market: bool,
    /// The tech started. Null: none was. One of: shield_wall, heavy_lances, plate_armor,
    /// conscription, quartermasters, land_registry, forestry, masonry, haggling, seamanship,
    /// arcane_study, dragon_bond.
    pub research: Option<String>,
    /// Units ordered.
    pub queued: Vec<Queued>,
    /// Castles improved. One of: improve_defense, improve_production, sawmill, market, dragon_egg,
    /// galleon_blueprint, guard_tower.
    pub improved: BTreeMap<String, String>,
    /// Regions where a sawmill was built.
    pub sawmills: Vec<String>,
    /// Regions where a tower was placed.
    pub towers: Vec<String>,
    /// Units disbanded.
    pub disbanded: Vec<String>,
    /// Movement orders.
    pub paths: Vec<Path>,
    /// Units that board.
    pub loads: Vec<Load>,
    /// Passengers that land.
    pub unloads: Vec<Unload>,
    /// Spells.
    pub casts: Vec<Cast>,
}

impl Read for Plan {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Plan {
            decision: json.field("decision")?,
            orders: json.field("orders")?,
            gold: json.field("gold")?,
            stock: json.field("stock")?,
            prices: json.field("prices")?,
            market: json.field("market")?,
            research: json.field("research")?,
            queued: json.field("queued")?,
            improved: json.field("improved")?,
            sawmills: json.field("sawmills")?,
            towers: json.field("towers")?,
            disbanded: json.field("disbanded")?,
            paths: json.field("paths")?,
            loads: json.field("loads")?,
            unloads: json.field("unloads")?,
            casts: json.field("casts")?,
        })
    }
}

/// Everything of one seat.
#[derive(Clone, Debug)]
pub struct Kingdom {
    /// Whose it is. One of: p1, p2, p3, p4, p5, p6.
    pub seat: String,
    /// The round in which it fell; 0 while it plays.
    pub eliminated: i64,
    /// Whether its orders are given.
    pub done: bool,
    /// Gold as the round began.
    pub gold: i64,
    /// Scrolls as the round began.
    pub stock: Stock,
    /// Whether it has the market.
    pub market: bool,
    /// Techs known. One of: shield_wall, heavy_lances, plate_armor, conscription, quartermasters,
    /// land_registry, forestry, masonry, haggling, seamanship, arcane_study, dragon_bond.
    pub techs: Vec<String>,
    /// Instalments still due, by tech.
    pub research: BTreeMap<String, i64>,
    /// Castles owned.
    pub castles: i64,
    /// Gold that it earns in a round.
    pub income: i64,
    /// Gold that it pays in a round.
    pub upkeep: i64,
    /// The value of its army.
    pub army: i64,
    /// What a seat has entered in this round. Null: it is another seat's.
    pub plan: Option<Plan>,
}

impl Read for Kingdom {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Kingdom {
            seat: json.field("seat")?,
            eliminated: json.field("eliminated")?,
            done: json.field("done")?,
            gold: json.field("gold")?,
            stock: json.field("stock")?,
            market: json.field("market")?,
            techs: json.field("techs")?,
            research: json.field("research")?,
            castles: json.field("castles")?,
            income: json.field("income")?,
            upkeep: json.field("upkeep")?,
            army: json.field("army")?,
            plan: json.field("plan")?,
        })
    }
}

/// How the match ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Why. One of: castles, conquest, cap.
    pub reason: String,
    /// Ranks by seat.
    pub ranks: Vec<i64>,
}

impl Read for Outcome {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Outcome {
            reason: json.field("reason")?,
            ranks: json.field("ranks")?,
        })
    }
}

/// What a seat may know: the realm as the round began, and its own plan.
#[derive(Clone, Debug)]
pub struct View {
    /// The round, from 1 on.
    pub round: i64,
    /// The round after which the match ends by the cap.
    pub last_round: i64,
    /// Castles that win.
    pub castles_to_win: i64,
    /// What is being decided. One of: orders, over.
    pub phase: String,
    /// Who has not given its orders yet. One of: p1, p2, p3, p4, p5, p6.
    pub to_act: Vec<String>,
    /// The options of the match.
    pub options: Options,
    /// The map, which never changes.
    pub board: Board,
    /// The land regions.
    pub regions: Vec<Region>,
    /// The castles.
    pub castles: Vec<Castle>,
    /// The units.
    pub units: Vec<Unit>,
    /// The number of the next unit.
    pub next_unit: i64,
    /// The scrolls on offer.
    pub market: Vec<Offer>,
    /// The tech on offer. Null: none is. One of: shield_wall, heavy_lances, plate_armor,
    /// conscription, quartermasters, land_registry, forestry, masonry, haggling, seamanship,
    /// arcane_study, dragon_bond.
    pub tech: Option<String>,
    /// Techs still to come, in no order. One of: shield_wall, heavy_lances, plate_armor,
    /// conscription, quartermasters, land_registry, forestry, masonry, haggling, seamanship,
    /// arcane_study, dragon_bond.
    pub techs_left: Vec<String>,
    /// Techs still to come, in order. Null: it is hidden. One of: shield_wall, heavy_lances,
    /// plate_armor, conscription, quartermasters, land_registry, forestry, masonry, haggling,
    /// seamanship, arcane_study, dragon_bond.
    pub deck: Option<Vec<String>>,
    /// The kingdoms in the order of seats.
    pub seats: Vec<Kingdom>,
    /// How the match ended. Null: it goes on.
    pub outcome: Option<Outcome>,
}

impl Read for View {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(View {
            round: json.field("round")?,
            last_round: json.field("last_round")?,
            castles_to_win: json.field("castles_to_win")?,
            phase: json.field("phase")?,
            to_act: json.field("to_act")?,
            options: json.field("options")?,
            board: json.field("board")?,
            regions: json.field("regions")?,
            castles: json.field("castles")?,
            units: json.field("units")?,
            next_unit: json.field("next_unit")?,
            market: json.field("market")?,
            tech: json.field("tech")?,
            techs_left: json.field("techs_left")?,
            deck: json.field("deck")?,
            seats: json.field("seats")?,
            outcome: json.field("outcome")?,
        })
    }
}
