// What a seat may know in tradewarz: `pentarch describe tradewarz --types cpp`.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pentarch/json.hpp"

namespace tradewarz {

/// The options of the match.
struct Options {
    /// What ends a match: a target, years, or a season budget. One of: xadlas, years, seasons.
    std::string length;
    /// Xadlas needed to win (length xadlas).
    int target;
    /// Years played (length years).
    int years;
    /// Seasons played (length seasons).
    int season_budget;
    /// Years after which every match ends.
    int year_cap;
    /// Ships complete a lap before they dock.
    bool full_lap;
    /// Who places the trading posts. One of: random, players.
    std::string post_placement;
    /// Whether a march moves all groups or one. One of: all, one.
    std::string march_scope;
    /// How the battle decks are dealt. One of: random, equal.
    std::string battle_deal;
    /// The first seat changes every year.
    bool rotate_first;
    /// Alliances are allowed (three seats or more).
    bool alliances;
    /// Members an alliance may have.
    int alliance_max;
    /// Allies win together or not at all.
    bool alliance_victory;
    /// Trade offers are allowed.
    bool trading;
};

inline void from_json(const Json& json, Options& value) {
    json.at("length").get_to(value.length);
    json.at("target").get_to(value.target);
    json.at("years").get_to(value.years);
    json.at("season_budget").get_to(value.season_budget);
    json.at("year_cap").get_to(value.year_cap);
    json.at("full_lap").get_to(value.full_lap);
    json.at("post_placement").get_to(value.post_placement);
    json.at("march_scope").get_to(value.march_scope);
    json.at("battle_deal").get_to(value.battle_deal);
    json.at("rotate_first").get_to(value.rotate_first);
    json.at("alliances").get_to(value.alliances);
    json.at("alliance_max").get_to(value.alliance_max);
    json.at("alliance_victory").get_to(value.alliance_victory);
    json.at("trading").get_to(value.trading);
}

/// The terrain of every tile.
struct Tiles {
    /// The terrain of a1. One of: none, lumber, mining, wheat, mountain, lake.
    std::string a1;
    /// The terrain of a2. One of: none, lumber, mining, wheat, mountain, lake.
    std::string a2;
    /// The terrain of a3. One of: none, lumber, mining, wheat, mountain, lake.
    std::string a3;
    /// The terrain of a4. One of: none, lumber, mining, wheat, mountain, lake.
    std::string a4;
    /// The terrain of a5. One of: none, lumber, mining, wheat, mountain, lake.
    std::string a5;
    /// The terrain of a6. One of: none, lumber, mining, wheat, mountain, lake.
    std::string a6;
    /// The terrain of a7. One of: none, lumber, mining, wheat, mountain, lake.
    std::string a7;
    /// The terrain of b1. One of: none, lumber, mining, wheat, mountain, lake.
    std::string b1;
    /// The terrain of b2. One of: none, lumber, mining, wheat, mountain, lake.
    std::string b2;
    /// The terrain of b3. One of: none, lumber, mining, wheat, mountain, lake.
    std::string b3;
    /// The terrain of b4. One of: none, lumber, mining, wheat, mountain, lake.
    std::string b4;
    /// The terrain of b5. One of: none, lumber, mining, wheat, mountain, lake.
    std::string b5;
    /// The terrain of b6. One of: none, lumber, mining, wheat, mountain, lake.
    std::string b6;
    /// The terrain of b7. One of: none, lumber, mining, wheat, mountain, lake.
    std::string b7;
    /// The terrain of c1. One of: none, lumber, mining, wheat, mountain, lake.
    std::string c1;
    /// The terrain of c2. One of: none, lumber, mining, wheat, mountain, lake.
    std::string c2;
    /// The terrain of c3. One of: none, lumber, mining, wheat, mountain, lake.
    std::string c3;
    /// The terrain of c4. One of: none, lumber, mining, wheat, mountain, lake.
    std::string c4;
    /// The terrain of c5. One of: none, lumber, mining, wheat, mountain, lake.
    std::string c5;
    /// The terrain of c6. One of: none, lumber, mining, wheat, mountain, lake.
    std::string c6;
    /// The terrain of c7. One of: none, lumber, mining, wheat, mountain, lake.
    std::string c7;
    /// The terrain of d1. One of: none, lumber, mining, wheat, mountain, lake.
    std::string d1;
    /// The terrain of d2. One of: none, lumber, mining, wheat, mountain, lake.
    std::string d2;
    /// The terrain of d3. One of: none, lumber, mining, wheat, mountain, lake.
    std::string d3;
    /// The terrain of d4. One of: none, lumber, mining, wheat, mountain, lake.
    std::string d4;
    /// The terrain of d5. One of: none, lumber, mining, wheat, mountain, lake.
    std::string d5;
    /// The terrain of d6. One of: none, lumber, mining, wheat, mountain, lake.
    std::string d6;
    /// The terrain of d7. One of: none, lumber, mining, wheat, mountain, lake.
    std::string d7;
    /// The terrain of e1. One of: none, lumber, mining, wheat, mountain, lake.
    std::string e1;
    /// The terrain of e2. One of: none, lumber, mining, wheat, mountain, lake.
    std::string e2;
    /// The terrain of e3. One of: none, lumber, mining, wheat, mountain, lake.
    std::string e3;
    /// The terrain of e4. One of: none, lumber, mining, wheat, mountain, lake.
    std::string e4;
    /// The terrain of e5. One of: none, lumber, mining, wheat, mountain, lake.
    std::string e5;
    /// The terrain of e6. One of: none, lumber, mining, wheat, mountain, lake.
    std::string e6;
    /// The terrain of e7. One of: none, lumber, mining, wheat, mountain, lake.
    std::string e7;
    /// The terrain of f1. One of: none, lumber, mining, wheat, mountain, lake.
    std::string f1;
    /// The terrain of f2. One of: none, lumber, mining, wheat, mountain, lake.
    std::string f2;
    /// The terrain of f3. One of: none, lumber, mining, wheat, mountain, lake.
    std::string f3;
    /// The terrain of f4. One of: none, lumber, mining, wheat, mountain, lake.
    std::string f4;
    /// The terrain of f5. One of: none, lumber, mining, wheat, mountain, lake.
    std::string f5;
    /// The terrain of f6. One of: none, lumber, mining, wheat, mountain, lake.
    std::string f6;
    /// The terrain of f7. One of: none, lumber, mining, wheat, mountain, lake.
    std::string f7;
    /// The terrain of g1. One of: none, lumber, mining, wheat, mountain, lake.
    std::string g1;
    /// The terrain of g2. One of: none, lumber, mining, wheat, mountain, lake.
    std::string g2;
    /// The terrain of g3. One of: none, lumber, mining, wheat, mountain, lake.
    std::string g3;
    /// The terrain of g4. One of: none, lumber, mining, wheat, mountain, lake.
    std::string g4;
    /// The terrain of g5. One of: none, lumber, mining, wheat, mountain, lake.
    std::string g5;
    /// The terrain of g6. One of: none, lumber, mining, wheat, mountain, lake.
    std::string g6;
    /// The terrain of g7. One of: none, lumber, mining, wheat, mountain, lake.
    std::string g7;
};

inline void from_json(const Json& json, Tiles& value) {
    json.at("a1").get_to(value.a1);
    json.at("a2").get_to(value.a2);
    json.at("a3").get_to(value.a3);
    json.at("a4").get_to(value.a4);
    json.at("a5").get_to(value.a5);
    json.at("a6").get_to(value.a6);
    json.at("a7").get_to(value.a7);
    json.at("b1").get_to(value.b1);
    json.at("b2").get_to(value.b2);
    json.at("b3").get_to(value.b3);
    json.at("b4").get_to(value.b4);
    json.at("b5").get_to(value.b5);
    json.at("b6").get_to(value.b6);
    json.at("b7").get_to(value.b7);
    json.at("c1").get_to(value.c1);
    json.at("c2").get_to(value.c2);
    json.at("c3").get_to(value.c3);
    json.at("c4").get_to(value.c4);
    json.at("c5").get_to(value.c5);
    json.at("c6").get_to(value.c6);
    json.at("c7").get_to(value.c7);
    json.at("d1").get_to(value.d1);
    json.at("d2").get_to(value.d2);
    json.at("d3").get_to(value.d3);
    json.at("d4").get_to(value.d4);
    json.at("d5").get_to(value.d5);
    json.at("d6").get_to(value.d6);
    json.at("d7").get_to(value.d7);
    json.at("e1").get_to(value.e1);
    json.at("e2").get_to(value.e2);
    json.at("e3").get_to(value.e3);
    json.at("e4").get_to(value.e4);
    json.at("e5").get_to(value.e5);
    json.at("e6").get_to(value.e6);
    json.at("e7").get_to(value.e7);
    json.at("f1").get_to(value.f1);
    json.at("f2").get_to(value.f2);
    json.at("f3").get_to(value.f3);
    json.at("f4").get_to(value.f4);
    json.at("f5").get_to(value.f5);
    json.at("f6").get_to(value.f6);
    json.at("f7").get_to(value.f7);
    json.at("g1").get_to(value.g1);
    json.at("g2").get_to(value.g2);
    json.at("g3").get_to(value.g3);
    json.at("g4").get_to(value.g4);
    json.at("g5").get_to(value.g5);
    json.at("g6").get_to(value.g6);
    json.at("g7").get_to(value.g7);
}

/// A trading post.
struct Post {
    /// Where it lies. Null: not laid yet.
    std::optional<std::string> square;
    /// Who owns it. Null: nobody does. One of: p1, p2, p3, p4, p5, p6.
    std::optional<std::string> owner;
};

inline void from_json(const Json& json, Post& value) {
    json.at("square").get_to(value.square);
    json.at("owner").get_to(value.owner);
}

/// A structure.
struct Structure {
    /// What it is. One of: road, bridge, tunnel.
    std::string kind;
    /// The tile that it crosses.
    std::string tile;
    /// The two squares it joins.
    std::vector<std::string> ends;
};

inline void from_json(const Json& json, Structure& value) {
    json.at("kind").get_to(value.kind);
    json.at("tile").get_to(value.tile);
    json.at("ends").get_to(value.ends);
}

/// Supplies.
struct StructuresLeft {
    /// Left of road.
    int road;
    /// Left of bridge.
    int bridge;
    /// Left of tunnel.
    int tunnel;
};

inline void from_json(const Json& json, StructuresLeft& value) {
    json.at("road").get_to(value.road);
    json.at("bridge").get_to(value.bridge);
    json.at("tunnel").get_to(value.tunnel);
}

/// A building.
struct Building {
    /// Where it stands.
    std::string square;
    /// What it is. One of: settlement, village, castle.
    std::string kind;
    /// Whose it is. One of: p1, p2, p3, p4, p5, p6.
    std::string owner;
    /// The year in which it was built or upgraded.
    int year;
    /// The tiles of its silos.
    std::vector<std::string> silos;
};

inline void from_json(const Json& json, Building& value) {
    json.at("square").get_to(value.square);
    json.at("kind").get_to(value.kind);
    json.at("owner").get_to(value.owner);
    json.at("year").get_to(value.year);
    json.at("silos").get_to(value.silos);
}

/// Soldiers of one seat on one space.
struct Army {
    /// Where they are.
    std::string space;
    /// Whose they are. One of: p1, p2, p3, p4, p5, p6.
    std::string seat;
    /// How many.
    int soldiers;
};

inline void from_json(const Json& json, Army& value) {
    json.at("space").get_to(value.space);
    json.at("seat").get_to(value.seat);
    json.at("soldiers").get_to(value.soldiers);
}

/// A super unit.
struct SuperUnit {
    /// Which. One of: en08, en11, en12, en15, en16, mi08, mi11, mi12, mi14, mi15, mi16.
    std::string unit;
    /// Who bought it. One of: p1, p2, p3, p4, p5, p6.
    std::string owner;
    /// Whose squad it is with. Null: it is in the capital. One of: p1, p2, p3, p4, p5, p6.
    std::optional<std::string> holder;
    /// Where it is. Null: it is in the capital.
    std::optional<std::string> space;
};

inline void from_json(const Json& json, SuperUnit& value) {
    json.at("unit").get_to(value.unit);
    json.at("owner").get_to(value.owner);
    json.at("holder").get_to(value.holder);
    json.at("space").get_to(value.space);
}

/// Morale cards that were not drawn yet.
struct MoraleDeck {
    /// How many cards.
    int count;
    /// The cards from the top. Null: they are hidden. One of: goodcrop, timberraft, richvein,
    /// windfall, bazaar, freemasons, volunteers, scholars, battlecry, herosong, deadlyaim,
    /// shieldwall, fairwinds, cancelbattle, trusted, ransom.
    std::optional<std::vector<std::string>> cards;
};

inline void from_json(const Json& json, MoraleDeck& value) {
    json.at("count").get_to(value.count);
    json.at("cards").get_to(value.cards);
}

/// Resources in stock.
struct Resources {
    /// Pieces of gold.
    int gold;
    /// Pieces of lumber.
    int lumber;
    /// Pieces of mining.
    int mining;
    /// Pieces of wheat.
    int wheat;
};

inline void from_json(const Json& json, Resources& value) {
    json.at("gold").get_to(value.gold);
    json.at("lumber").get_to(value.lumber);
    json.at("mining").get_to(value.mining);
    json.at("wheat").get_to(value.wheat);
}

/// Main actions left this year.
struct Tokens {
    /// Tokens for march.
    int march;
    /// Tokens for build.
    int build;
    /// Tokens for recruit.
    int recruit;
    /// Tokens for resources.
    int resources;
    /// Tokens for tech.
    int tech;
    /// Tokens for retreat.
    int retreat;
};

inline void from_json(const Json& json, Tokens& value) {
    json.at("march").get_to(value.march);
    json.at("build").get_to(value.build);
    json.at("recruit").get_to(value.recruit);
    json.at("resources").get_to(value.resources);
    json.at("tech").get_to(value.tech);
    json.at("retreat").get_to(value.retreat);
}

/// Levels.
struct Universities {
    /// The level of economy.
    int economy;
    /// The level of engineering.
    int engineering;
    /// The level of military.
    int military;
};

inline void from_json(const Json& json, Universities& value) {
    json.at("economy").get_to(value.economy);
    json.at("engineering").get_to(value.engineering);
    json.at("military").get_to(value.military);
}

/// A seat's six battle cards.
struct BattleCards {
    /// All six. Null: they are another seat's. One of: bc01, bc02, bc03, bc04, bc05, bc06, bc07,
    /// bc08, bc09, bc10, bc11, bc12.
    std::optional<std::vector<std::string>> six;
    /// Those that everybody has seen. One of: bc01, bc02, bc03, bc04, bc05, bc06, bc07, bc08, bc09,
    /// bc10, bc11, bc12.
    std::vector<std::string> known;
    /// The used pile, in order. One of: bc01, bc02, bc03, bc04, bc05, bc06, bc07, bc08, bc09, bc10,
    /// bc11, bc12, ?.
    std::vector<std::string> used;
    /// Places of the used pile that nobody saw.
    std::vector<int> unseen;
    /// Cards left in the stack.
    int stack_count;
    /// The stack, from the top. Null: its order is hidden. One of: bc01, bc02, bc03, bc04, bc05,
    /// bc06, bc07, bc08, bc09, bc10, bc11, bc12.
    std::optional<std::vector<std::string>> stack;
};

inline void from_json(const Json& json, BattleCards& value) {
    json.at("six").get_to(value.six);
    json.at("known").get_to(value.known);
    json.at("used").get_to(value.used);
    json.at("unseen").get_to(value.unseen);
    json.at("stack_count").get_to(value.stack_count);
    json.at("stack").get_to(value.stack);
}

/// Everything of one seat.
struct House {
    /// Whose it is. One of: p1, p2, p3, p4, p5, p6.
    std::string seat;
    /// The house. Null: not picked yet. One of: auren, karsk, velmar, thornwold, ombrel, sablen.
    std::optional<std::string> house;
    /// The own gate. Null: not landed yet. One of: gate1, gate2, gate3, gate4, gate5, gate6, gate7,
    /// gate8.
    std::optional<std::string> gate;
    /// Where the ship is.
    int ship;
    /// Xadlas, which win.
    int xadlas;
    /// Golden Xadlas.
    int golden;
    /// Silver Xadlas.
    int silver;
    /// Resources in stock.
    Resources resources;
    /// Main actions left this year.
    Tokens tokens;
    /// Levels.
    Universities universities;
    /// The techs owned.
    std::vector<std::string> techs;
    /// Castles ever built.
    int castles_built;
    /// Soldiers that can be recruited.
    int reserve;
    /// Soldiers outside the own gate.
    int field;
    /// Soldiers that the field supports.
    int capacity;
    /// The allies. One of: p1, p2, p3, p4, p5, p6.
    std::vector<std::string> allies;
    /// 1 until the next turn of one who broke an alliance.
    int barred;
    /// A seat's six battle cards.
    BattleCards battle_cards;
    /// Morale cards held.
    int morale_count;
    /// The morale cards. Null: they are another seat's. One of: goodcrop, timberraft, richvein,
    /// windfall, bazaar, freemasons, volunteers, scholars, battlecry, herosong, deadlyaim,
    /// shieldwall, fairwinds, cancelbattle, trusted, ransom.
    std::optional<std::vector<std::string>> morale;
};

inline void from_json(const Json& json, House& value) {
    json.at("seat").get_to(value.seat);
    json.at("house").get_to(value.house);
    json.at("gate").get_to(value.gate);
    json.at("ship").get_to(value.ship);
    json.at("xadlas").get_to(value.xadlas);
    json.at("golden").get_to(value.golden);
    json.at("silver").get_to(value.silver);
    json.at("resources").get_to(value.resources);
    json.at("tokens").get_to(value.tokens);
    json.at("universities").get_to(value.universities);
    json.at("techs").get_to(value.techs);
    json.at("castles_built").get_to(value.castles_built);
    json.at("reserve").get_to(value.reserve);
    json.at("field").get_to(value.field);
    json.at("capacity").get_to(value.capacity);
    json.at("allies").get_to(value.allies);
    json.at("barred").get_to(value.barred);
    json.at("battle_cards").get_to(value.battle_cards);
    json.at("morale_count").get_to(value.morale_count);
    json.at("morale").get_to(value.morale);
}

/// Free actions of this turn.
struct Free {
    /// Trades offered.
    int offers;
    /// 1 once an alliance was proposed.
    int proposed;
    /// Barters made.
    int barters;
    /// Exchanges made.
    int exchanges;
    /// Cheaper buildings to come.
    int masons;
    /// Cheaper techs or universities to come.
    int scholars;
    /// Soldiers recruited or techs bought in this main action.
    int gained;
    /// The super unit to be appointed. Null: there is none. One of: en08, en11, en12, en15, en16,
    /// mi08, mi11, mi12, mi14, mi15, mi16.
    std::optional<std::string> appointed;
};

inline void from_json(const Json& json, Free& value) {
    json.at("offers").get_to(value.offers);
    json.at("proposed").get_to(value.proposed);
    json.at("barters").get_to(value.barters);
    json.at("exchanges").get_to(value.exchanges);
    json.at("masons").get_to(value.masons);
    json.at("scholars").get_to(value.scholars);
    json.at("gained").get_to(value.gained);
    json.at("appointed").get_to(value.appointed);
}

/// The march under way; all 0 or null when there is none.
struct March {
    /// Steps that a group may make.
    int roll;
    /// 1 once a group was formed.
    int grouped;
    /// Soldiers that have moved, by where they are.
    std::map<std::string, int> moved;
    /// Where the group is. Null: there is no group.
    std::optional<std::string> at;
    /// Soldiers of the group.
    int size;
    /// The super unit of the group. Null: it has none. One of: en08, en11, en12, en15, en16, mi08,
    /// mi11, mi12, mi14, mi15, mi16.
    std::optional<std::string> unit;
    /// Steps left.
    int left;
    /// Steps made.
    int made;
};

inline void from_json(const Json& json, March& value) {
    json.at("roll").get_to(value.roll);
    json.at("grouped").get_to(value.grouped);
    json.at("moved").get_to(value.moved);
    json.at("at").get_to(value.at);
    json.at("size").get_to(value.size);
    json.at("unit").get_to(value.unit);
    json.at("left").get_to(value.left);
    json.at("made").get_to(value.made);
}

/// The battle under way; all 0 or null when there is none.
struct Battle {
    /// Where it is. Null: there is none.
    std::optional<std::string> at;
    /// Where the attackers came from. Null: there is none.
    std::optional<std::string> from;
    /// Who attacks. Null: there is none. One of: p1, p2, p3, p4, p5, p6.
    std::optional<std::string> attacker;
    /// Who defends. Null: there is none. One of: p1, p2, p3, p4, p5, p6.
    std::optional<std::string> defender;
    /// Soldiers that attack.
    int attackers;
    /// The attackers' super unit. Null: they have none. One of: en08, en11, en12, en15, en16, mi08,
    /// mi11, mi12, mi14, mi15, mi16.
    std::optional<std::string> unit;
    /// 1 for a side that is ready, attacker first.
    std::vector<int> ready;
    /// The cards committed by each side, attacker first. One of: goodcrop, timberraft, richvein,
    /// windfall, bazaar, freemasons, volunteers, scholars, battlecry, herosong, deadlyaim,
    /// shieldwall, fairwinds, cancelbattle, trusted, ransom.
    std::vector<std::optional<std::vector<std::string>>> committed;
};

inline void from_json(const Json& json, Battle& value) {
    json.at("at").get_to(value.at);
    json.at("from").get_to(value.from);
    json.at("attacker").get_to(value.attacker);
    json.at("defender").get_to(value.defender);
    json.at("attackers").get_to(value.attackers);
    json.at("unit").get_to(value.unit);
    json.at("ready").get_to(value.ready);
    json.at("committed").get_to(value.committed);
}

/// Soldiers that look for a place; 0 or null when there are none.
struct Loose {
    /// Whose they are. Null: there are none. One of: p1, p2, p3, p4, p5, p6.
    std::optional<std::string> seat;
    /// How many.
    int soldiers;
    /// Their super unit. Null: they have none. One of: en08, en11, en12, en15, en16, mi08, mi11,
    /// mi12, mi14, mi15, mi16.
    std::optional<std::string> unit;
    /// Where others were placed.
    std::vector<std::string> placed;
};

inline void from_json(const Json& json, Loose& value) {
    json.at("seat").get_to(value.seat);
    json.at("soldiers").get_to(value.soldiers);
    json.at("unit").get_to(value.unit);
    json.at("placed").get_to(value.placed);
}

/// A recall under way.
struct Recall {
    /// Who recalls. Null: nobody does. One of: p1, p2, p3, p4, p5, p6.
    std::optional<std::string> seat;
    /// What goes on then. Null: nobody recalls. One of: steps, turn.
    std::optional<std::string> then;
};

inline void from_json(const Json& json, Recall& value) {
    json.at("seat").get_to(value.seat);
    json.at("then").get_to(value.then);
}

/// A trade or an alliance under way.
struct Offer {
    /// With whom. Null: there is none. One of: p1, p2, p3, p4, p5, p6.
    std::optional<std::string> partner;
    /// What is given. Null: not named yet. One of: gold, lumber, mining, wheat.
    std::optional<std::string> give;
    /// How much is given.
    int give_count;
    /// What is wanted. Null: not named yet. One of: gold, lumber, mining, wheat.
    std::optional<std::string> want;
    /// How much is wanted.
    int want_count;
    /// Seats still to answer a proposal. One of: p1, p2, p3, p4, p5, p6.
    std::vector<std::string> asked;
};

inline void from_json(const Json& json, Offer& value) {
    json.at("partner").get_to(value.partner);
    json.at("give").get_to(value.give);
    json.at("give_count").get_to(value.give_count);
    json.at("want").get_to(value.want);
    json.at("want_count").get_to(value.want_count);
    json.at("asked").get_to(value.asked);
}

/// What a seat may know of a match.
struct View {
    /// How many seats play.
    int seats_count;
    /// The options of the match.
    Options options;
    /// The year, from 1 on.
    int year;
    /// The season. One of: summer, harvest, fall, winter, spring.
    std::string season;
    /// Seasons that are over.
    int seasons_done;
    /// What is being decided.
    std::string decision;
    /// Whose turn it is: the place in `order`.
    int turn;
    /// Whose turn it is. One of: p1, p2, p3, p4, p5, p6.
    std::string seat;
    /// Who decides now. One of: p1, p2, p3, p4, p5, p6.
    std::vector<std::string> to_act;
    /// The turn order. One of: p1, p2, p3, p4, p5, p6.
    std::vector<std::string> order;
    /// How the match ended. One of: goes_on, target, alliance, years, seasons, supply, year_cap.
    std::string ending;
    /// Allies who won together. One of: p1, p2, p3, p4, p5, p6.
    std::vector<std::string> winners;
    /// The terrain of every tile.
    Tiles tiles;
    /// The trading posts.
    std::vector<Post> posts;
    /// The structures laid.
    std::vector<Structure> structures;
    /// Supplies.
    StructuresLeft structures_left;
    /// Golden Xadlas left.
    int golden_left;
    /// Silver Xadlas left.
    int silver_left;
    /// The buildings.
    std::vector<Building> buildings;
    /// Soldiers on the map.
    std::vector<Army> armies;
    /// Super units that were bought.
    std::vector<SuperUnit> units;
    /// The year in which a capital was conquered last, by gate.
    std::map<std::string, int> conquered;
    /// Morale cards that were not drawn yet.
    MoraleDeck morale_deck;
    /// The houses in the order of seats.
    std::vector<House> seats;
    /// Free actions of this turn.
    Free free;
    /// The march under way; all 0 or null when there is none.
    March march;
    /// The battle under way; all 0 or null when there is none.
    Battle battle;
    /// Soldiers that look for a place; 0 or null when there are none.
    Loose loose;
    /// A recall under way.
    Recall recall;
    /// A trade or an alliance under way.
    Offer offer;
};

inline void from_json(const Json& json, View& value) {
    json.at("seats_count").get_to(value.seats_count);
    json.at("options").get_to(value.options);
    json.at("year").get_to(value.year);
    json.at("season").get_to(value.season);
    json.at("seasons_done").get_to(value.seasons_done);
    json.at("decision").get_to(value.decision);
    json.at("turn").get_to(value.turn);
    json.at("seat").get_to(value.seat);
    json.at("to_act").get_to(value.to_act);
    json.at("order").get_to(value.order);
    json.at("ending").get_to(value.ending);
    json.at("winners").get_to(value.winners);
    json.at("tiles").get_to(value.tiles);
    json.at("posts").get_to(value.posts);
    json.at("structures").get_to(value.structures);
    json.at("structures_left").get_to(value.structures_left);
    json.at("golden_left").get_to(value.golden_left);
    json.at("silver_left").get_to(value.silver_left);
    json.at("buildings").get_to(value.buildings);
    json.at("armies").get_to(value.armies);
    json.at("units").get_to(value.units);
    json.at("conquered").get_to(value.conquered);
    json.at("morale_deck").get_to(value.morale_deck);
    json.at("seats").get_to(value.seats);
    json.at("free").get_to(value.free);
    json.at("march").get_to(value.march);
    json.at("battle").get_to(value.battle);
    json.at("loose").get_to(value.loose);
    json.at("recall").get_to(value.recall);
    json.at("offer").get_to(value.offer);
}

}  // namespace tradewarz
