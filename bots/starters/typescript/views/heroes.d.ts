// What a seat may know in heroes: `pentarch describe heroes --types typescript`.

/** The options, as presets and choices settle them. */
export interface Settings {
  /** Tiles. */
  tiles: number;
  /** Rounds. */
  rounds: number;
  /** Battle terrain. */
  battle_terrain: number;
  /** Left guards. */
  left_guards: number;
  /** Terrain. */
  terrain: number;
  /** Holy places. */
  holy_places: number;
  /** Skills. */
  skills: number;
  /** Honor. */
  honor: number;
  /** Mercenaries. */
  mercenaries: number;
  /** Special buildings. */
  special_buildings: number;
  /** Quests. */
  quests: number;
  /** Capital grace. */
  capital_grace: number;
  /** Method vote. */
  method_vote: number;
  /** Method change. */
  method_change: number;
  /** End by agreement. */
  end_by_agreement: number;
  /** Transfer cap. */
  transfer_cap: number;
  /** Combat round cap. */
  combat_round_cap: number;
  /** Auto placement. */
  auto_placement: number;
  /** Even race skills. */
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
  name: "levy" | "footman" | "crossbowman" | "swordsman" | "lancer" | "paladin" | "spearmaiden" | "outrider" | "longbow" | "bladedancer" | "temple_guard" | "valkyrie" | "brawler" | "axeman" | "slinger" | "berserker" | "wolf_rider" | "ogre" | "goblin" | "orc" | "bone_archer" | "troll" | "centaur" | "dragon" | "mercenary";
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
  hex: "t1.c" | "t1.n" | "t1.ne" | "t1.se" | "t1.s" | "t1.sw" | "t1.nw" | "t2.c" | "t2.n" | "t2.ne" | "t2.se" | "t2.s" | "t2.sw" | "t2.nw" | "t3.c" | "t3.n" | "t3.ne" | "t3.se" | "t3.s" | "t3.sw" | "t3.nw" | "t4.c" | "t4.n" | "t4.ne" | "t4.se" | "t4.s" | "t4.sw" | "t4.nw" | "t5.c" | "t5.n" | "t5.ne" | "t5.se" | "t5.s" | "t5.sw" | "t5.nw" | "t6.c" | "t6.n" | "t6.ne" | "t6.se" | "t6.s" | "t6.sw" | "t6.nw" | "t7.c" | "t7.n" | "t7.ne" | "t7.se" | "t7.s" | "t7.sw" | "t7.nw" | "t8.c" | "t8.n" | "t8.ne" | "t8.se" | "t8.s" | "t8.sw" | "t8.nw" | "t9.c" | "t9.n" | "t9.ne" | "t9.se" | "t9.s" | "t9.sw" | "t9.nw" | "t10.c" | "t10.n" | "t10.ne" | "t10.se" | "t10.s" | "t10.sw" | "t10.nw" | "t11.c" | "t11.n" | "t11.ne" | "t11.se" | "t11.s" | "t11.sw" | "t11.nw" | "t12.c" | "t12.n" | "t12.ne" | "t12.se" | "t12.s" | "t12.sw" | "t12.nw" | "t13.c" | "t13.n" | "t13.ne" | "t13.se" | "t13.s" | "t13.sw" | "t13.nw" | "t14.c" | "t14.n" | "t14.ne" | "t14.se" | "t14.s" | "t14.sw" | "t14.nw" | "t15.c" | "t15.n" | "t15.ne" | "t15.se" | "t15.s" | "t15.sw" | "t15.nw" | "t16.c" | "t16.n" | "t16.ne" | "t16.se" | "t16.s" | "t16.sw" | "t16.nw" | "t17.c" | "t17.n" | "t17.ne" | "t17.se" | "t17.s" | "t17.sw" | "t17.nw" | "t18.c" | "t18.n" | "t18.ne" | "t18.se" | "t18.s" | "t18.sw" | "t18.nw" | "t19.c" | "t19.n" | "t19.ne" | "t19.se" | "t19.s" | "t19.sw" | "t19.nw" | "t20.c" | "t20.n" | "t20.ne" | "t20.se" | "t20.s" | "t20.sw" | "t20.nw" | "t21.c" | "t21.n" | "t21.ne" | "t21.se" | "t21.s" | "t21.sw" | "t21.nw" | "t22.c" | "t22.n" | "t22.ne" | "t22.se" | "t22.s" | "t22.sw" | "t22.nw" | "t23.c" | "t23.n" | "t23.ne" | "t23.se" | "t23.s" | "t23.sw" | "t23.nw" | "t24.c" | "t24.n" | "t24.ne" | "t24.se" | "t24.s" | "t24.sw" | "t24.nw" | "k.c" | "k.n" | "k.ne" | "k.se" | "k.s" | "k.sw" | "k.nw" | "a.c" | "a.n" | "a.ne" | "a.se" | "a.s" | "a.sw" | "a.nw" | "b.c" | "b.n" | "b.ne" | "b.se" | "b.s" | "b.sw" | "b.nw" | null;
  /** Where it came from. Null: it has not moved. */
  from: "t1.c" | "t1.n" | "t1.ne" | "t1.se" | "t1.s" | "t1.sw" | "t1.nw" | "t2.c" | "t2.n" | "t2.ne" | "t2.se" | "t2.s" | "t2.sw" | "t2.nw" | "t3.c" | "t3.n" | "t3.ne" | "t3.se" | "t3.s" | "t3.sw" | "t3.nw" | "t4.c" | "t4.n" | "t4.ne" | "t4.se" | "t4.s" | "t4.sw" | "t4.nw" | "t5.c" | "t5.n" | "t5.ne" | "t5.se" | "t5.s" | "t5.sw" | "t5.nw" | "t6.c" | "t6.n" | "t6.ne" | "t6.se" | "t6.s" | "t6.sw" | "t6.nw" | "t7.c" | "t7.n" | "t7.ne" | "t7.se" | "t7.s" | "t7.sw" | "t7.nw" | "t8.c" | "t8.n" | "t8.ne" | "t8.se" | "t8.s" | "t8.sw" | "t8.nw" | "t9.c" | "t9.n" | "t9.ne" | "t9.se" | "t9.s" | "t9.sw" | "t9.nw" | "t10.c" | "t10.n" | "t10.ne" | "t10.se" | "t10.s" | "t10.sw" | "t10.nw" | "t11.c" | "t11.n" | "t11.ne" | "t11.se" | "t11.s" | "t11.sw" | "t11.nw" | "t12.c" | "t12.n" | "t12.ne" | "t12.se" | "t12.s" | "t12.sw" | "t12.nw" | "t13.c" | "t13.n" | "t13.ne" | "t13.se" | "t13.s" | "t13.sw" | "t13.nw" | "t14.c" | "t14.n" | "t14.ne" | "t14.se" | "t14.s" | "t14.sw" | "t14.nw" | "t15.c" | "t15.n" | "t15.ne" | "t15.se" | "t15.s" | "t15.sw" | "t15.nw" | "t16.c" | "t16.n" | "t16.ne" | "t16.se" | "t16.s" | "t16.sw" | "t16.nw" | "t17.c" | "t17.n" | "t17.ne" | "t17.se" | "t17.s" | "t17.sw" | "t17.nw" | "t18.c" | "t18.n" | "t18.ne" | "t18.se" | "t18.s" | "t18.sw" | "t18.nw" | "t19.c" | "t19.n" | "t19.ne" | "t19.se" | "t19.s" | "t19.sw" | "t19.nw" | "t20.c" | "t20.n" | "t20.ne" | "t20.se" | "t20.s" | "t20.sw" | "t20.nw" | "t21.c" | "t21.n" | "t21.ne" | "t21.se" | "t21.s" | "t21.sw" | "t21.nw" | "t22.c" | "t22.n" | "t22.ne" | "t22.se" | "t22.s" | "t22.sw" | "t22.nw" | "t23.c" | "t23.n" | "t23.ne" | "t23.se" | "t23.s" | "t23.sw" | "t23.nw" | "t24.c" | "t24.n" | "t24.ne" | "t24.se" | "t24.s" | "t24.sw" | "t24.nw" | "k.c" | "k.n" | "k.ne" | "k.se" | "k.s" | "k.sw" | "k.nw" | "a.c" | "a.n" | "a.ne" | "a.se" | "a.s" | "a.sw" | "a.nw" | "b.c" | "b.n" | "b.ne" | "b.se" | "b.s" | "b.sw" | "b.nw" | null;
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
  /** Whether it is done for this turn, and why. */
  finished: number;
  /** Transfers made this turn. */
  transfers: number;
  /** 1 once it has used its units' hex this turn. */
  spent: number;
  /** 1 once it gave a quest up. */
  quest_dropped: number;
  /** How often it died. */
  died: number;
  /** When it entered its hex, counted over the match. */
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
  hex: "t1.c" | "t1.n" | "t1.ne" | "t1.se" | "t1.s" | "t1.sw" | "t1.nw" | "t2.c" | "t2.n" | "t2.ne" | "t2.se" | "t2.s" | "t2.sw" | "t2.nw" | "t3.c" | "t3.n" | "t3.ne" | "t3.se" | "t3.s" | "t3.sw" | "t3.nw" | "t4.c" | "t4.n" | "t4.ne" | "t4.se" | "t4.s" | "t4.sw" | "t4.nw" | "t5.c" | "t5.n" | "t5.ne" | "t5.se" | "t5.s" | "t5.sw" | "t5.nw" | "t6.c" | "t6.n" | "t6.ne" | "t6.se" | "t6.s" | "t6.sw" | "t6.nw" | "t7.c" | "t7.n" | "t7.ne" | "t7.se" | "t7.s" | "t7.sw" | "t7.nw" | "t8.c" | "t8.n" | "t8.ne" | "t8.se" | "t8.s" | "t8.sw" | "t8.nw" | "t9.c" | "t9.n" | "t9.ne" | "t9.se" | "t9.s" | "t9.sw" | "t9.nw" | "t10.c" | "t10.n" | "t10.ne" | "t10.se" | "t10.s" | "t10.sw" | "t10.nw" | "t11.c" | "t11.n" | "t11.ne" | "t11.se" | "t11.s" | "t11.sw" | "t11.nw" | "t12.c" | "t12.n" | "t12.ne" | "t12.se" | "t12.s" | "t12.sw" | "t12.nw" | "t13.c" | "t13.n" | "t13.ne" | "t13.se" | "t13.s" | "t13.sw" | "t13.nw" | "t14.c" | "t14.n" | "t14.ne" | "t14.se" | "t14.s" | "t14.sw" | "t14.nw" | "t15.c" | "t15.n" | "t15.ne" | "t15.se" | "t15.s" | "t15.sw" | "t15.nw" | "t16.c" | "t16.n" | "t16.ne" | "t16.se" | "t16.s" | "t16.sw" | "t16.nw" | "t17.c" | "t17.n" | "t17.ne" | "t17.se" | "t17.s" | "t17.sw" | "t17.nw" | "t18.c" | "t18.n" | "t18.ne" | "t18.se" | "t18.s" | "t18.sw" | "t18.nw" | "t19.c" | "t19.n" | "t19.ne" | "t19.se" | "t19.s" | "t19.sw" | "t19.nw" | "t20.c" | "t20.n" | "t20.ne" | "t20.se" | "t20.s" | "t20.sw" | "t20.nw" | "t21.c" | "t21.n" | "t21.ne" | "t21.se" | "t21.s" | "t21.sw" | "t21.nw" | "t22.c" | "t22.n" | "t22.ne" | "t22.se" | "t22.s" | "t22.sw" | "t22.nw" | "t23.c" | "t23.n" | "t23.ne" | "t23.se" | "t23.s" | "t23.sw" | "t23.nw" | "t24.c" | "t24.n" | "t24.ne" | "t24.se" | "t24.s" | "t24.sw" | "t24.nw" | "k.c" | "k.n" | "k.ne" | "k.se" | "k.s" | "k.sw" | "k.nw" | "a.c" | "a.n" | "a.ne" | "a.se" | "a.s" | "a.sw" | "a.nw" | "b.c" | "b.n" | "b.ne" | "b.se" | "b.s" | "b.sw" | "b.nw" | null;
  /** Its buildings. */
  buildings: ("hamlet" | "barracks" | "range" | "academy" | "tiltyard" | "garde" | "wall2" | "wall3" | "tower1" | "tower2" | "training" | "tavern" | "townhall" | "cityhall" | "palace" | "tradehall" | "storehouse" | "blacksmith" | "temple" | "shamantent")[];
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
  slot: "t1" | "t2" | "t3" | "t4" | "t5" | "t6" | "t7" | "t8" | "t9" | "t10" | "t11" | "t12" | "t13" | "t14" | "t15" | "t16" | "t17" | "t18" | "t19" | "t20" | "t21" | "t22" | "t23" | "t24" | "k" | "a" | "b";
  /** Whether its tile is turned over. */
  face_up: boolean;
  /** Its tile. Null: none, or face down. */
  tile: "T01" | "T02" | "T03" | "T04" | "T05" | "T06" | "T07" | "T08" | "T09" | "T10" | "T11" | "T12" | "T13" | "T14" | "T15" | "T16" | "T17" | "T18" | "T19" | "T20" | "T21" | "T22" | "T23" | "T24" | "K" | "A" | "B" | null;
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
  /** Attack1. */
  attack1: number;
  /** Attack2. */
  attack2: number;
  /** Defense1. */
  defense1: number;
  /** Defense2. */
  defense2: number;
  /** Initiative1. */
  initiative1: number;
  /** Initiative2. */
  initiative2: number;
  /** Movement1. */
  movement1: number;
  /** Movement2. */
  movement2: number;
}

/** What counts at the end, by seat. */
export interface Categories {
  /** Mines. */
  mines: number[];
  /** Levels of Heroes. */
  levels: number[];
  /** The worth of armies. */
  army: number[];
}

/** The attack being resolved. */
export interface Strike {
  /** The attacker. */
  attacker: number;
  /** The target. */
  target: number;
  /** The ranged. */
  ranged: number;
  /** The attack die. */
  attack_die: number;
  /** The defense die. */
  defense_die: number;
  /** The stage. */
  stage: number;
  /** The hits. */
  hits: number;
  /** The victim. */
  victim: number;
  /** The attack extra. */
  attack_extra: number;
  /** The defense extra. */
  defense_extra: number;
}

/** Units of one kind that fight together. */
export interface Stack {
  /** Its name: `att1` to `att12`, `def1` to `def12`. */
  stack: string;
  /** The unit. */
  unit: "levy" | "footman" | "crossbowman" | "swordsman" | "lancer" | "paladin" | "spearmaiden" | "outrider" | "longbow" | "bladedancer" | "temple_guard" | "valkyrie" | "brawler" | "axeman" | "slinger" | "berserker" | "wolf_rider" | "ogre" | "goblin" | "orc" | "bone_archer" | "troll" | "centaur" | "dragon" | "mercenary";
  /** How many are left. */
  count: number;
  /** How many there were. */
  start: number;
  /** Damage that has not killed yet. */
  damage: number;
  /** The Hero and section it comes from, or `garrison`. */
  from: string;
  /** Where it stands on the display. Null: nowhere on it. */
  hex: "a1" | "a2" | "a3" | "a4" | "a5" | "a6" | "a7" | "a8" | "a9" | "a10" | "a11" | "b2" | "b3" | "b4" | "b5" | "b6" | "b7" | "b8" | "b9" | "b10" | "b11" | "b12" | "c2" | "c3" | "c4" | "c5" | "c6" | "c7" | "c8" | "c9" | "c10" | "c11" | "c12" | "d3" | "d4" | "d5" | "d6" | "d7" | "d8" | "d9" | "d10" | "d11" | "d12" | "d13" | "e3" | "e4" | "e5" | "e6" | "e7" | "e8" | "e9" | "e10" | "e11" | "e12" | "e13" | "f4" | "f5" | "f6" | "f7" | "f8" | "f9" | "f10" | "f11" | "f12" | "f13" | "f14" | "g4" | "g5" | "g6" | "g7" | "g8" | "g9" | "g10" | "g11" | "g12" | "g13" | "g14" | "h5" | "h6" | "h7" | "h8" | "h9" | "h10" | "h11" | "h12" | "h13" | "h14" | "h15" | "i5" | "i6" | "i7" | "i8" | "i9" | "i10" | "i11" | "i12" | "i13" | "i14" | "i15" | null;
  /** The tower it mans; 0: none. */
  tower: number;
  /** What it has done. */
  flags: ("attacked" | "moved" | "fired" | "adjacent" | "freed" | "gone" | "blessed")[];
  /** Bonus for this attack. */
  bonus: number;
  /** How often it was attacked this round. */
  pressed: number;
}

/** The combat being fought. */
export interface Combat {
  /** Where it is. */
  hex: "t1.c" | "t1.n" | "t1.ne" | "t1.se" | "t1.s" | "t1.sw" | "t1.nw" | "t2.c" | "t2.n" | "t2.ne" | "t2.se" | "t2.s" | "t2.sw" | "t2.nw" | "t3.c" | "t3.n" | "t3.ne" | "t3.se" | "t3.s" | "t3.sw" | "t3.nw" | "t4.c" | "t4.n" | "t4.ne" | "t4.se" | "t4.s" | "t4.sw" | "t4.nw" | "t5.c" | "t5.n" | "t5.ne" | "t5.se" | "t5.s" | "t5.sw" | "t5.nw" | "t6.c" | "t6.n" | "t6.ne" | "t6.se" | "t6.s" | "t6.sw" | "t6.nw" | "t7.c" | "t7.n" | "t7.ne" | "t7.se" | "t7.s" | "t7.sw" | "t7.nw" | "t8.c" | "t8.n" | "t8.ne" | "t8.se" | "t8.s" | "t8.sw" | "t8.nw" | "t9.c" | "t9.n" | "t9.ne" | "t9.se" | "t9.s" | "t9.sw" | "t9.nw" | "t10.c" | "t10.n" | "t10.ne" | "t10.se" | "t10.s" | "t10.sw" | "t10.nw" | "t11.c" | "t11.n" | "t11.ne" | "t11.se" | "t11.s" | "t11.sw" | "t11.nw" | "t12.c" | "t12.n" | "t12.ne" | "t12.se" | "t12.s" | "t12.sw" | "t12.nw" | "t13.c" | "t13.n" | "t13.ne" | "t13.se" | "t13.s" | "t13.sw" | "t13.nw" | "t14.c" | "t14.n" | "t14.ne" | "t14.se" | "t14.s" | "t14.sw" | "t14.nw" | "t15.c" | "t15.n" | "t15.ne" | "t15.se" | "t15.s" | "t15.sw" | "t15.nw" | "t16.c" | "t16.n" | "t16.ne" | "t16.se" | "t16.s" | "t16.sw" | "t16.nw" | "t17.c" | "t17.n" | "t17.ne" | "t17.se" | "t17.s" | "t17.sw" | "t17.nw" | "t18.c" | "t18.n" | "t18.ne" | "t18.se" | "t18.s" | "t18.sw" | "t18.nw" | "t19.c" | "t19.n" | "t19.ne" | "t19.se" | "t19.s" | "t19.sw" | "t19.nw" | "t20.c" | "t20.n" | "t20.ne" | "t20.se" | "t20.s" | "t20.sw" | "t20.nw" | "t21.c" | "t21.n" | "t21.ne" | "t21.se" | "t21.s" | "t21.sw" | "t21.nw" | "t22.c" | "t22.n" | "t22.ne" | "t22.se" | "t22.s" | "t22.sw" | "t22.nw" | "t23.c" | "t23.n" | "t23.ne" | "t23.se" | "t23.s" | "t23.sw" | "t23.nw" | "t24.c" | "t24.n" | "t24.ne" | "t24.se" | "t24.s" | "t24.sw" | "t24.nw" | "k.c" | "k.n" | "k.ne" | "k.se" | "k.s" | "k.sw" | "k.nw" | "a.c" | "a.n" | "a.ne" | "a.se" | "a.s" | "a.sw" | "a.nw" | "b.c" | "b.n" | "b.ne" | "b.se" | "b.s" | "b.sw" | "b.nw";
  /** Where the guards belong. Null: no guards fight. */
  guards_from: "t1.c" | "t1.n" | "t1.ne" | "t1.se" | "t1.s" | "t1.sw" | "t1.nw" | "t2.c" | "t2.n" | "t2.ne" | "t2.se" | "t2.s" | "t2.sw" | "t2.nw" | "t3.c" | "t3.n" | "t3.ne" | "t3.se" | "t3.s" | "t3.sw" | "t3.nw" | "t4.c" | "t4.n" | "t4.ne" | "t4.se" | "t4.s" | "t4.sw" | "t4.nw" | "t5.c" | "t5.n" | "t5.ne" | "t5.se" | "t5.s" | "t5.sw" | "t5.nw" | "t6.c" | "t6.n" | "t6.ne" | "t6.se" | "t6.s" | "t6.sw" | "t6.nw" | "t7.c" | "t7.n" | "t7.ne" | "t7.se" | "t7.s" | "t7.sw" | "t7.nw" | "t8.c" | "t8.n" | "t8.ne" | "t8.se" | "t8.s" | "t8.sw" | "t8.nw" | "t9.c" | "t9.n" | "t9.ne" | "t9.se" | "t9.s" | "t9.sw" | "t9.nw" | "t10.c" | "t10.n" | "t10.ne" | "t10.se" | "t10.s" | "t10.sw" | "t10.nw" | "t11.c" | "t11.n" | "t11.ne" | "t11.se" | "t11.s" | "t11.sw" | "t11.nw" | "t12.c" | "t12.n" | "t12.ne" | "t12.se" | "t12.s" | "t12.sw" | "t12.nw" | "t13.c" | "t13.n" | "t13.ne" | "t13.se" | "t13.s" | "t13.sw" | "t13.nw" | "t14.c" | "t14.n" | "t14.ne" | "t14.se" | "t14.s" | "t14.sw" | "t14.nw" | "t15.c" | "t15.n" | "t15.ne" | "t15.se" | "t15.s" | "t15.sw" | "t15.nw" | "t16.c" | "t16.n" | "t16.ne" | "t16.se" | "t16.s" | "t16.sw" | "t16.nw" | "t17.c" | "t17.n" | "t17.ne" | "t17.se" | "t17.s" | "t17.sw" | "t17.nw" | "t18.c" | "t18.n" | "t18.ne" | "t18.se" | "t18.s" | "t18.sw" | "t18.nw" | "t19.c" | "t19.n" | "t19.ne" | "t19.se" | "t19.s" | "t19.sw" | "t19.nw" | "t20.c" | "t20.n" | "t20.ne" | "t20.se" | "t20.s" | "t20.sw" | "t20.nw" | "t21.c" | "t21.n" | "t21.ne" | "t21.se" | "t21.s" | "t21.sw" | "t21.nw" | "t22.c" | "t22.n" | "t22.ne" | "t22.se" | "t22.s" | "t22.sw" | "t22.nw" | "t23.c" | "t23.n" | "t23.ne" | "t23.se" | "t23.s" | "t23.sw" | "t23.nw" | "t24.c" | "t24.n" | "t24.ne" | "t24.se" | "t24.s" | "t24.sw" | "t24.nw" | "k.c" | "k.n" | "k.ne" | "k.se" | "k.s" | "k.sw" | "k.nw" | "a.c" | "a.n" | "a.ne" | "a.se" | "a.s" | "a.sw" | "a.nw" | "b.c" | "b.n" | "b.ne" | "b.se" | "b.s" | "b.sw" | "b.nw" | null;
  /** The City besieged. Null: it is no siege. */
  city: "k" | "a" | "b" | null;
  /** The two sides. */
  seats: ("p1" | "p2" | "p3" | "p4" | "p5" | "p6" | "guards")[];
  /** The leading Heroes. */
  leading: ("hk1" | "hk2" | "ha1" | "ha2" | "hb1" | "hb2" | null)[];
  /** All Heroes that fight. */
  heroes: ("hk1" | "hk2" | "ha1" | "ha2" | "hb1" | "hb2")[];
  /** The phase. */
  phase: "avoid" | "parley" | "man1" | "man2" | "deploy1" | "deploy2" | "opening" | "breach" | "tower" | "shift" | "step2" | "step3" | "step4" | "step5" | "step6" | "step7" | "seize" | "special" | "subvert" | "leave_attacker" | "leave_defender" | "retreat" | "skill";
  /** The works aimed at. Null: nothing is aimed at. */
  aim: "a1" | "a2" | "a3" | "a4" | "a5" | "a6" | "a7" | "a8" | "a9" | "a10" | "a11" | "b2" | "b3" | "b4" | "b5" | "b6" | "b7" | "b8" | "b9" | "b10" | "b11" | "b12" | "c2" | "c3" | "c4" | "c5" | "c6" | "c7" | "c8" | "c9" | "c10" | "c11" | "c12" | "d3" | "d4" | "d5" | "d6" | "d7" | "d8" | "d9" | "d10" | "d11" | "d12" | "d13" | "e3" | "e4" | "e5" | "e6" | "e7" | "e8" | "e9" | "e10" | "e11" | "e12" | "e13" | "f4" | "f5" | "f6" | "f7" | "f8" | "f9" | "f10" | "f11" | "f12" | "f13" | "f14" | "g4" | "g5" | "g6" | "g7" | "g8" | "g9" | "g10" | "g11" | "g12" | "g13" | "g14" | "h5" | "h6" | "h7" | "h8" | "h9" | "h10" | "h11" | "h12" | "h13" | "h14" | "h15" | "i5" | "i6" | "i7" | "i8" | "i9" | "i10" | "i11" | "i12" | "i13" | "i14" | "i15" | null;
  /** The towers' conditions. */
  towers: number[];
  /** The walls' conditions, by hex. */
  works: number[];
  /** 1 for a side that tried to seize the initiative. Attacker first. */
  seized: number[];
  /** 1 for a side whose race skill is used. Attacker first. */
  skill_used: number[];
  /** The attack being resolved. Null: no stack attacks. */
  strike: Strike | null;
  /** What the guards will do. */
  plan: number[][];
  /** Units lost. Attacker first. */
  killed: number[];
  /** Experience of the units lost. Attacker first. */
  worth: number[];
  /** All stacks. */
  stacks: Stack[];
  /** 1 if a reaction brought it about. */
  reaction: number;
  /** Which side acts. */
  actor: number;
  /** The round of the combat. */
  round: number;
  /** Which side has the initiative. */
  initiative: number;
  /** Rounds without attacks. */
  quiet: number;
  /** 1 once somebody attacked this round. */
  busy: number;
  /** Passes in a row. */
  passes: number;
  /** Part of the phase. */
  sub: number;
  /** Which stack is asked about. */
  cursor: number;
  /** The wall's level. */
  wall: number;
  /** 1 once the wall is breached. */
  breached: number;
  /** Great guards that were there. */
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
  decision: "army" | "vote" | "place" | "method" | "camp" | "turn" | "react" | "raise" | "skill" | "flee" | "appear" | "produce" | "agree" | "combat avoid" | "combat parley" | "combat man1" | "combat man2" | "combat deploy1" | "combat deploy2" | "combat opening" | "combat breach" | "combat tower" | "combat shift" | "combat step2" | "combat step3" | "combat step4" | "combat step5" | "combat step6" | "combat step7" | "combat seize" | "combat special" | "combat subvert" | "combat leave_attacker" | "combat leave_defender" | "combat retreat" | "combat skill" | null;
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
  face_down: ("T01" | "T02" | "T03" | "T04" | "T05" | "T06" | "T07" | "T08" | "T09" | "T10" | "T11" | "T12" | "T13" | "T14" | "T15" | "T16" | "T17" | "T18" | "T19" | "T20" | "T21" | "T22" | "T23" | "T24" | "K" | "A" | "B")[];
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
  checked: ("t1.c" | "t1.n" | "t1.ne" | "t1.se" | "t1.s" | "t1.sw" | "t1.nw" | "t2.c" | "t2.n" | "t2.ne" | "t2.se" | "t2.s" | "t2.sw" | "t2.nw" | "t3.c" | "t3.n" | "t3.ne" | "t3.se" | "t3.s" | "t3.sw" | "t3.nw" | "t4.c" | "t4.n" | "t4.ne" | "t4.se" | "t4.s" | "t4.sw" | "t4.nw" | "t5.c" | "t5.n" | "t5.ne" | "t5.se" | "t5.s" | "t5.sw" | "t5.nw" | "t6.c" | "t6.n" | "t6.ne" | "t6.se" | "t6.s" | "t6.sw" | "t6.nw" | "t7.c" | "t7.n" | "t7.ne" | "t7.se" | "t7.s" | "t7.sw" | "t7.nw" | "t8.c" | "t8.n" | "t8.ne" | "t8.se" | "t8.s" | "t8.sw" | "t8.nw" | "t9.c" | "t9.n" | "t9.ne" | "t9.se" | "t9.s" | "t9.sw" | "t9.nw" | "t10.c" | "t10.n" | "t10.ne" | "t10.se" | "t10.s" | "t10.sw" | "t10.nw" | "t11.c" | "t11.n" | "t11.ne" | "t11.se" | "t11.s" | "t11.sw" | "t11.nw" | "t12.c" | "t12.n" | "t12.ne" | "t12.se" | "t12.s" | "t12.sw" | "t12.nw" | "t13.c" | "t13.n" | "t13.ne" | "t13.se" | "t13.s" | "t13.sw" | "t13.nw" | "t14.c" | "t14.n" | "t14.ne" | "t14.se" | "t14.s" | "t14.sw" | "t14.nw" | "t15.c" | "t15.n" | "t15.ne" | "t15.se" | "t15.s" | "t15.sw" | "t15.nw" | "t16.c" | "t16.n" | "t16.ne" | "t16.se" | "t16.s" | "t16.sw" | "t16.nw" | "t17.c" | "t17.n" | "t17.ne" | "t17.se" | "t17.s" | "t17.sw" | "t17.nw" | "t18.c" | "t18.n" | "t18.ne" | "t18.se" | "t18.s" | "t18.sw" | "t18.nw" | "t19.c" | "t19.n" | "t19.ne" | "t19.se" | "t19.s" | "t19.sw" | "t19.nw" | "t20.c" | "t20.n" | "t20.ne" | "t20.se" | "t20.s" | "t20.sw" | "t20.nw" | "t21.c" | "t21.n" | "t21.ne" | "t21.se" | "t21.s" | "t21.sw" | "t21.nw" | "t22.c" | "t22.n" | "t22.ne" | "t22.se" | "t22.s" | "t22.sw" | "t22.nw" | "t23.c" | "t23.n" | "t23.ne" | "t23.se" | "t23.s" | "t23.sw" | "t23.nw" | "t24.c" | "t24.n" | "t24.ne" | "t24.se" | "t24.s" | "t24.sw" | "t24.nw" | "k.c" | "k.n" | "k.ne" | "k.se" | "k.s" | "k.sw" | "k.nw" | "a.c" | "a.n" | "a.ne" | "a.se" | "a.s" | "a.sw" | "a.nw" | "b.c" | "b.n" | "b.ne" | "b.se" | "b.s" | "b.sw" | "b.nw")[];
  /** Movers to whom each Hero has tried to react. */
  tried: (("hk1" | "hk2" | "ha1" | "ha2" | "hb1" | "hb2")[])[];
  /** A hex that was just entered. Null: there is none. */
  fresh: "t1.c" | "t1.n" | "t1.ne" | "t1.se" | "t1.s" | "t1.sw" | "t1.nw" | "t2.c" | "t2.n" | "t2.ne" | "t2.se" | "t2.s" | "t2.sw" | "t2.nw" | "t3.c" | "t3.n" | "t3.ne" | "t3.se" | "t3.s" | "t3.sw" | "t3.nw" | "t4.c" | "t4.n" | "t4.ne" | "t4.se" | "t4.s" | "t4.sw" | "t4.nw" | "t5.c" | "t5.n" | "t5.ne" | "t5.se" | "t5.s" | "t5.sw" | "t5.nw" | "t6.c" | "t6.n" | "t6.ne" | "t6.se" | "t6.s" | "t6.sw" | "t6.nw" | "t7.c" | "t7.n" | "t7.ne" | "t7.se" | "t7.s" | "t7.sw" | "t7.nw" | "t8.c" | "t8.n" | "t8.ne" | "t8.se" | "t8.s" | "t8.sw" | "t8.nw" | "t9.c" | "t9.n" | "t9.ne" | "t9.se" | "t9.s" | "t9.sw" | "t9.nw" | "t10.c" | "t10.n" | "t10.ne" | "t10.se" | "t10.s" | "t10.sw" | "t10.nw" | "t11.c" | "t11.n" | "t11.ne" | "t11.se" | "t11.s" | "t11.sw" | "t11.nw" | "t12.c" | "t12.n" | "t12.ne" | "t12.se" | "t12.s" | "t12.sw" | "t12.nw" | "t13.c" | "t13.n" | "t13.ne" | "t13.se" | "t13.s" | "t13.sw" | "t13.nw" | "t14.c" | "t14.n" | "t14.ne" | "t14.se" | "t14.s" | "t14.sw" | "t14.nw" | "t15.c" | "t15.n" | "t15.ne" | "t15.se" | "t15.s" | "t15.sw" | "t15.nw" | "t16.c" | "t16.n" | "t16.ne" | "t16.se" | "t16.s" | "t16.sw" | "t16.nw" | "t17.c" | "t17.n" | "t17.ne" | "t17.se" | "t17.s" | "t17.sw" | "t17.nw" | "t18.c" | "t18.n" | "t18.ne" | "t18.se" | "t18.s" | "t18.sw" | "t18.nw" | "t19.c" | "t19.n" | "t19.ne" | "t19.se" | "t19.s" | "t19.sw" | "t19.nw" | "t20.c" | "t20.n" | "t20.ne" | "t20.se" | "t20.s" | "t20.sw" | "t20.nw" | "t21.c" | "t21.n" | "t21.ne" | "t21.se" | "t21.s" | "t21.sw" | "t21.nw" | "t22.c" | "t22.n" | "t22.ne" | "t22.se" | "t22.s" | "t22.sw" | "t22.nw" | "t23.c" | "t23.n" | "t23.ne" | "t23.se" | "t23.s" | "t23.sw" | "t23.nw" | "t24.c" | "t24.n" | "t24.ne" | "t24.se" | "t24.s" | "t24.sw" | "t24.nw" | "k.c" | "k.n" | "k.ne" | "k.se" | "k.s" | "k.sw" | "k.nw" | "a.c" | "a.n" | "a.ne" | "a.se" | "a.s" | "a.sw" | "a.nw" | "b.c" | "b.n" | "b.ne" | "b.se" | "b.s" | "b.sw" | "b.nw" | null;
  /** Hexes entered in the match. */
  entries: number;
  /** Seats defeated. */
  defeats: number;
  /** The combat being fought. Null: there is none. */
  combat: Combat | null;
  /** What others still see during production. Null: hidden, or nothing is produced. */
  before: Before | null;
}
