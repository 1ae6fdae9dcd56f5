// What a seat may know in heroes: `pentarch describe heroes --types go`.

package heroes

// The options, as presets and choices settle them.
type Settings struct {
	// Terrain tiles in the world.
	Tiles int `json:"tiles"`
	// Rounds of the match.
	Rounds int `json:"rounds"`
	// Terrain in battles: 0 as the method says, 1 always, 2 never.
	BattleTerrain int `json:"battle_terrain"`
	// 1 if the player to the left leads neutral guards.
	LeftGuards int `json:"left_guards"`
	// 1 with terrain costs, roads and impassable borders.
	Terrain int `json:"terrain"`
	// 1 with prayers at holy places.
	HolyPlaces int `json:"holy_places"`
	// 1 with trade, diplomacy and race skills.
	Skills int `json:"skills"`
	// 1 with honour points.
	Honor int `json:"honor"`
	// 1 with mercenaries for hire.
	Mercenaries int `json:"mercenaries"`
	// 1 with Blacksmith, Temple and Shaman Tent.
	SpecialBuildings int `json:"special_buildings"`
	// 1 with quest cards.
	Quests int `json:"quests"`
	// 1 if every seat gets a turn to retake its capital.
	CapitalGrace int `json:"capital_grace"`
	// 1 if seats vote on the combat method at set-up.
	MethodVote int `json:"method_vote"`
	// 1 if seats may change the method at the start of a Round.
	MethodChange int `json:"method_change"`
	// 1 if seats may agree to end the match.
	EndByAgreement int `json:"end_by_agreement"`
	// Unit transfers allowed per Hero and turn.
	TransferCap int `json:"transfer_cap"`
	// The last round of a combat.
	CombatRoundCap int `json:"combat_round_cap"`
	// 1 if start tiles are placed without asking.
	AutoPlacement int `json:"auto_placement"`
	// 1 if points of race skills are evened out, 0 as printed.
	EvenRaceSkills int `json:"even_race_skills"`
}

// Its own abilities.
type Abilities struct {
	// Attack.
	Attack int `json:"attack"`
	// Defense.
	Defense int `json:"defense"`
	// Initiative.
	Initiative int `json:"initiative"`
	// Movement.
	Movement int `json:"movement"`
}

// Its abilities with equipment.
type Equipped struct {
	// Attack.
	Attack int `json:"attack"`
	// Defense.
	Defense int `json:"defense"`
	// Initiative.
	Initiative int `json:"initiative"`
	// Movement.
	Movement int `json:"movement"`
}

// Units of one kind in an army.
type Section struct {
	// The level. One of: l1, l2, l3, l4, l5, l6, merc.
	Unit string `json:"unit"`
	// The unit.
	Name string `json:"name"`
	// How many.
	Count int `json:"count"`
}

// A Hero.
type Hero struct {
	// Its name. One of: hk1, hk2, ha1, ha2, hb1, hb2.
	Hero string `json:"hero"`
	// Whether it is in play. One of: available, in_play, dead.
	Status string `json:"status"`
	// Where it is. Null: it is not in play.
	Hex *string `json:"hex"`
	// Where it came from. Null: it has not moved.
	From *string `json:"from"`
	// Its own abilities.
	Abilities Abilities `json:"abilities"`
	// Its abilities with equipment.
	WithEquipment Equipped `json:"with_equipment"`
	// Its equipment. One of: attack1, attack2, defense1, defense2, initiative1, initiative2,
	// movement1, movement2.
	Equipment []string `json:"equipment"`
	// Its skills.
	Skills map[string]int `json:"skills"`
	// Its quest. Null: it has none. One of: q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11,
	// q12, q13, q14, q15, q16.
	Quest *string `json:"quest"`
	// Its army.
	Sections []*Section `json:"sections"`
	// Movement points left.
	Mp int `json:"mp"`
	// Its level.
	Level int `json:"level"`
	// Experience points.
	Experience int `json:"experience"`
	// Honour points.
	Honor int `json:"honor"`
	// How far its quest is.
	Progress int `json:"progress"`
	// 1 once it was trained.
	Trained int `json:"trained"`
	// 1 once it has moved this turn.
	Moved int `json:"moved"`
	// 0 while it can act; 1 done for this turn, 2 just arrived.
	Finished int `json:"finished"`
	// Transfers made this turn.
	Transfers int `json:"transfers"`
	// 1 once it has spent a movement point this turn.
	Spent int `json:"spent"`
	// 1 once it gave a quest up this turn.
	QuestDropped int `json:"quest_dropped"`
	// 1 once it has died.
	Died int `json:"died"`
	// The number of its last entry of a hex this turn.
	Entered int `json:"entered"`
}

// Everything of one seat.
type Player struct {
	// Which. One of: p1, p2, p3, p4, p5, p6.
	Seat string `json:"seat"`
	// Its race. One of: knights, amazons, barbarians.
	Race string `json:"race"`
	// Whether it still plays.
	Alive bool `json:"alive"`
	// The place in the order of defeat; 0 while it plays.
	Defeat int `json:"defeat"`
	// Heroes lost.
	Deaths int `json:"deaths"`
	// Whether a term to retake the capital was granted, or runs.
	Grace int `json:"grace"`
	// Gold left for an army. Null: it is hidden.
	Budget *int `json:"budget"`
	// Whether it still has to decide. Null: it is hidden.
	Pending *bool `json:"pending"`
	// Its vote. Null: it is hidden.
	Vote *int `json:"vote"`
	// Its Heroes.
	Heroes []Hero `json:"heroes"`
}

// Its resources.
type Stock struct {
	// Gold.
	Gold int `json:"gold"`
	// Crystal.
	Crystal int `json:"crystal"`
	// Stone.
	Stone int `json:"stone"`
	// Wood.
	Wood int `json:"wood"`
}

// A City, or the Camp.
type City struct {
	// Whose race: a letter. One of: k, a, b.
	City string `json:"city"`
	// Who holds it. Null: nobody does. One of: p1, p2, p3, p4, p5, p6.
	Holder *string `json:"holder"`
	// Where it is. Null: it is not in play.
	Hex *string `json:"hex"`
	// Its buildings.
	Buildings []string `json:"buildings"`
	// Its resources.
	Stock Stock `json:"stock"`
	// Honour stored in its special building.
	StoredHonor int `json:"stored_honor"`
	// Whether its special building was destroyed.
	Razed bool `json:"razed"`
	// Its garrison.
	Garrison map[string]int `json:"garrison"`
}

// A Recruitment Location.
type Ground struct {
	// Its status. One of: idle, active, mercenaries.
	Status string `json:"status"`
	// Units for hire.
	Units int `json:"units"`
}

// A slot.
type Slot struct {
	// Its name.
	Slot string `json:"slot"`
	// Whether its tile is turned over.
	FaceUp bool `json:"face_up"`
	// Its tile. Null: none, or face down.
	Tile *string `json:"tile"`
	// Terrain and site of its hexes. Null: none, or face down.
	Hexes []string `json:"hexes"`
	// Where its centre lies. Null: none, or face down.
	Centre []int `json:"centre"`
}

// What has changed on a hex.
type Site struct {
	// Who owns it. Null: nobody does. One of: p1, p2, p3, p4, p5, p6.
	Owner *string `json:"owner"`
	// What has happened. One of: activated, explored, cleared, visited.
	Marks []string `json:"marks"`
	// Heroes that used it. One of: hk1, hk2, ha1, ha2, hb1, hb2.
	UsedBy []string `json:"used_by"`
	// Units there, by level.
	Units []int `json:"units"`
}

// Equipment markers left.
type Cup struct {
	// Those that add 1 to attack.
	Attack1 int `json:"attack1"`
	// Those that add 2 to attack.
	Attack2 int `json:"attack2"`
	// Those that add 1 to defense.
	Defense1 int `json:"defense1"`
	// Those that add 2 to defense.
	Defense2 int `json:"defense2"`
	// Those that add 1 to initiative.
	Initiative1 int `json:"initiative1"`
	// Those that add 2 to initiative.
	Initiative2 int `json:"initiative2"`
	// Those that add 1 to movement.
	Movement1 int `json:"movement1"`
	// Those that add 2 to movement.
	Movement2 int `json:"movement2"`
}

// What counts at the end, by seat.
type Categories struct {
	// Mines owned.
	Mines []int `json:"mines"`
	// Levels of Heroes.
	Levels []int `json:"levels"`
	// The worth of armies.
	Army []int `json:"army"`
}

// The attack being resolved.
type Strike struct {
	// The number of the stack that attacks.
	Attacker int `json:"attacker"`
	// The number of the stack it attacks.
	Target int `json:"target"`
	// 1 for an attack from afar.
	Ranged int `json:"ranged"`
	// The attacker's die.
	AttackDie int `json:"attack_die"`
	// The target's die.
	DefenseDie int `json:"defense_die"`
	// How far it is: 0 cleverness, 1 result, 2 fury, 3 experience, 4 losses.
	Stage int `json:"stage"`
	// Hits so far.
	Hits int `json:"hits"`
	// The number of the stack that is hit; -1 before that is known.
	Victim int `json:"victim"`
	// What cleverness adds to the attack.
	AttackExtra int `json:"attack_extra"`
	// What cleverness adds to the defence.
	DefenseExtra int `json:"defense_extra"`
}

// Units of one kind that fight together.
type Stack struct {
	// Its name: `att1` to `att12`, `def1` to `def12`.
	Stack string `json:"stack"`
	// The unit.
	Unit string `json:"unit"`
	// How many are left.
	Count int `json:"count"`
	// How many there were.
	Start int `json:"start"`
	// Damage that has not killed yet.
	Damage int `json:"damage"`
	// The Hero and section it comes from, or `garrison`.
	From string `json:"from"`
	// Where it stands on the display. Null: nowhere on it.
	Hex *string `json:"hex"`
	// The tower it mans; 0: none.
	Tower int `json:"tower"`
	// What it has done. One of: attacked, moved, fired, adjacent, freed, gone, blessed.
	Flags []string `json:"flags"`
	// Attack or Defense that a special building gives it.
	Bonus int `json:"bonus"`
	// How often it was attacked in this step.
	Pressed int `json:"pressed"`
}

// The combat being fought.
type Combat struct {
	// Where it is.
	Hex string `json:"hex"`
	// Where the guards belong. Null: no guards fight.
	GuardsFrom *string `json:"guards_from"`
	// The City besieged. Null: it is no siege. One of: k, a, b.
	City *string `json:"city"`
	// The two sides. One of: p1, p2, p3, p4, p5, p6, guards.
	Seats []string `json:"seats"`
	// The leading Heroes. One of: hk1, hk2, ha1, ha2, hb1, hb2.
	Leading []*string `json:"leading"`
	// All Heroes that fight. One of: hk1, hk2, ha1, ha2, hb1, hb2.
	Heroes []string `json:"heroes"`
	// The phase.
	Phase string `json:"phase"`
	// The works aimed at. Null: nothing is aimed at.
	Aim *string `json:"aim"`
	// The towers' conditions.
	Towers []int `json:"towers"`
	// The walls' conditions, by hex.
	Works []int `json:"works"`
	// 1 once a side has tried to seize the initiative. Attacker first.
	Seized []int `json:"seized"`
	// 1 once a side has used its race skill. Attacker first.
	SkillUsed []int `json:"skill_used"`
	// The attack being resolved. Null: no stack attacks.
	Strike *Strike `json:"strike"`
	// Attacks that are announced and not made yet.
	Plan [][]int `json:"plan"`
	// Units it has killed. Attacker first.
	Killed []int `json:"killed"`
	// The levels of the units it has killed, added up. Attacker first.
	Worth []int `json:"worth"`
	// All stacks.
	Stacks []Stack `json:"stacks"`
	// 1 if a reaction brought it about.
	Reaction int `json:"reaction"`
	// The side that decides: 0 the original attacker.
	Actor int `json:"actor"`
	// The round of the combat.
	Round int `json:"round"`
	// The side that has the initiative.
	Initiative int `json:"initiative"`
	// Rounds in a row without an attack or a breach.
	Quiet int `json:"quiet"`
	// 1 once there was one in this round.
	Busy int `json:"busy"`
	// Sides in a row that have not subverted.
	Passes int `json:"passes"`
	// Part of a step: 0 stacks move, 1 choose, 2 attack.
	Sub int `json:"sub"`
	// The stack or side whose turn it is in the phase.
	Cursor int `json:"cursor"`
	// The wall in the Arena: 0 whole, 1 damaged, 2 destroyed.
	Wall int `json:"wall"`
	// 1 once a breach was tried this round on the display.
	Breached int `json:"breached"`
	// The highest level of the guards at the start.
	Giants int `json:"giants"`
}

// What others still see during production.
type Before struct {
	// The cities.
	Cities []City `json:"cities"`
	// The Heroes.
	Heroes []Hero `json:"heroes"`
}

// What a seat may know of a match.
type View struct {
	// The Round; 0 before the first.
	Round int `json:"round"`
	// The sequence of turns in the Round.
	Sequence int `json:"sequence"`
	// The place in `order`.
	Turn int `json:"turn"`
	// The stage of the match. One of: army, place, round, turns, produce, clean, check, next, over.
	Stage string `json:"stage"`
	// Whose turn it is. Null: nobody's. One of: p1, p2, p3, p4, p5, p6.
	Active *string `json:"active"`
	// The order of turns. One of: p1, p2, p3, p4, p5, p6.
	Order []string `json:"order"`
	// Whether the war has begun.
	War bool `json:"war"`
	// How the match ended. Null: it goes on. One of: last_standing, all_defeated, rounds, agreed.
	Over *string `json:"over"`
	// The combat method.
	Method int `json:"method"`
	// The options, as presets and choices settle them.
	Options Settings `json:"options"`
	// What is being decided. Null: the match is over.
	Decision *string `json:"decision"`
	// What goes on when the decision is made, the next last.
	Agenda [][]any `json:"agenda"`
	// The seats in order.
	Seats []Player `json:"seats"`
	// The capitals of the three races.
	Cities []City `json:"cities"`
	// The Recruitment Locations.
	Grounds []Ground `json:"grounds"`
	// Where start tiles lie, by race; -1: nowhere.
	Places []int `json:"places"`
	// The slots of the map.
	Slots []Slot `json:"slots"`
	// Tiles that lie face down, in no order.
	FaceDown []string `json:"face_down"`
	// Hexes on which something has changed.
	Hexes map[string]Site `json:"hexes"`
	// Equipment markers left.
	Cup Cup `json:"cup"`
	// The quest deck. Null: its order is hidden. One of: q01, q02, q03, q04, q05, q06, q07, q08, q09,
	// q10, q11, q12, q13, q14, q15, q16.
	Deck []string `json:"deck"`
	// Quests done or given up. One of: q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12,
	// q13, q14, q15, q16.
	Discards []string `json:"discards"`
	// What counts at the end, by seat. Null: it is hidden.
	Categories *Categories `json:"categories"`
	// Units that a Hero left behind this turn.
	LeftUnits [][]any `json:"left_units"`
	// Hexes whose guards were checked.
	Checked []string `json:"checked"`
	// Movers to whom each Hero has tried to react. One of: hk1, hk2, ha1, ha2, hb1, hb2.
	Tried [][]string `json:"tried"`
	// A hex that was just entered. Null: there is none.
	Fresh *string `json:"fresh"`
	// Hexes entered this turn.
	Entries int `json:"entries"`
	// Seats defeated.
	Defeats int `json:"defeats"`
	// The combat being fought. Null: there is none.
	Combat *Combat `json:"combat"`
	// What others still see during production. Null: hidden, or nothing is produced.
	Before *Before `json:"before"`
}
