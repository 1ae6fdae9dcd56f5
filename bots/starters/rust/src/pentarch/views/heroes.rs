//! What a seat may know in heroes: `pentarch describe heroes --types rust`.

use crate::pentarch::json::{Json, Read};
use std::collections::BTreeMap;

/// The options, as presets and choices settle them.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Terrain tiles in the world.
    pub tiles: i64,
    /// Rounds of the match.
    pub rounds: i64,
    /// Terrain in battles: 0 as the method says, 1 always, 2 never.
    pub battle_terrain: i64,
    /// 1 if the player to the left leads neutral guards.
    pub left_guards: i64,
    /// 1 with terrain costs, roads and impassable borders.
    pub terrain: i64,
    /// 1 with prayers at holy places.
    pub holy_places: i64,
    /// 1 with trade, diplomacy and race skills.
    pub skills: i64,
    /// 1 with honour points.
    pub honor: i64,
    /// 1 with mercenaries for hire.
    pub mercenaries: i64,
    /// 1 with Blacksmith, Temple and Shaman Tent.
    pub special_buildings: i64,
    /// 1 with quest cards.
    pub quests: i64,
    /// 1 if every seat gets a turn to retake its capital.
    pub capital_grace: i64,
    /// 1 if seats vote on the combat method at set-up.
    pub method_vote: i64,
    /// 1 if seats may change the method at the start of a Round.
    pub method_change: i64,
    /// 1 if seats may agree to end the match.
    pub end_by_agreement: i64,
    /// Unit transfers allowed per Hero and turn.
    pub transfer_cap: i64,
    /// The last round of a combat.
    pub combat_round_cap: i64,
    /// 1 if start tiles are placed without asking.
    pub auto_placement: i64,
    /// 1 if points of race skills are evened out, 0 as printed.
    pub even_race_skills: i64,
}

impl Read for Settings {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Settings {
            tiles: json.field("tiles")?,
            rounds: json.field("rounds")?,
            battle_terrain: json.field("battle_terrain")?,
            left_guards: json.field("left_guards")?,
            terrain: json.field("terrain")?,
            holy_places: json.field("holy_places")?,
            skills: json.field("skills")?,
            honor: json.field("honor")?,
            mercenaries: json.field("mercenaries")?,
            special_buildings: json.field("special_buildings")?,
            quests: json.field("quests")?,
            capital_grace: json.field("capital_grace")?,
            method_vote: json.field("method_vote")?,
            method_change: json.field("method_change")?,
            end_by_agreement: json.field("end_by_agreement")?,
            transfer_cap: json.field("transfer_cap")?,
            combat_round_cap: json.field("combat_round_cap")?,
            auto_placement: json.field("auto_placement")?,
            even_race_skills: json.field("even_race_skills")?,
        })
    }
}

/// Its own abilities.
#[derive(Clone, Debug)]
pub struct Abilities {
    /// Attack.
    pub attack: i64,
    /// Defense.
    pub defense: i64,
    /// Initiative.
    pub initiative: i64,
    /// Movement.
    pub movement: i64,
}

impl Read for Abilities {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Abilities {
            attack: json.field("attack")?,
            defense: json.field("defense")?,
            initiative: json.field("initiative")?,
            movement: json.field("movement")?,
        })
    }
}

/// Its abilities with equipment.
#[derive(Clone, Debug)]
pub struct Equipped {
    /// Attack.
    pub attack: i64,
    /// Defense.
    pub defense: i64,
    /// Initiative.
    pub initiative: i64,
    /// Movement.
    pub movement: i64,
}

impl Read for Equipped {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Equipped {
            attack: json.field("attack")?,
            defense: json.field("defense")?,
            initiative: json.field("initiative")?,
            movement: json.field("movement")?,
        })
    }
}

/// Units of one kind in an army.
#[derive(Clone, Debug)]
pub struct Section {
    /// The level. One of: l1, l2, l3, l4, l5, l6, merc.
    pub unit: String,
    /// The unit.
    pub name: String,
    /// How many.
    pub count: i64,
}

impl Read for Section {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Section {
            unit: json.field("unit")?,
            name: json.field("name")?,
            count: json.field("count")?,
        })
    }
}

/// A Hero.
#[derive(Clone, Debug)]
pub struct Hero {
    /// Its name. One of: hk1, hk2, ha1, ha2, hb1, hb2.
    pub hero: String,
    /// Whether it is in play. One of: available, in_play, dead.
    pub status: String,
    /// Where it is. Null: it is not in play.
    pub hex: Option<String>,
    /// Where it came from. Null: it has not moved.
    pub from: Option<String>,
    /// Its own abilities.
    pub abilities: Abilities,
    /// Its abilities with equipment.
    pub with_equipment: Equipped,
    /// Its equipment. One of: attack1, attack2, defense1, defense2, initiative1, initiative2,
    /// movement1, movement2.
    pub equipment: Vec<String>,
    /// Its skills.
    pub skills: BTreeMap<String, i64>,
    /// Its quest. Null: it has none. One of: q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11,
    /// q12, q13, q14, q15, q16.
    pub quest: Option<String>,
    /// Its army.
    pub sections: Vec<Option<Section>>,
    /// Movement points left.
    pub mp: i64,
    /// Its level.
    pub level: i64,
    /// Experience points.
    pub experience: i64,
    /// Honour points.
    pub honor: i64,
    /// How far its quest is.
    pub progress: i64,
    /// 1 once it was trained.
    pub trained: i64,
    /// 1 once it has moved this turn.
    pub moved: i64,
    /// 0 while it can act; 1 done for this turn, 2 just arrived.
    pub finished: i64,
    /// Transfers made this turn.
    pub transfers: i64,
    /// 1 once it has spent a movement point this turn.
    pub spent: i64,
    /// 1 once it gave a quest up this turn.
    pub quest_dropped: i64,
    /// 1 once it has died.
    pub died: i64,
    /// The number of its last entry of a hex this turn.
    pub entered: i64,
}

impl Read for Hero {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Hero {
            hero: json.field("hero")?,
            status: json.field("status")?,
            hex: json.field("hex")?,
            from: json.field("from")?,
            abilities: json.field("abilities")?,
            with_equipment: json.field("with_equipment")?,
            equipment: json.field("equipment")?,
            skills: json.field("skills")?,
            quest: json.field("quest")?,
            sections: json.field("sections")?,
            mp: json.field("mp")?,
            level: json.field("level")?,
            experience: json.field("experience")?,
            honor: json.field("honor")?,
            progress: json.field("progress")?,
            trained: json.field("trained")?,
            moved: json.field("moved")?,
            finished: json.field("finished")?,
            transfers: json.field("transfers")?,
            spent: json.field("spent")?,
            quest_dropped: json.field("quest_dropped")?,
            died: json.field("died")?,
            entered: json.field("entered")?,
        })
    }
}

/// Everything of one seat.
#[derive(Clone, Debug)]
pub struct Player {
    /// Which. One of: p1, p2, p3, p4, p5, p6.
    pub seat: String,
    /// Its race. One of: knights, amazons, barbarians.
    pub race: String,
    /// Whether it still plays.
    pub alive: bool,
    /// The place in the order of defeat; 0 while it plays.
    pub defeat: i64,
    /// Heroes lost.
    pub deaths: i64,
    /// Whether a term to retake the capital was granted, or runs.
    pub grace: i64,
    /// Gold left for an army. Null: it is hidden.
    pub budget: Option<i64>,
    /// Whether it still has to decide. Null: it is hidden.
    pub pending: Option<bool>,
    /// Its vote. Null: it is hidden.
    pub vote: Option<i64>,
    /// Its Heroes.
    pub heroes: Vec<Hero>,
}

impl Read for Player {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Player {
            seat: json.field("seat")?,
            race: json.field("race")?,
            alive: json.field("alive")?,
            defeat: json.field("defeat")?,
            deaths: json.field("deaths")?,
            grace: json.field("grace")?,
            budget: json.field("budget")?,
            pending: json.field("pending")?,
            vote: json.field("vote")?,
            heroes: json.field("heroes")?,
        })
    }
}

/// Its resources.
#[derive(Clone, Debug)]
pub struct Stock {
    /// Gold.
    pub gold: i64,
    /// Crystal.
    pub crystal: i64,
    /// Stone.
    pub stone: i64,
    /// Wood.
    pub wood: i64,
}

impl Read for Stock {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Stock {
            gold: json.field("gold")?,
            crystal: json.field("crystal")?,
            stone: json.field("stone")?,
            wood: json.field("wood")?,
        })
    }
}

/// A City, or the Camp.
#[derive(Clone, Debug)]
pub struct City {
    /// Whose race: a letter. One of: k, a, b.
    pub city: String,
    /// Who holds it. Null: nobody does. One of: p1, p2, p3, p4, p5, p6.
    pub holder: Option<String>,
    /// Where it is. Null: it is not in play.
    pub hex: Option<String>,
    /// Its buildings.
    pub buildings: Vec<String>,
    /// Its resources.
    pub stock: Stock,
    /// Honour stored in its special building.
    pub stored_honor: i64,
    /// Whether its special building was destroyed.
    pub razed: bool,
    /// Its garrison.
    pub garrison: BTreeMap<String, i64>,
}

impl Read for City {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(City {
            city: json.field("city")?,
            holder: json.field("holder")?,
            hex: json.field("hex")?,
            buildings: json.field("buildings")?,
            stock: json.field("stock")?,
            stored_honor: json.field("stored_honor")?,
            razed: json.field("razed")?,
            garrison: json.field("garrison")?,
        })
    }
}

/// A Recruitment Location.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Its status. One of: idle, active, mercenaries.
    pub status: String,
    /// Units for hire.
    pub units: i64,
}

impl Read for Ground {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Ground {
            status: json.field("status")?,
            units: json.field("units")?,
        })
    }
}

/// A slot.
#[derive(Clone, Debug)]
pub struct Slot {
    /// Its name.
    pub slot: String,
    /// Whether its tile is turned over.
    pub face_up: bool,
    /// Its tile. Null: none, or face down.
    pub tile: Option<String>,
    /// Terrain and site of its hexes. Null: none, or face down.
    pub hexes: Option<Vec<String>>,
    /// Where its centre lies. Null: none, or face down.
    pub centre: Option<Vec<i64>>,
}

impl Read for Slot {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Slot {
            slot: json.field("slot")?,
            face_up: json.field("face_up")?,
            tile: json.field("tile")?,
            hexes: json.field("hexes")?,
            centre: json.field("centre")?,
        })
    }
}

/// What has changed on a hex.
#[derive(Clone, Debug)]
pub struct Site {
    /// Who owns it. Null: nobody does. One of: p1, p2, p3, p4, p5, p6.
    pub owner: Option<String>,
    /// What has happened. One of: activated, explored, cleared, visited.
    pub marks: Vec<String>,
    /// Heroes that used it. One of: hk1, hk2, ha1, ha2, hb1, hb2.
    pub used_by: Vec<String>,
    /// Units there, by level.
    pub units: Vec<i64>,
}

impl Read for Site {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Site {
            owner: json.field("owner")?,
            marks: json.field("marks")?,
            used_by: json.field("used_by")?,
            units: json.field("units")?,
        })
    }
}

/// Equipment markers left.
#[derive(Clone, Debug)]
pub struct Cup {
    /// Those that add 1 to attack.
    pub attack1: i64,
    /// Those that add 2 to attack.
    pub attack2: i64,
    /// Those that add 1 to defense.
    pub defense1: i64,
    /// Those that add 2 to defense.
    pub defense2: i64,
    /// Those that add 1 to initiative.
    pub initiative1: i64,
    /// Those that add 2 to initiative.
    pub initiative2: i64,
    /// Those that add 1 to movement.
    pub movement1: i64,
    /// Those that add 2 to movement.
    pub movement2: i64,
}

impl Read for Cup {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Cup {
            attack1: json.field("attack1")?,
            attack2: json.field("attack2")?,
            defense1: json.field("defense1")?,
            defense2: json.field("defense2")?,
            initiative1: json.field("initiative1")?,
            initiative2: json.field("initiative2")?,
            movement1: json.field("movement1")?,
            movement2: json.field("movement2")?,
        })
    }
}

/// What counts at the end, by seat.
#[derive(Clone, Debug)]
pub struct Categories {
    /// Mines owned.
    pub mines: Vec<i64>,
    /// Levels of Heroes.
    pub levels: Vec<i64>,
    /// The worth of armies.
    pub army: Vec<i64>,
}

impl Read for Categories {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Categories {
            mines: json.field("mines")?,
            levels: json.field("levels")?,
            army: json.field("army")?,
        })
    }
}

/// The attack being resolved.
#[derive(Clone, Debug)]
pub struct Strike {
    /// The number of the stack that attacks.
    pub attacker: i64,
    /// The number of the stack it attacks.
    pub target: i64,
    /// 1 for an attack from afar.
    pub ranged: i64,
    /// The attacker's die.
    pub attack_die: i64,
    /// The target's die.
    pub defense_die: i64,
    /// How far it is: 0 cleverness, 1 result, 2 fury, 3 experience, 4 losses.
    pub stage: i64,
    /// Hits so far.
    pub hits: i64,
    /// The number of the stack that is hit; -1 before that is known.
    pub victim: i64,
    /// What cleverness adds to the attack.
    pub attack_extra: i64,
    /// What cleverness adds to the defence.
    pub defense_extra: i64,
}

impl Read for Strike {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Strike {
            attacker: json.field("attacker")?,
            target: json.field("target")?,
            ranged: json.field("ranged")?,
            attack_die: json.field("attack_die")?,
            defense_die: json.field("defense_die")?,
            stage: json.field("stage")?,
            hits: json.field("hits")?,
            victim: json.field("victim")?,
            attack_extra: json.field("attack_extra")?,
            defense_extra: json.field("defense_extra")?,
        })
    }
}

/// Units of one kind that fight together.
#[derive(Clone, Debug)]
pub struct Stack {
    /// Its name: `att1` to `att12`, `def1` to `def12`.
    pub stack: String,
    /// The unit.
    pub unit: String,
    /// How many are left.
    pub count: i64,
    /// How many there were.
    pub start: i64,
    /// Damage that has not killed yet.
    pub damage: i64,
    /// The Hero and section it comes from, or `garrison`.
    pub from: String,
    /// Where it stands on the display. Null: nowhere on it.
    pub hex: Option<String>,
    /// The tower it mans; 0: none.
    pub tower: i64,
    /// What it has done. One of: attacked, moved, fired, adjacent, freed, gone, blessed.
    pub flags: Vec<String>,
    /// Attack or Defense that a special building gives it.
    pub bonus: i64,
    /// How often it was attacked in this step.
    pub pressed: i64,
}

impl Read for Stack {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Stack {
            stack: json.field("stack")?,
            unit: json.field("unit")?,
            count: json.field("count")?,
            start: json.field("start")?,
            damage: json.field("damage")?,
            from: json.field("from")?,
            hex: json.field("hex")?,
            tower: json.field("tower")?,
            flags: json.field("flags")?,
            bonus: json.field("bonus")?,
            pressed: json.field("pressed")?,
        })
    }
}

/// The combat being fought.
#[derive(Clone, Debug)]
pub struct Combat {
    /// Where it is.
    pub hex: String,
    /// Where the guards belong. Null: no guards fight.
    pub guards_from: Option<String>,
    /// The City besieged. Null: it is no siege. One of: k, a, b.
    pub city: Option<String>,
    /// The two sides. One of: p1, p2, p3, p4, p5, p6, guards.
    pub seats: Vec<String>,
    /// The leading Heroes. One of: hk1, hk2, ha1, ha2, hb1, hb2.
    pub leading: Vec<Option<String>>,
    /// All Heroes that fight. One of: hk1, hk2, ha1, ha2, hb1, hb2.
    pub heroes: Vec<String>,
    /// The phase.
    pub phase: String,
    /// The works aimed at. Null: nothing is aimed at.
    pub aim: Option<String>,
    /// The towers' conditions.
    pub towers: Vec<i64>,
    /// The walls' conditions, by hex.
    pub works: Vec<i64>,
    /// 1 once a side has tried to seize the initiative. Attacker first.
    pub seized: Vec<i64>,
    /// 1 once a side has used its race skill. Attacker first.
    pub skill_used: Vec<i64>,
    /// The attack being resolved. Null: no stack attacks.
    pub strike: Option<Strike>,
    /// Attacks that are announced and not made yet.
    pub plan: Vec<Vec<i64>>,
    /// Units it has killed. Attacker first.
    pub killed: Vec<i64>,
    /// The levels of the units it has killed, added up. Attacker first.
    pub worth: Vec<i64>,
    /// All stacks.
    pub stacks: Vec<Stack>,
    /// 1 if a reaction brought it about.
    pub reaction: i64,
    /// The side that decides: 0 the original attacker.
    pub actor: i64,
    /// The round of the combat.
    pub round: i64,
    /// The side that has the initiative.
    pub initiative: i64,
    /// Rounds in a row without an attack or a breach.
    pub quiet: i64,
    /// 1 once there was one in this round.
    pub busy: i64,
    /// Sides in a row that have not subverted.
    pub passes: i64,
    /// Part of a step: 0 stacks move, 1 choose, 2 attack.
    pub sub: i64,
    /// The stack or side whose turn it is in the phase.
    pub cursor: i64,
    /// The wall in the Arena: 0 whole, 1 damaged, 2 destroyed.
    pub wall: i64,
    /// 1 once a breach was tried this round on the display.
    pub breached: i64,
    /// The highest level of the guards at the start.
    pub giants: i64,
}

impl Read for Combat {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Combat {
            hex: json.field("hex")?,
            guards_from: json.field("guards_from")?,
            city: json.field("city")?,
            seats: json.field("seats")?,
            leading: json.field("leading")?,
            heroes: json.field("heroes")?,
            phase: json.field("phase")?,
            aim: json.field("aim")?,
            towers: json.field("towers")?,
            works: json.field("works")?,
            seized: json.field("seized")?,
            skill_used: json.field("skill_used")?,
            strike: json.field("strike")?,
            plan: json.field("plan")?,
            killed: json.field("killed")?,
            worth: json.field("worth")?,
            stacks: json.field("stacks")?,
            reaction: json.field("reaction")?,
            actor: json.field("actor")?,
            round: json.field("round")?,
            initiative: json.field("initiative")?,
            quiet: json.field("quiet")?,
            busy: json.field("busy")?,
            passes: json.field("passes")?,
            sub: json.field("sub")?,
            cursor: json.field("cursor")?,
            wall: json.field("wall")?,
            breached: json.field("breached")?,
            giants: json.field("giants")?,
        })
    }
}

/// What others still see during production.
#[derive(Clone, Debug)]
pub struct Before {
    /// The cities.
    pub cities: Vec<City>,
    /// The Heroes.
    pub heroes: Vec<Hero>,
}

impl Read for Before {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Before {
            cities: json.field("cities")?,
            heroes: json.field("heroes")?,
        })
    }
}

/// What a seat may know of a match.
#[derive(Clone, Debug)]
pub struct View {
    /// The Round; 0 before the first.
    pub round: i64,
    /// The sequence of turns in the Round.
    pub sequence: i64,
    /// The place in `order`.
    pub turn: i64,
    /// The stage of the match. One of: army, place, round, turns, produce, clean, check, next,
    /// over.
    pub stage: String,
    /// Whose turn it is. Null: nobody's. One of: p1, p2, p3, p4, p5, p6.
    pub active: Option<String>,
    /// The order of turns. One of: p1, p2, p3, p4, p5, p6.
    pub order: Vec<String>,
    /// Whether the war has begun.
    pub war: bool,
    /// How the match ended. Null: it goes on. One of: last_standing, all_defeated, rounds, agreed.
    pub over: Option<String>,
    /// The combat method.
    pub method: i64,
    /// The options, as presets and choices settle them.
    pub options: Settings,
    /// What is being decided. Null: the match is over.
    pub decision: Option<String>,
    /// What goes on when the decision is made, the next last.
    pub agenda: Vec<Vec<Json>>,
    /// The seats in order.
    pub seats: Vec<Player>,
    /// The capitals of the three races.
    pub cities: Vec<City>,
    /// The Recruitment Locations.
    pub grounds: Vec<Ground>,
    /// Where start tiles lie, by race; -1: nowhere.
    pub places: Vec<i64>,
    /// The slots of the map.
    pub slots: Vec<Slot>,
    /// Tiles that lie face down, in no order.
    pub face_down: Vec<String>,
    /// Hexes on which something has changed.
    pub hexes: BTreeMap<String, Site>,
    /// Equipment markers left.
    pub cup: Cup,
    /// The quest deck. Null: its order is hidden. One of: q01, q02, q03, q04, q05, q06, q07, q08,
    /// q09, q10, q11, q12, q13, q14, q15, q16.
    pub deck: Option<Vec<String>>,
    /// Quests done or given up. One of: q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12,
    /// q13, q14, q15, q16.
    pub discards: Vec<String>,
    /// What counts at the end, by seat. Null: it is hidden.
    pub categories: Option<Categories>,
    /// Units that a Hero left behind this turn.
    pub left_units: Vec<Vec<Json>>,
    /// Hexes whose guards were checked.
    pub checked: Vec<String>,
    /// Movers to whom each Hero has tried to react. One of: hk1, hk2, ha1, ha2, hb1, hb2.
    pub tried: Vec<Vec<String>>,
    /// A hex that was just entered. Null: there is none.
    pub fresh: Option<String>,
    /// Hexes entered this turn.
    pub entries: i64,
    /// Seats defeated.
    pub defeats: i64,
    /// The combat being fought. Null: there is none.
    pub combat: Option<Combat>,
    /// What others still see during production. Null: hidden, or nothing is produced.
    pub before: Option<Before>,
}

impl Read for View {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(View {
            round: json.field("round")?,
            sequence: json.field("sequence")?,
            turn: json.field("turn")?,
            stage: json.field("stage")?,
            active: json.field("active")?,
            order: json.field("order")?,
            war: json.field("war")?,
            over: json.field("over")?,
            method: json.field("method")?,
            options: json.field("options")?,
            decision: json.field("decision")?,
            agenda: json.field("agenda")?,
            seats: json.field("seats")?,
            cities: json.field("cities")?,
            grounds: json.field("grounds")?,
            places: json.field("places")?,
            slots: json.field("slots")?,
            face_down: json.field("face_down")?,
            hexes: json.field("hexes")?,
            cup: json.field("cup")?,
            deck: json.field("deck")?,
            discards: json.field("discards")?,
            categories: json.field("categories")?,
            left_units: json.field("left_units")?,
            checked: json.field("checked")?,
            tried: json.field("tried")?,
            fresh: json.field("fresh")?,
            entries: json.field("entries")?,
            defeats: json.field("defeats")?,
            combat: json.field("combat")?,
            before: json.field("before")?,
        })
    }
}
