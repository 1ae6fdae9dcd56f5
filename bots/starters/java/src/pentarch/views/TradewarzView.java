// What a seat may know in tradewarz: `pentarch describe tradewarz --types java`.
package pentarch.views;

import java.util.List;
import java.util.Map;
import pentarch.Json;

/**
 * What a seat may know of a match.
 *
 * @param seatsCount How many seats play.
 * @param options The options of the match.
 * @param year The year, from 1 on.
 * @param season The season. One of: summer, harvest, fall, winter, spring.
 * @param seasonsDone Seasons that are over.
 * @param decision What is being decided.
 * @param turn Whose turn it is: the place in `order`.
 * @param seat Whose turn it is. One of: p1, p2, p3, p4, p5, p6.
 * @param toAct Who decides now. One of: p1, p2, p3, p4, p5, p6.
 * @param order The turn order. One of: p1, p2, p3, p4, p5, p6.
 * @param ending How the match ended. One of: goes_on, target, alliance, years, seasons, supply,
 * year_cap.
 * @param winners Allies who won together. One of: p1, p2, p3, p4, p5, p6.
 * @param tiles The terrain of every tile.
 * @param posts The trading posts.
 * @param structures The structures laid.
 * @param structuresLeft Supplies.
 * @param goldenLeft Golden Xadlas left.
 * @param silverLeft Silver Xadlas left.
 * @param buildings The buildings.
 * @param armies Soldiers on the map.
 * @param units Super units that were bought.
 * @param conquered The year in which a capital was conquered last, by gate.
 * @param moraleDeck Morale cards that were not drawn yet.
 * @param seats The houses in the order of seats.
 * @param free Free actions of this turn.
 * @param march The march under way; all 0 or null when there is none.
 * @param battle The battle under way; all 0 or null when there is none.
 * @param loose Soldiers that look for a place; 0 or null when there are none.
 * @param recall A recall under way.
 * @param offer A trade or an alliance under way.
 */
public record TradewarzView(
        int seatsCount,
        Options options,
        int year,
        String season,
        int seasonsDone,
        String decision,
        int turn,
        String seat,
        List<String> toAct,
        List<String> order,
        String ending,
        List<String> winners,
        Tiles tiles,
        List<Post> posts,
        List<Structure> structures,
        StructuresLeft structuresLeft,
        int goldenLeft,
        int silverLeft,
        List<Building> buildings,
        List<Army> armies,
        List<SuperUnit> units,
        Map<String, Integer> conquered,
        MoraleDeck moraleDeck,
        List<House> seats,
        Free free,
        March march,
        Battle battle,
        Loose loose,
        Recall recall,
        Offer offer) {
    /** Reads it. */
    public static TradewarzView of(Json json) {
        return new TradewarzView(
            json.get("seats_count").integer(),
            Options.of(json.get("options")),
            json.get("year").integer(),
            json.get("season").text(),
            json.get("seasons_done").integer(),
            json.get("decision").text(),
            json.get("turn").integer(),
            json.get("seat").text(),
            json.get("to_act").list(Json::text),
            json.get("order").list(Json::text),
            json.get("ending").text(),
            json.get("winners").list(Json::text),
            Tiles.of(json.get("tiles")),
            json.get("posts").list(Post::of),
            json.get("structures").list(Structure::of),
            StructuresLeft.of(json.get("structures_left")),
            json.get("golden_left").integer(),
            json.get("silver_left").integer(),
            json.get("buildings").list(Building::of),
            json.get("armies").list(Army::of),
            json.get("units").list(SuperUnit::of),
            json.get("conquered").map(Json::integer),
            MoraleDeck.of(json.get("morale_deck")),
            json.get("seats").list(House::of),
            Free.of(json.get("free")),
            March.of(json.get("march")),
            Battle.of(json.get("battle")),
            Loose.of(json.get("loose")),
            Recall.of(json.get("recall")),
            Offer.of(json.get("offer")));
    }

    /**
     * The options of the match.
     *
     * @param length What ends a match: a target, years, or a season budget. One of: xadlas, years,
     * seasons.
     * @param target Xadlas needed to win (length xadlas).
     * @param years Years played (length years).
     * @param seasonBudget Seasons played (length seasons).
     * @param yearCap Years after which every match ends.
     * @param fullLap Ships complete a lap before they dock.
     * @param postPlacement Who places the trading posts. One of: random, players.
     * @param marchScope Whether a march moves all groups or one. One of: all, one.
     * @param battleDeal How the battle decks are dealt. One of: random, equal.
     * @param rotateFirst The first seat changes every year.
     * @param alliances Alliances are allowed (three seats or more).
     * @param allianceMax Members an alliance may have.
     * @param allianceVictory Allies win together or not at all.
     * @param trading Trade offers are allowed.
     */
    public record Options(
            String length,
            int target,
            int years,
            int seasonBudget,
            int yearCap,
            boolean fullLap,
            String postPlacement,
            String marchScope,
            String battleDeal,
            boolean rotateFirst,
            boolean alliances,
            int allianceMax,
            boolean allianceVictory,
            boolean trading) {
        /** Reads it. */
        public static Options of(Json json) {
            return new Options(
                json.get("length").text(),
                json.get("target").integer(),
                json.get("years").integer(),
                json.get("season_budget").integer(),
                json.get("year_cap").integer(),
                json.get("full_lap").flag(),
                json.get("post_placement").text(),
                json.get("march_scope").text(),
                json.get("battle_deal").text(),
                json.get("rotate_first").flag(),
                json.get("alliances").flag(),
                json.get("alliance_max").integer(),
                json.get("alliance_victory").flag(),
                json.get("trading").flag());
        }
    }

    /**
     * The terrain of every tile.
     *
     * @param a1 The terrain of a1. One of: none, lumber, mining, wheat, mountain, lake.
     * @param a2 The terrain of a2. One of: none, lumber, mining, wheat, mountain, lake.
     * @param a3 The terrain of a3. One of: none, lumber, mining, wheat, mountain, lake.
     * @param a4 The terrain of a4. One of: none, lumber, mining, wheat, mountain, lake.
     * @param a5 The terrain of a5. One of: none, lumber, mining, wheat, mountain, lake.
     * @param a6 The terrain of a6. One of: none, lumber, mining, wheat, mountain, lake.
     * @param a7 The terrain of a7. One of: none, lumber, mining, wheat, mountain, lake.
     * @param b1 The terrain of b1. One of: none, lumber, mining, wheat, mountain, lake.
     * @param b2 The terrain of b2. One of: none, lumber, mining, wheat, mountain, lake.
     * @param b3 The terrain of b3. One of: none, lumber, mining, wheat, mountain, lake.
     * @param b4 The terrain of b4. One of: none, lumber, mining, wheat, mountain, lake.
     * @param b5 The terrain of b5. One of: none, lumber, mining, wheat, mountain, lake.
     * @param b6 The terrain of b6. One of: none, lumber, mining, wheat, mountain, lake.
     * @param b7 The terrain of b7. One of: none, lumber, mining, wheat, mountain, lake.
     * @param c1 The terrain of c1. One of: none, lumber, mining, wheat, mountain, lake.
     * @param c2 The terrain of c2. One of: none, lumber, mining, wheat, mountain, lake.
     * @param c3 The terrain of c3. One of: none, lumber, mining, wheat, mountain, lake.
     * @param c4 The terrain of c4. One of: none, lumber, mining, wheat, mountain, lake.
     * @param c5 The terrain of c5. One of: none, lumber, mining, wheat, mountain, lake.
     * @param c6 The terrain of c6. One of: none, lumber, mining, wheat, mountain, lake.
     * @param c7 The terrain of c7. One of: none, lumber, mining, wheat, mountain, lake.
     * @param d1 The terrain of d1. One of: none, lumber, mining, wheat, mountain, lake.
     * @param d2 The terrain of d2. One of: none, lumber, mining, wheat, mountain, lake.
     * @param d3 The terrain of d3. One of: none, lumber, mining, wheat, mountain, lake.
     * @param d4 The terrain of d4. One of: none, lumber, mining, wheat, mountain, lake.
     * @param d5 The terrain of d5. One of: none, lumber, mining, wheat, mountain, lake.
     * @param d6 The terrain of d6. One of: none, lumber, mining, wheat, mountain, lake.
     * @param d7 The terrain of d7. One of: none, lumber, mining, wheat, mountain, lake.
     * @param e1 The terrain of e1. One of: none, lumber, mining, wheat, mountain, lake.
     * @param e2 The terrain of e2. One of: none, lumber, mining, wheat, mountain, lake.
     * @param e3 The terrain of e3. One of: none, lumber, mining, wheat, mountain, lake.
     * @param e4 The terrain of e4. One of: none, lumber, mining, wheat, mountain, lake.
     * @param e5 The terrain of e5. One of: none, lumber, mining, wheat, mountain, lake.
     * @param e6 The terrain of e6. One of: none, lumber, mining, wheat, mountain, lake.
     * @param e7 The terrain of e7. One of: none, lumber, mining, wheat, mountain, lake.
     * @param f1 The terrain of f1. One of: none, lumber, mining, wheat, mountain, lake.
     * @param f2 The terrain of f2. One of: none, lumber, mining, wheat, mountain, lake.
     * @param f3 The terrain of f3. One of: none, lumber, mining, wheat, mountain, lake.
     * @param f4 The terrain of f4. One of: none, lumber, mining, wheat, mountain, lake.
     * @param f5 The terrain of f5. One of: none, lumber, mining, wheat, mountain, lake.
     * @param f6 The terrain of f6. One of: none, lumber, mining, wheat, mountain, lake.
     * @param f7 The terrain of f7. One of: none, lumber, mining, wheat, mountain, lake.
     * @param g1 The terrain of g1. One of: none, lumber, mining, wheat, mountain, lake.
     * @param g2 The terrain of g2. One of: none, lumber, mining, wheat, mountain, lake.
     * @param g3 The terrain of g3. One of: none, lumber, mining, wheat, mountain, lake.
     * @param g4 The terrain of g4. One of: none, lumber, mining, wheat, mountain, lake.
     * @param g5 The terrain of g5. One of: none, lumber, mining, wheat, mountain, lake.
     * @param g6 The terrain of g6. One of: none, lumber, mining, wheat, mountain, lake.
     * @param g7 The terrain of g7. One of: none, lumber, mining, wheat, mountain, lake.
     */
    public record Tiles(
            String a1,
            String a2,
            String a3,
            String a4,
            String a5,
            String a6,
            String a7,
            String b1,
            String b2,
            String b3,
            String b4,
            String b5,
            String b6,
            String b7,
            String c1,
            String c2,
            String c3,
            String c4,
            String c5,
            String c6,
            String c7,
            String d1,
            String d2,
            String d3,
            String d4,
            String d5,
            String d6,
            String d7,
            String e1,
            String e2,
            String e3,
            String e4,
            String e5,
            String e6,
            String e7,
            String f1,
            String f2,
            String f3,
            String f4,
            String f5,
            String f6,
            String f7,
            String g1,
            String g2,
            String g3,
            String g4,
            String g5,
            String g6,
            String g7) {
        /** Reads it. */
        public static Tiles of(Json json) {
            return new Tiles(
                json.get("a1").text(),
                json.get("a2").text(),
                json.get("a3").text(),
                json.get("a4").text(),
                json.get("a5").text(),
                json.get("a6").text(),
                json.get("a7").text(),
                json.get("b1").text(),
                json.get("b2").text(),
                json.get("b3").text(),
                json.get("b4").text(),
                json.get("b5").text(),
                json.get("b6").text(),
                json.get("b7").text(),
                json.get("c1").text(),
                json.get("c2").text(),
                json.get("c3").text(),
                json.get("c4").text(),
                json.get("c5").text(),
                json.get("c6").text(),
                json.get("c7").text(),
                json.get("d1").text(),
                json.get("d2").text(),
                json.get("d3").text(),
                json.get("d4").text(),
                json.get("d5").text(),
                json.get("d6").text(),
                json.get("d7").text(),
                json.get("e1").text(),
                json.get("e2").text(),
                json.get("e3").text(),
                json.get("e4").text(),
                json.get("e5").text(),
                json.get("e6").text(),
                json.get("e7").text(),
                json.get("f1").text(),
                json.get("f2").text(),
                json.get("f3").text(),
                json.get("f4").text(),
                json.get("f5").text(),
                json.get("f6").text(),
                json.get("f7").text(),
                json.get("g1").text(),
                json.get("g2").text(),
                json.get("g3").text(),
                json.get("g4").text(),
                json.get("g5").text(),
                json.get("g6").text(),
                json.get("g7").text());
        }
    }

    /**
     * A trading post.
     *
     * @param square Where it lies. Null: not laid yet.
     * @param owner Who owns it. Null: nobody does. One of: p1, p2, p3, p4, p5, p6.
     */
    public record Post(
            String square,
            String owner) {
        /** Reads it. */
        public static Post of(Json json) {
            return new Post(
                json.get("square").orNull(Json::text),
                json.get("owner").orNull(Json::text));
        }
    }

    /**
     * A structure.
     *
     * @param kind What it is. One of: road, bridge, tunnel.
     * @param tile The tile that it crosses.
     * @param ends The two squares it joins.
     */
    public record Structure(
            String kind,
            String tile,
            List<String> ends) {
        /** Reads it. */
        public static Structure of(Json json) {
            return new Structure(
                json.get("kind").text(),
                json.get("tile").text(),
                json.get("ends").list(Json::text));
        }
    }

    /**
     * Supplies.
     *
     * @param road Left of road.
     * @param bridge Left of bridge.
     * @param tunnel Left of tunnel.
     */
    public record StructuresLeft(
            int road,
            int bridge,
            int tunnel) {
        /** Reads it. */
        public static StructuresLeft of(Json json) {
            return new StructuresLeft(
                json.get("road").integer(),
                json.get("bridge").integer(),
                json.get("tunnel").integer());
        }
    }

    /**
     * A building.
     *
     * @param square Where it stands.
     * @param kind What it is. One of: settlement, village, castle.
     * @param owner Whose it is. One of: p1, p2, p3, p4, p5, p6.
     * @param year The year in which it was built or upgraded.
     * @param silos The tiles of its silos.
     */
    public record Building(
            String square,
            String kind,
            String owner,
            int year,
            List<String> silos) {
        /** Reads it. */
        public static Building of(Json json) {
            return new Building(
                json.get("square").text(),
                json.get("kind").text(),
                json.get("owner").text(),
                json.get("year").integer(),
                json.get("silos").list(Json::text));
        }
    }

    /**
     * Soldiers of one seat on one space.
     *
     * @param space Where they are.
     * @param seat Whose they are. One of: p1, p2, p3, p4, p5, p6.
     * @param soldiers How many.
     */
    public record Army(
            String space,
            String seat,
            int soldiers) {
        /** Reads it. */
        public static Army of(Json json) {
            return new Army(
                json.get("space").text(),
                json.get("seat").text(),
                json.get("soldiers").integer());
        }
    }

    /**
     * A super unit.
     *
     * @param unit Which. One of: en08, en11, en12, en15, en16, mi08, mi11, mi12, mi14, mi15, mi16.
     * @param owner Who bought it. One of: p1, p2, p3, p4, p5, p6.
     * @param holder Whose squad it is with. Null: it is in the capital. One of: p1, p2, p3, p4, p5, p6.
     * @param space Where it is. Null: it is in the capital.
     */
    public record SuperUnit(
            String unit,
            String owner,
            String holder,
            String space) {
        /** Reads it. */
        public static SuperUnit of(Json json) {
            return new SuperUnit(
                json.get("unit").text(),
                json.get("owner").text(),
                json.get("holder").orNull(Json::text),
                json.get("space").orNull(Json::text));
        }
    }

    /**
     * Morale cards that were not drawn yet.
     *
     * @param count How many cards.
     * @param cards The cards from the top. Null: they are hidden. One of: goodcrop, timberraft,
     * richvein, windfall, bazaar, freemasons, volunteers, scholars, battlecry, herosong, deadlyaim,
     * shieldwall, fairwinds, cancelbattle, trusted, ransom.
     */
    public record MoraleDeck(
            int count,
            List<String> cards) {
        /** Reads it. */
        public static MoraleDeck of(Json json) {
            return new MoraleDeck(
                json.get("count").integer(),
                json.get("cards").orNull(item -> item.list(Json::text)));
        }
    }

    /**
     * Resources in stock.
     *
     * @param gold Pieces of gold.
     * @param lumber Pieces of lumber.
     * @param mining Pieces of mining.
     * @param wheat Pieces of wheat.
     */
    public record Resources(
            int gold,
            int lumber,
            int mining,
            int wheat) {
        /** Reads it. */
        public static Resources of(Json json) {
            return new Resources(
                json.get("gold").integer(),
                json.get("lumber").integer(),
                json.get("mining").integer(),
                json.get("wheat").integer());
        }
    }

    /**
     * Main actions left this year.
     *
     * @param march Tokens for march.
     * @param build Tokens for build.
     * @param recruit Tokens for recruit.
     * @param resources Tokens for resources.
     * @param tech Tokens for tech.
     * @param retreat Tokens for retreat.
     */
    public record Tokens(
            int march,
            int build,
            int recruit,
            int resources,
            int tech,
            int retreat) {
        /** Reads it. */
        public static Tokens of(Json json) {
            return new Tokens(
                json.get("march").integer(),
                json.get("build").integer(),
                json.get("recruit").integer(),
                json.get("resources").integer(),
                json.get("tech").integer(),
                json.get("retreat").integer());
        }
    }

    /**
     * Levels.
     *
     * @param economy The level of economy.
     * @param engineering The level of engineering.
     * @param military The level of military.
     */
    public record Universities(
            int economy,
            int engineering,
            int military) {
        /** Reads it. */
        public static Universities of(Json json) {
            return new Universities(
                json.get("economy").integer(),
                json.get("engineering").integer(),
                json.get("military").integer());
        }
    }

    /**
     * A seat's six battle cards.
     *
     * @param six All six. Null: they are another seat's. One of: bc01, bc02, bc03, bc04, bc05, bc06,
     * bc07, bc08, bc09, bc10, bc11, bc12.
     * @param known Those that everybody has seen. One of: bc01, bc02, bc03, bc04, bc05, bc06, bc07,
     * bc08, bc09, bc10, bc11, bc12.
     * @param used The used pile, in order. One of: bc01, bc02, bc03, bc04, bc05, bc06, bc07, bc08,
     * bc09, bc10, bc11, bc12, ?.
     * @param unseen Places of the used pile that nobody saw.
     * @param stackCount Cards left in the stack.
     * @param stack The stack, from the top. Null: its order is hidden. One of: bc01, bc02, bc03, bc04,
     * bc05, bc06, bc07, bc08, bc09, bc10, bc11, bc12.
     */
    public record BattleCards(
            List<String> six,
            List<String> known,
            List<String> used,
            List<Integer> unseen,
            int stackCount,
            List<String> stack) {
        /** Reads it. */
        public static BattleCards of(Json json) {
            return new BattleCards(
                json.get("six").orNull(item -> item.list(Json::text)),
                json.get("known").list(Json::text),
                json.get("used").list(Json::text),
                json.get("unseen").list(Json::integer),
                json.get("stack_count").integer(),
                json.get("stack").orNull(item -> item.list(Json::text)));
        }
    }

    /**
     * Everything of one seat.
     *
     * @param seat Whose it is. One of: p1, p2, p3, p4, p5, p6.
     * @param house The house. Null: not picked yet. One of: auren, karsk, velmar, thornwold, ombrel,
     * sablen.
     * @param gate The own gate. Null: not landed yet. One of: gate1, gate2, gate3, gate4, gate5, gate6,
     * gate7, gate8.
     * @param ship Where the ship is.
     * @param xadlas Xadlas, which win.
     * @param golden Golden Xadlas.
     * @param silver Silver Xadlas.
     * @param resources Resources in stock.
     * @param tokens Main actions left this year.
     * @param universities Levels.
     * @param techs The techs owned.
     * @param castlesBuilt Castles ever built.
     * @param reserve Soldiers that can be recruited.
     * @param field Soldiers outside the own gate.
     * @param capacity Soldiers that the field supports.
     * @param allies The allies. One of: p1, p2, p3, p4, p5, p6.
     * @param barred 1 until the next turn of one who broke an alliance.
     * @param battleCards A seat's six battle cards.
     * @param moraleCount Morale cards held.
     * @param morale The morale cards. Null: they are another seat's. One of: goodcrop, timberraft,
     * richvein, windfall, bazaar, freemasons, volunteers, scholars, battlecry, herosong, deadlyaim,
     * shieldwall, fairwinds, cancelbattle, trusted, ransom.
     */
    public record House(
            String seat,
            String house,
            String gate,
            int ship,
            int xadlas,
            int golden,
            int silver,
            Resources resources,
            Tokens tokens,
            Universities universities,
            List<String> techs,
            int castlesBuilt,
            int reserve,
            int field,
            int capacity,
            List<String> allies,
            int barred,
            BattleCards battleCards,
            int moraleCount,
            List<String> morale) {
        /** Reads it. */
        public static House of(Json json) {
            return new House(
                json.get("seat").text(),
                json.get("house").orNull(Json::text),
                json.get("gate").orNull(Json::text),
                json.get("ship").integer(),
                json.get("xadlas").integer(),
                json.get("golden").integer(),
                json.get("silver").integer(),
                Resources.of(json.get("resources")),
                Tokens.of(json.get("tokens")),
                Universities.of(json.get("universities")),
                json.get("techs").list(Json::text),
                json.get("castles_built").integer(),
                json.get("reserve").integer(),
                json.get("field").integer(),
                json.get("capacity").integer(),
                json.get("allies").list(Json::text),
                json.get("barred").integer(),
                BattleCards.of(json.get("battle_cards")),
                json.get("morale_count").integer(),
                json.get("morale").orNull(item -> item.list(Json::text)));
        }
    }

    /**
     * Free actions of this turn.
     *
     * @param offers Trades offered.
     * @param proposed 1 once an alliance was proposed.
     * @param barters Barters made.
     * @param exchanges Exchanges made.
     * @param masons Cheaper buildings to come.
     * @param scholars Cheaper techs or universities to come.
     * @param gained Soldiers recruited or techs bought in this main action.
     * @param appointed The super unit to be appointed. Null: there is none. One of: en08, en11, en12,
     * en15, en16, mi08, mi11, mi12, mi14, mi15, mi16.
     */
    public record Free(
            int offers,
            int proposed,
            int barters,
            int exchanges,
            int masons,
            int scholars,
            int gained,
            String appointed) {
        /** Reads it. */
        public static Free of(Json json) {
            return new Free(
                json.get("offers").integer(),
                json.get("proposed").integer(),
                json.get("barters").integer(),
                json.get("exchanges").integer(),
                json.get("masons").integer(),
                json.get("scholars").integer(),
                json.get("gained").integer(),
                json.get("appointed").orNull(Json::text));
        }
    }

    /**
     * The march under way; all 0 or null when there is none.
     *
     * @param roll Steps that a group may make.
     * @param grouped 1 once a group was formed.
     * @param moved Soldiers that have moved, by where they are.
     * @param at Where the group is. Null: there is no group.
     * @param size Soldiers of the group.
     * @param unit The super unit of the group. Null: it has none. One of: en08, en11, en12, en15, en16,
     * mi08, mi11, mi12, mi14, mi15, mi16.
     * @param left Steps left.
     * @param made Steps made.
     */
    public record March(
            int roll,
            int grouped,
            Map<String, Integer> moved,
            String at,
            int size,
            String unit,
            int left,
            int made) {
        /** Reads it. */
        public static March of(Json json) {
            return new March(
                json.get("roll").integer(),
                json.get("grouped").integer(),
                json.get("moved").map(Json::integer),
                json.get("at").orNull(Json::text),
                json.get("size").integer(),
                json.get("unit").orNull(Json::text),
                json.get("left").integer(),
                json.get("made").integer());
        }
    }

    /**
     * The battle under way; all 0 or null when there is none.
     *
     * @param at Where it is. Null: there is none.
     * @param from Where the attackers came from. Null: there is none.
     * @param attacker Who attacks. Null: there is none. One of: p1, p2, p3, p4, p5, p6.
     * @param defender Who defends. Null: there is none. One of: p1, p2, p3, p4, p5, p6.
     * @param attackers Soldiers that attack.
     * @param unit The attackers' super unit. Null: they have none. One of: en08, en11, en12, en15,
     * en16, mi08, mi11, mi12, mi14, mi15, mi16.
     * @param ready 1 for a side that is ready, attacker first.
     * @param committed The cards committed by each side, attacker first. One of: goodcrop, timberraft,
     * richvein, windfall, bazaar, freemasons, volunteers, scholars, battlecry, herosong, deadlyaim,
     * shieldwall, fairwinds, cancelbattle, trusted, ransom.
     */
    public record Battle(
            String at,
            String from,
            String attacker,
            String defender,
            int attackers,
            String unit,
            List<Integer> ready,
            List<List<String>> committed) {
        /** Reads it. */
        public static Battle of(Json json) {
            return new Battle(
                json.get("at").orNull(Json::text),
                json.get("from").orNull(Json::text),
                json.get("attacker").orNull(Json::text),
                json.get("defender").orNull(Json::text),
                json.get("attackers").integer(),
                json.get("unit").orNull(Json::text),
                json.get("ready").list(Json::integer),
                json.get("committed").list(item -> item.orNull(item2 -> item2.list(Json::text))));
        }
    }

    /**
     * Soldiers that look for a place; 0 or null when there are none.
     *
     * @param seat Whose they are. Null: there are none. One of: p1, p2, p3, p4, p5, p6.
     * @param soldiers How many.
     * @param unit Their super unit. Null: they have none. One of: en08, en11, en12, en15, en16, mi08,
     * mi11, mi12, mi14, mi15, mi16.
     * @param placed Where others were placed.
     */
    public record Loose(
            String seat,
            int soldiers,
            String unit,
            List<String> placed) {
        /** Reads it. */
        public static Loose of(Json json) {
            return new Loose(
                json.get("seat").orNull(Json::text),
                json.get("soldiers").integer(),
                json.get("unit").orNull(Json::text),
                json.get("placed").list(Json::text));
        }
    }

    /**
     * A recall under way.
     *
     * @param seat Who recalls. Null: nobody does. One of: p1, p2, p3, p4, p5, p6.
     * @param then What goes on then. Null: nobody recalls. One of: steps, turn.
     */
    public record Recall(
            String seat,
            String then) {
        /** Reads it. */
        public static Recall of(Json json) {
            return new Recall(
                json.get("seat").orNull(Json::text),
                json.get("then").orNull(Json::text));
        }
    }

    /**
     * A trade or an alliance under way.
     *
     * @param partner With whom. Null: there is none. One of: p1, p2, p3, p4, p5, p6.
     * @param give What is given. Null: not named yet. One of: gold, lumber, mining, wheat.
     * @param giveCount How much is given.
     * @param want What is wanted. Null: not named yet. One of: gold, lumber, mining, wheat.
     * @param wantCount How much is wanted.
     * @param asked Seats still to answer a proposal. One of: p1, p2, p3, p4, p5, p6.
     */
    public record Offer(
            String partner,
            String give,
            int giveCount,
            String want,
            int wantCount,
            List<String> asked) {
        /** Reads it. */
        public static Offer of(Json json) {
            return new Offer(
                json.get("partner").orNull(Json::text),
                json.get("give").orNull(Json::text),
                json.get("give_count").integer(),
                json.get("want").orNull(Json::text),
                json.get("want_count").integer(),
                json.get("asked").list(Json::text));
        }
    }
}
