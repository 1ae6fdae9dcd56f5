// What a seat may know in tradewarz: `pentarch describe tradewarz --types typescript`.

/** The options of the match. */
export interface Options {
  /** What ends a match: a target, years, or a season budget. */
  length: "xadlas" | "years" | "seasons";
  /** Xadlas needed to win (length xadlas). */
  target: number;
  /** Years played (length years). */
  years: number;
  /** Seasons played (length seasons). */
  season_budget: number;
  /** Years after which every match ends. */
  year_cap: number;
  /** Ships complete a lap before they dock. */
  full_lap: boolean;
  /** Who places the trading posts. */
  post_placement: "random" | "players";
  /** Whether a march moves all groups or one. */
  march_scope: "all" | "one";
  /** How the battle decks are dealt. */
  battle_deal: "random" | "equal";
  /** The first seat changes every year. */
  rotate_first: boolean;
  /** Alliances are allowed (three seats or more). */
  alliances: boolean;
  /** Members an alliance may have. */
  alliance_max: number;
  /** Allies win together or not at all. */
  alliance_victory: boolean;
  /** Trade offers are allowed. */
  trading: boolean;
}

/** The terrain of every tile. */
export interface Tiles {
  /** The terrain of a1. */
  a1: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of a2. */
  a2: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of a3. */
  a3: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of a4. */
  a4: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of a5. */
  a5: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of a6. */
  a6: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of a7. */
  a7: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of b1. */
  b1: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of b2. */
  b2: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of b3. */
  b3: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of b4. */
  b4: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of b5. */
  b5: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of b6. */
  b6: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of b7. */
  b7: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of c1. */
  c1: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of c2. */
  c2: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of c3. */
  c3: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of c4. */
  c4: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of c5. */
  c5: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of c6. */
  c6: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of c7. */
  c7: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of d1. */
  d1: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of d2. */
  d2: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of d3. */
  d3: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of d4. */
  d4: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of d5. */
  d5: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of d6. */
  d6: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of d7. */
  d7: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of e1. */
  e1: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of e2. */
  e2: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of e3. */
  e3: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of e4. */
  e4: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of e5. */
  e5: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of e6. */
  e6: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of e7. */
  e7: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of f1. */
  f1: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of f2. */
  f2: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of f3. */
  f3: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of f4. */
  f4: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of f5. */
  f5: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of f6. */
  f6: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of f7. */
  f7: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of g1. */
  g1: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of g2. */
  g2: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of g3. */
  g3: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of g4. */
  g4: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of g5. */
  g5: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of g6. */
  g6: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
  /** The terrain of g7. */
  g7: "none" | "lumber" | "mining" | "wheat" | "mountain" | "lake";
}

/** A trading post. */
export interface Post {
  /** Where it lies. Null: not laid yet. */
  square: string | null;
  /** Who owns it. Null: nobody does. */
  owner: "p1" | "p2" | "p3" | "p4" | "p5" | "p6" | null;
}

/** A structure. */
export interface Structure {
  /** What it is. */
  kind: "road" | "bridge" | "tunnel";
  /** The tile that it crosses. */
  tile: string;
  /** The two squares it joins. */
  ends: string[];
}

/** Supplies. */
export interface StructuresLeft {
  /** Left of road. */
  road: number;
  /** Left of bridge. */
  bridge: number;
  /** Left of tunnel. */
  tunnel: number;
}

/** A building. */
export interface Building {
  /** Where it stands. */
  square: string;
  /** What it is. */
  kind: "settlement" | "village" | "castle";
  /** Whose it is. */
  owner: "p1" | "p2" | "p3" | "p4" | "p5" | "p6";
  /** The year in which it was built or upgraded. */
  year: number;
  /** The tiles of its silos. */
  silos: string[];
}

/** Soldiers of one seat on one space. */
export interface Army {
  /** Where they are. */
  space: string;
  /** Whose they are. */
  seat: "p1" | "p2" | "p3" | "p4" | "p5" | "p6";
  /** How many. */
  soldiers: number;
}

/** A super unit. */
export interface SuperUnit {
  /** Which. */
  unit: "en08" | "en11" | "en12" | "en15" | "en16" | "mi08" | "mi11" | "mi12" | "mi14" | "mi15" | "mi16";
  /** Who bought it. */
  owner: "p1" | "p2" | "p3" | "p4" | "p5" | "p6";
  /** Whose squad it is with. Null: it is in the capital. */
  holder: "p1" | "p2" | "p3" | "p4" | "p5" | "p6" | null;
  /** Where it is. Null: it is in the capital. */
  space: string | null;
}

/** Morale cards that were not drawn yet. */
export interface MoraleDeck {
  /** How many cards. */
  count: number;
  /** The cards from the top. Null: they are hidden. */
  cards: ("goodcrop" | "timberraft" | "richvein" | "windfall" | "bazaar" | "freemasons" | "volunteers" | "scholars" | "battlecry" | "herosong" | "deadlyaim" | "shieldwall" | "fairwinds" | "cancelbattle" | "trusted" | "ransom")[] | null;
}

/** Resources in stock. */
export interface Resources {
  /** Pieces of gold. */
  gold: number;
  /** Pieces of lumber. */
  lumber: number;
  /** Pieces of mining. */
  mining: number;
  /** Pieces of wheat. */
  wheat: number;
}

/** Main actions left this year. */
export interface Tokens {
  /** Tokens for march. */
  march: number;
  /** Tokens for build. */
  build: number;
  /** Tokens for recruit. */
  recruit: number;
  /** Tokens for resources. */
  resources: number;
  /** Tokens for tech. */
  tech: number;
  /** Tokens for retreat. */
  retreat: number;
}

/** Levels. */
export interface Universities {
  /** The level of economy. */
  economy: number;
  /** The level of engineering. */
  engineering: number;
  /** The level of military. */
  military: number;
}

/** A seat's six battle cards. */
export interface BattleCards {
  /** All six. Null: they are another seat's. */
  six: ("bc01" | "bc02" | "bc03" | "bc04" | "bc05" | "bc06" | "bc07" | "bc08" | "bc09" | "bc10" | "bc11" | "bc12")[] | null;
  /** Those that everybody has seen. */
  known: ("bc01" | "bc02" | "bc03" | "bc04" | "bc05" | "bc06" | "bc07" | "bc08" | "bc09" | "bc10" | "bc11" | "bc12")[];
  /** The used pile, in order. */
  used: ("bc01" | "bc02" | "bc03" | "bc04" | "bc05" | "bc06" | "bc07" | "bc08" | "bc09" | "bc10" | "bc11" | "bc12" | "?")[];
  /** Places of the used pile that nobody saw. */
  unseen: number[];
  /** Cards left in the stack. */
  stack_count: number;
  /** The stack, from the top. Null: its order is hidden. */
  stack: ("bc01" | "bc02" | "bc03" | "bc04" | "bc05" | "bc06" | "bc07" | "bc08" | "bc09" | "bc10" | "bc11" | "bc12")[] | null;
}

/** Everything of one seat. */
export interface House {
  /** Whose it is. */
  seat: "p1" | "p2" | "p3" | "p4" | "p5" | "p6";
  /** The house. Null: not picked yet. */
  house: "auren" | "karsk" | "velmar" | "thornwold" | "ombrel" | "sablen" | null;
  /** The own gate. Null: not landed yet. */
  gate: "gate1" | "gate2" | "gate3" | "gate4" | "gate5" | "gate6" | "gate7" | "gate8" | null;
  /** Where the ship is. */
  ship: number;
  /** Xadlas, which win. */
  xadlas: number;
  /** Golden Xadlas. */
  golden: number;
  /** Silver Xadlas. */
  silver: number;
  /** Resources in stock. */
  resources: Resources;
  /** Main actions left this year. */
  tokens: Tokens;
  /** Levels. */
  universities: Universities;
  /** The techs owned. */
  techs: string[];
  /** Castles ever built. */
  castles_built: number;
  /** Soldiers that can be recruited. */
  reserve: number;
  /** Soldiers outside the own gate. */
  field: number;
  /** Soldiers that the field supports. */
  capacity: number;
  /** The allies. */
  allies: ("p1" | "p2" | "p3" | "p4" | "p5" | "p6")[];
  /** 1 until the next turn of one who broke an alliance. */
  barred: number;
  /** A seat's six battle cards. */
  battle_cards: BattleCards;
  /** Morale cards held. */
  morale_count: number;
  /** The morale cards. Null: they are another seat's. */
  morale: ("goodcrop" | "timberraft" | "richvein" | "windfall" | "bazaar" | "freemasons" | "volunteers" | "scholars" | "battlecry" | "herosong" | "deadlyaim" | "shieldwall" | "fairwinds" | "cancelbattle" | "trusted" | "ransom")[] | null;
}

/** Free actions of this turn. */
export interface Free {
  /** Trades offered. */
  offers: number;
  /** 1 once an alliance was proposed. */
  proposed: number;
  /** Barters made. */
  barters: number;
  /** Exchanges made. */
  exchanges: number;
  /** Cheaper buildings to come. */
  masons: number;
  /** Cheaper techs or universities to come. */
  scholars: number;
  /** Soldiers recruited or techs bought in this main action. */
  gained: number;
  /** The super unit to be appointed. Null: there is none. */
  appointed: "en08" | "en11" | "en12" | "en15" | "en16" | "mi08" | "mi11" | "mi12" | "mi14" | "mi15" | "mi16" | null;
}

/** The march under way; all 0 or null when there is none. */
export interface March {
  /** Steps that a group may make. */
  roll: number;
  /** 1 once a group was formed. */
  grouped: number;
  /** Soldiers that have moved, by where they are. */
  moved: Record<string, number>;
  /** Where the group is. Null: there is no group. */
  at: string | null;
  /** Soldiers of the group. */
  size: number;
  /** The super unit of the group. Null: it has none. */
  unit: "en08" | "en11" | "en12" | "en15" | "en16" | "mi08" | "mi11" | "mi12" | "mi14" | "mi15" | "mi16" | null;
  /** Steps left. */
  left: number;
  /** Steps made. */
  made: number;
}

/** The battle under way; all 0 or null when there is none. */
export interface Battle {
  /** Where it is. Null: there is none. */
  at: string | null;
  /** Where the attackers came from. Null: there is none. */
  from: string | null;
  /** Who attacks. Null: there is none. */
  attacker: "p1" | "p2" | "p3" | "p4" | "p5" | "p6" | null;
  /** Who defends. Null: there is none. */
  defender: "p1" | "p2" | "p3" | "p4" | "p5" | "p6" | null;
  /** Soldiers that attack. */
  attackers: number;
  /** The attackers' super unit. Null: they have none. */
  unit: "en08" | "en11" | "en12" | "en15" | "en16" | "mi08" | "mi11" | "mi12" | "mi14" | "mi15" | "mi16" | null;
  /** 1 for a side that is ready, attacker first. */
  ready: number[];
  /** The cards committed by each side, attacker first. */
  committed: (("goodcrop" | "timberraft" | "richvein" | "windfall" | "bazaar" | "freemasons" | "volunteers" | "scholars" | "battlecry" | "herosong" | "deadlyaim" | "shieldwall" | "fairwinds" | "cancelbattle" | "trusted" | "ransom")[] | null)[];
}

/** Soldiers that look for a place; 0 or null when there are none. */
export interface Loose {
  /** Whose they are. Null: there are none. */
  seat: "p1" | "p2" | "p3" | "p4" | "p5" | "p6" | null;
  /** How many. */
  soldiers: number;
  /** Their super unit. Null: they have none. */
  unit: "en08" | "en11" | "en12" | "en15" | "en16" | "mi08" | "mi11" | "mi12" | "mi14" | "mi15" | "mi16" | null;
  /** Where others were placed. */
  placed: string[];
}

/** A recall under way. */
export interface Recall {
  /** Who recalls. Null: nobody does. */
  seat: "p1" | "p2" | "p3" | "p4" | "p5" | "p6" | null;
  /** What goes on then. Null: nobody recalls. */
  then: "steps" | "turn" | null;
}

/** A trade or an alliance under way. */
export interface Offer {
  /** With whom. Null: there is none. */
  partner: "p1" | "p2" | "p3" | "p4" | "p5" | "p6" | null;
  /** What is given. Null: not named yet. */
  give: "gold" | "lumber" | "mining" | "wheat" | null;
  /** How much is given. */
  give_count: number;
  /** What is wanted. Null: not named yet. */
  want: "gold" | "lumber" | "mining" | "wheat" | null;
  /** How much is wanted. */
  want_count: number;
  /** Seats still to answer a proposal. */
  asked: ("p1" | "p2" | "p3" | "p4" | "p5" | "p6")[];
}

/** What a seat may know of a match. */
export interface View {
  /** How many seats play. */
  seats_count: number;
  /** The options of the match. */
  options: Options;
  /** The year, from 1 on. */
  year: number;
  /** The season. */
  season: "summer" | "harvest" | "fall" | "winter" | "spring";
  /** Seasons that are over. */
  seasons_done: number;
  /** What is being decided. */
  decision: string;
  /** Whose turn it is: the place in `order`. */
  turn: number;
  /** Whose turn it is. */
  seat: "p1" | "p2" | "p3" | "p4" | "p5" | "p6";
  /** Who decides now. */
  to_act: ("p1" | "p2" | "p3" | "p4" | "p5" | "p6")[];
  /** The turn order. */
  order: ("p1" | "p2" | "p3" | "p4" | "p5" | "p6")[];
  /** How the match ended. */
  ending: "goes_on" | "target" | "alliance" | "years" | "seasons" | "supply" | "year_cap";
  /** Allies who won together. */
  winners: ("p1" | "p2" | "p3" | "p4" | "p5" | "p6")[];
  /** The terrain of every tile. */
  tiles: Tiles;
  /** The trading posts. */
  posts: Post[];
  /** The structures laid. */
  structures: Structure[];
  /** Supplies. */
  structures_left: StructuresLeft;
  /** Golden Xadlas left. */
  golden_left: number;
  /** Silver Xadlas left. */
  silver_left: number;
  /** The buildings. */
  buildings: Building[];
  /** Soldiers on the map. */
  armies: Army[];
  /** Super units that were bought. */
  units: SuperUnit[];
  /** The year in which a capital was conquered last, by gate. */
  conquered: Record<string, number>;
  /** Morale cards that were not drawn yet. */
  morale_deck: MoraleDeck;
  /** The houses in the order of seats. */
  seats: House[];
  /** Free actions of this turn. */
  free: Free;
  /** The march under way; all 0 or null when there is none. */
  march: March;
  /** The battle under way; all 0 or null when there is none. */
  battle: Battle;
  /** Soldiers that look for a place; 0 or null when there are none. */
  loose: Loose;
  /** A recall under way. */
  recall: Recall;
  /** A trade or an alliance under way. */
  offer: Offer;
}
