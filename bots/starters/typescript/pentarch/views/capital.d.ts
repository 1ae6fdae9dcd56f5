// What a seat may know in capital: `pentarch describe capital --types typescript`.

/** The options of the match. */
export interface Options {
  /** 6 or 8 Capital upgrades to win. */
  mode: "short" | "full";
  /** Two teams of two; needs four seats. */
  teams: "none" | "2v2";
  /** Quests and the Legendary Deck. */
  quests: boolean;
  /** Settle effects of mercenaries. */
  settle: boolean;
  /** Standard cities, advanced ones by lot, or advanced ones by choice. */
  cities: "a" | "b_random" | "b_pick";
  /** The last round. */
  round_cap: number;
  /** Extra starting cards per seat position. */
  late_seat_cards: number;
  /** Once 1 more Gold and Build for later seats (CP-3.7). */
  late_seat_bonus: boolean;
}

/** The Deck. */
export interface Pile {
  /** How many cards there are. */
  count: number;
  /** The cards, the top one first. Null: they are hidden. */
  cards: string[] | null;
}

/** A unit in a slot. */
export interface Unit {
  /** The card. Null: it lies face down. */
  card: string | null;
  /** Whether it has attacked this turn. */
  spent: boolean;
  /** Whether it has moved in this Regroup phase. */
  moved: boolean;
  /** Whether it is in the battle. */
  on_battlefield: boolean;
}

/** A seat's city. */
export interface City {
  /** Which city it is. Null: not chosen yet. */
  id: "a" | "b1" | "b2" | "b3" | "b4" | "b5" | "b6" | null;
  /** Points of a score that raze it. */
  hp: number;
  /** Slots for troops. */
  troop_slots: number;
  /** Slots for mercenaries. */
  merc_slots: number;
  /** Whether troops may attack from here. */
  attack_open: boolean;
  /** Whether troops may defend from here. */
  defense_open: boolean;
  /** Whether mercenaries may act from here. */
  merc_open: boolean;
  /** The troops here, in order of arrival. */
  troops: Unit[];
  /** The mercenaries here, in order of arrival. */
  mercs: Unit[];
}

/** The sums of all that is in play. */
export interface Tracker {
  /** The sum of gold. */
  gold: number;
  /** The sum of build. */
  build: number;
  /** The sum of draw. */
  draw: number;
  /** The sum of store. */
  store: number;
  /** The sum of passive. */
  passive: number;
  /** The sum of discount. */
  discount: number;
  /** The sum of attack bonus. */
  attack_bonus: number;
}

/** What is left to spend in this Build phase. */
export interface Pools {
  /** Gold. */
  gold: number;
  /** Build. */
  build: number;
  /** Gold less for each upgrade. */
  discount: number;
  /** Gold less for the next upgrade. */
  rebate: number;
  /** Buildings to come that need no Build and no banner. */
  free_buildings: number;
  /** Troops to come that are free. */
  free_troops: number;
}

/** What the next of each costs. */
export interface Prices {
  /** Gold for a Village. */
  village: number;
  /** Gold for an upgrade. */
  upgrade: number;
}

/** What the seat did, as Quests ask for it. */
export interface Deeds {
  /** Whether it won an attack this turn. */
  won_attack: boolean;
  /** Hit points razed this turn. */
  razed_hp: number;
  /** Whether it won a defence since its last turn. */
  won_defence: boolean;
  /** Whether it keeps its whole hand this turn. */
  keep_all: boolean;
}

/** A building on the table. */
export interface Building {
  /** Its location: its name, or a Village's number. */
  at: string;
  /** The card. */
  card: string;
  /** Points that raze it. */
  hp: number;
  /** The mercenary settled under it. Null: nobody is. */
  settled: string | null;
  /** Slots for troops. */
  troop_slots: number;
  /** Slots for mercenaries. */
  merc_slots: number;
  /** The troops here, in order of arrival. */
  troops: Unit[];
  /** The mercenaries here, in order of arrival. */
  mercs: Unit[];
}

/** Everything of one seat. */
export interface Realm {
  /** Whose it is. */
  seat: "p1" | "p2" | "p3" | "p4";
  /** The team. Null: nobody plays in teams. */
  team: "A" | "B" | null;
  /** Whether its city stands. */
  alive: boolean;
  /** The place in the order of defeat; 0 while it plays. */
  defeat: number;
  /** A seat's city. */
  city: City;
  /** The upgrades completed. */
  upgrades: ("gold" | "build" | "draw" | "store" | "passive" | "mercenary" | "attack" | "defense")[];
  /** The sums of all that is in play. */
  tracker: Tracker;
  /** What is left to spend in this Build phase. */
  pools: Pools;
  /** What the next of each costs. */
  prices: Prices;
  /** What the seat did, as Quests ask for it. */
  deeds: Deeds;
  /** Villages ever built; the next one gets the next number. */
  villages_founded: number;
  /** The hand. */
  hand: Pile;
  /** The cards kept so far in this Regroup phase. */
  kept: Pile;
  /** The buildings, in order. */
  buildings: Building[];
}

/** A troop in the battle. */
export interface Fighter {
  /** Whose it is. */
  seat: "p1" | "p2" | "p3" | "p4";
  /** The card. */
  card: string;
  /** Its home. */
  at: string;
  /** Whether its home stands. */
  has_home: boolean;
}

/** The battle being fought. */
export interface Battle {
  /** Who attacks. */
  attacker: "p1" | "p2" | "p3" | "p4";
  /** Who is attacked. */
  defender: "p1" | "p2" | "p3" | "p4";
  /** The attackers, in order of commitment. */
  attackers: Fighter[];
  /** The defenders, in order of commitment. */
  defenders: Fighter[];
  /** The attack total as it stands. */
  attack_total: number;
  /** The defence total as it stands. */
  defence_total: number;
  /** What mercenaries add to the attack. */
  attack_extra: number;
  /** What mercenaries add to the defence. */
  defence_extra: number;
  /** How much Passive Defence is cut. */
  passive_cut: number;
  /** Heals of the attacker left. */
  attack_heals: number;
  /** Heals of the defender left. */
  defence_heals: number;
  /** Attack minus defence, once it is decided. */
  score: number;
  /** Points of the score left for razing. */
  points: number;
  /** Siege points left. */
  siege: number;
  /** What the winner can still save. */
  budget: number;
  /** Whether the defender's city was razed. */
  defeated: boolean;
}

/** What a seat may know of a match. */
export interface View {
  /** The options of the match. */
  options: Options;
  /** The round, from 1 on. */
  round: number;
  /** The phase of the turn. */
  phase: "setup" | "build" | "attack" | "regroup" | "over";
  /** Whose turn it is. */
  active: "p1" | "p2" | "p3" | "p4";
  /** What is being decided. */
  decision: string;
  /** Who decides. Null: the match is over. */
  to_act: "p1" | "p2" | "p3" | "p4" | null;
  /** The Deck. */
  deck: Pile;
  /** The discard pile, the latest card last. */
  discard: string[];
  /** The Legendary Deck. */
  legendary: Pile;
  /** The Legendary cards being looked at. */
  looked: Pile;
  /** Who is being spied on. Null: nobody is. */
  spied: "p1" | "p2" | "p3" | "p4" | null;
  /** The realms in the order of seats. */
  seats: Realm[];
  /** The battle being fought. Null: there is none. */
  battle: Battle | null;
  /** How the match ended. */
  ending: "none" | "capital" | "conquest" | "round_cap";
  /** Who has won. Null: nobody yet, or a cap ended it. */
  winner: "p1" | "p2" | "p3" | "p4" | null;
}
