// What a seat may know in heroes: `pentarch describe heroes --types cpp`.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pentarch/json.hpp"

namespace heroes {

/// The options, as presets and choices settle them.
struct Settings {
    /// Terrain tiles in the world.
    int tiles;
    /// Rounds of the match.
    int rounds;
    /// Terrain in battles: 0 as the method says, 1 always, 2 never.
    int battle_terrain;
    /// 1 if the player to the left leads neutral guards.
    int left_guards;
    /// 1 with terrain costs, roads and impassable borders.
    int terrain;
    /// 1 with prayers at holy places.
    int holy_places;
    /// 1 with trade, diplomacy and race skills.
    int skills;
    /// 1 with honour points.
    int honor;
    /// 1 with mercenaries for hire.
    int mercenaries;
    /// 1 with Blacksmith, Temple and Shaman Tent.
    int special_buildings;
    /// 1 with quest cards.
    int quests;
    /// 1 if every seat gets a turn to retake its capital.
    int capital_grace;
    /// 1 if seats vote on the combat method at set-up.
    int method_vote;
    /// 1 if seats may change the method at the start of a Round.
    int method_change;
    /// 1 if seats may agree to end the match.
    int end_by_agreement;
    /// Unit transfers allowed per Hero and turn.
    int transfer_cap;
    /// The last round of a combat.
    int combat_round_cap;
    /// 1 if start tiles are placed without asking.
    int auto_placement;
    /// 1 if points of race skills are evened out, 0 as printed.
    int even_race_skills;
};

inline void from_json(const Json& json, Settings& value) {
    json.at("tiles").get_to(value.tiles);
    json.at("rounds").get_to(value.rounds);
    json.at("battle_terrain").get_to(value.battle_terrain);
    json.at("left_guards").get_to(value.left_guards);
    json.at("terrain").get_to(value.terrain);
    json.at("holy_places").get_to(value.holy_places);
    json.at("skills").get_to(value.skills);
    json.at("honor").get_to(value.honor);
    json.at("mercenaries").get_to(value.mercenaries);
    json.at("special_buildings").get_to(value.special_buildings);
    json.at("quests").get_to(value.quests);
    json.at("capital_grace").get_to(value.capital_grace);
    json.at("method_vote").get_to(value.method_vote);
    json.at("method_change").get_to(value.method_change);
    json.at("end_by_agreement").get_to(value.end_by_agreement);
    json.at("transfer_cap").get_to(value.transfer_cap);
    json.at("combat_round_cap").get_to(value.combat_round_cap);
    json.at("auto_placement").get_to(value.auto_placement);
    json.at("even_race_skills").get_to(value.even_race_skills);
}

/// Its own abilities.
struct Abilities {
    /// Attack.
    int attack;
    /// Defense.
    int defense;
    /// Initiative.
    int initiative;
    /// Movement.
    int movement;
};

inline void from_json(const Json& json, Abilities& value) {
    json.at("attack").get_to(value.attack);
    json.at("defense").get_to(value.defense);
    json.at("initiative").get_to(value.initiative);
    json.at("movement").get_to(value.movement);
}

/// Its abilities with equipment.
struct Equipped {
    /// Attack.
    int attack;
    /// Defense.
    int defense;
    /// Initiative.
    int initiative;
    /// Movement.
    int movement;
};

inline void from_json(const Json& json, Equipped& value) {
    json.at("attack").get_to(value.attack);
    json.at("defense").get_to(value.defense);
    json.at("initiative").get_to(value.initiative);
    json.at("movement").get_to(value.movement);
}

/// Units of one kind in an army.
struct Section {
    /// The level. One of: l1, l2, l3, l4, l5, l6, merc.
    std::string unit;
    /// The unit.
    std::string name;
    /// How many.
    int count;
};

inline void from_json(const Json& json, Section& value) {
    json.at("unit").get_to(value.unit);
    json.at("name").get_to(value.name);
    json.at("count").get_to(value.count);
}

/// A Hero.
struct Hero {
    /// Its name. One of: hk1, hk2, ha1, ha2, hb1, hb2.
    std::string hero;
    /// Whether it is in play. One of: available, in_play, dead.
    std::string status;
    /// Where it is. Null: it is not in play.
    std::optional<std::string> hex;
    /// Where it came from. Null: it has not moved.
    std::optional<std::string> from;
    /// Its own abilities.
    Abilities abilities;
    /// Its abilities with equipment.
    Equipped with_equipment;
    /// Its equipment. One of: attack1, attack2, defense1, defense2, initiative1, initiative2,
    /// movement1, movement2.
    std::vector<std::string> equipment;
    /// Its skills.
    std::map<std::string, int> skills;
    /// Its quest. Null: it has none. One of: q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11,
    /// q12, q13, q14, q15, q16.
    std::optional<std::string> quest;
    /// Its army.
    std::vector<std::optional<Section>> sections;
    /// Movement points left.
    int mp;
    /// Its level.
    int level;
    /// Experience points.
    int experience;
    /// Honour points.
    int honor;
    /// How far its quest is.
    int progress;
    /// 1 once it was trained.
    int trained;
    /// 1 once it has moved this turn.
    int moved;
    /// 0 while it can act; 1 done for this turn, 2 just arrived.
    int finished;
    /// Transfers made this turn.
    int transfers;
    /// 1 once it has spent a movement point this turn.
    int spent;
    /// 1 once it gave a quest up this turn.
    int quest_dropped;
    /// 1 once it has died.
    int died;
    /// The number of its last entry of a hex this turn.
    int entered;
};

inline void from_json(const Json& json, Hero& value) {
    json.at("hero").get_to(value.hero);
    json.at("status").get_to(value.status);
    json.at("hex").get_to(value.hex);
    json.at("from").get_to(value.from);
    json.at("abilities").get_to(value.abilities);
    json.at("with_equipment").get_to(value.with_equipment);
    json.at("equipment").get_to(value.equipment);
    json.at("skills").get_to(value.skills);
    json.at("quest").get_to(value.quest);
    json.at("sections").get_to(value.sections);
    json.at("mp").get_to(value.mp);
    json.at("level").get_to(value.level);
    json.at("experience").get_to(value.experience);
    json.at("honor").get_to(value.honor);
    json.at("progress").get_to(value.progress);
    json.at("trained").get_to(value.trained);
    json.at("moved").get_to(value.moved);
    json.at("finished").get_to(value.finished);
    json.at("transfers").get_to(value.transfers);
    json.at("spent").get_to(value.spent);
    json.at("quest_dropped").get_to(value.quest_dropped);
    json.at("died").get_to(value.died);
    json.at("entered").get_to(value.entered);
}

/// Everything of one seat.
struct Player {
    /// Which. One of: p1, p2, p3, p4, p5, p6.
    std::string seat;
    /// Its race. One of: knights, amazons, barbarians.
    std::string race;
    /// Whether it still plays.
    bool alive;
    /// The place in the order of defeat; 0 while it plays.
    int defeat;
    /// Heroes lost.
    int deaths;
    /// Whether a term to retake the capital was granted, or runs.
    int grace;
    /// Gold left for an army. Null: it is hidden.
    std::optional<int> budget;
    /// Whether it still has to decide. Null: it is hidden.
    std::optional<bool> pending;
    /// Its vote. Null: it is hidden.
    std::optional<int> vote;
    /// Its Heroes.
    std::vector<Hero> heroes;
};

inline void from_json(const Json& json, Player& value) {
    json.at("seat").get_to(value.seat);
    json.at("race").get_to(value.race);
    json.at("alive").get_to(value.alive);
    json.at("defeat").get_to(value.defeat);
    json.at("deaths").get_to(value.deaths);
    json.at("grace").get_to(value.grace);
    json.at("budget").get_to(value.budget);
    json.at("pending").get_to(value.pending);
    json.at("vote").get_to(value.vote);
    json.at("heroes").get_to(value.heroes);
}

/// Its resources.
struct Stock {
    /// Gold.
    int gold;
    /// Crystal.
    int crystal;
    /// Stone.
    int stone;
    /// Wood.
    int wood;
};

inline void from_json(const Json& json, Stock& value) {
    json.at("gold").get_to(value.gold);
    json.at("crystal").get_to(value.crystal);
    json.at("stone").get_to(value.stone);
    json.at("wood").get_to(value.wood);
}

/// A City, or the Camp.
struct City {
    /// Whose race: a letter. One of: k, a, b.
    std::string city;
    /// Who holds it. Null: nobody does. One of: p1, p2, p3, p4, p5, p6.
    std::optional<std::string> holder;
    /// Where it is. Null: it is not in play.
    std::optional<std::string> hex;
    /// Its buildings.
    std::vector<std::string> buildings;
    /// Its resources.
    Stock stock;
    /// Honour stored in its special building.
    int stored_honor;
    /// Whether its special building was destroyed.
    bool razed;
    /// Its garrison.
    std::map<std::string, int> garrison;
};

inline void from_json(const Json& json, City& value) {
    json.at("city").get_to(value.city);
    json.at("holder").get_to(value.holder);
    json.at("hex").get_to(value.hex);
    json.at("buildings").get_to(value.buildings);
    json.at("stock").get_to(value.stock);
    json.at("stored_honor").get_to(value.stored_honor);
    json.at("razed").get_to(value.razed);
    json.at("garrison").get_to(value.garrison);
}

/// A Recruitment Location.
struct Ground {
    /// Its status. One of: idle, active, mercenaries.
    std::string status;
    /// Units for hire.
    int units;
};

inline void from_json(const Json& json, Ground& value) {
    json.at("status").get_to(value.status);
    json.at("units").get_to(value.units);
}

/// A slot.
struct Slot {
    /// Its name.
    std::string slot;
    /// Whether its tile is turned over.
    bool face_up;
    /// Its tile. Null: none, or face down.
    std::optional<std::string> tile;
    /// Terrain and site of its hexes. Null: none, or face down.
    std::optional<std::vector<std::string>> hexes;
    /// Where its centre lies. Null: none, or face down.
    std::optional<std::vector<int>> centre;
};

inline void from_json(const Json& json, Slot& value) {
    json.at("slot").get_to(value.slot);
    json.at("face_up").get_to(value.face_up);
    json.at("tile").get_to(value.tile);
    json.at("hexes").get_to(value.hexes);
    json.at("centre").get_to(value.centre);
}

/// What has changed on a hex.
struct Site {
    /// Who owns it. Null: nobody does. One of: p1, p2, p3, p4, p5, p6.
    std::optional<std::string> owner;
    /// What has happened. One of: activated, explored, cleared, visited.
    std::vector<std::string> marks;
    /// Heroes that used it. One of: hk1, hk2, ha1, ha2, hb1, hb2.
    std::vector<std::string> used_by;
    /// Units there, by level.
    std::vector<int> units;
};

inline void from_json(const Json& json, Site& value) {
    json.at("owner").get_to(value.owner);
    json.at("marks").get_to(value.marks);
    json.at("used_by").get_to(value.used_by);
    json.at("units").get_to(value.units);
}

/// Equipment markers left.
struct Cup {
    /// Those that add 1 to attack.
    int attack1;
    /// Those that add 2 to attack.
    int attack2;
    /// Those that add 1 to defense.
    int defense1;
    /// Those that add 2 to defense.
    int defense2;
    /// Those that add 1 to initiative.
    int initiative1;
    /// Those that add 2 to initiative.
    int initiative2;
    /// Those that add 1 to movement.
    int movement1;
    /// Those that add 2 to movement.
    int movement2;
};

inline void from_json(const Json& json, Cup& value) {
    json.at("attack1").get_to(value.attack1);
    json.at("attack2").get_to(value.attack2);
    json.at("defense1").get_to(value.defense1);
    json.at("defense2").get_to(value.defense2);
    json.at("initiative1").get_to(value.initiative1);
    json.at("initiative2").get_to(value.initiative2);
    json.at("movement1").get_to(value.movement1);
    json.at("movement2").get_to(value.movement2);
}

/// What counts at the end, by seat.
struct Categories {
    /// Mines owned.
    std::vector<int> mines;
    /// Levels of Heroes.
    std::vector<int> levels;
    /// The worth of armies.
    std::vector<int> army;
};

inline void from_json(const Json& json, Categories& value) {
    json.at("mines").get_to(value.mines);
    json.at("levels").get_to(value.levels);
    json.at("army").get_to(value.army);
}

/// The attack being resolved.
struct Strike {
    /// The number of the stack that attacks.
    int attacker;
    /// The number of the stack it attacks.
    int target;
    /// 1 for an attack from afar.
    int ranged;
    /// The attacker's die.
    int attack_die;
    /// The target's die.
    int defense_die;
    /// How far it is: 0 cleverness, 1 result, 2 fury, 3 experience, 4 losses.
    int stage;
    /// Hits so far.
    int hits;
    /// The number of the stack that is hit; -1 before that is known.
    int victim;
    /// What cleverness adds to the attack.
    int attack_extra;
    /// What cleverness adds to the defence.
    int defense_extra;
};

inline void from_json(const Json& json, Strike& value) {
    json.at("attacker").get_to(value.attacker);
    json.at("target").get_to(value.target);
    json.at("ranged").get_to(value.ranged);
    json.at("attack_die").get_to(value.attack_die);
    json.at("defense_die").get_to(value.defense_die);
    json.at("stage").get_to(value.stage);
    json.at("hits").get_to(value.hits);
    json.at("victim").get_to(value.victim);
    json.at("attack_extra").get_to(value.attack_extra);
    json.at("defense_extra").get_to(value.defense_extra);
}

/// Units of one kind that fight together.
struct Stack {
    /// Its name: `att1` to `att12`, `def1` to `def12`.
    std::string stack;
    /// The unit.
    std::string unit;
    /// How many are left.
    int count;
    /// How many there were.
    int start;
    /// Damage that has not killed yet.
    int damage;
    /// The Hero and section it comes from, or `garrison`.
    std::string from;
    /// Where it stands on the display. Null: nowhere on it.
    std::optional<std::string> hex;
    /// The tower it mans; 0: none.
    int tower;
    /// What it has done. One of: attacked, moved, fired, adjacent, freed, gone, blessed.
    std::vector<std::string> flags;
    /// Attack or Defense that a special building gives it.
    int bonus;
    /// How often it was attacked in this step.
    int pressed;
};

inline void from_json(const Json& json, Stack& value) {
    json.at("stack").get_to(value.stack);
    json.at("unit").get_to(value.unit);
    json.at("count").get_to(value.count);
    json.at("start").get_to(value.start);
    json.at("damage").get_to(value.damage);
    json.at("from").get_to(value.from);
    json.at("hex").get_to(value.hex);
    json.at("tower").get_to(value.tower);
    json.at("flags").get_to(value.flags);
    json.at("bonus").get_to(value.bonus);
    json.at("pressed").get_to(value.pressed);
}

/// The combat being fought.
struct Combat {
    /// Where it is.
    std::string hex;
    /// Where the guards belong. Null: no guards fight.
    std::optional<std::string> guards_from;
    /// The City besieged. Null: it is no siege. One of: k, a, b.
    std::optional<std::string> city;
    /// The two sides. One of: p1, p2, p3, p4, p5, p6, guards.
    std::vector<std::string> seats;
    /// The leading Heroes. One of: hk1, hk2, ha1, ha2, hb1, hb2.
    std::vector<std::optional<std::string>> leading;
    /// All Heroes that fight. One of: hk1, hk2, ha1, ha2, hb1, hb2.
    std::vector<std::string> heroes;
    /// The phase.
    std::string phase;
    /// The works aimed at. Null: nothing is aimed at.
    std::optional<std::string> aim;
    /// The towers' conditions.
    std::vector<int> towers;
    /// The walls' conditions, by hex.
    std::vector<int> works;
    /// 1 once a side has tried to seize the initiative. Attacker first.
    std::vector<int> seized;
    /// 1 once a side has used its race skill. Attacker first.
    std::vector<int> skill_used;
    /// The attack being resolved. Null: no stack attacks.
    std::optional<Strike> strike;
    /// Attacks that are announced and not made yet.
    std::vector<std::vector<int>> plan;
    /// Units it has killed. Attacker first.
    std::vector<int> killed;
    /// The levels of the units it has killed, added up. Attacker first.
    std::vector<int> worth;
    /// All stacks.
    std::vector<Stack> stacks;
    /// 1 if a reaction brought it about.
    int reaction;
    /// The side that decides: 0 the original attacker.
    int actor;
    /// The round of the combat.
    int round;
    /// The side that has the initiative.
    int initiative;
    /// Rounds in a row without an attack or a breach.
    int quiet;
    /// 1 once there was one in this round.
    int busy;
    /// Sides in a row that have not subverted.
    int passes;
    /// Part of a step: 0 stacks move, 1 choose, 2 attack.
    int sub;
    /// The stack or side whose turn it is in the phase.
    int cursor;
    /// The wall in the Arena: 0 whole, 1 damaged, 2 destroyed.
    int wall;
    /// 1 once a breach was tried this round on the display.
    int breached;
    /// The highest level of the guards at the start.
    int giants;
};

inline void from_json(const Json& json, Combat& value) {
    json.at("hex").get_to(value.hex);
    json.at("guards_from").get_to(value.guards_from);
    json.at("city").get_to(value.city);
    json.at("seats").get_to(value.seats);
    json.at("leading").get_to(value.leading);
    json.at("heroes").get_to(value.heroes);
    json.at("phase").get_to(value.phase);
    json.at("aim").get_to(value.aim);
    json.at("towers").get_to(value.towers);
    json.at("works").get_to(value.works);
    json.at("seized").get_to(value.seized);
    json.at("skill_used").get_to(value.skill_used);
    json.at("strike").get_to(value.strike);
    json.at("plan").get_to(value.plan);
    json.at("killed").get_to(value.killed);
    json.at("worth").get_to(value.worth);
    json.at("stacks").get_to(value.stacks);
    json.at("reaction").get_to(value.reaction);
    json.at("actor").get_to(value.actor);
    json.at("round").get_to(value.round);
    json.at("initiative").get_to(value.initiative);
    json.at("quiet").get_to(value.quiet);
    json.at("busy").get_to(value.busy);
    json.at("passes").get_to(value.passes);
    json.at("sub").get_to(value.sub);
    json.at("cursor").get_to(value.cursor);
    json.at("wall").get_to(value.wall);
    json.at("breached").get_to(value.breached);
    json.at("giants").get_to(value.giants);
}

/// What others still see during production.
struct Before {
    /// The cities.
    std::vector<City> cities;
    /// The Heroes.
    std::vector<Hero> heroes;
};

inline void from_json(const Json& json, Before& value) {
    json.at("cities").get_to(value.cities);
    json.at("heroes").get_to(value.heroes);
}

/// What a seat may know of a match.
struct View {
    /// The Round; 0 before the first.
    int round;
    /// The sequence of turns in the Round.
    int sequence;
    /// The place in `order`.
    int turn;
    /// The stage of the match. One of: army, place, round, turns, produce, clean, check, next,
    /// over.
    std::string stage;
    /// Whose turn it is. Null: nobody's. One of: p1, p2, p3, p4, p5, p6.
    std::optional<std::string> active;
    /// The order of turns. One of: p1, p2, p3, p4, p5, p6.
    std::vector<std::string> order;
    /// Whether the war has begun.
    bool war;
    /// How the match ended. Null: it goes on. One of: last_standing, all_defeated, rounds, agreed.
    std::optional<std::string> over;
    /// The combat method.
    int method;
    /// The options, as presets and choices settle them.
    Settings options;
    /// What is being decided. Null: the match is over.
    std::optional<std::string> decision;
    /// What goes on when the decision is made, the next last.
    std::vector<std::vector<Json>> agenda;
    /// The seats in order.
    std::vector<Player> seats;
    /// The capitals of the three races.
    std::vector<City> cities;
    /// The Recruitment Locations.
    std::vector<Ground> grounds;
    /// Where start tiles lie, by race; -1: nowhere.
    std::vector<int> places;
    /// The slots of the map.
    std::vector<Slot> slots;
    /// Tiles that lie face down, in no order.
    std::vector<std::string> face_down;
    /// Hexes on which something has changed.
    std::map<std::string, Site> hexes;
    /// Equipment markers left.
    Cup cup;
    /// The quest deck. Null: its order is hidden. One of: q01, q02, q03, q04, q05, q06, q07, q08,
    /// q09, q10, q11, q12, q13, q14, q15, q16.
    std::optional<std::vector<std::string>> deck;
    /// Quests done or given up. One of: q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12,
    /// q13, q14, q15, q16.
    std::vector<std::string> discards;
    /// What counts at the end, by seat. Null: it is hidden.
    std::optional<Categories> categories;
    /// Units that a Hero left behind this turn.
    std::vector<std::vector<Json>> left_units;
    /// Hexes whose guards were checked.
    std::vector<std::string> checked;
    /// Movers to whom each Hero has tried to react. One of: hk1, hk2, ha1, ha2, hb1, hb2.
    std::vector<std::vector<std::string>> tried;
    /// A hex that was just entered. Null: there is none.
    std::optional<std::string> fresh;
    /// Hexes entered this turn.
    int entries;
    /// Seats defeated.
    int defeats;
    /// The combat being fought. Null: there is none.
    std::optional<Combat> combat;
    /// What others still see during production. Null: hidden, or nothing is produced.
    std::optional<Before> before;
};

inline void from_json(const Json& json, View& value) {
    json.at("round").get_to(value.round);
    json.at("sequence").get_to(value.sequence);
    json.at("turn").get_to(value.turn);
    json.at("stage").get_to(value.stage);
    json.at("active").get_to(value.active);
    json.at("order").get_to(value.order);
    json.at("war").get_to(value.war);
    json.at("over").get_to(value.over);
    json.at("method").get_to(value.method);
    json.at("options").get_to(value.options);
    json.at("decision").get_to(value.decision);
    json.at("agenda").get_to(value.agenda);
    json.at("seats").get_to(value.seats);
    json.at("cities").get_to(value.cities);
    json.at("grounds").get_to(value.grounds);
    json.at("places").get_to(value.places);
    json.at("slots").get_to(value.slots);
    json.at("face_down").get_to(value.face_down);
    json.at("hexes").get_to(value.hexes);
    json.at("cup").get_to(value.cup);
    json.at("deck").get_to(value.deck);
    json.at("discards").get_to(value.discards);
    json.at("categories").get_to(value.categories);
    json.at("left_units").get_to(value.left_units);
    json.at("checked").get_to(value.checked);
    json.at("tried").get_to(value.tried);
    json.at("fresh").get_to(value.fresh);
    json.at("entries").get_to(value.entries);
    json.at("defeats").get_to(value.defeats);
    json.at("combat").get_to(value.combat);
    json.at("before").get_to(value.before);
}

}  // namespace heroes
