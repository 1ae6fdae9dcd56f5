// What a seat may know in kingdom: `pentarch describe kingdom --types cpp`.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pentarch/json.hpp"

namespace kingdom {

/// The options of the match.
struct Options {
    /// The map; auto picks one by seats. One of: auto, duel, strait, crowns, winds, isles,
    /// pentacle, realms, random.
    std::string map;
    /// How large a random map is. One of: small, medium, large.
    std::string map_size;
    /// Castles that win; 0: the map's number.
    int castles_to_win;
    /// The last round, from 5; 0: the map's number.
    int max_rounds;
    /// Gold of each kingdom at the start.
    int start_gold;
    /// Swordsmen in each home at the start.
    int start_swordsmen;
    /// Attack of the home castles at the start.
    int home_attack;
    /// How strongly neutral castles are held. One of: none, normal, strong.
    std::string garrisons;
    /// Scrolls on offer each round.
    int market_size;
    /// How far prices stray from the list.
    int price_spread;
    /// A tech is offered every so many rounds; 0: never.
    int tech_interval;
    /// Rounds until a guard tower can fight.
    int tower_build_time;
    /// Mages can cast blessing too.
    bool extra_spells;
};

inline void from_json(const Json& json, Options& value) {
    json.at("map").get_to(value.map);
    json.at("map_size").get_to(value.map_size);
    json.at("castles_to_win").get_to(value.castles_to_win);
    json.at("max_rounds").get_to(value.max_rounds);
    json.at("start_gold").get_to(value.start_gold);
    json.at("start_swordsmen").get_to(value.start_swordsmen);
    json.at("home_attack").get_to(value.home_attack);
    json.at("garrisons").get_to(value.garrisons);
    json.at("market_size").get_to(value.market_size);
    json.at("price_spread").get_to(value.price_spread);
    json.at("tech_interval").get_to(value.tech_interval);
    json.at("tower_build_time").get_to(value.tower_build_time);
    json.at("extra_spells").get_to(value.extra_spells);
}

/// An area of the map.
struct Area {
    /// Its name.
    std::string id;
    /// Land or sea. One of: land, sea.
    std::string kind;
    /// Where it is drawn.
    int x;
    /// Where it is drawn.
    int y;
    /// Gold that it pays its owner.
    int tax;
    /// Whether it has a castle.
    bool castle;
    /// Whose home it is. Null: it is nobody's home. One of: p1, p2, p3, p4, p5, p6.
    std::optional<std::string> home;
    /// The adjacent areas.
    std::vector<std::string> neighbours;
};

inline void from_json(const Json& json, Area& value) {
    json.at("id").get_to(value.id);
    json.at("kind").get_to(value.kind);
    json.at("x").get_to(value.x);
    json.at("y").get_to(value.y);
    json.at("tax").get_to(value.tax);
    json.at("castle").get_to(value.castle);
    json.at("home").get_to(value.home);
    json.at("neighbours").get_to(value.neighbours);
}

/// The map, which never changes.
struct Board {
    /// Its name. One of: duel, strait, crowns, winds, isles, pentacle, realms, random.
    std::string map;
    /// The size of a random map; empty for others. One of: (empty), small, medium, large.
    std::string map_size;
    /// What it is called.
    std::string title;
    /// How a random map was grown.
    std::vector<std::string> wedge;
    /// How wide it is drawn.
    int width;
    /// How high it is drawn.
    int height;
    /// The areas.
    std::vector<Area> areas;
};

inline void from_json(const Json& json, Board& value) {
    json.at("map").get_to(value.map);
    json.at("map_size").get_to(value.map_size);
    json.at("title").get_to(value.title);
    json.at("wedge").get_to(value.wedge);
    json.at("width").get_to(value.width);
    json.at("height").get_to(value.height);
    json.at("areas").get_to(value.areas);
}

/// A land region.
struct Region {
    /// Its name.
    std::string id;
    /// Who owns it. Null: nobody does. One of: p1, p2, p3, p4, p5, p6, n0.
    std::optional<std::string> owner;
    /// Whether it has a sawmill.
    bool sawmill;
};

inline void from_json(const Json& json, Region& value) {
    json.at("id").get_to(value.id);
    json.at("owner").get_to(value.owner);
    json.at("sawmill").get_to(value.sawmill);
}

/// A unit in training.
struct Recruit {
    /// The kind of unit. One of: swordsman, guard_tower, mage, knight, trireme, galleon, dragon.
    std::string type;
    /// Where it will appear.
    std::string place;
    /// Rounds until it is ready.
    int rounds;
};

inline void from_json(const Json& json, Recruit& value) {
    json.at("type").get_to(value.type);
    json.at("place").get_to(value.place);
    json.at("rounds").get_to(value.rounds);
}

/// A castle.
struct Castle {
    /// Its region.
    std::string id;
    /// Who owns it. Null: nobody does. One of: p1, p2, p3, p4, p5, p6, n0.
    std::optional<std::string> owner;
    /// How many units it trains at a time.
    int production;
    /// Its attack.
    int attack;
    /// Units in training.
    std::vector<Recruit> queue;
};

inline void from_json(const Json& json, Castle& value) {
    json.at("id").get_to(value.id);
    json.at("owner").get_to(value.owner);
    json.at("production").get_to(value.production);
    json.at("attack").get_to(value.attack);
    json.at("queue").get_to(value.queue);
}

/// A unit on the map.
struct Unit {
    /// Its name: `u` and a number.
    std::string id;
    /// Its kind. One of: swordsman, guard_tower, mage, knight, trireme, galleon, dragon.
    std::string type;
    /// Whose it is; `n0` is a garrison. One of: p1, p2, p3, p4, p5, p6, n0.
    std::string kingdom;
    /// Where it is.
    std::string area;
    /// The ship that carries it. Null: none does.
    std::optional<std::string> ship;
    /// Mana of a mage.
    int mana;
    /// Rounds until a guard tower is complete.
    int build;
};

inline void from_json(const Json& json, Unit& value) {
    json.at("id").get_to(value.id);
    json.at("type").get_to(value.type);
    json.at("kingdom").get_to(value.kingdom);
    json.at("area").get_to(value.area);
    json.at("ship").get_to(value.ship);
    json.at("mana").get_to(value.mana);
    json.at("build").get_to(value.build);
}

/// A scroll on offer.
struct Offer {
    /// Which. One of: improve_defense, improve_production, sawmill, market, dragon_egg,
    /// galleon_blueprint, guard_tower.
    std::string scroll;
    /// Its price.
    int price;
};

inline void from_json(const Json& json, Offer& value) {
    json.at("scroll").get_to(value.scroll);
    json.at("price").get_to(value.price);
}

/// Scrolls as the round began.
struct Stock {
    /// Scrolls of improve defense.
    int improve_defense;
    /// Scrolls of improve production.
    int improve_production;
    /// Scrolls of sawmill.
    int sawmill;
    /// Scrolls of market.
    int market;
    /// Scrolls of dragon egg.
    int dragon_egg;
    /// Scrolls of galleon blueprint.
    int galleon_blueprint;
    /// Scrolls of guard tower.
    int guard_tower;
};

inline void from_json(const Json& json, Stock& value) {
    json.at("improve_defense").get_to(value.improve_defense);
    json.at("improve_production").get_to(value.improve_production);
    json.at("sawmill").get_to(value.sawmill);
    json.at("market").get_to(value.market);
    json.at("dragon_egg").get_to(value.dragon_egg);
    json.at("galleon_blueprint").get_to(value.galleon_blueprint);
    json.at("guard_tower").get_to(value.guard_tower);
}

/// Scrolls left.
struct PlannedStock {
    /// Scrolls of improve defense.
    int improve_defense;
    /// Scrolls of improve production.
    int improve_production;
    /// Scrolls of sawmill.
    int sawmill;
    /// Scrolls of market.
    int market;
    /// Scrolls of dragon egg.
    int dragon_egg;
    /// Scrolls of galleon blueprint.
    int galleon_blueprint;
    /// Scrolls of guard tower.
    int guard_tower;
};

inline void from_json(const Json& json, PlannedStock& value) {
    json.at("improve_defense").get_to(value.improve_defense);
    json.at("improve_production").get_to(value.improve_production);
    json.at("sawmill").get_to(value.sawmill);
    json.at("market").get_to(value.market);
    json.at("dragon_egg").get_to(value.dragon_egg);
    json.at("galleon_blueprint").get_to(value.galleon_blueprint);
    json.at("guard_tower").get_to(value.guard_tower);
}

/// A unit ordered.
struct Queued {
    /// Where it is trained.
    std::string castle;
    /// The kind of unit. One of: swordsman, guard_tower, mage, knight, trireme, galleon, dragon.
    std::string type;
    /// Where it will appear.
    std::string place;
    /// Rounds until it is ready.
    int rounds;
};

inline void from_json(const Json& json, Queued& value) {
    json.at("castle").get_to(value.castle);
    json.at("type").get_to(value.type);
    json.at("place").get_to(value.place);
    json.at("rounds").get_to(value.rounds);
}

/// The path of a unit.
struct Path {
    /// The unit.
    std::string unit;
    /// The areas it enters.
    std::vector<std::string> areas;
};

inline void from_json(const Json& json, Path& value) {
    json.at("unit").get_to(value.unit);
    json.at("areas").get_to(value.areas);
}

/// A unit that boards.
struct Load {
    /// The unit.
    std::string unit;
    /// The ship.
    std::string ship;
};

inline void from_json(const Json& json, Load& value) {
    json.at("unit").get_to(value.unit);
    json.at("ship").get_to(value.ship);
}

/// A passenger.
struct Unload {
    /// The unit.
    std::string unit;
    /// Where.
    std::string area;
};

inline void from_json(const Json& json, Unload& value) {
    json.at("unit").get_to(value.unit);
    json.at("area").get_to(value.area);
}

/// A spell.
struct Cast {
    /// The mage.
    std::string mage;
    /// The spell. One of: fog, earthquake, blessing.
    std::string spell;
    /// The target.
    std::string area;
};

inline void from_json(const Json& json, Cast& value) {
    json.at("mage").get_to(value.mage);
    json.at("spell").get_to(value.spell);
    json.at("area").get_to(value.area);
}

/// What a seat has entered in this round.
struct Plan {
    /// What it is asked. One of: debt, menu, path, target, area, done.
    std::string decision;
    /// The commands entered.
    std::vector<std::string> orders;
    /// Gold left.
    int gold;
    /// Scrolls left.
    PlannedStock stock;
    /// Prices of the scrolls on offer.
    std::map<std::string, int> prices;
    /// Whether the kingdom has the market.
    bool market;
    /// The tech started. Null: none was. One of: shield_wall, heavy_lances, plate_armor,
    /// conscription, quartermasters, land_registry, forestry, masonry, haggling, seamanship,
    /// arcane_study, dragon_bond.
    std::optional<std::string> research;
    /// Units ordered.
    std::vector<Queued> queued;
    /// Castles improved. One of: improve_defense, improve_production, sawmill, market, dragon_egg,
    /// galleon_blueprint, guard_tower.
    std::map<std::string, std::string> improved;
    /// Regions where a sawmill was built.
    std::vector<std::string> sawmills;
    /// Regions where a tower was placed.
    std::vector<std::string> towers;
    /// Units disbanded.
    std::vector<std::string> disbanded;
    /// Movement orders.
    std::vector<Path> paths;
    /// Units that board.
    std::vector<Load> loads;
    /// Passengers that land.
    std::vector<Unload> unloads;
    /// Spells.
    std::vector<Cast> casts;
};

inline void from_json(const Json& json, Plan& value) {
    json.at("decision").get_to(value.decision);
    json.at("orders").get_to(value.orders);
    json.at("gold").get_to(value.gold);
    json.at("stock").get_to(value.stock);
    json.at("prices").get_to(value.prices);
    json.at("market").get_to(value.market);
    json.at("research").get_to(value.research);
    json.at("queued").get_to(value.queued);
    json.at("improved").get_to(value.improved);
    json.at("sawmills").get_to(value.sawmills);
    json.at("towers").get_to(value.towers);
    json.at("disbanded").get_to(value.disbanded);
    json.at("paths").get_to(value.paths);
    json.at("loads").get_to(value.loads);
    json.at("unloads").get_to(value.unloads);
    json.at("casts").get_to(value.casts);
}

/// Everything of one seat.
struct Kingdom {
    /// Whose it is. One of: p1, p2, p3, p4, p5, p6.
    std::string seat;
    /// The round in which it fell; 0 while it plays.
    int eliminated;
    /// Whether its orders are given.
    bool done;
    /// Gold as the round began.
    int gold;
    /// Scrolls as the round began.
    Stock stock;
    /// Whether it has the market.
    bool market;
    /// Techs known. One of: shield_wall, heavy_lances, plate_armor, conscription, quartermasters,
    /// land_registry, forestry, masonry, haggling, seamanship, arcane_study, dragon_bond.
    std::vector<std::string> techs;
    /// Instalments still due, by tech.
    std::map<std::string, int> research;
    /// Castles owned.
    int castles;
    /// Gold that it earns in a round.
    int income;
    /// Gold that it pays in a round.
    int upkeep;
    /// The value of its army.
    int army;
    /// What a seat has entered in this round. Null: it is another seat's.
    std::optional<Plan> plan;
};

inline void from_json(const Json& json, Kingdom& value) {
    json.at("seat").get_to(value.seat);
    json.at("eliminated").get_to(value.eliminated);
    json.at("done").get_to(value.done);
    json.at("gold").get_to(value.gold);
    json.at("stock").get_to(value.stock);
    json.at("market").get_to(value.market);
    json.at("techs").get_to(value.techs);
    json.at("research").get_to(value.research);
    json.at("castles").get_to(value.castles);
    json.at("income").get_to(value.income);
    json.at("upkeep").get_to(value.upkeep);
    json.at("army").get_to(value.army);
    json.at("plan").get_to(value.plan);
}

/// How the match ended.
struct Outcome {
    /// Why. One of: castles, conquest, cap.
    std::string reason;
    /// Ranks by seat.
    std::vector<int> ranks;
};

inline void from_json(const Json& json, Outcome& value) {
    json.at("reason").get_to(value.reason);
    json.at("ranks").get_to(value.ranks);
}

/// What a seat may know: the realm as the round began, and its own plan.
struct View {
    /// The round, from 1 on.
    int round;
    /// The round after which the match ends by the cap.
    int last_round;
    /// Castles that win.
    int castles_to_win;
    /// What is being decided. One of: orders, over.
    std::string phase;
    /// Who has not given its orders yet. One of: p1, p2, p3, p4, p5, p6.
    std::vector<std::string> to_act;
    /// The options of the match.
    Options options;
    /// The map, which never changes.
    Board board;
    /// The land regions.
    std::vector<Region> regions;
    /// The castles.
    std::vector<Castle> castles;
    /// The units.
    std::vector<Unit> units;
    /// The number of the next unit.
    int next_unit;
    /// The scrolls on offer.
    std::vector<Offer> market;
    /// The tech on offer. Null: none is. One of: shield_wall, heavy_lances, plate_armor,
    /// conscription, quartermasters, land_registry, forestry, masonry, haggling, seamanship,
    /// arcane_study, dragon_bond.
    std::optional<std::string> tech;
    /// Techs still to come, in no order. One of: shield_wall, heavy_lances, plate_armor,
    /// conscription, quartermasters, land_registry, forestry, masonry, haggling, seamanship,
    /// arcane_study, dragon_bond.
    std::vector<std::string> techs_left;
    /// Techs still to come, in order. Null: it is hidden. One of: shield_wall, heavy_lances,
    /// plate_armor, conscription, quartermasters, land_registry, forestry, masonry, haggling,
    /// seamanship, arcane_study, dragon_bond.
    std::optional<std::vector<std::string>> deck;
    /// The kingdoms in the order of seats.
    std::vector<Kingdom> seats;
    /// How the match ended. Null: it goes on.
    std::optional<Outcome> outcome;
};

inline void from_json(const Json& json, View& value) {
    json.at("round").get_to(value.round);
    json.at("last_round").get_to(value.last_round);
    json.at("castles_to_win").get_to(value.castles_to_win);
    json.at("phase").get_to(value.phase);
    json.at("to_act").get_to(value.to_act);
    json.at("options").get_to(value.options);
    json.at("board").get_to(value.board);
    json.at("regions").get_to(value.regions);
    json.at("castles").get_to(value.castles);
    json.at("units").get_to(value.units);
    json.at("next_unit").get_to(value.next_unit);
    json.at("market").get_to(value.market);
    json.at("tech").get_to(value.tech);
    json.at("techs_left").get_to(value.techs_left);
    json.at("deck").get_to(value.deck);
    json.at("seats").get_to(value.seats);
    json.at("outcome").get_to(value.outcome);
}

}  // namespace kingdom
