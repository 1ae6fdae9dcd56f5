//! What a seat may know in tradewarz: `pentarch describe tradewarz --types rust`.

use crate::pentarch::json::{Json, Read};
use std::collections::BTreeMap;

/// The options of the match.
#[derive(Clone, Debug)]
pub struct Options {
    /// What ends a match: a target, years, or a season budget. One of: xadlas, years, seasons.
    pub length: String,
    /// Xadlas needed to win (length xadlas).
    pub target: i64,
    /// Years played (length years).
    pub years: i64,
    /// Seasons played (length seasons).
    pub season_budget: i64,
    /// Years after which every match ends.
    pub year_cap: i64,
    /// Ships complete a lap before they dock.
    pub full_lap: bool,
    /// Who places the trading posts. One of: random, players.
    pub post_placement: String,
    /// Whether a march moves all groups or one. One of: all, one.
    pub march_scope: String,
    /// How the battle decks are dealt. One of: random, equal.
    pub battle_deal: String,
    /// The first seat changes every year.
    pub rotate_first: bool,
    /// Alliances are allowed (three seats or more).
    pub alliances: bool,
    /// Members an alliance may have.
    pub alliance_max: i64,
    /// Allies win together or not at all.
    pub alliance_victory: bool,
    /// Trade offers are allowed.
    pub trading: bool,
}

impl Read for Options {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Options {
            length: json.field("length")?,
            target: json.field("target")?,
            years: json.field("years")?,
            season_budget: json.field("season_budget")?,
            year_cap: json.field("year_cap")?,
            full_lap: json.field("full_lap")?,
            post_placement: json.field("post_placement")?,
            march_scope: json.field("march_scope")?,
            battle_deal: json.field("battle_deal")?,
            rotate_first: json.field("rotate_first")?,
            alliances: json.field("alliances")?,
            alliance_max: json.field("alliance_max")?,
            alliance_victory: json.field("alliance_victory")?,
            trading: json.field("trading")?,
        })
    }
}

/// The terrain of every tile.
#[derive(Clone, Debug)]
pub struct Tiles {
    /// The terrain of a1. One of: none, lumber, mining, wheat, mountain, lake.
    pub a1: String,
    /// The terrain of a2. One of: none, lumber, mining, wheat, mountain, lake.
    pub a2: String,
    /// The terrain of a3. One of: none, lumber, mining, wheat, mountain, lake.
    pub a3: String,
    /// The terrain of a4. One of: none, lumber, mining, wheat, mountain, lake.
    pub a4: String,
    /// The terrain of a5. One of: none, lumber, mining, wheat, mountain, lake.
    pub a5: String,
    /// The terrain of a6. One of: none, lumber, mining, wheat, mountain, lake.
    pub a6: String,
    /// The terrain of a7. One of: none, lumber, mining, wheat, mountain, lake.
    pub a7: String,
    /// The terrain of b1. One of: none, lumber, mining, wheat, mountain, lake.
    pub b1: String,
    /// The terrain of b2. One of: none, lumber, mining, wheat, mountain, lake.
    pub b2: String,
    /// The terrain of b3. One of: none, lumber, mining, wheat, mountain, lake.
    pub b3: String,
    /// The terrain of b4. One of: none, lumber, mining, wheat, mountain, lake.
    pub b4: String,
    /// The terrain of b5. One of: none, lumber, mining, wheat, mountain, lake.
    pub b5: String,
    /// The terrain of b6. One of: none, lumber, mining, wheat, mountain, lake.
    pub b6: String,
    /// The terrain of b7. One of: none, lumber, mining, wheat, mountain, lake.
    pub b7: String,
    /// The terrain of c1. One of: none, lumber, mining, wheat, mountain, lake.
    pub c1: String,
    /// The terrain of c2. One of: none, lumber, mining, wheat, mountain, lake.
    pub c2: String,
    /// The terrain of c3. One of: none, lumber, mining, wheat, mountain, lake.
    pub c3: String,
    /// The terrain of c4. One of: none, lumber, mining, wheat, mountain, lake.
    pub c4: String,
    /// The terrain of c5. One of: none, lumber, mining, wheat, mountain, lake.
    pub c5: String,
    /// The terrain of c6. One of: none, lumber, mining, wheat, mountain, lake.
    pub c6: String,
    /// The terrain of c7. One of: none, lumber, mining, wheat, mountain, lake.
    pub c7: String,
    /// The terrain of d1. One of: none, lumber, mining, wheat, mountain, lake.
    pub d1: String,
    /// The terrain of d2. One of: none, lumber, mining, wheat, mountain, lake.
    pub d2: String,
    /// The terrain of d3. One of: none, lumber, mining, wheat, mountain, lake.
    pub d3: String,
    /// The terrain of d4. One of: none, lumber, mining, wheat, mountain, lake.
    pub d4: String,
    /// The terrain of d5. One of: none, lumber, mining, wheat, mountain, lake.
    pub d5: String,
    /// The terrain of d6. One of: none, lumber, mining, wheat, mountain, lake.
    pub d6: String,
    /// The terrain of d7. One of: none, lumber, mining, wheat, mountain, lake.
    pub d7: String,
    /// The terrain of e1. One of: none, lumber, mining, wheat, mountain, lake.
    pub e1: String,
    /// The terrain of e2. One of: none, lumber, mining, wheat, mountain, lake.
    pub e2: String,
    /// The terrain of e3. One of: none, lumber, mining, wheat, mountain, lake.
    pub e3: String,
    /// The terrain of e4. One of: none, lumber, mining, wheat, mountain, lake.
    pub e4: String,
    /// The terrain of e5. One of: none, lumber, mining, wheat, mountain, lake.
    pub e5: String,
    /// The terrain of e6. One of: none, lumber, mining, wheat, mountain, lake.
    pub e6: String,
    /// The terrain of e7. One of: none, lumber, mining, wheat, mountain, lake.
    pub e7: String,
    /// The terrain of f1. One of: none, lumber, mining, wheat, mountain, lake.
    pub f1: String,
    /// The terrain of f2. One of: none, lumber, mining, wheat, mountain, lake.
    pub f2: String,
    /// The terrain of f3. One of: none, lumber, mining, wheat, mountain, lake.
    pub f3: String,
    /// The terrain of f4. One of: none, lumber, mining, wheat, mountain, lake.
    pub f4: String,
    /// The terrain of f5. One of: none, lumber, mining, wheat, mountain, lake.
    pub f5: String,
    /// The terrain of f6. One of: none, lumber, mining, wheat, mountain, lake.
    pub f6: String,
    /// The terrain of f7. One of: none, lumber, mining, wheat, mountain, lake.
    pub f7: String,
    /// The terrain of g1. One of: none, lumber, mining, wheat, mountain, lake.
    pub g1: String,
    /// The terrain of g2. One of: none, lumber, mining, wheat, mountain, lake.
    pub g2: String,
    /// The terrain of g3. One of: none, lumber, mining, wheat, mountain, lake.
    pub g3: String,
    /// The terrain of g4. One of: none, lumber, mining, wheat, mountain, lake.
    pub g4: String,
    /// The terrain of g5. One of: none, lumber, mining, wheat, mountain, lake.
    pub g5: String,
    /// The terrain of g6. One of: none, lumber, mining, wheat, mountain, lake.
    pub g6: String,
    /// The terrain of g7. One of: none, lumber, mining, wheat, mountain, lake.
    pub g7: String,
}

impl Read for Tiles {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Tiles {
            a1: json.field("a1")?,
            a2: json.field("a2")?,
            a3: json.field("a3")?,
            a4: json.field("a4")?,
            a5: json.field("a5")?,
            a6: json.field("a6")?,
            a7: json.field("a7")?,
            b1: json.field("b1")?,
            b2: json.field("b2")?,
            b3: json.field("b3")?,
            b4: json.field("b4")?,
            b5: json.field("b5")?,
            b6: json.field("b6")?,
            b7: json.field("b7")?,
            c1: json.field("c1")?,
            c2: json.field("c2")?,
            c3: json.field("c3")?,
            c4: json.field("c4")?,
            c5: json.field("c5")?,
            c6: json.field("c6")?,
            c7: json.field("c7")?,
            d1: json.field("d1")?,
            d2: json.field("d2")?,
            d3: json.field("d3")?,
            d4: json.field("d4")?,
            d5: json.field("d5")?,
            d6: json.field("d6")?,
            d7: json.field("d7")?,
            e1: json.field("e1")?,
            e2: json.field("e2")?,
            e3: json.field("e3")?,
            e4: json.field("e4")?,
            e5: json.field("e5")?,
            e6: json.field("e6")?,
            e7: json.field("e7")?,
            f1: json.field("f1")?,
            f2: json.field("f2")?,
            f3: json.field("f3")?,
            f4: json.field("f4")?,
            f5: json.field("f5")?,
            f6: json.field("f6")?,
            f7: json.field("f7")?,
            g1: json.field("g1")?,
            g2: json.field("g2")?,
            g3: json.field("g3")?,
            g4: json.field("g4")?,
            g5: json.field("g5")?,
            g6: json.field("g6")?,
            g7: json.field("g7")?,
        })
    }
}

/// A trading post.
#[derive(Clone, Debug)]
pub struct Post {
    /// Where it lies. Null: not laid yet.
    pub square: Option<String>,
    /// Who owns it. Null: nobody does. One of: p1, p2, p3, p4, p5, p6.
    pub owner: Option<String>,
}

impl Read for Post {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Post {
            square: json.field("square")?,
            owner: json.field("owner")?,
        })
    }
}

/// A structure.
#[derive(Clone, Debug)]
pub struct Structure {
    /// What it is. One of: road, bridge, tunnel.
    pub kind: String,
    /// The tile that it crosses.
    pub tile: String,
    /// The two squares it joins.
    pub ends: Vec<String>,
}

impl Read for Structure {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Structure {
            kind: json.field("kind")?,
            tile: json.field("tile")?,
            ends: json.field("ends")?,
        })
    }
}

/// Supplies.
#[derive(Clone, Debug)]
pub struct StructuresLeft {
    /// Left of road.
    pub road: i64,
    /// Left of bridge.
    pub bridge: i64,
    /// Left of tunnel.
    pub tunnel: i64,
}

impl Read for StructuresLeft {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(StructuresLeft {
            road: json.field("road")?,
            bridge: json.field("bridge")?,
            tunnel: json.field("tunnel")?,
        })
    }
}

/// A building.
#[derive(Clone, Debug)]
pub struct Building {
    /// Where it stands.
    pub square: String,
    /// What it is. One of: settlement, village, castle.
    pub kind: String,
    /// Whose it is. One of: p1, p2, p3, p4, p5, p6.
    pub owner: String,
    /// The year in which it was built or upgraded.
    pub year: i64,
    /// The tiles of its silos.
    pub silos: Vec<String>,
}

impl Read for Building {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Building {
            square: json.field("square")?,
            kind: json.field("kind")?,
            owner: json.field("owner")?,
            year: json.field("year")?,
            silos: json.field("silos")?,
        })
    }
}

/// Soldiers of one seat on one space.
#[derive(Clone, Debug)]
pub struct Army {
    /// Where they are.
    pub space: String,
    /// Whose they are. One of: p1, p2, p3, p4, p5, p6.
    pub seat: String,
    /// How many.
    pub soldiers: i64,
}

impl Read for Army {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Army {
            space: json.field("space")?,
            seat: json.field("seat")?,
            soldiers: json.field("soldiers")?,
        })
    }
}

/// A super unit.
#[derive(Clone, Debug)]
pub struct SuperUnit {
    /// Which. One of: en08, en11, en12, en15, en16, mi08, mi11, mi12, mi14, mi15, mi16.
    pub unit: String,
    /// Who bought it. One of: p1, p2, p3, p4, p5, p6.
    pub owner: String,
    /// Whose squad it is with. Null: it is in the capital. One of: p1, p2, p3, p4, p5, p6.
    pub holder: Option<String>,
    /// Where it is. Null: it is in the capital.
    pub space: Option<String>,
}

impl Read for SuperUnit {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(SuperUnit {
            unit: json.field("unit")?,
            owner: json.field("owner")?,
            holder: json.field("holder")?,
            space: json.field("space")?,
        })
    }
}

/// Morale cards that were not drawn yet.
#[derive(Clone, Debug)]
pub struct MoraleDeck {
    /// How many cards.
    pub count: i64,
    /// The cards from the top. Null: they are hidden. One of: goodcrop, timberraft, richvein,
    /// windfall, bazaar, freemasons, volunteers, scholars, battlecry, herosong, deadlyaim,
    /// shieldwall, fairwinds, cancelbattle, trusted, ransom.
    pub cards: Option<Vec<String>>,
}

impl Read for MoraleDeck {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(MoraleDeck {
            count: json.field("count")?,
            cards: json.field("cards")?,
        })
    }
}

/// Resources in stock.
#[derive(Clone, Debug)]
pub struct Resources {
    /// Pieces of gold.
    pub gold: i64,
    /// Pieces of lumber.
    pub lumber: i64,
    /// Pieces of mining.
    pub mining: i64,
    /// Pieces of wheat.
    pub wheat: i64,
}

impl Read for Resources {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Resources {
            gold: json.field("gold")?,
            lumber: json.field("lumber")?,
            mining: json.field("mining")?,
            wheat: json.field("wheat")?,
        })
    }
}

/// Main actions left this year.
#[derive(Clone, Debug)]
pub struct Tokens {
    /// Tokens for march.
    pub march: i64,
    /// Tokens for build.
    pub build: i64,
    /// Tokens for recruit.
    pub recruit: i64,
    /// Tokens for resources.
    pub resources: i64,
    /// Tokens for tech.
    pub tech: i64,
    /// Tokens for retreat.
    pub retreat: i64,
}

impl Read for Tokens {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Tokens {
            march: json.field("march")?,
            build: json.field("build")?,
            recruit: json.field("recruit")?,
            resources: json.field("resources")?,
            tech: json.field("tech")?,
            retreat: json.field("retreat")?,
        })
    }
}

/// Levels.
#[derive(Clone, Debug)]
pub struct Universities {
    /// The level of economy.
    pub economy: i64,
    /// The level of engineering.
    pub engineering: i64,
    /// The level of military.
    pub military: i64,
}

impl Read for Universities {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Universities {
            economy: json.field("economy")?,
            engineering: json.field("engineering")?,
            military: json.field("military")?,
        })
    }
}

/// A seat's six battle cards.
#[derive(Clone, Debug)]
pub struct BattleCards {
    /// All six. Null: they are another seat's. One of: bc01, bc02, bc03, bc04, bc05, bc06, bc07,
    /// bc08, bc09, bc10, bc11, bc12.
    pub six: Option<Vec<String>>,
    /// Those that everybody has seen. One of: bc01, bc02, bc03, bc04, bc05, bc06, bc07, bc08, bc09,
    /// bc10, bc11, bc12.
    pub known: Vec<String>,
    /// The used pile, in order. One of: bc01, bc02, bc03, bc04, bc05, bc06, bc07, bc08, bc09, bc10,
    /// bc11, bc12, ?.
    pub used: Vec<String>,
    /// Places of the used pile that nobody saw.
    pub unseen: Vec<i64>,
    /// Cards left in the stack.
    pub stack_count: i64,
    /// The stack, from the top. Null: its order is hidden. One of: bc01, bc02, bc03, bc04, bc05,
    /// bc06, bc07, bc08, bc09, bc10, bc11, bc12.
    pub stack: Option<Vec<String>>,
}

impl Read for BattleCards {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(BattleCards {
            six: json.field("six")?,
            known: json.field("known")?,
            used: json.field("used")?,
            unseen: json.field("unseen")?,
            stack_count: json.field("stack_count")?,
            stack: json.field("stack")?,
        })
    }
}

/// Everything of one seat.
#[derive(Clone, Debug)]
pub struct House {
    /// Whose it is. One of: p1, p2, p3, p4, p5, p6.
    pub seat: String,
    /// The house. Null: not picked yet. One of: auren, karsk, velmar, thornwold, ombrel, sablen.
    pub house: Option<String>,
    /// The own gate. Null: not landed yet. One of: gate1, gate2, gate3, gate4, gate5, gate6, gate7,
    /// gate8.
    pub gate: Option<String>,
    /// Where the ship is.
    pub ship: i64,
    /// Xadlas, which win.
    pub xadlas: i64,
    /// Golden Xadlas.
    pub golden: i64,
    /// Silver Xadlas.
    pub silver: i64,
    /// Resources in stock.
    pub resources: Resources,
    /// Main actions left this year.
    pub tokens: Tokens,
    /// Levels.
    pub universities: Universities,
    /// The techs owned.
    pub techs: Vec<String>,
    /// Castles ever built.
    pub castles_built: i64,
    /// Soldiers that can be recruited.
    pub reserve: i64,
    /// Soldiers outside the own gate.
    pub field: i64,
    /// Soldiers that the field supports.
    pub capacity: i64,
    /// The allies. One of: p1, p2, p3, p4, p5, p6.
    pub allies: Vec<String>,
    /// 1 until the next turn of one who broke an alliance.
    pub barred: i64,
    /// A seat's six battle cards.
    pub battle_cards: BattleCards,
    /// Morale cards held.
    pub morale_count: i64,
    /// The morale cards. Null: they are another seat's. One of: goodcrop, timberraft, richvein,
    /// windfall, bazaar, freemasons, volunteers, scholars, battlecry, herosong, deadlyaim,
    /// shieldwall, fairwinds, cancelbattle, trusted, ransom.
    pub morale: Option<Vec<String>>,
}

impl Read for House {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(House {
            seat: json.field("seat")?,
            house: json.field("house")?,
            gate: json.field("gate")?,
            ship: json.field("ship")?,
            xadlas: json.field("xadlas")?,
            golden: json.field("golden")?,
            silver: json.field("silver")?,
            resources: json.field("resources")?,
            tokens: json.field("tokens")?,
            universities: json.field("universities")?,
            techs: json.field("techs")?,
            castles_built: json.field("castles_built")?,
            reserve: json.field("reserve")?,
            field: json.field("field")?,
            capacity: json.field("capacity")?,
            allies: json.field("allies")?,
            barred: json.field("barred")?,
            battle_cards: json.field("battle_cards")?,
            morale_count: json.field("morale_count")?,
            morale: json.field("morale")?,
        })
    }
}

/// Free actions of this turn.
#[derive(Clone, Debug)]
pub struct Free {
    /// Trades offered.
    pub offers: i64,
    /// 1 once an alliance was proposed.
    pub proposed: i64,
    /// Barters made.
    pub barters: i64,
    /// Exchanges made.
    pub exchanges: i64,
    /// Cheaper buildings to come.
    pub masons: i64,
    /// Cheaper techs or universities to come.
    pub scholars: i64,
    /// Soldiers recruited or techs bought in this main action.
    pub gained: i64,
    /// The super unit to be appointed. Null: there is none. One of: en08, en11, en12, en15, en16,
    /// mi08, mi11, mi12, mi14, mi15, mi16.
    pub appointed: Option<String>,
}

impl Read for Free {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Free {
            offers: json.field("offers")?,
            proposed: json.field("proposed")?,
            barters: json.field("barters")?,
            exchanges: json.field("exchanges")?,
            masons: json.field("masons")?,
            scholars: json.field("scholars")?,
            gained: json.field("gained")?,
            appointed: json.field("appointed")?,
        })
    }
}

/// The march under way; all 0 or null when there is none.
#[derive(Clone, Debug)]
pub struct March {
    /// Steps that a group may make.
    pub roll: i64,
    /// 1 once a group was formed.
    pub grouped: i64,
    /// Soldiers that have moved, by where they are.
    pub moved: BTreeMap<String, i64>,
    /// Where the group is. Null: there is no group.
    pub at: Option<String>,
    /// Soldiers of the group.
    pub size: i64,
    /// The super unit of the group. Null: it has none. One of: en08, en11, en12, en15, en16, mi08,
    /// mi11, mi12, mi14, mi15, mi16.
    pub unit: Option<String>,
    /// Steps left.
    pub left: i64,
    /// Steps made.
    pub made: i64,
}

impl Read for March {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(March {
            roll: json.field("roll")?,
            grouped: json.field("grouped")?,
            moved: json.field("moved")?,
            at: json.field("at")?,
            size: json.field("size")?,
            unit: json.field("unit")?,
            left: json.field("left")?,
            made: json.field("made")?,
        })
    }
}

/// The battle under way; all 0 or null when there is none.
#[derive(Clone, Debug)]
pub struct Battle {
    /// Where it is. Null: there is none.
    pub at: Option<String>,
    /// Where the attackers came from. Null: there is none.
    pub from: Option<String>,
    /// Who attacks. Null: there is none. One of: p1, p2, p3, p4, p5, p6.
    pub attacker: Option<String>,
    /// Who defends. Null: there is none. One of: p1, p2, p3, p4, p5, p6.
    pub defender: Option<String>,
    /// Soldiers that attack.
    pub attackers: i64,
    /// The attackers' super unit. Null: they have none. One of: en08, en11, en12, en15, en16, mi08,
    /// mi11, mi12, mi14, mi15, mi16.
    pub unit: Option<String>,
    /// 1 for a side that is ready, attacker first.
    pub ready: Vec<i64>,
    /// The cards committed by each side, attacker first. One of: goodcrop, timberraft, richvein,
    /// windfall, bazaar, freemasons, volunteers, scholars, battlecry, herosong, deadlyaim,
    /// shieldwall, fairwinds, cancelbattle, trusted, ransom.
    pub committed: Vec<Option<Vec<String>>>,
}

impl Read for Battle {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Battle {
            at: json.field("at")?,
            from: json.field("from")?,
            attacker: json.field("attacker")?,
            defender: json.field("defender")?,
            attackers: json.field("attackers")?,
            unit: json.field("unit")?,
            ready: json.field("ready")?,
            committed: json.field("committed")?,
        })
    }
}

/// Soldiers that look for a place; 0 or null when there are none.
#[derive(Clone, Debug)]
pub struct Loose {
    /// Whose they are. Null: there are none. One of: p1, p2, p3, p4, p5, p6.
    pub seat: Option<String>,
    /// How many.
    pub soldiers: i64,
    /// Their super unit. Null: they have none. One of: en08, en11, en12, en15, en16, mi08, mi11,
    /// mi12, mi14, mi15, mi16.
    pub unit: Option<String>,
    /// Where others were placed.
    pub placed: Vec<String>,
}

impl Read for Loose {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Loose {
            seat: json.field("seat")?,
            soldiers: json.field("soldiers")?,
            unit: json.field("unit")?,
            placed: json.field("placed")?,
        })
    }
}

/// A recall under way.
#[derive(Clone, Debug)]
pub struct Recall {
    /// Who recalls. Null: nobody does. One of: p1, p2, p3, p4, p5, p6.
    pub seat: Option<String>,
    /// What goes on then. Null: nobody recalls. One of: steps, turn.
    pub then: Option<String>,
}

impl Read for Recall {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Recall {
            seat: json.field("seat")?,
            then: json.field("then")?,
        })
    }
}

/// A trade or an alliance under way.
#[derive(Clone, Debug)]
pub struct Offer {
    /// With whom. Null: there is none. One of: p1, p2, p3, p4, p5, p6.
    pub partner: Option<String>,
    /// What is given. Null: not named yet. One of: gold, lumber, mining, wheat.
    pub give: Option<String>,
    /// How much is given.
    pub give_count: i64,
    /// What is wanted. Null: not named yet. One of: gold, lumber, mining, wheat.
    pub want: Option<String>,
    /// How much is wanted.
    pub want_count: i64,
    /// Seats still to answer a proposal. One of: p1, p2, p3, p4, p5, p6.
    pub asked: Vec<String>,
}

impl Read for Offer {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Offer {
            partner: json.field("partner")?,
            give: json.field("give")?,
            give_count: json.field("give_count")?,
            want: json.field("want")?,
            want_count: json.field("want_count")?,
            asked: json.field("asked")?,
        })
    }
}

/// What a seat may know of a match.
#[derive(Clone, Debug)]
pub struct View {
    /// How many seats play.
    pub seats_count: i64,
    /// The options of the match.
    pub options: Options,
    /// The year, from 1 on.
    pub year: i64,
    /// The season. One of: summer, harvest, fall, winter, spring.
    pub season: String,
    /// Seasons that are over.
    pub seasons_done: i64,
    /// What is being decided.
    pub decision: String,
    /// Whose turn it is: the place in `order`.
    pub turn: i64,
    /// Whose turn it is. One of: p1, p2, p3, p4, p5, p6.
    pub seat: String,
    /// Who decides now. One of: p1, p2, p3, p4, p5, p6.
    pub to_act: Vec<String>,
    /// The turn order. One of: p1, p2, p3, p4, p5, p6.
    pub order: Vec<String>,
    /// How the match ended. One of: goes_on, target, alliance, years, seasons, supply, year_cap.
    pub ending: String,
    /// Allies who won together. One of: p1, p2, p3, p4, p5, p6.
    pub winners: Vec<String>,
    /// The terrain of every tile.
    pub tiles: Tiles,
    /// The trading posts.
    pub posts: Vec<Post>,
    /// The structures laid.
    pub structures: Vec<Structure>,
    /// Supplies.
    pub structures_left: StructuresLeft,
    /// Golden Xadlas left.
    pub golden_left: i64,
    /// Silver Xadlas left.
    pub silver_left: i64,
    /// The buildings.
    pub buildings: Vec<Building>,
    /// Soldiers on the map.
    pub armies: Vec<Army>,
    /// Super units that were bought.
    pub units: Vec<SuperUnit>,
    /// The year in which a capital was conquered last, by gate.
    pub conquered: BTreeMap<String, i64>,
    /// Morale cards that were not drawn yet.
    pub morale_deck: MoraleDeck,
    /// The houses in the order of seats.
    pub seats: Vec<House>,
    /// Free actions of this turn.
    pub free: Free,
    /// The march under way; all 0 or null when there is none.
    pub march: March,
    /// The battle under way; all 0 or null when there is none.
    pub battle: Battle,
    /// Soldiers that look for a place; 0 or null when there are none.
    pub loose: Loose,
    /// A recall under way.
    pub recall: Recall,
    /// A trade or an alliance under way.
    pub offer: Offer,
}

impl Read for View {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(View {
            seats_count: json.field("seats_count")?,
            options: json.field("options")?,
            year: json.field("year")?,
            season: json.field("season")?,
            seasons_done: json.field("seasons_done")?,
            decision: json.field("decision")?,
            turn: json.field("turn")?,
            seat: json.field("seat")?,
            to_act: json.field("to_act")?,
            order: json.field("order")?,
            ending: json.field("ending")?,
            winners: json.field("winners")?,
            tiles: json.field("tiles")?,
            posts: json.field("posts")?,
            structures: json.field("structures")?,
            structures_left: json.field("structures_left")?,
            golden_left: json.field("golden_left")?,
            silver_left: json.field("silver_left")?,
            buildings: json.field("buildings")?,
            armies: json.field("armies")?,
            units: json.field("units")?,
            conquered: json.field("conquered")?,
            morale_deck: json.field("morale_deck")?,
            seats: json.field("seats")?,
            free: json.field("free")?,
            march: json.field("march")?,
            battle: json.field("battle")?,
            loose: json.field("loose")?,
            recall: json.field("recall")?,
            offer: json.field("offer")?,
        })
    }
}
