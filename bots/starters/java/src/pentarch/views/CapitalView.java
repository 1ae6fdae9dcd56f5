// What a seat may know in capital: `pentarch describe capital --types java`.
package pentarch.views;

import java.util.List;
import java.util.Map;
import pentarch.Json;

/**
 * What a seat may know of a match.
 *
 * @param options The options of the match.
 * @param round The round, from 1 on.
 * @param phase The phase of the turn. One of: setup, build, attack, regroup, over.
 * @param active Whose turn it is. One of: p1, p2, p3, p4.
 * @param decision What is being decided.
 * @param toAct Who decides. Null: the match is over. One of: p1, p2, p3, p4.
 * @param deck The Deck.
 * @param discard The discard pile, the latest card last.
 * @param legendary The Legendary Deck.
 * @param looked The Legendary cards being looked at.
 * @param spied Who is being spied on. Null: nobody is. One of: p1, p2, p3, p4.
 * @param seats The realms in the order of seats.
 * @param battle The battle being fought. Null: there is none.
 * @param ending How the match ended. One of: none, capital, conquest, round_cap.
 * @param winner Who has won. Null: nobody yet, or a cap ended it. One of: p1, p2, p3, p4.
 */
public record CapitalView(
        Options options,
        int round,
        String phase,
        String active,
        String decision,
        String toAct,
        Pile deck,
        List<String> discard,
        Pile legendary,
        Pile looked,
        String spied,
        List<Realm> seats,
        Battle battle,
        String ending,
        String winner) {
    /** Reads it. */
    public static CapitalView of(Json json) {
        return new CapitalView(
            Options.of(json.get("options")),
            json.get("round").integer(),
            json.get("phase").text(),
            json.get("active").text(),
            json.get("decision").text(),
            json.get("to_act").orNull(Json::text),
            Pile.of(json.get("deck")),
            json.get("discard").list(Json::text),
            Pile.of(json.get("legendary")),
            Pile.of(json.get("looked")),
            json.get("spied").orNull(Json::text),
            json.get("seats").list(Realm::of),
            json.get("battle").orNull(Battle::of),
            json.get("ending").text(),
            json.get("winner").orNull(Json::text));
    }

    /**
     * The options of the match.
     *
     * @param mode 6 or 8 Capital upgrades to win. One of: short, full.
     * @param teams Two teams of two; needs four seats. One of: none, 2v2.
     * @param quests Quests and the Legendary Deck.
     * @param settle Settle effects of mercenaries.
     * @param cities Standard cities, advanced ones by lot, or advanced ones by choice. One of: a,
     * b_random, b_pick.
     * @param roundCap The last round.
     * @param lateSeatCards Extra starting cards per seat position.
     * @param lateSeatBonus Once 1 more Gold and Build for later seats (CP-3.7).
     */
    public record Options(
            String mode,
            String teams,
            boolean quests,
            boolean settle,
            String cities,
            int roundCap,
            int lateSeatCards,
            boolean lateSeatBonus) {
        /** Reads it. */
        public static Options of(Json json) {
            return new Options(
                json.get("mode").text(),
                json.get("teams").text(),
                json.get("quests").flag(),
                json.get("settle").flag(),
                json.get("cities").text(),
                json.get("round_cap").integer(),
                json.get("late_seat_cards").integer(),
                json.get("late_seat_bonus").flag());
        }
    }

    /**
     * The Deck.
     *
     * @param count How many cards there are.
     * @param cards The cards, the top one first. Null: they are hidden.
     */
    public record Pile(
            int count,
            List<String> cards) {
        /** Reads it. */
        public static Pile of(Json json) {
            return new Pile(
                json.get("count").integer(),
                json.get("cards").orNull(item -> item.list(Json::text)));
        }
    }

    /**
     * A unit in a slot.
     *
     * @param card The card. Null: it lies face down.
     * @param spent Whether it has attacked this turn.
     * @param moved Whether it has moved in this Regroup phase.
     * @param onBattlefield Whether it is in the battle.
     */
    public record Unit(
            String card,
            boolean spent,
            boolean moved,
            boolean onBattlefield) {
        /** Reads it. */
        public static Unit of(Json json) {
            return new Unit(
                json.get("card").orNull(Json::text),
                json.get("spent").flag(),
                json.get("moved").flag(),
                json.get("on_battlefield").flag());
        }
    }

    /**
     * A seat's city.
     *
     * @param id Which city it is. Null: not chosen yet. One of: a, b1, b2, b3, b4, b5, b6.
     * @param hp Points of a score that raze it.
     * @param troopSlots Slots for troops.
     * @param mercSlots Slots for mercenaries.
     * @param attackOpen Whether troops may attack from here.
     * @param defenseOpen Whether troops may defend from here.
     * @param mercOpen Whether mercenaries may act from here.
     * @param troops The troops here, in order of arrival.
     * @param mercs The mercenaries here, in order of arrival.
     */
    public record City(
            String id,
            int hp,
            int troopSlots,
            int mercSlots,
            boolean attackOpen,
            boolean defenseOpen,
            boolean mercOpen,
            List<Unit> troops,
            List<Unit> mercs) {
        /** Reads it. */
        public static City of(Json json) {
            return new City(
                json.get("id").orNull(Json::text),
                json.get("hp").integer(),
                json.get("troop_slots").integer(),
                json.get("merc_slots").integer(),
                json.get("attack_open").flag(),
                json.get("defense_open").flag(),
                json.get("merc_open").flag(),
                json.get("troops").list(Unit::of),
                json.get("mercs").list(Unit::of));
        }
    }

    /**
     * The sums of all that is in play.
     *
     * @param gold The sum of gold.
     * @param build The sum of build.
     * @param draw The sum of draw.
     * @param store The sum of store.
     * @param passive The sum of passive.
     * @param discount The sum of discount.
     * @param attackBonus The sum of attack bonus.
     */
    public record Tracker(
            int gold,
            int build,
            int draw,
            int store,
            int passive,
            int discount,
            int attackBonus) {
        /** Reads it. */
        public static Tracker of(Json json) {
            return new Tracker(
                json.get("gold").integer(),
                json.get("build").integer(),
                json.get("draw").integer(),
                json.get("store").integer(),
                json.get("passive").integer(),
                json.get("discount").integer(),
                json.get("attack_bonus").integer());
        }
    }

    /**
     * What is left to spend in this Build phase.
     *
     * @param gold Gold.
     * @param build Build.
     * @param discount Gold less for each upgrade.
     * @param rebate Gold less for the next upgrade.
     * @param freeBuildings Buildings to come that need no Build and no banner.
     * @param freeTroops Troops to come that are free.
     */
    public record Pools(
            int gold,
            int build,
            int discount,
            int rebate,
            int freeBuildings,
            int freeTroops) {
        /** Reads it. */
        public static Pools of(Json json) {
            return new Pools(
                json.get("gold").integer(),
                json.get("build").integer(),
                json.get("discount").integer(),
                json.get("rebate").integer(),
                json.get("free_buildings").integer(),
                json.get("free_troops").integer());
        }
    }

    /**
     * What the next of each costs.
     *
     * @param village Gold for a Village.
     * @param upgrade Gold for an upgrade.
     */
    public record Prices(
            int village,
            int upgrade) {
        /** Reads it. */
        public static Prices of(Json json) {
            return new Prices(
                json.get("village").integer(),
                json.get("upgrade").integer());
        }
    }

    /**
     * What the seat did, as Quests ask for it.
     *
     * @param wonAttack Whether it won an attack this turn.
     * @param razedHp Hit points razed this turn.
     * @param wonDefence Whether it won a defence since its last turn.
     * @param keepAll Whether it keeps its whole hand this turn.
     */
    public record Deeds(
            boolean wonAttack,
            int razedHp,
            boolean wonDefence,
            boolean keepAll) {
        /** Reads it. */
        public static Deeds of(Json json) {
            return new Deeds(
                json.get("won_attack").flag(),
                json.get("razed_hp").integer(),
                json.get("won_defence").flag(),
                json.get("keep_all").flag());
        }
    }

    /**
     * A building on the table.
     *
     * @param at Its location: its name, or a Village's number.
     * @param card The card.
     * @param hp Points that raze it.
     * @param settled The mercenary settled under it. Null: nobody is.
     * @param troopSlots Slots for troops.
     * @param mercSlots Slots for mercenaries.
     * @param troops The troops here, in order of arrival.
     * @param mercs The mercenaries here, in order of arrival.
     */
    public record Building(
            String at,
            String card,
            int hp,
            String settled,
            int troopSlots,
            int mercSlots,
            List<Unit> troops,
            List<Unit> mercs) {
        /** Reads it. */
        public static Building of(Json json) {
            return new Building(
                json.get("at").text(),
                json.get("card").text(),
                json.get("hp").integer(),
                json.get("settled").orNull(Json::text),
                json.get("troop_slots").integer(),
                json.get("merc_slots").integer(),
                json.get("troops").list(Unit::of),
                json.get("mercs").list(Unit::of));
        }
    }

    /**
     * Everything of one seat.
     *
     * @param seat Whose it is. One of: p1, p2, p3, p4.
     * @param team The team. Null: nobody plays in teams. One of: A, B.
     * @param alive Whether its city stands.
     * @param defeat The place in the order of defeat; 0 while it plays.
     * @param city A seat's city.
     * @param upgrades The upgrades completed. One of: gold, build, draw, store, passive, mercenary,
     * attack, defense.
     * @param tracker The sums of all that is in play.
     * @param pools What is left to spend in this Build phase.
     * @param prices What the next of each costs.
     * @param deeds What the seat did, as Quests ask for it.
     * @param villagesFounded Villages ever built; the next one gets the next number.
     * @param hand The hand.
     * @param kept The cards kept so far in this Regroup phase.
     * @param buildings The buildings, in order.
     */
    public record Realm(
            String seat,
            String team,
            boolean alive,
            int defeat,
            City city,
            List<String> upgrades,
            Tracker tracker,
            Pools pools,
            Prices prices,
            Deeds deeds,
            int villagesFounded,
            Pile hand,
            Pile kept,
            List<Building> buildings) {
        /** Reads it. */
        public static Realm of(Json json) {
            return new Realm(
                json.get("seat").text(),
                json.get("team").orNull(Json::text),
                json.get("alive").flag(),
                json.get("defeat").integer(),
                City.of(json.get("city")),
                json.get("upgrades").list(Json::text),
                Tracker.of(json.get("tracker")),
                Pools.of(json.get("pools")),
                Prices.of(json.get("prices")),
                Deeds.of(json.get("deeds")),
                json.get("villages_founded").integer(),
                Pile.of(json.get("hand")),
                Pile.of(json.get("kept")),
                json.get("buildings").list(Building::of));
        }
    }

    /**
     * A troop in the battle.
     *
     * @param seat Whose it is. One of: p1, p2, p3, p4.
     * @param card The card.
     * @param at Its home.
     * @param hasHome Whether its home stands.
     */
    public record Fighter(
            String seat,
            String card,
            String at,
            boolean hasHome) {
        /** Reads it. */
        public static Fighter of(Json json) {
            return new Fighter(
                json.get("seat").text(),
                json.get("card").text(),
                json.get("at").text(),
                json.get("has_home").flag());
        }
    }

    /**
     * The battle being fought.
     *
     * @param attacker Who attacks. One of: p1, p2, p3, p4.
     * @param defender Who is attacked. One of: p1, p2, p3, p4.
     * @param attackers The attackers, in order of commitment.
     * @param defenders The defenders, in order of commitment.
     * @param attackTotal The attack total as it stands.
     * @param defenceTotal The defence total as it stands.
     * @param attackExtra What mercenaries add to the attack.
     * @param defenceExtra What mercenaries add to the defence.
     * @param passiveCut How much Passive Defence is cut.
     * @param attackHeals Heals of the attacker left.
     * @param defenceHeals Heals of the defender left.
     * @param score Attack minus defence, once it is decided.
     * @param points Points of the score left for razing.
     * @param siege Siege points left.
     * @param budget What the winner can still save.
     * @param defeated Whether the defender's city was razed.
     */
    public record Battle(
            String attacker,
            String defender,
            List<Fighter> attackers,
            List<Fighter> defenders,
            int attackTotal,
            int defenceTotal,
            int attackExtra,
            int defenceExtra,
            int passiveCut,
            int attackHeals,
            int defenceHeals,
            int score,
            int points,
            int siege,
            int budget,
            boolean defeated) {
        /** Reads it. */
        public static Battle of(Json json) {
            return new Battle(
                json.get("attacker").text(),
                json.get("defender").text(),
                json.get("attackers").list(Fighter::of),
                json.get("defenders").list(Fighter::of),
                json.get("attack_total").integer(),
                json.get("defence_total").integer(),
                json.get("attack_extra").integer(),
                json.get("defence_extra").integer(),
                json.get("passive_cut").integer(),
                json.get("attack_heals").integer(),
                json.get("defence_heals").integer(),
                json.get("score").integer(),
                json.get("points").integer(),
                json.get("siege").integer(),
                json.get("budget").integer(),
                json.get("defeated").flag());
        }
    }
}
