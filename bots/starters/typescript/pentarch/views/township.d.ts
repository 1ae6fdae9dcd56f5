// What a seat may know in township: `pentarch describe township --types typescript`.

/** The options of the match. */
export interface Options {
  /** Renown that ends the match. */
  renown_target: number;
  /** The last round. */
  round_cap: number;
  /** Rounds without mustering. */
  peace_rounds: number;
  /** What happens to used tools. */
  tool_wear: "none" | "die" | "single";
  /** How much a loot takes. */
  loot_rule: "per_point" | "single";
  /** How the five tokens are counted. */
  destroy_rule: "combined" | "same_kind";
  /** Laurels per defender eliminated. */
  attack_laurels: number;
  /** Laurels per attacker eliminated in a rout. */
  defence_laurels: number;
  /** Laurels captured per unit or point left. */
  capture_laurels: number;
  /** Renown per finery in stock. */
  finery_renown: number;
}

/** The attack being fought. Numbers are 0 until they are decided or rolled. */
export interface Attack {
  /** Who is attacked. */
  defender: "p1" | "p2" | "p3" | "p4" | "p5" | "p6";
  /** Units that attack. */
  attackers: number;
  /** Swords used. */
  swords: number;
  /** Units that defend. */
  defenders: number;
  /** Shields used. */
  shields: number;
  /** Dice of the attack that scored. */
  attack_total: number;
  /** Dice of the defence that scored. */
  defence_total: number;
  /** Points of a success that no defender took. */
  left_over: number;
}

/** Pieces in stock. */
export interface Stock {
  /** Pieces of grain. */
  grain: number;
  /** Pieces of lumber. */
  lumber: number;
  /** Pieces of ore. */
  ore: number;
  /** Pieces of stone. */
  stone: number;
  /** Pieces of tools. */
  tools: number;
  /** Pieces of swords. */
  swords: number;
  /** Pieces of shields. */
  shields: number;
  /** Pieces of ale. */
  ale: number;
  /** Pieces of finery. */
  finery: number;
}

/** A building in play. */
export interface Building {
  /** The site: the kind and a number. */
  name: string;
  /** Damage tokens; only without any does the building work. */
  damage: number;
  /** Depletion tokens, each of which closes a place. */
  depletion: number;
  /** Activities here in this turn. */
  worked: number;
  /** Whether raw materials were taken here in this turn. */
  produced: boolean;
}

/** One seat's town. */
export interface Town {
  /** Whose it is. */
  seat: "p1" | "p2" | "p3" | "p4" | "p5" | "p6";
  /** The place in the order of elimination; 0 while it plays. */
  eliminated: number;
  /** Laurels, stored finery and undamaged buildings: what wins. */
  renown: number;
  /** Laurels from feasts and fights. */
  laurels: number;
  /** All units. */
  units: number;
  /** Units that the houses hold; more leave at the end of the turn. */
  housing: number;
  /** Units that can still do something this turn. */
  idle: number;
  /** Units that attack this turn. */
  mustered: number;
  /** Tools used this turn. */
  tools_used: number;
  /** Pieces in stock. */
  stock: Stock;
  /** Grain that the granaries hold. */
  grain_room: number;
  /** Other pieces that the warehouses hold. */
  goods_room: number;
  /** The buildings in canonical order. */
  buildings: Building[];
}

/** The whole match: nothing is hidden. */
export interface View {
  /** The round, from 1 on. */
  round: number;
  /** Whose turn it is. */
  active: "p1" | "p2" | "p3" | "p4" | "p5" | "p6";
  /** What is being decided. */
  decision: "break" | "activity" | "discard" | "assign" | "attack" | "swords" | "defend" | "shields" | "spoils" | "damage" | "over";
  /** How the match ended; empty while it goes on. */
  ending: "" | "conquest" | "renown" | "cap";
  /** The options of the match. */
  options: Options;
  /** Units sent against each seat and not fought with yet. */
  assigned: number[];
  /** The opponent that `assign` asks about. Null: nobody is asked about. */
  asked: "p1" | "p2" | "p3" | "p4" | "p5" | "p6" | null;
  /** The attack being fought. Numbers are 0 until they are decided or rolled. Null: nobody is fighting. */
  attack: Attack | null;
  /** The towns in the order of seats. */
  towns: Town[];
}
