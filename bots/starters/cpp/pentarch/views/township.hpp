// What a seat may know in township: `pentarch describe township --types cpp`.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pentarch/json.hpp"

namespace township {

/// The options of the match.
struct Options {
    /// Renown that ends the match.
    int renown_target;
    /// The last round.
    int round_cap;
    /// Rounds without mustering.
    int peace_rounds;
    /// What happens to used tools. One of: none, die, single.
    std::string tool_wear;
    /// How much a loot takes. One of: per_point, single.
    std::string loot_rule;
    /// How the five tokens are counted. One of: combined, same_kind.
    std::string destroy_rule;
    /// Laurels per defender eliminated.
    int attack_laurels;
    /// Laurels per attacker eliminated in a rout.
    int defence_laurels;
    /// Laurels captured per unit or point left.
    int capture_laurels;
    /// Renown per finery in stock.
    int finery_renown;
};

inline void from_json(const Json& json, Options& value) {
    json.at("renown_target").get_to(value.renown_target);
    json.at("round_cap").get_to(value.round_cap);
    json.at("peace_rounds").get_to(value.peace_rounds);
    json.at("tool_wear").get_to(value.tool_wear);
    json.at("loot_rule").get_to(value.loot_rule);
    json.at("destroy_rule").get_to(value.destroy_rule);
    json.at("attack_laurels").get_to(value.attack_laurels);
    json.at("defence_laurels").get_to(value.defence_laurels);
    json.at("capture_laurels").get_to(value.capture_laurels);
    json.at("finery_renown").get_to(value.finery_renown);
}

/// The attack being fought. Numbers are 0 until they are decided or rolled.
struct Attack {
    /// Who is attacked. One of: p1, p2, p3, p4, p5, p6.
    std::string defender;
    /// Units that attack.
    int attackers;
    /// Swords used.
    int swords;
    /// Units that defend.
    int defenders;
    /// Shields used.
    int shields;
    /// Dice of the attack that scored.
    int attack_total;
    /// Dice of the defence that scored.
    int defence_total;
    /// Points of a success that no defender took.
    int left_over;
};

inline void from_json(const Json& json, Attack& value) {
    json.at("defender").get_to(value.defender);
    json.at("attackers").get_to(value.attackers);
    json.at("swords").get_to(value.swords);
    json.at("defenders").get_to(value.defenders);
    json.at("shields").get_to(value.shields);
    json.at("attack_total").get_to(value.attack_total);
    json.at("defence_total").get_to(value.defence_total);
    json.at("left_over").get_to(value.left_over);
}

/// Pieces in stock.
struct Stock {
    /// Pieces of grain.
    int grain;
    /// Pieces of lumber.
    int lumber;
    /// Pieces of ore.
    int ore;
    /// Pieces of stone.
    int stone;
    /// Pieces of tools.
    int tools;
    /// Pieces of swords.
    int swords;
    /// Pieces of shields.
    int shields;
    /// Pieces of ale.
    int ale;
    /// Pieces of finery.
    int finery;
};

inline void from_json(const Json& json, Stock& value) {
    json.at("grain").get_to(value.grain);
    json.at("lumber").get_to(value.lumber);
    json.at("ore").get_to(value.ore);
    json.at("stone").get_to(value.stone);
    json.at("tools").get_to(value.tools);
    json.at("swords").get_to(value.swords);
    json.at("shields").get_to(value.shields);
    json.at("ale").get_to(value.ale);
    json.at("finery").get_to(value.finery);
}

/// A building in play.
struct Building {
    /// The site: the kind and a number.
    std::string name;
    /// Damage tokens; only without any does the building work.
    int damage;
    /// Depletion tokens, each of which closes a place.
    int depletion;
    /// Activities here in this turn.
    int worked;
    /// Whether raw materials were taken here in this turn.
    bool produced;
};

inline void from_json(const Json& json, Building& value) {
    json.at("name").get_to(value.name);
    json.at("damage").get_to(value.damage);
    json.at("depletion").get_to(value.depletion);
    json.at("worked").get_to(value.worked);
    json.at("produced").get_to(value.produced);
}

/// One seat's town.
struct Town {
    /// Whose it is. One of: p1, p2, p3, p4, p5, p6.
    std::string seat;
    /// The place in the order of elimination; 0 while it plays.
    int eliminated;
    /// Laurels, stored finery and undamaged buildings: what wins.
    int renown;
    /// Laurels from feasts and fights.
    int laurels;
    /// All units.
    int units;
    /// Units that the houses hold; more leave at the end of the turn.
    int housing;
    /// Units that can still do something this turn.
    int idle;
    /// Units that attack this turn.
    int mustered;
    /// Tools used this turn.
    int tools_used;
    /// Pieces in stock.
    Stock stock;
    /// Grain that the granaries hold.
    int grain_room;
    /// Other pieces that the warehouses hold.
    int goods_room;
    /// The buildings in canonical order.
    std::vector<Building> buildings;
};

inline void from_json(const Json& json, Town& value) {
    json.at("seat").get_to(value.seat);
    json.at("eliminated").get_to(value.eliminated);
    json.at("renown").get_to(value.renown);
    json.at("laurels").get_to(value.laurels);
    json.at("units").get_to(value.units);
    json.at("housing").get_to(value.housing);
    json.at("idle").get_to(value.idle);
    json.at("mustered").get_to(value.mustered);
    json.at("tools_used").get_to(value.tools_used);
    json.at("stock").get_to(value.stock);
    json.at("grain_room").get_to(value.grain_room);
    json.at("goods_room").get_to(value.goods_room);
    json.at("buildings").get_to(value.buildings);
}

/// The whole match: nothing is hidden.
struct View {
    /// The round, from 1 on.
    int round;
    /// Whose turn it is. One of: p1, p2, p3, p4, p5, p6.
    std::string active;
    /// What is being decided. One of: break, activity, discard, assign, attack, swords, defend,
    /// shields, spoils, damage, over.
    std::string decision;
    /// How the match ended; empty while it goes on. One of: (empty), conquest, renown, cap.
    std::string ending;
    /// The options of the match.
    Options options;
    /// Units sent against each seat and not fought with yet.
    std::vector<int> assigned;
    /// The opponent that `assign` asks about. Null: nobody is asked about. One of: p1, p2, p3, p4,
    /// p5, p6.
    std::optional<std::string> asked;
    /// The attack being fought. Numbers are 0 until they are decided or rolled. Null: nobody is
    /// fighting.
    std::optional<Attack> attack;
    /// The towns in the order of seats.
    std::vector<Town> towns;
};

inline void from_json(const Json& json, View& value) {
    json.at("round").get_to(value.round);
    json.at("active").get_to(value.active);
    json.at("decision").get_to(value.decision);
    json.at("ending").get_to(value.ending);
    json.at("options").get_to(value.options);
    json.at("assigned").get_to(value.assigned);
    json.at("asked").get_to(value.asked);
    json.at("attack").get_to(value.attack);
    json.at("towns").get_to(value.towns);
}

}  // namespace township
