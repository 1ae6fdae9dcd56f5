// What a seat may know in kingdom: `pentarch describe kingdom --types java`.
package pentarch.views;

import java.util.List;
import java.util.Map;
import pentarch.Json;

/**
 * What a seat may know: the realm as the round began, and its own plan.
 *
 * @param round The round, from 1 on.
 * @param lastRound The round after which the match ends by the cap.
 * @param castlesToWin Castles that win.
 * @param phase What is being decided. One of: orders, over.
 * @param toAct Who has not given its orders yet. One of: p1, p2, p3, p4, p5, p6.
 * @param options The options of the match.
 * @param board The map, which never changes.
 * @param regions The land regions.
 * @param castles The castles.
 * @param units The units.
 * @param nextUnit The number of the next unit.
 * @param market The scrolls on offer.
 * @param tech The tech on offer. Null: none is. One of: shield_wall, heavy_lances, plate_armor,
 * conscription, quartermasters, land_registry, forestry, masonry, haggling, seamanship,
 * arcane_study, dragon_bond.
 * @param techsLeft Techs still to come, in no order. One of: shield_wall, heavy_lances,
 * plate_armor, conscription, quartermasters, land_registry, forestry, masonry, haggling,
 * seamanship, arcane_study, dragon_bond.
 * @param deck Techs still to come, in order. Null: it is hidden. One of: shield_wall, heavy_lances,
 * plate_armor, conscription, quartermasters, land_registry, forestry, masonry, haggling,
 * seamanship, arcane_study, dragon_bond.
 * @param seats The kingdoms in the order of seats.
 * @param outcome How the match ended. Null: it goes on.
 */
public record KingdomView(
        int round,
        int lastRound,
        int castlesToWin,
        String phase,
        List<String> toAct,
        Options options,
        Board board,
        List<Region> regions,
        List<Castle> castles,
        List<Unit> units,
        int nextUnit,
        List<Offer> market,
        String tech,
        List<String> techsLeft,
        List<String> deck,
        List<Kingdom> seats,
        Outcome outcome) {
    /** Reads it. */
    public static KingdomView of(Json json) {
        return new KingdomView(
            json.get("round").integer(),
            json.get("last_round").integer(),
            json.get("castles_to_win").integer(),
            json.get("phase").text(),
            json.get("to_act").list(Json::text),
            Options.of(json.get("options")),
            Board.of(json.get("board")),
            json.get("regions").list(Region::of),
            json.get("castles").list(Castle::of),
            json.get("units").list(Unit::of),
            json.get("next_unit").integer(),
            json.get("market").list(Offer::of),
            json.get("tech").orNull(Json::text),
            json.get("techs_left").list(Json::text),
            json.get("deck").orNull(item -> item.list(Json::text)),
            json.get("seats").list(Kingdom::of),
            json.get("outcome").orNull(Outcome::of));
    }

    /**
     * The options of the match.
     *
     * @param map The map; auto picks one by seats. One of: auto, duel, strait, crowns, winds, isles,
     * pentacle, realms, random.
     * @param mapSize How large a random map is. One of: small, medium, large.
     * @param castlesToWin Castles that win; 0: the map's number.
     * @param maxRounds The last round, from 5; 0: the map's number.
     * @param startGold Gold of each kingdom at the start.
     * @param startSwordsmen Swordsmen in each home at the start.
     * @param homeAttack Attack of the home castles at the start.
     * @param garrisons How strongly neutral castles are held. One of: none, normal, strong.
     * @param marketSize Scrolls on offer each round.
     * @param priceSpread How far prices stray from the list.
     * @param techInterval A tech is offered every so many rounds; 0: never.
     * @param towerBuildTime Rounds until a guard tower can fight.
     * @param extraSpells Mages can cast blessing too.
     */
    public record Options(
            String map,
            String mapSize,
            int castlesToWin,
            int maxRounds,
            int startGold,
            int startSwordsmen,
            int homeAttack,
            String garrisons,
            int marketSize,
            int priceSpread,
            int techInterval,
            int towerBuildTime,
            boolean extraSpells) {
        /** Reads it. */
        public static Options of(Json json) {
            return new Options(
                json.get("map").text(),
                json.get("map_size").text(),
                json.get("castles_to_win").integer(),
                json.get("max_rounds").integer(),
                json.get("start_gold").integer(),
                json.get("start_swordsmen").integer(),
                json.get("home_attack").integer(),
                json.get("garrisons").text(),
                json.get("market_size").integer(),
                json.get("price_spread").integer(),
                json.get("tech_interval").integer(),
                json.get("tower_build_time").integer(),
                json.get("extra_spells").flag());
        }
    }

    /**
     * An area of the map.
     *
     * @param id Its name.
     * @param kind Land or sea. One of: land, sea.
     * @param x Where it is drawn.
     * @param y Where it is drawn.
     * @param tax Gold that it pays its owner.
     * @param castle Whether it has a castle.
     * @param home Whose home it is. Null: it is nobody's home. One of: p1, p2, p3, p4, p5, p6.
     * @param neighbours The adjacent areas.
     */
    public record Area(
            String id,
            String kind,
            int x,
            int y,
            int tax,
            boolean castle,
            String home,
            List<String> neighbours) {
        /** Reads it. */
        public static Area of(Json json) {
            return new Area(
                json.get("id").text(),
                json.get("kind").text(),
                json.get("x").integer(),
                json.get("y").integer(),
                json.get("tax").integer(),
                json.get("castle").flag(),
                json.get("home").orNull(Json::text),
                json.get("neighbours").list(Json::text));
        }
    }

    /**
     * The map, which never changes.
     *
     * @param map Its name. One of: duel, strait, crowns, winds, isles, pentacle, realms, random.
     * @param mapSize The size of a random map; empty for others. One of: (empty), small, medium, large.
     * @param title What it is called.
     * @param wedge How a random map was grown.
     * @param width How wide it is drawn.
     * @param height How high it is drawn.
     * @param areas The areas.
     */
    public record Board(
            String map,
            String mapSize,
            String title,
            List<String> wedge,
            int width,
            int height,
            List<Area> areas) {
        /** Reads it. */
        public static Board of(Json json) {
            return new Board(
                json.get("map").text(),
                json.get("map_size").text(),
                json.get("title").text(),
                json.get("wedge").list(Json::text),
                json.get("width").integer(),
                json.get("height").integer(),
                json.get("areas").list(Area::of));
        }
    }

    /**
     * A land region.
     *
     * @param id Its name.
     * @param owner Who owns it. Null: nobody does. One of: p1, p2, p3, p4, p5, p6, n0.
     * @param sawmill Whether it has a sawmill.
     */
    public record Region(
            String id,
            String owner,
            boolean sawmill) {
        /** Reads it. */
        public static Region of(Json json) {
            return new Region(
                json.get("id").text(),
                json.get("owner").orNull(Json::text),
                json.get("sawmill").flag());
        }
    }

    /**
     * A unit in training.
     *
     * @param type The kind of unit. One of: swordsman, guard_tower, mage, knight, trireme, galleon,
     * dragon.
     * @param place Where it will appear.
     * @param rounds Rounds until it is ready.
     */
    public record Recruit(
            String type,
            String place,
            int rounds) {
        /** Reads it. */
        public static Recruit of(Json json) {
            return new Recruit(
                json.get("type").text(),
                json.get("place").text(),
                json.get("rounds").integer());
        }
    }

    /**
     * A castle.
     *
     * @param id Its region.
     * @param owner Who owns it. Null: nobody does. One of: p1, p2, p3, p4, p5, p6, n0.
     * @param production How many units it trains at a time.
     * @param attack Its attack.
     * @param queue Units in training.
     */
    public record Castle(
            String id,
            String owner,
            int production,
            int attack,
            List<Recruit> queue) {
        /** Reads it. */
        public static Castle of(Json json) {
            return new Castle(
                json.get("id").text(),
                json.get("owner").orNull(Json::text),
                json.get("production").integer(),
                json.get("attack").integer(),
                json.get("queue").list(Recruit::of));
        }
    }

    /**
     * A unit on the map.
     *
     * @param id Its name: `u` and a number.
     * @param type Its kind. One of: swordsman, guard_tower, mage, knight, trireme, galleon, dragon.
     * @param kingdom Whose it is; `n0` is a garrison. One of: p1, p2, p3, p4, p5, p6, n0.
     * @param area Where it is.
     * @param ship The ship that carries it. Null: none does.
     * @param mana Mana of a mage.
     * @param build Rounds until a guard tower is complete.
     */
    public record Unit(
            String id,
            String type,
            String kingdom,
            String area,
            String ship,
            int mana,
            int build) {
        /** Reads it. */
        public static Unit of(Json json) {
            return new Unit(
                json.get("id").text(),
                json.get("type").text(),
                json.get("kingdom").text(),
                json.get("area").text(),
                json.get("ship").orNull(Json::text),
                json.get("mana").integer(),
                json.get("build").integer());
        }
    }

    /**
     * A scroll on offer.
     *
     * @param scroll Which. One of: improve_defense, improve_production, sawmill, market, dragon_egg,
     * galleon_blueprint, guard_tower.
     * @param price Its price.
     */
    public record Offer(
            String scroll,
            int price) {
        /** Reads it. */
        public static Offer of(Json json) {
            return new Offer(
                json.get("scroll").text(),
                json.get("price").integer());
        }
    }

    /**
     * Scrolls as the round began.
     *
     * @param improveDefense Scrolls of improve defense.
     * @param improveProduction Scrolls of improve production.
     * @param sawmill Scrolls of sawmill.
     * @param market Scrolls of market.
     * @param dragonEgg Scrolls of dragon egg.
     * @param galleonBlueprint Scrolls of galleon blueprint.
     * @param guardTower Scrolls of guard tower.
     */
    public record Stock(
            int improveDefense,
            int improveProduction,
            int sawmill,
            int market,
            int dragonEgg,
            int galleonBlueprint,
            int guardTower) {
        /** Reads it. */
        public static Stock of(Json json) {
            return new Stock(
                json.get("improve_defense").integer(),
                json.get("improve_production").integer(),
                json.get("sawmill").integer(),
                json.get("market").integer(),
                json.get("dragon_egg").integer(),
                json.get("galleon_blueprint").integer(),
                json.get("guard_tower").integer());
        }
    }

    /**
     * Scrolls left.
     *
     * @param improveDefense Scrolls of improve defense.
     * @param improveProduction Scrolls of improve production.
     * @param sawmill Scrolls of sawmill.
     * @param market Scrolls of market.
     * @param dragonEgg Scrolls of dragon egg.
     * @param galleonBlueprint Scrolls of galleon blueprint.
     * @param guardTower Scrolls of guard tower.
     */
    public record PlannedStock(
            int improveDefense,
            int improveProduction,
            int sawmill,
            int market,
            int dragonEgg,
            int galleonBlueprint,
            int guardTower) {
        /** Reads it. */
        public static PlannedStock of(Json json) {
            return new PlannedStock(
                json.get("improve_defense").integer(),
                json.get("improve_production").integer(),
                json.get("sawmill").integer(),
                json.get("market").integer(),
                json.get("dragon_egg").integer(),
                json.get("galleon_blueprint").integer(),
                json.get("guard_tower").integer());
        }
    }

    /**
     * A unit ordered.
     *
     * @param castle Where it is trained.
     * @param type The kind of unit. One of: swordsman, guard_tower, mage, knight, trireme, galleon,
     * dragon.
     * @param place Where it will appear.
     * @param rounds Rounds until it is ready.
     */
    public record Queued(
            String castle,
            String type,
            String place,
            int rounds) {
        /** Reads it. */
        public static Queued of(Json json) {
            return new Queued(
                json.get("castle").text(),
                json.get("type").text(),
                json.get("place").text(),
                json.get("rounds").integer());
        }
    }

    /**
     * The path of a unit.
     *
     * @param unit The unit.
     * @param areas The areas it enters.
     */
    public record Path(
            String unit,
            List<String> areas) {
        /** Reads it. */
        public static Path of(Json json) {
            return new Path(
                json.get("unit").text(),
                json.get("areas").list(Json::text));
        }
    }

    /**
     * A unit that boards.
     *
     * @param unit The unit.
     * @param ship The ship.
     */
    public record Load(
            String unit,
            String ship) {
        /** Reads it. */
        public static Load of(Json json) {
            return new Load(
                json.get("unit").text(),
                json.get("ship").text());
        }
    }

    /**
     * A passenger.
     *
     * @param unit The unit.
     * @param area Where.
     */
    public record Unload(
            String unit,
            String area) {
        /** Reads it. */
        public static Unload of(Json json) {
            return new Unload(
                json.get("unit").text(),
                json.get("area").text());
        }
    }

    /**
     * A spell.
     *
     * @param mage The mage.
     * @param spell The spell. One of: fog, earthquake, blessing.
     * @param area The target.
     */
    public record Cast(
            String mage,
            String spell,
            String area) {
        /** Reads it. */
        public static Cast of(Json json) {
            return new Cast(
                json.get("mage").text(),
                json.get("spell").text(),
                json.get("area").text());
        }
    }

    /**
     * What a seat has entered in this round.
     *
     * @param decision What it is asked. One of: debt, menu, path, target, area, done.
     * @param orders The commands entered.
     * @param gold Gold left.
     * @param stock Scrolls left.
     * @param prices Prices of the scrolls on offer.
     * @param market Whether the kingdom has the market.
     * @param research The tech started. Null: none was. One of: shield_wall, heavy_lances, plate_armor,
     * conscription, quartermasters, land_registry, forestry, masonry, haggling, seamanship,
     * arcane_study, dragon_bond.
     * @param queued Units ordered.
     * @param improved Castles improved. One of: improve_defense, improve_production, sawmill, market,
     * dragon_egg, galleon_blueprint, guard_tower.
     * @param sawmills Regions where a sawmill was built.
     * @param towers Regions where a tower was placed.
     * @param disbanded Units disbanded.
     * @param paths Movement orders.
     * @param loads Units that board.
     * @param unloads Passengers that land.
     * @param casts Spells.
     */
    public record Plan(
            String decision,
            List<String> orders,
            int gold,
            PlannedStock stock,
            Map<String, Integer> prices,
            boolean market,
            String research,
            List<Queued> queued,
            Map<String, String> improved,
            List<String> sawmills,
            List<String> towers,
            List<String> disbanded,
            List<Path> paths,
            List<Load> loads,
            List<Unload> unloads,
            List<Cast> casts) {
        /** Reads it. */
        public static Plan of(Json json) {
            return new Plan(
                json.get("decision").text(),
                json.get("orders").list(Json::text),
                json.get("gold").integer(),
                PlannedStock.of(json.get("stock")),
                json.get("prices").map(Json::integer),
                json.get("market").flag(),
                json.get("research").orNull(Json::text),
                json.get("queued").list(Queued::of),
                json.get("improved").map(Json::text),
                json.get("sawmills").list(Json::text),
                json.get("towers").list(Json::text),
                json.get("disbanded").list(Json::text),
                json.get("paths").list(Path::of),
                json.get("loads").list(Load::of),
                json.get("unloads").list(Unload::of),
                json.get("casts").list(Cast::of));
        }
    }

    /**
     * Everything of one seat.
     *
     * @param seat Whose it is. One of: p1, p2, p3, p4, p5, p6.
     * @param eliminated The round in which it fell; 0 while it plays.
     * @param done Whether its orders are given.
     * @param gold Gold as the round began.
     * @param stock Scrolls as the round began.
     * @param market Whether it has the market.
     * @param techs Techs known. One of: shield_wall, heavy_lances, plate_armor, conscription,
     * quartermasters, land_registry, forestry, masonry, haggling, seamanship, arcane_study,
     * dragon_bond.
     * @param research Instalments still due, by tech.
     * @param castles Castles owned.
     * @param income Gold that it earns in a round.
     * @param upkeep Gold that it pays in a round.
     * @param army The value of its army.
     * @param plan What a seat has entered in this round. Null: it is another seat's.
     */
    public record Kingdom(
            String seat,
            int eliminated,
            boolean done,
            int gold,
            Stock stock,
            boolean market,
            List<String> techs,
            Map<String, Integer> research,
            int castles,
            int income,
            int upkeep,
            int army,
            Plan plan) {
        /** Reads it. */
        public static Kingdom of(Json json) {
            return new Kingdom(
                json.get("seat").text(),
                json.get("eliminated").integer(),
                json.get("done").flag(),
                json.get("gold").integer(),
                Stock.of(json.get("stock")),
                json.get("market").flag(),
                json.get("techs").list(Json::text),
                json.get("research").map(Json::integer),
                json.get("castles").integer(),
                json.get("income").integer(),
                json.get("upkeep").integer(),
                json.get("army").integer(),
                json.get("plan").orNull(Plan::of));
        }
    }

    /**
     * How the match ended.
     *
     * @param reason Why. One of: castles, conquest, cap.
     * @param ranks Ranks by seat.
     */
    public record Outcome(
            String reason,
            List<Integer> ranks) {
        /** Reads it. */
        public static Outcome of(Json json) {
            return new Outcome(
                json.get("reason").text(),
                json.get("ranks").list(Json::integer));
        }
    }
}
