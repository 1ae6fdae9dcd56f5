// What a seat may know in township: `pentarch describe township --types java`.
package pentarch.views;

import java.util.List;
import java.util.Map;
import pentarch.Json;

/**
 * The whole match: nothing is hidden.
 *
 * @param round The round, from 1 on.
 * @param active Whose turn it is. One of: p1, p2, p3, p4, p5, p6.
 * @param decision What is being decided. One of: break, activity, discard, assign, attack, swords,
 * defend, shields, spoils, damage, over.
 * @param ending How the match ended; empty while it goes on. One of: (empty), conquest, renown,
 * cap.
 * @param options The options of the match.
 * @param assigned Units sent against each seat and not fought with yet.
 * @param asked The opponent that `assign` asks about. Null: nobody is asked about. One of: p1, p2,
 * p3, p4, p5, p6.
 * @param attack The attack being fought. Numbers are 0 until they are decided or rolled. Null:
 * nobody is fighting.
 * @param towns The towns in the order of seats.
 */
public record TownshipView(
        int round,
        String active,
        String decision,
        String ending,
        Options options,
        List<Integer> assigned,
        String asked,
        Attack attack,
        List<Town> towns) {
    /** Reads it. */
    public static TownshipView of(Json json) {
        return new TownshipView(
            json.get("round").integer(),
            json.get("active").text(),
            json.get("decision").text(),
            json.get("ending").text(),
            Options.of(json.get("options")),
            json.get("assigned").list(Json::integer),
            json.get("asked").orNull(Json::text),
            json.get("attack").orNull(Attack::of),
            json.get("towns").list(Town::of));
    }

    /**
     * The options of the match.
     *
     * @param renownTarget Renown that ends the match.
     * @param roundCap The last round.
     * @param peaceRounds Rounds without mustering.
     * @param toolWear What happens to used tools. One of: none, die, single.
     * @param lootRule How much a loot takes. One of: per_point, single.
     * @param destroyRule How the five tokens are counted. One of: combined, same_kind.
     * @param attackLaurels Laurels per defender eliminated.
     * @param defenceLaurels Laurels per attacker eliminated in a rout.
     * @param captureLaurels Laurels captured per unit or point left.
     * @param fineryRenown Renown per finery in stock.
     */
    public record Options(
            int renownTarget,
            int roundCap,
            int peaceRounds,
            String toolWear,
            String lootRule,
            String destroyRule,
            int attackLaurels,
            int defenceLaurels,
            int captureLaurels,
            int fineryRenown) {
        /** Reads it. */
        public static Options of(Json json) {
            return new Options(
                json.get("renown_target").integer(),
                json.get("round_cap").integer(),
                json.get("peace_rounds").integer(),
                json.get("tool_wear").text(),
                json.get("loot_rule").text(),
                json.get("destroy_rule").text(),
                json.get("attack_laurels").integer(),
                json.get("defence_laurels").integer(),
                json.get("capture_laurels").integer(),
                json.get("finery_renown").integer());
        }
    }

    /**
     * The attack being fought. Numbers are 0 until they are decided or rolled.
     *
     * @param defender Who is attacked. One of: p1, p2, p3, p4, p5, p6.
     * @param attackers Units that attack.
     * @param swords Swords used.
     * @param defenders Units that defend.
     * @param shields Shields used.
     * @param attackTotal Dice of the attack that scored.
     * @param defenceTotal Dice of the defence that scored.
     * @param leftOver Points of a success that no defender took.
     */
    public record Attack(
            String defender,
            int attackers,
            int swords,
            int defenders,
            int shields,
            int attackTotal,
            int defenceTotal,
            int leftOver) {
        /** Reads it. */
        public static Attack of(Json json) {
            return new Attack(
                json.get("defender").text(),
                json.get("attackers").integer(),
                json.get("swords").integer(),
                json.get("defenders").integer(),
                json.get("shields").integer(),
                json.get("attack_total").integer(),
                json.get("defence_total").integer(),
                json.get("left_over").integer());
        }
    }

    /**
     * Pieces in stock.
     *
     * @param grain Pieces of grain.
     * @param lumber Pieces of lumber.
     * @param ore Pieces of ore.
     * @param stone Pieces of stone.
     * @param tools Pieces of tools.
     * @param swords Pieces of swords.
     * @param shields Pieces of shields.
     * @param ale Pieces of ale.
     * @param finery Pieces of finery.
     */
    public record Stock(
            int grain,
            int lumber,
            int ore,
            int stone,
            int tools,
            int swords,
            int shields,
            int ale,
            int finery) {
        /** Reads it. */
        public static Stock of(Json json) {
            return new Stock(
                json.get("grain").integer(),
                json.get("lumber").integer(),
                json.get("ore").integer(),
                json.get("stone").integer(),
                json.get("tools").integer(),
                json.get("swords").integer(),
                json.get("shields").integer(),
                json.get("ale").integer(),
                json.get("finery").integer());
        }
    }

    /**
     * A building in play.
     *
     * @param name The site: the kind and a number.
     * @param damage Damage tokens; only without any does the building work.
     * @param depletion Depletion tokens, each of which closes a place.
     * @param worked Activities here in this turn.
     * @param produced Whether raw materials were taken here in this turn.
     */
    public record Building(
            String name,
            int damage,
            int depletion,
            int worked,
            boolean produced) {
        /** Reads it. */
        public static Building of(Json json) {
            return new Building(
                json.get("name").text(),
                json.get("damage").integer(),
                json.get("depletion").integer(),
                json.get("worked").integer(),
                json.get("produced").flag());
        }
    }

    /**
     * One seat's town.
     *
     * @param seat Whose it is. One of: p1, p2, p3, p4, p5, p6.
     * @param eliminated The place in the order of elimination; 0 while it plays.
     * @param renown Laurels, stored finery and undamaged buildings: what wins.
     * @param laurels Laurels from feasts and fights.
     * @param units All units.
     * @param housing Units that the houses hold; more leave at the end of the turn.
     * @param idle Units that can still do something this turn.
     * @param mustered Units that attack this turn.
     * @param toolsUsed Tools used this turn.
     * @param stock Pieces in stock.
     * @param grainRoom Grain that the granaries hold.
     * @param goodsRoom Other pieces that the warehouses hold.
     * @param buildings The buildings in canonical order.
     */
    public record Town(
            String seat,
            int eliminated,
            int renown,
            int laurels,
            int units,
            int housing,
            int idle,
            int mustered,
            int toolsUsed,
            Stock stock,
            int grainRoom,
            int goodsRoom,
            List<Building> buildings) {
        /** Reads it. */
        public static Town of(Json json) {
            return new Town(
                json.get("seat").text(),
                json.get("eliminated").integer(),
                json.get("renown").integer(),
                json.get("laurels").integer(),
                json.get("units").integer(),
                json.get("housing").integer(),
                json.get("idle").integer(),
                json.get("mustered").integer(),
                json.get("tools_used").integer(),
                Stock.of(json.get("stock")),
                json.get("grain_room").integer(),
                json.get("goods_room").integer(),
                json.get("buildings").list(Building::of));
        }
    }
}
