// What a seat may know in heroes: `pentarch describe heroes --types java`.
package pentarch.views;

import java.util.List;
import java.util.Map;
import pentarch.Json;

/**
 * What a seat may know of a match.
 *
 * @param round The Round; 0 before the first.
 * @param sequence The sequence of turns in the Round.
 * @param turn The place in `order`.
 * @param stage The stage of the match. One of: army, place, round, turns, produce, clean, check,
 * next, over.
 * @param active Whose turn it is. Null: nobody's. One of: p1, p2, p3, p4, p5, p6.
 * @param order The order of turns. One of: p1, p2, p3, p4, p5, p6.
 * @param war Whether the war has begun.
 * @param over How the match ended. Null: it goes on. One of: last_standing, all_defeated, rounds,
 * agreed.
 * @param method The combat method.
 * @param options The options, as presets and choices settle them.
 * @param decision What is being decided. Null: the match is over.
 * @param agenda What goes on when the decision is made, the next last.
 * @param seats The seats in order.
 * @param cities The capitals of the three races.
 * @param grounds The Recruitment Locations.
 * @param places Where start tiles lie, by race; -1: nowhere.
 * @param slots The slots of the map.
 * @param faceDown Tiles that lie face down, in no order.
 * @param hexes Hexes on which something has changed.
 * @param cup Equipment markers left.
 * @param deck The quest deck. Null: its order is hidden. One of: q01, q02, q03, q04, q05, q06, q07,
 * q08, q09, q10, q11, q12, q13, q14, q15, q16.
 * @param discards Quests done or given up. One of: q01, q02, q03, q04, q05, q06, q07, q08, q09,
 * q10, q11, q12, q13, q14, q15, q16.
 * @param categories What counts at the end, by seat. Null: it is hidden.
 * @param leftUnits Units that a Hero left behind this turn.
 * @param checked Hexes whose guards were checked.
 * @param tried Movers to whom each Hero has tried to react. One of: hk1, hk2, ha1, ha2, hb1, hb2.
 * @param fresh A hex that was just entered. Null: there is none.
 * @param entries Hexes entered this turn.
 * @param defeats Seats defeated.
 * @param combat The combat being fought. Null: there is none.
 * @param before What others still see during production. Null: hidden, or nothing is produced.
 */
public record HeroesView(
        int round,
        int sequence,
        int turn,
        String stage,
        String active,
        List<String> order,
        boolean war,
        String over,
        int method,
        Settings options,
        String decision,
        List<List<Json>> agenda,
        List<Player> seats,
        List<City> cities,
        List<Ground> grounds,
        List<Integer> places,
        List<Slot> slots,
        List<String> faceDown,
        Map<String, Site> hexes,
        Cup cup,
        List<String> deck,
        List<String> discards,
        Categories categories,
        List<List<Json>> leftUnits,
        List<String> checked,
        List<List<String>> tried,
        String fresh,
        int entries,
        int defeats,
        Combat combat,
        Before before) {
    /** Reads it. */
    public static HeroesView of(Json json) {
        return new HeroesView(
            json.get("round").integer(),
            json.get("sequence").integer(),
            json.get("turn").integer(),
            json.get("stage").text(),
            json.get("active").orNull(Json::text),
            json.get("order").list(Json::text),
            json.get("war").flag(),
            json.get("over").orNull(Json::text),
            json.get("method").integer(),
            Settings.of(json.get("options")),
            json.get("decision").orNull(Json::text),
            json.get("agenda").list(item -> item.list(item2 -> item2)),
            json.get("seats").list(Player::of),
            json.get("cities").list(City::of),
            json.get("grounds").list(Ground::of),
            json.get("places").list(Json::integer),
            json.get("slots").list(Slot::of),
            json.get("face_down").list(Json::text),
            json.get("hexes").map(Site::of),
            Cup.of(json.get("cup")),
            json.get("deck").orNull(item -> item.list(Json::text)),
            json.get("discards").list(Json::text),
            json.get("categories").orNull(Categories::of),
            json.get("left_units").list(item -> item.list(item2 -> item2)),
            json.get("checked").list(Json::text),
            json.get("tried").list(item -> item.list(Json::text)),
            json.get("fresh").orNull(Json::text),
            json.get("entries").integer(),
            json.get("defeats").integer(),
            json.get("combat").orNull(Combat::of),
            json.get("before").orNull(Before::of));
    }

    /**
     * The options, as presets and choices settle them.
     *
     * @param tiles Terrain tiles in the world.
     * @param rounds Rounds of the match.
     * @param battleTerrain Terrain in battles: 0 as the method says, 1 always, 2 never.
     * @param leftGuards 1 if the player to the left leads neutral guards.
     * @param terrain 1 with terrain costs, roads and impassable borders.
     * @param holyPlaces 1 with prayers at holy places.
     * @param skills 1 with trade, diplomacy and race skills.
     * @param honor 1 with honour points.
     * @param mercenaries 1 with mercenaries for hire.
     * @param specialBuildings 1 with Blacksmith, Temple and Shaman Tent.
     * @param quests 1 with quest cards.
     * @param capitalGrace 1 if every seat gets a turn to retake its capital.
     * @param methodVote 1 if seats vote on the combat method at set-up.
     * @param methodChange 1 if seats may change the method at the start of a Round.
     * @param endByAgreement 1 if seats may agree to end the match.
     * @param transferCap Unit transfers allowed per Hero and turn.
     * @param combatRoundCap The last round of a combat.
     * @param autoPlacement 1 if start tiles are placed without asking.
     * @param evenRaceSkills 1 if points of race skills are evened out, 0 as printed.
     */
    public record Settings(
            int tiles,
            int rounds,
            int battleTerrain,
            int leftGuards,
            int terrain,
            int holyPlaces,
            int skills,
            int honor,
            int mercenaries,
            int specialBuildings,
            int quests,
            int capitalGrace,
            int methodVote,
            int methodChange,
            int endByAgreement,
            int transferCap,
            int combatRoundCap,
            int autoPlacement,
            int evenRaceSkills) {
        /** Reads it. */
        public static Settings of(Json json) {
            return new Settings(
                json.get("tiles").integer(),
                json.get("rounds").integer(),
                json.get("battle_terrain").integer(),
                json.get("left_guards").integer(),
                json.get("terrain").integer(),
                json.get("holy_places").integer(),
                json.get("skills").integer(),
                json.get("honor").integer(),
                json.get("mercenaries").integer(),
                json.get("special_buildings").integer(),
                json.get("quests").integer(),
                json.get("capital_grace").integer(),
                json.get("method_vote").integer(),
                json.get("method_change").integer(),
                json.get("end_by_agreement").integer(),
                json.get("transfer_cap").integer(),
                json.get("combat_round_cap").integer(),
                json.get("auto_placement").integer(),
                json.get("even_race_skills").integer());
        }
    }

    /**
     * Its own abilities.
     *
     * @param attack Attack.
     * @param defense Defense.
     * @param initiative Initiative.
     * @param movement Movement.
     */
    public record Abilities(
            int attack,
            int defense,
            int initiative,
            int movement) {
        /** Reads it. */
        public static Abilities of(Json json) {
            return new Abilities(
                json.get("attack").integer(),
                json.get("defense").integer(),
                json.get("initiative").integer(),
                json.get("movement").integer());
        }
    }

    /**
     * Its abilities with equipment.
     *
     * @param attack Attack.
     * @param defense Defense.
     * @param initiative Initiative.
     * @param movement Movement.
     */
    public record Equipped(
            int attack,
            int defense,
            int initiative,
            int movement) {
        /** Reads it. */
        public static Equipped of(Json json) {
            return new Equipped(
                json.get("attack").integer(),
                json.get("defense").integer(),
                json.get("initiative").integer(),
                json.get("movement").integer());
        }
    }

    /**
     * Units of one kind in an army.
     *
     * @param unit The level. One of: l1, l2, l3, l4, l5, l6, merc.
     * @param name The unit.
     * @param count How many.
     */
    public record Section(
            String unit,
            String name,
            int count) {
        /** Reads it. */
        public static Section of(Json json) {
            return new Section(
                json.get("unit").text(),
                json.get("name").text(),
                json.get("count").integer());
        }
    }

    /**
     * A Hero.
     *
     * @param hero Its name. One of: hk1, hk2, ha1, ha2, hb1, hb2.
     * @param status Whether it is in play. One of: available, in_play, dead.
     * @param hex Where it is. Null: it is not in play.
     * @param from Where it came from. Null: it has not moved.
     * @param abilities Its own abilities.
     * @param withEquipment Its abilities with equipment.
     * @param equipment Its equipment. One of: attack1, attack2, defense1, defense2, initiative1,
     * initiative2, movement1, movement2.
     * @param skills Its skills.
     * @param quest Its quest. Null: it has none. One of: q01, q02, q03, q04, q05, q06, q07, q08, q09,
     * q10, q11, q12, q13, q14, q15, q16.
     * @param sections Its army.
     * @param mp Movement points left.
     * @param level Its level.
     * @param experience Experience points.
     * @param honor Honour points.
     * @param progress How far its quest is.
     * @param trained 1 once it was trained.
     * @param moved 1 once it has moved this turn.
     * @param finished 0 while it can act; 1 done for this turn, 2 just arrived.
     * @param transfers Transfers made this turn.
     * @param spent 1 once it has spent a movement point this turn.
     * @param questDropped 1 once it gave a quest up this turn.
     * @param died 1 once it has died.
     * @param entered The number of its last entry of a hex this turn.
     */
    public record Hero(
            String hero,
            String status,
            String hex,
            String from,
            Abilities abilities,
            Equipped withEquipment,
            List<String> equipment,
            Map<String, Integer> skills,
            String quest,
            List<Section> sections,
            int mp,
            int level,
            int experience,
            int honor,
            int progress,
            int trained,
            int moved,
            int finished,
            int transfers,
            int spent,
            int questDropped,
            int died,
            int entered) {
        /** Reads it. */
        public static Hero of(Json json) {
            return new Hero(
                json.get("hero").text(),
                json.get("status").text(),
                json.get("hex").orNull(Json::text),
                json.get("from").orNull(Json::text),
                Abilities.of(json.get("abilities")),
                Equipped.of(json.get("with_equipment")),
                json.get("equipment").list(Json::text),
                json.get("skills").map(Json::integer),
                json.get("quest").orNull(Json::text),
                json.get("sections").list(item -> item.orNull(Section::of)),
                json.get("mp").integer(),
                json.get("level").integer(),
                json.get("experience").integer(),
                json.get("honor").integer(),
                json.get("progress").integer(),
                json.get("trained").integer(),
                json.get("moved").integer(),
                json.get("finished").integer(),
                json.get("transfers").integer(),
                json.get("spent").integer(),
                json.get("quest_dropped").integer(),
                json.get("died").integer(),
                json.get("entered").integer());
        }
    }

    /**
     * Everything of one seat.
     *
     * @param seat Which. One of: p1, p2, p3, p4, p5, p6.
     * @param race Its race. One of: knights, amazons, barbarians.
     * @param alive Whether it still plays.
     * @param defeat The place in the order of defeat; 0 while it plays.
     * @param deaths Heroes lost.
     * @param grace Whether a term to retake the capital was granted, or runs.
     * @param budget Gold left for an army. Null: it is hidden.
     * @param pending Whether it still has to decide. Null: it is hidden.
     * @param vote Its vote. Null: it is hidden.
     * @param heroes Its Heroes.
     */
    public record Player(
            String seat,
            String race,
            boolean alive,
            int defeat,
            int deaths,
            int grace,
            Integer budget,
            Boolean pending,
            Integer vote,
            List<Hero> heroes) {
        /** Reads it. */
        public static Player of(Json json) {
            return new Player(
                json.get("seat").text(),
                json.get("race").text(),
                json.get("alive").flag(),
                json.get("defeat").integer(),
                json.get("deaths").integer(),
                json.get("grace").integer(),
                json.get("budget").orNull(Json::integer),
                json.get("pending").orNull(Json::flag),
                json.get("vote").orNull(Json::integer),
                json.get("heroes").list(Hero::of));
        }
    }

    /**
     * Its resources.
     *
     * @param gold Gold.
     * @param crystal Crystal.
     * @param stone Stone.
     * @param wood Wood.
     */
    public record Stock(
            int gold,
            int crystal,
            int stone,
            int wood) {
        /** Reads it. */
        public static Stock of(Json json) {
            return new Stock(
                json.get("gold").integer(),
                json.get("crystal").integer(),
                json.get("stone").integer(),
                json.get("wood").integer());
        }
    }

    /**
     * A City, or the Camp.
     *
     * @param city Whose race: a letter. One of: k, a, b.
     * @param holder Who holds it. Null: nobody does. One of: p1, p2, p3, p4, p5, p6.
     * @param hex Where it is. Null: it is not in play.
     * @param buildings Its buildings.
     * @param stock Its resources.
     * @param storedHonor Honour stored in its special building.
     * @param razed Whether its special building was destroyed.
     * @param garrison Its garrison.
     */
    public record City(
            String city,
            String holder,
            String hex,
            List<String> buildings,
            Stock stock,
            int storedHonor,
            boolean razed,
            Map<String, Integer> garrison) {
        /** Reads it. */
        public static City of(Json json) {
            return new City(
                json.get("city").text(),
                json.get("holder").orNull(Json::text),
                json.get("hex").orNull(Json::text),
                json.get("buildings").list(Json::text),
                Stock.of(json.get("stock")),
                json.get("stored_honor").integer(),
                json.get("razed").flag(),
                json.get("garrison").map(Json::integer));
        }
    }

    /**
     * A Recruitment Location.
     *
     * @param status Its status. One of: idle, active, mercenaries.
     * @param units Units for hire.
     */
    public record Ground(
            String status,
            int units) {
        /** Reads it. */
        public static Ground of(Json json) {
            return new Ground(
                json.get("status").text(),
                json.get("units").integer());
        }
    }

    /**
     * A slot.
     *
     * @param slot Its name.
     * @param faceUp Whether its tile is turned over.
     * @param tile Its tile. Null: none, or face down.
     * @param hexes Terrain and site of its hexes. Null: none, or face down.
     * @param centre Where its centre lies. Null: none, or face down.
     */
    public record Slot(
            String slot,
            boolean faceUp,
            String tile,
            List<String> hexes,
            List<Integer> centre) {
        /** Reads it. */
        public static Slot of(Json json) {
            return new Slot(
                json.get("slot").text(),
                json.get("face_up").flag(),
                json.get("tile").orNull(Json::text),
                json.get("hexes").orNull(item -> item.list(Json::text)),
                json.get("centre").orNull(item -> item.list(Json::integer)));
        }
    }

    /**
     * What has changed on a hex.
     *
     * @param owner Who owns it. Null: nobody does. One of: p1, p2, p3, p4, p5, p6.
     * @param marks What has happened. One of: activated, explored, cleared, visited.
     * @param usedBy Heroes that used it. One of: hk1, hk2, ha1, ha2, hb1, hb2.
     * @param units Units there, by level.
     */
    public record Site(
            String owner,
            List<String> marks,
            List<String> usedBy,
            List<Integer> units) {
        /** Reads it. */
        public static Site of(Json json) {
            return new Site(
                json.get("owner").orNull(Json::text),
                json.get("marks").list(Json::text),
                json.get("used_by").list(Json::text),
                json.get("units").list(Json::integer));
        }
    }

    /**
     * Equipment markers left.
     *
     * @param attack1 Those that add 1 to attack.
     * @param attack2 Those that add 2 to attack.
     * @param defense1 Those that add 1 to defense.
     * @param defense2 Those that add 2 to defense.
     * @param initiative1 Those that add 1 to initiative.
     * @param initiative2 Those that add 2 to initiative.
     * @param movement1 Those that add 1 to movement.
     * @param movement2 Those that add 2 to movement.
     */
    public record Cup(
            int attack1,
            int attack2,
            int defense1,
            int defense2,
            int initiative1,
            int initiative2,
            int movement1,
            int movement2) {
        /** Reads it. */
        public static Cup of(Json json) {
            return new Cup(
                json.get("attack1").integer(),
                json.get("attack2").integer(),
                json.get("defense1").integer(),
                json.get("defense2").integer(),
                json.get("initiative1").integer(),
                json.get("initiative2").integer(),
                json.get("movement1").integer(),
                json.get("movement2").integer());
        }
    }

    /**
     * What counts at the end, by seat.
     *
     * @param mines Mines owned.
     * @param levels Levels of Heroes.
     * @param army The worth of armies.
     */
    public record Categories(
            List<Integer> mines,
            List<Integer> levels,
            List<Integer> army) {
        /** Reads it. */
        public static Categories of(Json json) {
            return new Categories(
                json.get("mines").list(Json::integer),
                json.get("levels").list(Json::integer),
                json.get("army").list(Json::integer));
        }
    }

    /**
     * The attack being resolved.
     *
     * @param attacker The number of the stack that attacks.
     * @param target The number of the stack it attacks.
     * @param ranged 1 for an attack from afar.
     * @param attackDie The attacker's die.
     * @param defenseDie The target's die.
     * @param stage How far it is: 0 cleverness, 1 result, 2 fury, 3 experience, 4 losses.
     * @param hits Hits so far.
     * @param victim The number of the stack that is hit; -1 before that is known.
     * @param attackExtra What cleverness adds to the attack.
     * @param defenseExtra What cleverness adds to the defence.
     */
    public record Strike(
            int attacker,
            int target,
            int ranged,
            int attackDie,
            int defenseDie,
            int stage,
            int hits,
            int victim,
            int attackExtra,
            int defenseExtra) {
        /** Reads it. */
        public static Strike of(Json json) {
            return new Strike(
                json.get("attacker").integer(),
                json.get("target").integer(),
                json.get("ranged").integer(),
                json.get("attack_die").integer(),
                json.get("defense_die").integer(),
                json.get("stage").integer(),
                json.get("hits").integer(),
                json.get("victim").integer(),
                json.get("attack_extra").integer(),
                json.get("defense_extra").integer());
        }
    }

    /**
     * Units of one kind that fight together.
     *
     * @param stack Its name: `att1` to `att12`, `def1` to `def12`.
     * @param unit The unit.
     * @param count How many are left.
     * @param start How many there were.
     * @param damage Damage that has not killed yet.
     * @param from The Hero and section it comes from, or `garrison`.
     * @param hex Where it stands on the display. Null: nowhere on it.
     * @param tower The tower it mans; 0: none.
     * @param flags What it has done. One of: attacked, moved, fired, adjacent, freed, gone, blessed.
     * @param bonus Attack or Defense that a special building gives it.
     * @param pressed How often it was attacked in this step.
     */
    public record Stack(
            String stack,
            String unit,
            int count,
            int start,
            int damage,
            String from,
            String hex,
            int tower,
            List<String> flags,
            int bonus,
            int pressed) {
        /** Reads it. */
        public static Stack of(Json json) {
            return new Stack(
                json.get("stack").text(),
                json.get("unit").text(),
                json.get("count").integer(),
                json.get("start").integer(),
                json.get("damage").integer(),
                json.get("from").text(),
                json.get("hex").orNull(Json::text),
                json.get("tower").integer(),
                json.get("flags").list(Json::text),
                json.get("bonus").integer(),
                json.get("pressed").integer());
        }
    }

    /**
     * The combat being fought.
     *
     * @param hex Where it is.
     * @param guardsFrom Where the guards belong. Null: no guards fight.
     * @param city The City besieged. Null: it is no siege. One of: k, a, b.
     * @param seats The two sides. One of: p1, p2, p3, p4, p5, p6, guards.
     * @param leading The leading Heroes. One of: hk1, hk2, ha1, ha2, hb1, hb2.
     * @param heroes All Heroes that fight. One of: hk1, hk2, ha1, ha2, hb1, hb2.
     * @param phase The phase.
     * @param aim The works aimed at. Null: nothing is aimed at.
     * @param towers The towers' conditions.
     * @param works The walls' conditions, by hex.
     * @param seized 1 once a side has tried to seize the initiative. Attacker first.
     * @param skillUsed 1 once a side has used its race skill. Attacker first.
     * @param strike The attack being resolved. Null: no stack attacks.
     * @param plan Attacks that are announced and not made yet.
     * @param killed Units it has killed. Attacker first.
     * @param worth The levels of the units it has killed, added up. Attacker first.
     * @param stacks All stacks.
     * @param reaction 1 if a reaction brought it about.
     * @param actor The side that decides: 0 the original attacker.
     * @param round The round of the combat.
     * @param initiative The side that has the initiative.
     * @param quiet Rounds in a row without an attack or a breach.
     * @param busy 1 once there was one in this round.
     * @param passes Sides in a row that have not subverted.
     * @param sub Part of a step: 0 stacks move, 1 choose, 2 attack.
     * @param cursor The stack or side whose turn it is in the phase.
     * @param wall The wall in the Arena: 0 whole, 1 damaged, 2 destroyed.
     * @param breached 1 once a breach was tried this round on the display.
     * @param giants The highest level of the guards at the start.
     */
    public record Combat(
            String hex,
            String guardsFrom,
            String city,
            List<String> seats,
            List<String> leading,
            List<String> heroes,
            String phase,
            String aim,
            List<Integer> towers,
            List<Integer> works,
            List<Integer> seized,
            List<Integer> skillUsed,
            Strike strike,
            List<List<Integer>> plan,
            List<Integer> killed,
            List<Integer> worth,
            List<Stack> stacks,
            int reaction,
            int actor,
            int round,
            int initiative,
            int quiet,
            int busy,
            int passes,
            int sub,
            int cursor,
            int wall,
            int breached,
            int giants) {
        /** Reads it. */
        public static Combat of(Json json) {
            return new Combat(
                json.get("hex").text(),
                json.get("guards_from").orNull(Json::text),
                json.get("city").orNull(Json::text),
                json.get("seats").list(Json::text),
                json.get("leading").list(item -> item.orNull(Json::text)),
                json.get("heroes").list(Json::text),
                json.get("phase").text(),
                json.get("aim").orNull(Json::text),
                json.get("towers").list(Json::integer),
                json.get("works").list(Json::integer),
                json.get("seized").list(Json::integer),
                json.get("skill_used").list(Json::integer),
                json.get("strike").orNull(Strike::of),
                json.get("plan").list(item -> item.list(Json::integer)),
                json.get("killed").list(Json::integer),
                json.get("worth").list(Json::integer),
                json.get("stacks").list(Stack::of),
                json.get("reaction").integer(),
                json.get("actor").integer(),
                json.get("round").integer(),
                json.get("initiative").integer(),
                json.get("quiet").integer(),
                json.get("busy").integer(),
                json.get("passes").integer(),
                json.get("sub").integer(),
                json.get("cursor").integer(),
                json.get("wall").integer(),
                json.get("breached").integer(),
                json.get("giants").integer());
        }
    }

    /**
     * What others still see during production.
     *
     * @param cities The cities.
     * @param heroes The Heroes.
     */
    public record Before(
            List<City> cities,
            List<Hero> heroes) {
        /** Reads it. */
        public static Before of(Json json) {
            return new Before(
                json.get("cities").list(City::of),
                json.get("heroes").list(Hero::of));
        }
    }
}
