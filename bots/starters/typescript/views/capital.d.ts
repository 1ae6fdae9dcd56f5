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
  cards: ("farming_village" | "fishing_village" | "border_village" | "inn" | "warehouse" | "market" | "workshop" | "harbour" | "guildhall" | "bank" | "library" | "monastery" | "masons_lodge" | "cathedral" | "university" | "royal_court" | "watchtower" | "palisade" | "barracks" | "stables" | "gatehouse" | "stronghold" | "stone_wall" | "citadel" | "royal_estate" | "golden_exchange" | "great_works" | "grand_temple" | "observatory" | "dragon_keep" | "militia" | "spearmen" | "shieldbearers" | "pikemen" | "archers" | "cavalry" | "royal_guard" | "berserkers" | "sappers" | "outriders" | "raiders" | "standard_bearers" | "dragon_riders" | "imperial_guard" | "iron_phalanx" | "siege_tower" | "immortals" | "winged_lancers" | "master_mason" | "tax_collector" | "moneylender" | "surveyor" | "scholar" | "architect" | "recruiter" | "salvager" | "spy" | "saboteur" | "captain" | "gatekeeper" | "envoy" | "assassin" | "field_surgeon" | "quartermaster" | "grand_architect" | "royal_treasurer" | "high_chancellor" | "court_sage" | "warlord" | "shadow_hand")[] | null;
}

/** A unit in a slot. */
export interface Unit {
  /** The card. Null: it lies face down. */
  card: "militia" | "spearmen" | "shieldbearers" | "pikemen" | "archers" | "cavalry" | "royal_guard" | "berserkers" | "sappers" | "outriders" | "raiders" | "standard_bearers" | "dragon_riders" | "imperial_guard" | "iron_phalanx" | "siege_tower" | "immortals" | "winged_lancers" | "master_mason" | "tax_collector" | "moneylender" | "surveyor" | "scholar" | "architect" | "recruiter" | "salvager" | "spy" | "saboteur" | "captain" | "gatekeeper" | "envoy" | "assassin" | "field_surgeon" | "quartermaster" | "grand_architect" | "royal_treasurer" | "high_chancellor" | "court_sage" | "warlord" | "shadow_hand" | null;
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
  at: "city" | "inn" | "warehouse" | "market" | "workshop" | "harbour" | "guildhall" | "bank" | "library" | "monastery" | "masons_lodge" | "cathedral" | "university" | "royal_court" | "watchtower" | "palisade" | "barracks" | "stables" | "gatehouse" | "stronghold" | "stone_wall" | "citadel" | "golden_exchange" | "great_works" | "grand_temple" | "observatory" | "dragon_keep" | "v1" | "v2" | "v3" | "v4" | "v5" | "v6" | "v7" | "v8" | "v9" | "v10" | "v11" | "v12" | "v13" | "v14" | "v15" | "v16" | "v17" | "v18" | "v19" | "v20" | "v21" | "v22" | "v23" | "v24" | "v25" | "v26" | "v27" | "v28" | "v29" | "v30" | "v31" | "v32" | "v33" | "v34" | "v35" | "v36" | "v37" | "v38" | "v39" | "v40" | "v41" | "v42" | "v43" | "v44" | "v45" | "v46" | "v47" | "v48" | "v49" | "v50" | "v51" | "v52" | "v53" | "v54" | "v55" | "v56" | "v57" | "v58" | "v59" | "v60" | "v61" | "v62" | "v63" | "v64" | "v65" | "v66" | "v67" | "v68" | "v69" | "v70" | "v71" | "v72" | "v73" | "v74" | "v75" | "v76" | "v77" | "v78" | "v79" | "v80" | "v81" | "v82" | "v83" | "v84" | "v85" | "v86" | "v87" | "v88" | "v89" | "v90" | "v91" | "v92" | "v93" | "v94" | "v95" | "v96" | "v97" | "v98" | "v99";
  /** The card. */
  card: "farming_village" | "fishing_village" | "border_village" | "inn" | "warehouse" | "market" | "workshop" | "harbour" | "guildhall" | "bank" | "library" | "monastery" | "masons_lodge" | "cathedral" | "university" | "royal_court" | "watchtower" | "palisade" | "barracks" | "stables" | "gatehouse" | "stronghold" | "stone_wall" | "citadel" | "royal_estate" | "golden_exchange" | "great_works" | "grand_temple" | "observatory" | "dragon_keep";
  /** Points that raze it. */
  hp: number;
  /** The mercenary settled under it. Null: nobody is. */
  settled: "farming_village" | "fishing_village" | "border_village" | "inn" | "warehouse" | "market" | "workshop" | "harbour" | "guildhall" | "bank" | "library" | "monastery" | "masons_lodge" | "cathedral" | "university" | "royal_court" | "watchtower" | "palisade" | "barracks" | "stables" | "gatehouse" | "stronghold" | "stone_wall" | "citadel" | "royal_estate" | "golden_exchange" | "great_works" | "grand_temple" | "observatory" | "dragon_keep" | "militia" | "spearmen" | "shieldbearers" | "pikemen" | "archers" | "cavalry" | "royal_guard" | "berserkers" | "sappers" | "outriders" | "raiders" | "standard_bearers" | "dragon_riders" | "imperial_guard" | "iron_phalanx" | "siege_tower" | "immortals" | "winged_lancers" | "master_mason" | "tax_collector" | "moneylender" | "surveyor" | "scholar" | "architect" | "recruiter" | "salvager" | "spy" | "saboteur" | "captain" | "gatekeeper" | "envoy" | "assassin" | "field_surgeon" | "quartermaster" | "grand_architect" | "royal_treasurer" | "high_chancellor" | "court_sage" | "warlord" | "shadow_hand" | null;
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
  card: "militia" | "spearmen" | "shieldbearers" | "pikemen" | "archers" | "cavalry" | "royal_guard" | "berserkers" | "sappers" | "outriders" | "raiders" | "standard_bearers" | "dragon_riders" | "imperial_guard" | "iron_phalanx" | "siege_tower" | "immortals" | "winged_lancers";
  /** Its home. */
  at: "city" | "inn" | "warehouse" | "market" | "workshop" | "harbour" | "guildhall" | "bank" | "library" | "monastery" | "masons_lodge" | "cathedral" | "university" | "royal_court" | "watchtower" | "palisade" | "barracks" | "stables" | "gatehouse" | "stronghold" | "stone_wall" | "citadel" | "golden_exchange" | "great_works" | "grand_temple" | "observatory" | "dragon_keep" | "v1" | "v2" | "v3" | "v4" | "v5" | "v6" | "v7" | "v8" | "v9" | "v10" | "v11" | "v12" | "v13" | "v14" | "v15" | "v16" | "v17" | "v18" | "v19" | "v20" | "v21" | "v22" | "v23" | "v24" | "v25" | "v26" | "v27" | "v28" | "v29" | "v30" | "v31" | "v32" | "v33" | "v34" | "v35" | "v36" | "v37" | "v38" | "v39" | "v40" | "v41" | "v42" | "v43" | "v44" | "v45" | "v46" | "v47" | "v48" | "v49" | "v50" | "v51" | "v52" | "v53" | "v54" | "v55" | "v56" | "v57" | "v58" | "v59" | "v60" | "v61" | "v62" | "v63" | "v64" | "v65" | "v66" | "v67" | "v68" | "v69" | "v70" | "v71" | "v72" | "v73" | "v74" | "v75" | "v76" | "v77" | "v78" | "v79" | "v80" | "v81" | "v82" | "v83" | "v84" | "v85" | "v86" | "v87" | "v88" | "v89" | "v90" | "v91" | "v92" | "v93" | "v94" | "v95" | "v96" | "v97" | "v98" | "v99";
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
  decision: "city" | "build" | "take" | "burn" | "attack" | "send" | "guard" | "aid" | "tactics_attack" | "tactics_defend" | "raze" | "save" | "save_defend" | "regroup" | "give" | "keep" | "none";
  /** Who decides. Null: the match is over. */
  to_act: "p1" | "p2" | "p3" | "p4" | null;
  /** The Deck. */
  deck: Pile;
  /** The discard pile, the latest card last. */
  discard: ("farming_village" | "fishing_village" | "border_village" | "inn" | "warehouse" | "market" | "workshop" | "harbour" | "guildhall" | "bank" | "library" | "monastery" | "masons_lodge" | "cathedral" | "university" | "royal_court" | "watchtower" | "palisade" | "barracks" | "stables" | "gatehouse" | "stronghold" | "stone_wall" | "citadel" | "royal_estate" | "golden_exchange" | "great_works" | "grand_temple" | "observatory" | "dragon_keep" | "militia" | "spearmen" | "shieldbearers" | "pikemen" | "archers" | "cavalry" | "royal_guard" | "berserkers" | "sappers" | "outriders" | "raiders" | "standard_bearers" | "dragon_riders" | "imperial_guard" | "iron_phalanx" | "siege_tower" | "immortals" | "winged_lancers" | "master_mason" | "tax_collector" | "moneylender" | "surveyor" | "scholar" | "architect" | "recruiter" | "salvager" | "spy" | "saboteur" | "captain" | "gatekeeper" | "envoy" | "assassin" | "field_surgeon" | "quartermaster" | "grand_architect" | "royal_treasurer" | "high_chancellor" | "court_sage" | "warlord" | "shadow_hand")[];
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
