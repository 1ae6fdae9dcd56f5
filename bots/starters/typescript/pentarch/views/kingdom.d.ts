// What a seat may know in kingdom: `pentarch describe kingdom --types typescript`.

/** The options of the match. */
export interface Options {
  /** The map; auto picks one by seats. */
  map: "auto" | "duel" | "strait" | "crowns" | "winds" | "isles" | "pentacle" | "realms" | "random";
  /** How large a random map is. */
  map_size: "small" | "medium" | "large";
  /** Castles that win; 0: the map's number. */
  castles_to_win: number;
  /** The last round, from 5; 0: the map's number. */
  max_rounds: number;
  /** Gold of each kingdom at the start. */
  start_gold: number;
  /** Swordsmen in each home at the start. */
  start_swordsmen: number;
  /** Attack of the home castles at the start. */
  home_attack: number;
  /** How strongly neutral castles are held. */
  garrisons: "none" | "normal" | "strong";
  /** Scrolls on offer each round. */
  market_size: number;
  /** How far prices stray from the list. */
  price_spread: number;
  /** A tech is offered every so many rounds; 0: never. */
  tech_interval: number;
  /** Rounds until a guard tower can fight. */
  tower_build_time: number;
  /** Mages can cast blessing too. */
  extra_spells: boolean;
}

/** An area of the map. */
export interface Area {
  /** Its name. */
  id: string;
  /** Land or sea. */
  kind: "land" | "sea";
  /** Where it is drawn. */
  x: number;
  /** Where it is drawn. */
  y: number;
  /** Gold that it pays its owner. */
  tax: number;
  /** Whether it has a castle. */
  castle: boolean;
  /** Whose home it is. Null: it is nobody's home. */
  home: "p1" | "p2" | "p3" | "p4" | "p5" | "p6" | null;
  /** The adjacent areas. */
  neighbours: string[];
}

/** The map, which never changes. */
export interface Board {
  /** Its name. */
  map: "duel" | "strait" | "crowns" | "winds" | "isles" | "pentacle" | "realms" | "random";
  /** The size of a random map; empty for others. */
  map_size: "" | "small" | "medium" | "large";
  /** What it is called. */
  title: string;
  /** How a random map was grown. */
  wedge: string[];
  /** How wide it is drawn. */
  width: number;
  /** How high it is drawn. */
  height: number;
  /** The areas. */
  areas: Area[];
}

/** A land region. */
export interface Region {
  /** Its name. */
  id: string;
  /** Who owns it. Null: nobody does. */
  owner: "p1" | "p2" | "p3" | "p4" | "p5" | "p6" | "n0" | null;
  /** Whether it has a sawmill. */
  sawmill: boolean;
}

/** A unit in training. */
export interface Recruit {
  /** The kind of unit. */
  type: "swordsman" | "guard_tower" | "mage" | "knight" | "trireme" | "galleon" | "dragon";
  /** Where it will appear. */
  place: string;
  /** Rounds until it is ready. */
  rounds: number;
}

/** A castle. */
export interface Castle {
  /** Its region. */
  id: string;
  /** Who owns it. Null: nobody does. */
  owner: "p1" | "p2" | "p3" | "p4" | "p5" | "p6" | "n0" | null;
  /** How many units it trains at a time. */
  production: number;
  /** Its attack. */
  attack: number;
  /** Units in training. */
  queue: Recruit[];
}

/** A unit on the map. */
export interface Unit {
  /** Its name: `u` and a number. */
  id: string;
  /** Its kind. */
  type: "swordsman" | "guard_tower" | "mage" | "knight" | "trireme" | "galleon" | "dragon";
  /** Whose it is; `n0` is a garrison. */
  kingdom: "p1" | "p2" | "p3" | "p4" | "p5" | "p6" | "n0";
  /** Where it is. */
  area: string;
  /** The ship that carries it. Null: none does. */
  ship: string | null;
  /** Mana of a mage. */
  mana: number;
  /** Rounds until a guard tower is complete. */
  build: number;
}

/** A scroll on offer. */
export interface Offer {
  /** Which. */
  scroll: "improve_defense" | "improve_production" | "sawmill" | "market" | "dragon_egg" | "galleon_blueprint" | "guard_tower";
  /** Its price. */
  price: number;
}

/** Scrolls as the round began. */
export interface Stock {
  /** Scrolls of improve defense. */
  improve_defense: number;
  /** Scrolls of improve production. */
  improve_production: number;
  /** Scrolls of sawmill. */
  sawmill: number;
  /** Scrolls of market. */
  market: number;
  /** Scrolls of dragon egg. */
  dragon_egg: number;
  /** Scrolls of galleon blueprint. */
  galleon_blueprint: number;
  /** Scrolls of guard tower. */
  guard_tower: number;
}

/** Scrolls left. */
export interface PlannedStock {
  /** Scrolls of improve defense. */
  improve_defense: number;
  /** Scrolls of improve production. */
  improve_production: number;
  /** Scrolls of sawmill. */
  sawmill: number;
  /** Scrolls of market. */
  market: number;
  /** Scrolls of dragon egg. */
  dragon_egg: number;
  /** Scrolls of galleon blueprint. */
  galleon_blueprint: number;
  /** Scrolls of guard tower. */
  guard_tower: number;
}

/** A unit ordered. */
export interface Queued {
  /** Where it is trained. */
  castle: string;
  /** The kind of unit. */
  type: "swordsman" | "guard_tower" | "mage" | "knight" | "trireme" | "galleon" | "dragon";
  /** Where it will appear. */
  place: string;
  /** Rounds until it is ready. */
  rounds: number;
}

/** The path of a unit. */
export interface Path {
  /** The unit. */
  unit: string;
  /** The areas it enters. */
  areas: string[];
}

/** A unit that boards. */
export interface Load {
  /** The unit. */
  unit: string;
  /** The ship. */
  ship: string;
}

/** A passenger. */
export interface Unload {
  /** The unit. */
  unit: string;
  /** Where. */
  area: string;
}

/** A spell. */
export interface Cast {
  /** The mage. */
  mage: string;
  /** The spell. */
  spell: "fog" | "earthquake" | "blessing";
  /** The target. */
  area: string;
}

/** What a seat has entered in this round. */
export interface Plan {
  /** What it is asked. */
  decision: "debt" | "menu" | "path" | "target" | "area" | "done";
  /** The commands entered. */
  orders: string[];
  /** Gold left. */
  gold: number;
  /** Scrolls left. */
  stock: PlannedStock;
  /** Prices of the scrolls on offer. */
  prices: Record<string, number>;
  /** Whether the kingdom has the market. */
  market: boolean;
  /** The tech started. Null: none was. */
  research: "shield_wall" | "heavy_lances" | "plate_armor" | "conscription" | "quartermasters" | "land_registry" | "forestry" | "masonry" | "haggling" | "seamanship" | "arcane_study" | "dragon_bond" | null;
  /** Units ordered. */
  queued: Queued[];
  /** Castles improved. */
  improved: Record<string, "improve_defense" | "improve_production" | "sawmill" | "market" | "dragon_egg" | "galleon_blueprint" | "guard_tower">;
  /** Regions where a sawmill was built. */
  sawmills: string[];
  /** Regions where a tower was placed. */
  towers: string[];
  /** Units disbanded. */
  disbanded: string[];
  /** Movement orders. */
  paths: Path[];
  /** Units that board. */
  loads: Load[];
  /** Passengers that land. */
  unloads: Unload[];
  /** Spells. */
  casts: Cast[];
}

/** Everything of one seat. */
export interface Kingdom {
  /** Whose it is. */
  seat: "p1" | "p2" | "p3" | "p4" | "p5" | "p6";
  /** The round in which it fell; 0 while it plays. */
  eliminated: number;
  /** Whether its orders are given. */
  done: boolean;
  /** Gold as the round began. */
  gold: number;
  /** Scrolls as the round began. */
  stock: Stock;
  /** Whether it has the market. */
  market: boolean;
  /** Techs known. */
  techs: ("shield_wall" | "heavy_lances" | "plate_armor" | "conscription" | "quartermasters" | "land_registry" | "forestry" | "masonry" | "haggling" | "seamanship" | "arcane_study" | "dragon_bond")[];
  /** Instalments still due, by tech. */
  research: Record<string, number>;
  /** Castles owned. */
  castles: number;
  /** Gold that it earns in a round. */
  income: number;
  /** Gold that it pays in a round. */
  upkeep: number;
  /** The value of its army. */
  army: number;
  /** What a seat has entered in this round. Null: it is another seat's. */
  plan: Plan | null;
}

/** How the match ended. */
export interface Outcome {
  /** Why. */
  reason: "castles" | "conquest" | "cap";
  /** Ranks by seat. */
  ranks: number[];
}

/** What a seat may know: the realm as the round began, and its own plan. */
export interface View {
  /** The round, from 1 on. */
  round: number;
  /** The round after which the match ends by the cap. */
  last_round: number;
  /** Castles that win. */
  castles_to_win: number;
  /** What is being decided. */
  phase: "orders" | "over";
  /** Who has not given its orders yet. */
  to_act: ("p1" | "p2" | "p3" | "p4" | "p5" | "p6")[];
  /** The options of the match. */
  options: Options;
  /** The map, which never changes. */
  board: Board;
  /** The land regions. */
  regions: Region[];
  /** The castles. */
  castles: Castle[];
  /** The units. */
  units: Unit[];
  /** The number of the next unit. */
  next_unit: number;
  /** The scrolls on offer. */
  market: Offer[];
  /** The tech on offer. Null: none is. */
  tech: "shield_wall" | "heavy_lances" | "plate_armor" | "conscription" | "quartermasters" | "land_registry" | "forestry" | "masonry" | "haggling" | "seamanship" | "arcane_study" | "dragon_bond" | null;
  /** Techs still to come, in no order. */
  techs_left: ("shield_wall" | "heavy_lances" | "plate_armor" | "conscription" | "quartermasters" | "land_registry" | "forestry" | "masonry" | "haggling" | "seamanship" | "arcane_study" | "dragon_bond")[];
  /** Techs still to come, in order. Null: it is hidden. */
  deck: ("shield_wall" | "heavy_lances" | "plate_armor" | "conscription" | "quartermasters" | "land_registry" | "forestry" | "masonry" | "haggling" | "seamanship" | "arcane_study" | "dragon_bond")[] | null;
  /** The kingdoms in the order of seats. */
  seats: Kingdom[];
  /** How the match ended. Null: it goes on. */
  outcome: Outcome | null;
}
