//! What a seat may know in capital: `pentarch describe capital --types rust`.

use crate::pentarch::json::{Json, Read};

/// The options of the match.
#[derive(Clone, Debug)]
pub struct Options {
    /// 6 or 8 Capital upgrades to win. One of: short, full.
    pub mode: String,
    /// Two teams of two; needs four seats. One of: none, 2v2.
    pub teams: String,
    /// Quests and the Legendary Deck.
    pub quests: bool,
    /// Settle effects of mercenaries.
    pub settle: bool,
    /// Standard cities, advanced ones by lot, or advanced ones by choice. One of: a, b_random,
    /// b_pick.
    pub cities: String,
    /// The last round.
    pub round_cap: i64,
    /// Extra starting cards per seat position.
    pub late_seat_cards: i64,
    /// Once 1 more Gold and Build for later seats (CP-3.7).
    pub late_seat_bonus: bool,
}

impl Read for Options {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Options {
            mode: json.field("mode")?,
            teams: json.field("teams")?,
            quests: json.field("quests")?,
            settle: json.field("settle")?,
            cities: json.field("cities")?,
            round_cap: json.field("round_cap")?,
            late_seat_cards: json.field("late_seat_cards")?,
            late_seat_bonus: json.field("late_seat_bonus")?,
        })
    }
}

/// The Deck.
#[derive(Clone, Debug)]
pub struct Pile {
    /// How many cards there are.
    pub count: i64,
    /// The cards, the top one first. Null: they are hidden.
    pub cards: Option<Vec<String>>,
}

impl Read for Pile {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Pile {
            count: json.field("count")?,
            cards: json.field("cards")?,
        })
    }
}

/// A unit in a slot.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The card. Null: it lies face down.
    pub card: Option<String>,
    /// Whether it has attacked this turn.
    pub spent: bool,
    /// Whether it has moved in this Regroup phase.
    pub moved: bool,
    /// Whether it is in the battle.
    pub on_battlefield: bool,
}

impl Read for Unit {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Unit {
            card: json.field("card")?,
            spent: json.field("spent")?,
            moved: json.field("moved")?,
            on_battlefield: json.field("on_battlefield")?,
        })
    }
}

/// A seat's city.
#[derive(Clone, Debug)]
pub struct City {
    /// Which city it is. Null: not chosen yet. One of: a, b1, b2, b3, b4, b5, b6.
    pub id: Option<String>,
    /// Points of a score that raze it.
    pub hp: i64,
    /// Slots for troops.
    pub troop_slots: i64,
    /// Slots for mercenaries.
    pub merc_slots: i64,
    /// Whether troops may attack from here.
    pub attack_open: bool,
    /// Whether troops may defend from here.
    pub defense_open: bool,
    /// Whether mercenaries may act from here.
    pub merc_open: bool,
    /// The troops here, in order of arrival.
    pub troops: Vec<Unit>,
    /// The mercenaries here, in order of arrival.
    pub mercs: Vec<Unit>,
}

impl Read for City {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(City {
            id: json.field("id")?,
            hp: json.field("hp")?,
            troop_slots: json.field("troop_slots")?,
            merc_slots: json.field("merc_slots")?,
            attack_open: json.field("attack_open")?,
            defense_open: json.field("defense_open")?,
            merc_open: json.field("merc_open")?,
            troops: json.field("troops")?,
            mercs: json.field("mercs")?,
        })
    }
}

/// The sums of all that is in play.
#[derive(Clone, Debug)]
pub struct Tracker {
    /// The sum of gold.
    pub gold: i64,
    /// The sum of build.
    pub build: i64,
    /// The sum of draw.
    pub draw: i64,
    /// The sum of store.
    pub store: i64,
    /// The sum of passive.
    pub passive: i64,
    /// The sum of discount.
    pub discount: i64,
    /// The sum of attack bonus.
    pub attack_bonus: i64,
}

impl Read for Tracker {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Tracker {
            gold: json.field("gold")?,
            build: json.field("build")?,
            draw: json.field("draw")?,
            store: json.field("store")?,
            passive: json.field("passive")?,
            discount: json.field("discount")?,
            attack_bonus: json.field("attack_bonus")?,
        })
    }
}

/// What is left to spend in this Build phase.
#[derive(Clone, Debug)]
pub struct Pools {
    /// Gold.
    pub gold: i64,
    /// Build.
    pub build: i64,
    /// Gold less for each upgrade.
    pub discount: i64,
    /// Gold less for the next upgrade.
    pub rebate: i64,
    /// Buildings to come that need no Build and no banner.
    pub free_buildings: i64,
    /// Troops to come that are free.
    pub free_troops: i64,
}

impl Read for Pools {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Pools {
            gold: json.field("gold")?,
            build: json.field("build")?,
            discount: json.field("discount")?,
            rebate: json.field("rebate")?,
            free_buildings: json.field("free_buildings")?,
            free_troops: json.field("free_troops")?,
        })
    }
}

/// What the next of each costs.
#[derive(Clone, Debug)]
pub struct Prices {
    /// Gold for a Village.
    pub village: i64,
    /// Gold for an upgrade.
    pub upgrade: i64,
}

impl Read for Prices {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Prices {
            village: json.field("village")?,
            upgrade: json.field("upgrade")?,
        })
    }
}

/// What the seat did, as Quests ask for it.
#[derive(Clone, Debug)]
pub struct Deeds {
    /// Whether it won an attack this turn.
    pub won_attack: bool,
    /// Hit points razed this turn.
    pub razed_hp: i64,
    /// Whether it won a defence since its last turn.
    pub won_defence: bool,
    /// Whether it keeps its whole hand this turn.
    pub keep_all: bool,
}

impl Read for Deeds {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Deeds {
            won_attack: json.field("won_attack")?,
            razed_hp: json.field("razed_hp")?,
            won_defence: json.field("won_defence")?,
            keep_all: json.field("keep_all")?,
        })
    }
}

/// A building on the table.
#[derive(Clone, Debug)]
pub struct Building {
    /// Its location: its name, or a Village's number.
    pub at: String,
    /// The card.
    pub card: String,
    /// Points that raze it.
    pub hp: i64,
    /// The mercenary settled under it. Null: nobody is.
    pub settled: Option<String>,
    /// Slots for troops.
    pub troop_slots: i64,
    /// Slots for mercenaries.
    pub merc_slots: i64,
    /// The troops here, in order of arrival.
    pub troops: Vec<Unit>,
    /// The mercenaries here, in order of arrival.
    pub mercs: Vec<Unit>,
}

impl Read for Building {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Building {
            at: json.field("at")?,
            card: json.field("card")?,
            hp: json.field("hp")?,
            settled: json.field("settled")?,
            troop_slots: json.field("troop_slots")?,
            merc_slots: json.field("merc_slots")?,
            troops: json.field("troops")?,
            mercs: json.field("mercs")?,
        })
    }
}

/// Everything of one seat.
#[derive(Clone, Debug)]
pub struct Realm {
    /// Whose it is. One of: p1, p2, p3, p4.
    pub seat: String,
    /// The team. Null: nobody plays in teams. One of: A, B.
    pub team: Option<String>,
    /// Whether its city stands.
    pub alive: bool,
    /// The place in the order of defeat; 0 while it plays.
    pub defeat: i64,
    /// A seat's city.
    pub city: City,
    /// The upgrades completed. One of: gold, build, draw, store, passive, mercenary, attack,
    /// defense.
    pub upgrades: Vec<String>,
    /// The sums of all that is in play.
    pub tracker: Tracker,
    /// What is left to spend in this Build phase.
    pub pools: Pools,
    /// What the next of each costs.
    pub prices: Prices,
    /// What the seat did, as Quests ask for it.
    pub deeds: Deeds,
    /// Villages ever built; the next one gets the next number.
    pub villages_founded: i64,
    /// The hand.
    pub hand: Pile,
    /// The cards kept so far in this Regroup phase.
    pub kept: Pile,
    /// The buildings, in order.
    pub buildings: Vec<Building>,
}

impl Read for Realm {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Realm {
            seat: json.field("seat")?,
            team: json.field("team")?,
            alive: json.field("alive")?,
            defeat: json.field("defeat")?,
            city: json.field("city")?,
            upgrades: json.field("upgrades")?,
            tracker: json.field("tracker")?,
            pools: json.field("pools")?,
            prices: json.field("prices")?,
            deeds: json.field("deeds")?,
            villages_founded: json.field("villages_founded")?,
            hand: json.field("hand")?,
            kept: json.field("kept")?,
            buildings: json.field("buildings")?,
        })
    }
}

/// A troop in the battle.
#[derive(Clone, Debug)]
pub struct Fighter {
    /// Whose it is. One of: p1, p2, p3, p4.
    pub seat: String,
    /// The card.
    pub card: String,
    /// Its home.
    pub at: String,
    /// Whether its home stands.
    pub has_home: bool,
}

impl Read for Fighter {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Fighter {
            seat: json.field("seat")?,
            card: json.field("card")?,
            at: json.field("at")?,
            has_home: json.field("has_home")?,
        })
    }
}

/// The battle being fought.
#[derive(Clone, Debug)]
pub struct Battle {
    /// Who attacks. One of: p1, p2, p3, p4.
    pub attacker: String,
    /// Who is attacked. One of: p1, p2, p3, p4.
    pub defender: String,
    /// The attackers, in order of commitment.
    pub attackers: Vec<Fighter>,
    /// The defenders, in order of commitment.
    pub defenders: Vec<Fighter>,
    /// The attack total as it stands.
    pub attack_total: i64,
    /// The defence total as it stands.
    pub defence_total: i64,
    /// What mercenaries add to the attack.
    pub attack_extra: i64,
    /// What mercenaries add to the defence.
    pub defence_extra: i64,
    /// How much Passive Defence is cut.
    pub passive_cut: i64,
    /// Heals of the attacker left.
    pub attack_heals: i64,
    /// Heals of the defender left.
    pub defence_heals: i64,
    /// Attack minus defence, once it is decided.
    pub score: i64,
    /// Points of the score left for razing.
    pub points: i64,
    /// Siege points left.
    pub siege: i64,
    /// What the winner can still save.
    pub budget: i64,
    /// Whether the defender's city was razed.
    pub defeated: bool,
}

impl Read for Battle {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(Battle {
            attacker: json.field("attacker")?,
            defender: json.field("defender")?,
            attackers: json.field("attackers")?,
            defenders: json.field("defenders")?,
            attack_total: json.field("attack_total")?,
            defence_total: json.field("defence_total")?,
            attack_extra: json.field("attack_extra")?,
            defence_extra: json.field("defence_extra")?,
            passive_cut: json.field("passive_cut")?,
            attack_heals: json.field("attack_heals")?,
            defence_heals: json.field("defence_heals")?,
            score: json.field("score")?,
            points: json.field("points")?,
            siege: json.field("siege")?,
            budget: json.field("budget")?,
            defeated: json.field("defeated")?,
        })
    }
}

/// What a seat may know of a match.
#[derive(Clone, Debug)]
pub struct View {
    /// The options of the match.
    pub options: Options,
    /// The round, from 1 on.
    pub round: i64,
    /// The phase of the turn. One of: setup, build, attack, regroup, over.
    pub phase: String,
    /// Whose turn it is. One of: p1, p2, p3, p4.
    pub active: String,
    /// What is being decided.
    pub decision: String,
    /// Who decides. Null: the match is over. One of: p1, p2, p3, p4.
    pub to_act: Option<String>,
    /// The Deck.
    pub deck: Pile,
    /// The discard pile, the latest card last.
    pub discard: Vec<String>,
    /// The Legendary Deck.
    pub legendary: Pile,
    /// The Legendary cards being looked at.
    pub looked: Pile,
    /// Who is being spied on. Null: nobody is. One of: p1, p2, p3, p4.
    pub spied: Option<String>,
    /// The realms in the order of seats.
    pub seats: Vec<Realm>,
    /// The battle being fought. Null: there is none.
    pub battle: Option<Battle>,
    /// How the match ended. One of: none, capital, conquest, round_cap.
    pub ending: String,
    /// Who has won. Null: nobody yet, or a cap ended it. One of: p1, p2, p3, p4.
    pub winner: Option<String>,
}

impl Read for View {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(View {
            options: json.field("options")?,
            round: json.field("round")?,
            phase: json.field("phase")?,
            active: json.field("active")?,
            decision: json.field("decision")?,
            to_act: json.field("to_act")?,
            deck: json.field("deck")?,
            discard: json.field("discard")?,
            legendary: json.field("legendary")?,
            looked: json.field("looked")?,
            spied: json.field("spied")?,
            seats: json.field("seats")?,
            battle: json.field("battle")?,
            ending: json.field("ending")?,
            winner: json.field("winner")?,
        })
    }
}
