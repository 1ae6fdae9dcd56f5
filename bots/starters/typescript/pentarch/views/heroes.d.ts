// What a seat may know in heroes: `pentarch describe heroes --types typescript`.

/** The options, as presets and choices settle them. */
export interface Settings {
  /** Terrain tiles in the world. */
  tiles: number;
  /** Rounds of the match. */
  rounds: number;
  /** Terrain in battles: 0 as the method says, 1 always, 2 never. */
  battle_terrain: number;
  /** 1 if the player to the left leads neutral guards. */
  left_guards: number;
  /** 1 with terrain costs, roads and impassable borders. */
  terrain: number;
  /** 1 with prayers at holy places. */
  holy_places: number;
  /** 1 with trade, diplomacy and race skills. */
  skills: number;
  /** 1 with honour points. */
  honor: number;
  /** 1 with mercenaries for hire. */
  mercenaries: number;
  /** 1 with Blacksmith, Temple and Shaman Tent. */
  special_buildings: number;
  /** 1 with quest cards. */
  quests: number;
  /** 1 if every seat gets a turn to retake its capital. */
  capital_grace: number;
  /** 1 if seats vote on the combat method at set-up. */
  method_vote: number;
  /** 1 if seats may change the method at the start of a Round. */
  method_change: number;
  /** 1 if seats may agree to end the match. */
  end_by_agreement: number;
  /** Unit transfers allowed per Hero and turn. */
  transfer_cap: number;
  /** The last round of a combat. */
  combat_round_cap: number;
  /** 1 if start tiles are placed without asking. */
  auto_placement: number;
  /** 1 if points of race skills are evened out, 0 as printed. */
  even_race_skills: number;
}

/** Its own abilities. */
export interface Abilities {
  /** Attack. */
  attack: number;
  /** Defense. */
  defense: number;
  /** Initiative. */
  initiative: number;
  /** Movement. */
  movement: number;
}

/** Its abilities with equipment. */
export interface Equipped {
  /** Attack. */
  attack: number;
  /** Defense. */
  defense: number;
  /** Initiative. */
  initiative: number;
  /** Movement. */
  movement: number;
}

/** Units of one kind in an army. */
export interface Section {
  /** The level. */
  unit: "l1" | "l2" | "l3" | "l4" | "l5" | "l6" | "merc";
  /** The unit. */
  name: string;
  /** How many. */
  count: number;
}

/** A Hero. */
export interface Hero {
  /** Its name. */
  hero: "hk1" | "hk2" | "ha1" | "ha2" | "hb1" | "hb2";
  /** Whether it is in play. */
  status: "available" | "in_play" | "dead";
  /** Where it is. Null: it is not in play. */
  hex: string | null;
  /** Where it came from. Null: it has not moved. */
  from: string | null;
  /** Its own abilities. */
  abilities: Abilities;
  /** Its abilities with equipment. */
  with_equipment: Equipped;
  /** Its equipment. */
  equipment: ("attack1" | "attack2" | "defense1" | "defense2" | "initiative1" | "initiative2" | "movement1" | "movement2")[];
  /** Its skills. */
  skills: Record<string, number>;
  /** Its quest. Null: it has none. */
  quest: "q01" | "q02" | "q03" | "q04" | "q05" | "q06" | "q07" | "q08" | "q09" | "q10" | "q11" | "q12" | "q13" | "q14" | "q15" | "q16" | null;
  /** Its army. */
  sections: (Section | null)[];
  /** Movement points left. */
  mp: number;
  /** Its level. */
  level: number;
  /** Experience points. */
  experience: number;
  /** Honour points. */
  honor: number;
  /** How far its quest is. */
  progress: number;
  /** 1 once it was trained. */
  trained: number;
  /** 1 once it has moved this turn. */
  moved: number;
  /** 0 while it can act; 1 done for this turn, 2 just arrived. */
  finished: number;
  /** Transfers made this turn. */
  transfers: number;
  /** 1 once it has spent a movement point this turn. */
  spent: number;
  /** 1 once it gave a quest up this turn. */
  quest_dropped: number;
  /** 1 once it has died. */
  died: number;
  /** The number of its last entry of a hex this turn. */
  entered: number;
}

/** Everything of one seat. */
export interface Player {
  /** Which. */
  seat: "p1" | "p2" | "p3" | "p4" | "p5" | "p6";
  /** Its race. */
  race: "knights" | "amazons" | "barbarians";
  /** Whether it still plays. */
  alive: boolean;
  /** The place in the order of defeat; 0 while it plays. */
  defeat: number;
  /** Heroes lost. */
  deaths: number;
  /** Whether a term to retake the capital was granted, or runs. */
  grace: number;
  /** Gold left for an army. Null: it is hidden. */
  budget: number | null;
  /** Whether it still has to decide. Null: it is hidden. */
  pending: boolean | null;
  /** Its vote. Null: it is hidden. */
  vote: number | null;
  /** Its Heroes. */
  heroes: Hero[];
}

/** Its resources. */
export interface Stock {
  /** Gold. */
  gold: number;
  /** Crystal. */
  crystal: number;
  /** Stone. */
  stone: number;
  /** Wood. */
  wood: number;
}

/** A City, or the Camp. */
export interface City {
  /** Whose race: a letter. */
  city: "k" | "a" | "b";
  /** Who holds it. Null: nobody does. */
  holder: "p1" | "p2" | "p3" | "p4" | "p5" | "p6" | null;
  /** Where it is. Null: it is not in play. */
  hex: string | null;
  /** Its buildings. */
  buildings: string[];
  /** Its resources. */
  stock: Stock;
  /** Honour stored in its special building. */
  stored_honor: number;
  /** Whether its special building was destroyed. */
  razed: boolean;
  /** Its garrison. */
  garrison: Record<string, number>;
}

/** A Recruitment Location. */
export interface Ground {
  /** Its status. */
  status: "idle" | "active" | "mercenaries";
  /** Units for hire. */
  units: number;
}

/** A slot. */
export interface Slot {
  /** Its name. */
  slot: string;
  /** Whether its tile is turned over. */
  face_up: boolean;
  /** Its tile. Null: none, or face down. */
  tile: string | null;
  /** Terrain and site of its hexes. Null: none, or face down. */
  hexes: string[] | null;
  /** Where its centre lies. Null: none, or face down. */
  centre: number[] | null;
}

/** What has changed on a hex. */
export interface Site {
  /** Who owns it. Null: nobody does. */
  owner: "p1" | "p2" | "p3" | "p4" | "p5" | "p6" | null;
  /** What has happened. */
  marks: ("activated" | "explored" | "cleared" | "visited")[];
  /** Heroes that used it. */
  used_by: ("hk1" | "hk2" | "ha1" | "ha2" | "hb1" | "hb2")[];
  /** Units there, by level. */
  units: number[];
}

/** Equipment markers left. */
export interface Cup {
  /** Those that add 1 to attack. */
  attack1: number;
  /** Those that add 2 to attack. */
  attack2: number;
  /** Those that add 1 to defense. */
  defense1: number;
  /** Those that add 2 to defense. */
  defense2: number;
  /** Those that add 1 to initiative. */
  initiative1: number;
  /** Those that add 2 to initiative. */
  initiative2: number;
  /** Those that add 1 to movement. */
  movement1: number;
  /** Those that add 2 to movement. */
  movement2: number;
}

/** What counts at the end, by seat. */
export interface Categories {
  /** Mines owned. */
  mines: number[];
  /** Levels of Heroes. */
  levels: number[];
  /** The worth of armies. */
  army: number[];
}

/** The attack being resolved. */
export interface Strike {
  /** The number of the stack that attacks. */
  attacker: number;
  /** The number of the stack it attacks. */
  target: number;
  /** 1 for an attack from afar. */
  ranged: number;
  /** The attacker's die. */
  attack_die: number;
  /** The target's die. */
  defense_die: number;
  /** How far it is: 0 cleverness, 1 result, 2 fury, 3 experience, 4 losses. */
  stage: number;
  /** Hits so far. */
  hits: number;
  /** The number of the stack that is hit; -1 before that is known. */
  victim: number;
  /** What cleverness adds to the attack. */
  attack_extra: number;
  /** What cleverness adds to the defence. */
  defense_extra: number;
}

/** Units of one kind that fight together. */
export interface Stack {
  /** Its name: `att1` to `att12`, `def1` to `def12`. */
  stack: string;
  /** The unit. */
  unit: string;
  /** How many are left. */
  count: number;
  /** How many there were. */
  start: number;
  /** Damage that has not killed yet. */
  damage: number;
  /** The Hero and section it comes from, or `garrison`. */
  from: string;
  /** Where it stands on the display. Null: nowhere on it. */
  hex: string | null;
  /** The tower it mans; 0: none. */
  tower: number;
  /** What it has done. */
  flags: ("attacked" | "moved" | "fired" | "adjacent" | "freed" | "gone" | "blessed")[];
  /** Attack or Defense that a special building gives it. */
  bonus: number;
  /** How often it was attacked in this step. */
  pressed: number;
}

/** The combat being fought. */
export interface Combat {
  /** Where it is. */
  hex: string;
  /** Where the guards belong. Null: no guards fight. */
  guards_from: string | null;
  /** The City besieged. Null: it is no siege. */
  city: "k" | "a" | "b" | null;
  /** The two sides. */
  seats: ("p1" | "p2" | "p3" | "p4" | "p5" | "p6" | "guards")[];
  /** The leading Heroes. */
  leading: ("hk1" | "hk2" | "ha1" | "ha2" | "hb1" | "hb2" | null)[];
  /** All Heroes that fight. */
  heroes: ("hk1" | "hk2" | "ha1" | "ha2" | "hb1" | "hb2")[];
  /** The phase. */
  phase: string;
  /** The works aimed at. Null: nothing is aimed at. */
  aim: string | null;
  /** The towers' conditions. */
  towers: number[];
  /** The walls' conditions, by hex. */
  works: number[];
  /** 1 once a side has tried to seize the initiative. Attacker first. */
  seized: number[];
  /** 1 once a side has used its race skill. Attacker first. */
  skill_used: number[];
  /** The attack being resolved. Null: no stack attacks. */
  strike: Strike | null;
  /** Attacks that are announced and not made yet. */
  plan: number[][];
  /** Units it has killed. Attacker first. */
  killed: number[];
  /** The levels of the units it has killed, added up. Attacker first. */
  worth: number[];
  /** All stacks. */
  stacks: Stack[];
  /** 1 if a reaction brought it about. */
  reaction: number;
  /** The side that decides: 0 the original attacker. */
  actor: number;
  /** The round of the combat. */
  round: number;
  /** The side that has the initiative. */
  initiative: number;
  /** Rounds in a row without an attack or a breach. */
  quiet: number;
  /** 1 once there was one in this round. */
  busy: number;
  /** Sides in a row that have not subverted. */
  passes: number;
  /** Part of a step: 0 stacks move, 1 choose, 2 attack. */
  sub: number;
  /** The stack or side whose turn it is in the phase. */
  cursor: number;
  /** The wall in the Arena: 0 whole, 1 damaged, 2 destroyed. */
  wall: number;
  /** 1 once a breach was tried this round on the display. */
  breached: number;
  /** The highest level of the guards at the start. */
  giants: number;
}

/** What others still see during production. */
export interface Before {
  /** The cities. */
  cities: City[];
  /** The Heroes. */
  heroes: Hero[];
}

/** What a seat may know of a match. */
export interface View {
  /** The Round; 0 before the first. */
  round: number;
  /** The sequence of turns in the Round. */
  sequence: number;
  /** The place in `order`. */
  turn: number;
  /** The stage of the match. */
  stage: "army" | "place" | "round" | "turns" | "produce" | "clean" | "check" | "next" | "over";
  /** Whose turn it is. Null: nobody's. */
  active: "p1" | "p2" | "p3" | "p4" | "p5" | "p6" | null;
  /** The order of turns. */
  order: ("p1" | "p2" | "p3" | "p4" | "p5" | "p6")[];
  /** Whether the war has begun. */
  war: boolean;
  /** How the match ended. Null: it goes on. */
  over: "last_standing" | "all_defeated" | "rounds" | "agreed" | null;
  /** The combat method. */
  method: number;
  /** The options, as presets and choices settle them. */
  options: Settings;
  /** What is being decided. Null: the match is over. */
  decision: string | null;
  /** What goes on when the decision is made, the next last. */
  agenda: ((string | number)[])[];
  /** The seats in order. */
  seats: Player[];
  /** The capitals of the three races. */
  cities: City[];
  /** The Recruitment Locations. */
  grounds: Ground[];
  /** Where start tiles lie, by race; -1: nowhere. */
  places: number[];
  /** The slots of the map. */
  slots: Slot[];
  /** Tiles that lie face down, in no order. */
  face_down: string[];
  /** Hexes on which something has changed. */
  hexes: Record<string, Site>;
  /** Equipment markers left. */
  cup: Cup;
  /** The quest deck. Null: its order is hidden. */
  deck: ("q01" | "q02" | "q03" | "q04" | "q05" | "q06" | "q07" | "q08" | "q09" | "q10" | "q11" | "q12" | "q13" | "q14" | "q15" | "q16")[] | null;
  /** Quests done or given up. */
  discards: ("q01" | "q02" | "q03" | "q04" | "q05" | "q06" | "q07" | "q08" | "q09" | "q10" | "q11" | "q12" | "q13" | "q14" | "q15" | "q16")[];
  /** What counts at the end, by seat. Null: it is hidden. */
  categories: Categories | null;
  /** Units that a Hero left behind this turn. */
  left_units: ((string | number)[])[];
  /** Hexes whose guards were checked. */
  checked: string[];
  /** Movers to whom each Hero has tried to react. */
  tried: (("hk1" | "hk2" | "ha1" | "ha2" | "hb1" | "hb2")[])[];
  /** A hex that was just entered. Null: there is none. */
  fresh: string | null;
  /** Hexes entered this turn. */
  entries: number;
  /** Seats defeated. */
  defeats: number;
  /** The combat being fought. Null: there is none. */
  combat: Combat | null;
  /** What others still see during production. Null: hidden, or nothing is produced. */
  before: Before | null;
}
