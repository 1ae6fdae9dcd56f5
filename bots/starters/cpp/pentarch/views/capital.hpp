// What a seat may know in capital: `pentarch describe capital --types cpp`.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pentarch/json.hpp"

namespace capital {

/// The options of the match.
struct Options {
    /// 6 or 8 Capital upgrades to win. One of: short, full.
    std::string mode;
    /// Two teams of two; needs four seats. One of: none, 2v2.
    std::string teams;
    /// Quests and the Legendary Deck.
    bool quests;
    /// Settle effects of mercenaries.
    bool settle;
    /// Standard cities, advanced ones by lot, or advanced ones by choice. One of: a, b_random,
    /// b_pick.
    std::string cities;
    /// The last round.
    int round_cap;
    /// Extra starting cards per seat position.
    int late_seat_cards;
    /// Once 1 more Gold and Build for later seats (CP-3.7).
    bool late_seat_bonus;
};

inline void from_json(const Json& json, Options& value) {
    json.at("mode").get_to(value.mode);
    json.at("teams").get_to(value.teams);
    json.at("quests").get_to(value.quests);
    json.at("settle").get_to(value.settle);
    json.at("cities").get_to(value.cities);
    json.at("round_cap").get_to(value.round_cap);
    json.at("late_seat_cards").get_to(value.late_seat_cards);
    json.at("late_seat_bonus").get_to(value.late_seat_bonus);
}

/// The Deck.
struct Pile {
    /// How many cards there are.
    int count;
    /// The cards, the top one first. Null: they are hidden.
    std::optional<std::vector<std::string>> cards;
};

inline void from_json(const Json& json, Pile& value) {
    json.at("count").get_to(value.count);
    json.at("cards").get_to(value.cards);
}

/// A unit in a slot.
struct Unit {
    /// The card. Null: it lies face down.
    std::optional<std::string> card;
    /// Whether it has attacked this turn.
    bool spent;
    /// Whether it has moved in this Regroup phase.
    bool moved;
    /// Whether it is in the battle.
    bool on_battlefield;
};

inline void from_json(const Json& json, Unit& value) {
    json.at("card").get_to(value.card);
    json.at("spent").get_to(value.spent);
    json.at("moved").get_to(value.moved);
    json.at("on_battlefield").get_to(value.on_battlefield);
}

/// A seat's city.
struct City {
    /// Which city it is. Null: not chosen yet. One of: a, b1, b2, b3, b4, b5, b6.
    std::optional<std::string> id;
    /// Points of a score that raze it.
    int hp;
    /// Slots for troops.
    int troop_slots;
    /// Slots for mercenaries.
    int merc_slots;
    /// Whether troops may attack from here.
    bool attack_open;
    /// Whether troops may defend from here.
    bool defense_open;
    /// Whether mercenaries may act from here.
    bool merc_open;
    /// The troops here, in order of arrival.
    std::vector<Unit> troops;
    /// The mercenaries here, in order of arrival.
    std::vector<Unit> mercs;
};

inline void from_json(const Json& json, City& value) {
    json.at("id").get_to(value.id);
    json.at("hp").get_to(value.hp);
    json.at("troop_slots").get_to(value.troop_slots);
    json.at("merc_slots").get_to(value.merc_slots);
    json.at("attack_open").get_to(value.attack_open);
    json.at("defense_open").get_to(value.defense_open);
    json.at("merc_open").get_to(value.merc_open);
    json.at("troops").get_to(value.troops);
    json.at("mercs").get_to(value.mercs);
}

/// The sums of all that is in play.
struct Tracker {
    /// The sum of gold.
    int gold;
    /// The sum of build.
    int build;
    /// The sum of draw.
    int draw;
    /// The sum of store.
    int store;
    /// The sum of passive.
    int passive;
    /// The sum of discount.
    int discount;
    /// The sum of attack bonus.
    int attack_bonus;
};

inline void from_json(const Json& json, Tracker& value) {
    json.at("gold").get_to(value.gold);
    json.at("build").get_to(value.build);
    json.at("draw").get_to(value.draw);
    json.at("store").get_to(value.store);
    json.at("passive").get_to(value.passive);
    json.at("discount").get_to(value.discount);
    json.at("attack_bonus").get_to(value.attack_bonus);
}

/// What is left to spend in this Build phase.
struct Pools {
    /// Gold.
    int gold;
    /// Build.
    int build;
    /// Gold less for each upgrade.
    int discount;
    /// Gold less for the next upgrade.
    int rebate;
    /// Buildings to come that need no Build and no banner.
    int free_buildings;
    /// Troops to come that are free.
    int free_troops;
};

inline void from_json(const Json& json, Pools& value) {
    json.at("gold").get_to(value.gold);
    json.at("build").get_to(value.build);
    json.at("discount").get_to(value.discount);
    json.at("rebate").get_to(value.rebate);
    json.at("free_buildings").get_to(value.free_buildings);
    json.at("free_troops").get_to(value.free_troops);
}

/// What the next of each costs.
struct Prices {
    /// Gold for a Village.
    int village;
    /// Gold for an upgrade.
    int upgrade;
};

inline void from_json(const Json& json, Prices& value) {
    json.at("village").get_to(value.village);
    json.at("upgrade").get_to(value.upgrade);
}

/// What the seat did, as Quests ask for it.
struct Deeds {
    /// Whether it won an attack this turn.
    bool won_attack;
    /// Hit points razed this turn.
    int razed_hp;
    /// Whether it won a defence since its last turn.
    bool won_defence;
    /// Whether it keeps its whole hand this turn.
    bool keep_all;
};

inline void from_json(const Json& json, Deeds& value) {
    json.at("won_attack").get_to(value.won_attack);
    json.at("razed_hp").get_to(value.razed_hp);
    json.at("won_defence").get_to(value.won_defence);
    json.at("keep_all").get_to(value.keep_all);
}

/// A building on the table.
struct Building {
    /// Its location: its name, or a Village's number.
    std::string at;
    /// The card.
    std::string card;
    /// Points that raze it.
    int hp;
    /// The mercenary settled under it. Null: nobody is.
    std::optional<std::string> settled;
    /// Slots for troops.
    int troop_slots;
    /// Slots for mercenaries.
    int merc_slots;
    /// The troops here, in order of arrival.
    std::vector<Unit> troops;
    /// The mercenaries here, in order of arrival.
    std::vector<Unit> mercs;
};

inline void from_json(const Json& json, Building& value) {
    json.at("at").get_to(value.at);
    json.at("card").get_to(value.card);
    json.at("hp").get_to(value.hp);
    json.at("settled").get_to(value.settled);
    json.at("troop_slots").get_to(value.troop_slots);
    json.at("merc_slots").get_to(value.merc_slots);
    json.at("troops").get_to(value.troops);
    json.at("mercs").get_to(value.mercs);
}

/// Everything of one seat.
struct Realm {
    /// Whose it is. One of: p1, p2, p3, p4.
    std::string seat;
    /// The team. Null: nobody plays in teams. One of: A, B.
    std::optional<std::string> team;
    /// Whether its city stands.
    bool alive;
    /// The place in the order of defeat; 0 while it plays.
    int defeat;
    /// A seat's city.
    City city;
    /// The upgrades completed. One of: gold, build, draw, store, passive, mercenary, attack,
    /// defense.
    std::vector<std::string> upgrades;
    /// The sums of all that is in play.
    Tracker tracker;
    /// What is left to spend in this Build phase.
    Pools pools;
    /// What the next of each costs.
    Prices prices;
    /// What the seat did, as Quests ask for it.
    Deeds deeds;
    /// Villages ever built; the next one gets the next number.
    int villages_founded;
    /// The hand.
    Pile hand;
    /// The cards kept so far in this Regroup phase.
    Pile kept;
    /// The buildings, in order.
    std::vector<Building> buildings;
};

inline void from_json(const Json& json, Realm& value) {
    json.at("seat").get_to(value.seat);
    json.at("team").get_to(value.team);
    json.at("alive").get_to(value.alive);
    json.at("defeat").get_to(value.defeat);
    json.at("city").get_to(value.city);
    json.at("upgrades").get_to(value.upgrades);
    json.at("tracker").get_to(value.tracker);
    json.at("pools").get_to(value.pools);
    json.at("prices").get_to(value.prices);
    json.at("deeds").get_to(value.deeds);
    json.at("villages_founded").get_to(value.villages_founded);
    json.at("hand").get_to(value.hand);
    json.at("kept").get_to(value.kept);
    json.at("buildings").get_to(value.buildings);
}

/// A troop in the battle.
struct Fighter {
    /// Whose it is. One of: p1, p2, p3, p4.
    std::string seat;
    /// The card.
    std::string card;
    /// Its home.
    std::string at;
    /// Whether its home stands.
    bool has_home;
};

inline void from_json(const Json& json, Fighter& value) {
    json.at("seat").get_to(value.seat);
    json.at("card").get_to(value.card);
    json.at("at").get_to(value.at);
    json.at("has_home").get_to(value.has_home);
}

/// The battle being fought.
struct Battle {
    /// Who attacks. One of: p1, p2, p3, p4.
    std::string attacker;
    /// Who is attacked. One of: p1, p2, p3, p4.
    std::string defender;
    /// The attackers, in order of commitment.
    std::vector<Fighter> attackers;
    /// The defenders, in order of commitment.
    std::vector<Fighter> defenders;
    /// The attack total as it stands.
    int attack_total;
    /// The defence total as it stands.
    int defence_total;
    /// What mercenaries add to the attack.
    int attack_extra;
    /// What mercenaries add to the defence.
    int defence_extra;
    /// How much Passive Defence is cut.
    int passive_cut;
    /// Heals of the attacker left.
    int attack_heals;
    /// Heals of the defender left.
    int defence_heals;
    /// Attack minus defence, once it is decided.
    int score;
    /// Points of the score left for razing.
    int points;
    /// Siege points left.
    int siege;
    /// What the winner can still save.
    int budget;
    /// Whether the defender's city was razed.
    bool defeated;
};

inline void from_json(const Json& json, Battle& value) {
    json.at("attacker").get_to(value.attacker);
    json.at("defender").get_to(value.defender);
    json.at("attackers").get_to(value.attackers);
    json.at("defenders").get_to(value.defenders);
    json.at("attack_total").get_to(value.attack_total);
    json.at("defence_total").get_to(value.defence_total);
    json.at("attack_extra").get_to(value.attack_extra);
    json.at("defence_extra").get_to(value.defence_extra);
    json.at("passive_cut").get_to(value.passive_cut);
    json.at("attack_heals").get_to(value.attack_heals);
    json.at("defence_heals").get_to(value.defence_heals);
    json.at("score").get_to(value.score);
    json.at("points").get_to(value.points);
    json.at("siege").get_to(value.siege);
    json.at("budget").get_to(value.budget);
    json.at("defeated").get_to(value.defeated);
}

/// What a seat may know of a match.
struct View {
    /// The options of the match.
    Options options;
    /// The round, from 1 on.
    int round;
    /// The phase of the turn. One of: setup, build, attack, regroup, over.
    std::string phase;
    /// Whose turn it is. One of: p1, p2, p3, p4.
    std::string active;
    /// What is being decided.
    std::string decision;
    /// Who decides. Null: the match is over. One of: p1, p2, p3, p4.
    std::optional<std::string> to_act;
    /// The Deck.
    Pile deck;
    /// The discard pile, the latest card last.
    std::vector<std::string> discard;
    /// The Legendary Deck.
    Pile legendary;
    /// The Legendary cards being looked at.
    Pile looked;
    /// Who is being spied on. Null: nobody is. One of: p1, p2, p3, p4.
    std::optional<std::string> spied;
    /// The realms in the order of seats.
    std::vector<Realm> seats;
    /// The battle being fought. Null: there is none.
    std::optional<Battle> battle;
    /// How the match ended. One of: none, capital, conquest, round_cap.
    std::string ending;
    /// Who has won. Null: nobody yet, or a cap ended it. One of: p1, p2, p3, p4.
    std::optional<std::string> winner;
};

inline void from_json(const Json& json, View& value) {
    json.at("options").get_to(value.options);
    json.at("round").get_to(value.round);
    json.at("phase").get_to(value.phase);
    json.at("active").get_to(value.active);
    json.at("decision").get_to(value.decision);
    json.at("to_act").get_to(value.to_act);
    json.at("deck").get_to(value.deck);
    json.at("discard").get_to(value.discard);
    json.at("legendary").get_to(value.legendary);
    json.at("looked").get_to(value.looked);
    json.at("spied").get_to(value.spied);
    json.at("seats").get_to(value.seats);
    json.at("battle").get_to(value.battle);
    json.at("ending").get_to(value.ending);
    json.at("winner").get_to(value.winner);
}

}  // namespace capital
