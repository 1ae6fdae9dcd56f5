// What a seat may know in tradewarz: `pentarch describe tradewarz --types go`.

package tradewarz

// The options of the match.
type Options struct {
	// What ends a match: a target, years, or a season budget. One of: xadlas, years, seasons.
	Length string `json:"length"`
	// Xadlas needed to win (length xadlas).
	Target int `json:"target"`
	// Years played (length years).
	Years int `json:"years"`
	// Seasons played (length seasons).
	SeasonBudget int `json:"season_budget"`
	// Years after which every match ends.
	YearCap int `json:"year_cap"`
	// Ships complete a lap before they dock.
	FullLap bool `json:"full_lap"`
	// Who places the trading posts. One of: random, players.
	PostPlacement string `json:"post_placement"`
	// Whether a march moves all groups or one. One of: all, one.
	MarchScope string `json:"march_scope"`
	// How the battle decks are dealt. One of: random, equal.
	BattleDeal string `json:"battle_deal"`
	// The first seat changes every year.
	RotateFirst bool `json:"rotate_first"`
	// Alliances are allowed (three seats or more).
	Alliances bool `json:"alliances"`
	// Members an alliance may have.
	AllianceMax int `json:"alliance_max"`
	// Allies win together or not at all.
	AllianceVictory bool `json:"alliance_victory"`
	// Trade offers are allowed.
	Trading bool `json:"trading"`
}

// The terrain of every tile.
type Tiles struct {
	// The terrain of a1. One of: none, lumber, mining, wheat, mountain, lake.
	A1 string `json:"a1"`
	// The terrain of a2. One of: none, lumber, mining, wheat, mountain, lake.
	A2 string `json:"a2"`
	// The terrain of a3. One of: none, lumber, mining, wheat, mountain, lake.
	A3 string `json:"a3"`
	// The terrain of a4. One of: none, lumber, mining, wheat, mountain, lake.
	A4 string `json:"a4"`
	// The terrain of a5. One of: none, lumber, mining, wheat, mountain, lake.
	A5 string `json:"a5"`
	// The terrain of a6. One of: none, lumber, mining, wheat, mountain, lake.
	A6 string `json:"a6"`
	// The terrain of a7. One of: none, lumber, mining, wheat, mountain, lake.
	A7 string `json:"a7"`
	// The terrain of b1. One of: none, lumber, mining, wheat, mountain, lake.
	B1 string `json:"b1"`
	// The terrain of b2. One of: none, lumber, mining, wheat, mountain, lake.
	B2 string `json:"b2"`
	// The terrain of b3. One of: none, lumber, mining, wheat, mountain, lake.
	B3 string `json:"b3"`
	// The terrain of b4. One of: none, lumber, mining, wheat, mountain, lake.
	B4 string `json:"b4"`
	// The terrain of b5. One of: none, lumber, mining, wheat, mountain, lake.
	B5 string `json:"b5"`
	// The terrain of b6. One of: none, lumber, mining, wheat, mountain, lake.
	B6 string `json:"b6"`
	// The terrain of b7. One of: none, lumber, mining, wheat, mountain, lake.
	B7 string `json:"b7"`
	// The terrain of c1. One of: none, lumber, mining, wheat, mountain, lake.
	C1 string `json:"c1"`
	// The terrain of c2. One of: none, lumber, mining, wheat, mountain, lake.
	C2 string `json:"c2"`
	// The terrain of c3. One of: none, lumber, mining, wheat, mountain, lake.
	C3 string `json:"c3"`
	// The terrain of c4. One of: none, lumber, mining, wheat, mountain, lake.
	C4 string `json:"c4"`
	// The terrain of c5. One of: none, lumber, mining, wheat, mountain, lake.
	C5 string `json:"c5"`
	// The terrain of c6. One of: none, lumber, mining, wheat, mountain, lake.
	C6 string `json:"c6"`
	// The terrain of c7. One of: none, lumber, mining, wheat, mountain, lake.
	C7 string `json:"c7"`
	// The terrain of d1. One of: none, lumber, mining, wheat, mountain, lake.
	D1 string `json:"d1"`
	// The terrain of d2. One of: none, lumber, mining, wheat, mountain, lake.
	D2 string `json:"d2"`
	// The terrain of d3. One of: none, lumber, mining, wheat, mountain, lake.
	D3 string `json:"d3"`
	// The terrain of d4. One of: none, lumber, mining, wheat, mountain, lake.
	D4 string `json:"d4"`
	// The terrain of d5. One of: none, lumber, mining, wheat, mountain, lake.
	D5 string `json:"d5"`
	// The terrain of d6. One of: none, lumber, mining, wheat, mountain, lake.
	D6 string `json:"d6"`
	// The terrain of d7. One of: none, lumber, mining, wheat, mountain, lake.
	D7 string `json:"d7"`
	// The terrain of e1. One of: none, lumber, mining, wheat, mountain, lake.
	E1 string `json:"e1"`
	// The terrain of e2. One of: none, lumber, mining, wheat, mountain, lake.
	E2 string `json:"e2"`
	// The terrain of e3. One of: none, lumber, mining, wheat, mountain, lake.
	E3 string `json:"e3"`
	// The terrain of e4. One of: none, lumber, mining, wheat, mountain, lake.
	E4 string `json:"e4"`
	// The terrain of e5. One of: none, lumber, mining, wheat, mountain, lake.
	E5 string `json:"e5"`
	// The terrain of e6. One of: none, lumber, mining, wheat, mountain, lake.
	E6 string `json:"e6"`
	// The terrain of e7. One of: none, lumber, mining, wheat, mountain, lake.
	E7 string `json:"e7"`
	// The terrain of f1. One of: none, lumber, mining, wheat, mountain, lake.
	F1 string `json:"f1"`
	// The terrain of f2. One of: none, lumber, mining, wheat, mountain, lake.
	F2 string `json:"f2"`
	// The terrain of f3. One of: none, lumber, mining, wheat, mountain, lake.
	F3 string `json:"f3"`
	// The terrain of f4. One of: none, lumber, mining, wheat, mountain, lake.
	F4 string `json:"f4"`
	// The terrain of f5. One of: none, lumber, mining, wheat, mountain, lake.
	F5 string `json:"f5"`
	// The terrain of f6. One of: none, lumber, mining, wheat, mountain, lake.
	F6 string `json:"f6"`
	// The terrain of f7. One of: none, lumber, mining, wheat, mountain, lake.
	F7 string `json:"f7"`
	// The terrain of g1. One of: none, lumber, mining, wheat, mountain, lake.
	G1 string `json:"g1"`
	// The terrain of g2. One of: none, lumber, mining, wheat, mountain, lake.
	G2 string `json:"g2"`
	// The terrain of g3. One of: none, lumber, mining, wheat, mountain, lake.
	G3 string `json:"g3"`
	// The terrain of g4. One of: none, lumber, mining, wheat, mountain, lake.
	G4 string `json:"g4"`
	// The terrain of g5. One of: none, lumber, mining, wheat, mountain, lake.
	G5 string `json:"g5"`
	// The terrain of g6. One of: none, lumber, mining, wheat, mountain, lake.
	G6 string `json:"g6"`
	// The terrain of g7. One of: none, lumber, mining, wheat, mountain, lake.
	G7 string `json:"g7"`
}

// A trading post.
type Post struct {
	// Where it lies. Null: not laid yet.
	Square *string `json:"square"`
	// Who owns it. Null: nobody does. One of: p1, p2, p3, p4, p5, p6.
	Owner *string `json:"owner"`
}

// A structure.
type Structure struct {
	// What it is. One of: road, bridge, tunnel.
	Kind string `json:"kind"`
	// The tile that it crosses.
	Tile string `json:"tile"`
	// The two squares it joins.
	Ends []string `json:"ends"`
}

// Supplies.
type StructuresLeft struct {
	// Left of road.
	Road int `json:"road"`
	// Left of bridge.
	Bridge int `json:"bridge"`
	// Left of tunnel.
	Tunnel int `json:"tunnel"`
}

// A building.
type Building struct {
	// Where it stands.
	Square string `json:"square"`
	// What it is. One of: settlement, village, castle.
	Kind string `json:"kind"`
	// Whose it is. One of: p1, p2, p3, p4, p5, p6.
	Owner string `json:"owner"`
	// The year in which it was built or upgraded.
	Year int `json:"year"`
	// The tiles of its silos.
	Silos []string `json:"silos"`
}

// Soldiers of one seat on one space.
type Army struct {
	// Where they are.
	Space string `json:"space"`
	// Whose they are. One of: p1, p2, p3, p4, p5, p6.
	Seat string `json:"seat"`
	// How many.
	Soldiers int `json:"soldiers"`
}

// A super unit.
type SuperUnit struct {
	// Which. One of: en08, en11, en12, en15, en16, mi08, mi11, mi12, mi14, mi15, mi16.
	Unit string `json:"unit"`
	// Who bought it. One of: p1, p2, p3, p4, p5, p6.
	Owner string `json:"owner"`
	// Whose squad it is with. Null: it is in the capital. One of: p1, p2, p3, p4, p5, p6.
	Holder *string `json:"holder"`
	// Where it is. Null: it is in the capital.
	Space *string `json:"space"`
}

// Morale cards that were not drawn yet.
type MoraleDeck struct {
	// How many cards.
	Count int `json:"count"`
	// The cards from the top. Null: they are hidden. One of: goodcrop, timberraft, richvein, windfall,
	// bazaar, freemasons, volunteers, scholars, battlecry, herosong, deadlyaim, shieldwall, fairwinds,
	// cancelbattle, trusted, ransom.
	Cards []string `json:"cards"`
}

// Resources in stock.
type Resources struct {
	// Pieces of gold.
	Gold int `json:"gold"`
	// Pieces of lumber.
	Lumber int `json:"lumber"`
	// Pieces of mining.
	Mining int `json:"mining"`
	// Pieces of wheat.
	Wheat int `json:"wheat"`
}

// Main actions left this year.
type Tokens struct {
	// Tokens for march.
	March int `json:"march"`
	// Tokens for build.
	Build int `json:"build"`
	// Tokens for recruit.
	Recruit int `json:"recruit"`
	// Tokens for resources.
	Resources int `json:"resources"`
	// Tokens for tech.
	Tech int `json:"tech"`
	// Tokens for retreat.
	Retreat int `json:"retreat"`
}

// Levels.
type Universities struct {
	// The level of economy.
	Economy int `json:"economy"`
	// The level of engineering.
	Engineering int `json:"engineering"`
	// The level of military.
	Military int `json:"military"`
}

// A seat's six battle cards.
type BattleCards struct {
	// All six. Null: they are another seat's. One of: bc01, bc02, bc03, bc04, bc05, bc06, bc07, bc08,
	// bc09, bc10, bc11, bc12.
	Six []string `json:"six"`
	// Those that everybody has seen. One of: bc01, bc02, bc03, bc04, bc05, bc06, bc07, bc08, bc09,
	// bc10, bc11, bc12.
	Known []string `json:"known"`
	// The used pile, in order. One of: bc01, bc02, bc03, bc04, bc05, bc06, bc07, bc08, bc09, bc10,
	// bc11, bc12, ?.
	Used []string `json:"used"`
	// Places of the used pile that nobody saw.
	Unseen []int `json:"unseen"`
	// Cards left in the stack.
	StackCount int `json:"stack_count"`
	// The stack, from the top. Null: its order is hidden. One of: bc01, bc02, bc03, bc04, bc05, bc06,
	// bc07, bc08, bc09, bc10, bc11, bc12.
	Stack []string `json:"stack"`
}

// Everything of one seat.
type House struct {
	// Whose it is. One of: p1, p2, p3, p4, p5, p6.
	Seat string `json:"seat"`
	// The house. Null: not picked yet. One of: auren, karsk, velmar, thornwold, ombrel, sablen.
	House *string `json:"house"`
	// The own gate. Null: not landed yet. One of: gate1, gate2, gate3, gate4, gate5, gate6, gate7,
	// gate8.
	Gate *string `json:"gate"`
	// Where the ship is.
	Ship int `json:"ship"`
	// Xadlas, which win.
	Xadlas int `json:"xadlas"`
	// Golden Xadlas.
	Golden int `json:"golden"`
	// Silver Xadlas.
	Silver int `json:"silver"`
	// Resources in stock.
	Resources Resources `json:"resources"`
	// Main actions left this year.
	Tokens Tokens `json:"tokens"`
	// Levels.
	Universities Universities `json:"universities"`
	// The techs owned.
	Techs []string `json:"techs"`
	// Castles ever built.
	CastlesBuilt int `json:"castles_built"`
	// Soldiers that can be recruited.
	Reserve int `json:"reserve"`
	// Soldiers outside the own gate.
	Field int `json:"field"`
	// Soldiers that the field supports.
	Capacity int `json:"capacity"`
	// The allies. One of: p1, p2, p3, p4, p5, p6.
	Allies []string `json:"allies"`
	// 1 until the next turn of one who broke an alliance.
	Barred int `json:"barred"`
	// A seat's six battle cards.
	BattleCards BattleCards `json:"battle_cards"`
	// Morale cards held.
	MoraleCount int `json:"morale_count"`
	// The morale cards. Null: they are another seat's. One of: goodcrop, timberraft, richvein,
	// windfall, bazaar, freemasons, volunteers, scholars, battlecry, herosong, deadlyaim, shieldwall,
	// fairwinds, cancelbattle, trusted, ransom.
	Morale []string `json:"morale"`
}

// Free actions of this turn.
type Free struct {
	// Trades offered.
	Offers int `json:"offers"`
	// 1 once an alliance was proposed.
	Proposed int `json:"proposed"`
	// Barters made.
	Barters int `json:"barters"`
	// Exchanges made.
	Exchanges int `json:"exchanges"`
	// Cheaper buildings to come.
	Masons int `json:"masons"`
	// Cheaper techs or universities to come.
	Scholars int `json:"scholars"`
	// Soldiers recruited or techs bought in this main action.
	Gained int `json:"gained"`
	// The super unit to be appointed. Null: there is none. One of: en08, en11, en12, en15, en16, mi08,
	// mi11, mi12, mi14, mi15, mi16.
	Appointed *string `json:"appointed"`
}

// The march under way; all 0 or null when there is none.
type March struct {
	// Steps that a group may make.
	Roll int `json:"roll"`
	// 1 once a group was formed.
	Grouped int `json:"grouped"`
	// Soldiers that have moved, by where they are.
	Moved map[string]int `json:"moved"`
	// Where the group is. Null: there is no group.
	At *string `json:"at"`
	// Soldiers of the group.
	Size int `json:"size"`
	// The super unit of the group. Null: it has none. One of: en08, en11, en12, en15, en16, mi08,
	// mi11, mi12, mi14, mi15, mi16.
	Unit *string `json:"unit"`
	// Steps left.
	Left int `json:"left"`
	// Steps made.
	Made int `json:"made"`
}

// The battle under way; all 0 or null when there is none.
type Battle struct {
	// Where it is. Null: there is none.
	At *string `json:"at"`
	// Where the attackers came from. Null: there is none.
	From *string `json:"from"`
	// Who attacks. Null: there is none. One of: p1, p2, p3, p4, p5, p6.
	Attacker *string `json:"attacker"`
	// Who defends. Null: there is none. One of: p1, p2, p3, p4, p5, p6.
	Defender *string `json:"defender"`
	// Soldiers that attack.
	Attackers int `json:"attackers"`
	// The attackers' super unit. Null: they have none. One of: en08, en11, en12, en15, en16, mi08,
	// mi11, mi12, mi14, mi15, mi16.
	Unit *string `json:"unit"`
	// 1 for a side that is ready, attacker first.
	Ready []int `json:"ready"`
	// The cards committed by each side, attacker first. One of: goodcrop, timberraft, richvein,
	// windfall, bazaar, freemasons, volunteers, scholars, battlecry, herosong, deadlyaim, shieldwall,
	// fairwinds, cancelbattle, trusted, ransom.
	Committed [][]string `json:"committed"`
}

// Soldiers that look for a place; 0 or null when there are none.
type Loose struct {
	// Whose they are. Null: there are none. One of: p1, p2, p3, p4, p5, p6.
	Seat *string `json:"seat"`
	// How many.
	Soldiers int `json:"soldiers"`
	// Their super unit. Null: they have none. One of: en08, en11, en12, en15, en16, mi08, mi11, mi12,
	// mi14, mi15, mi16.
	Unit *string `json:"unit"`
	// Where others were placed.
	Placed []string `json:"placed"`
}

// A recall under way.
type Recall struct {
	// Who recalls. Null: nobody does. One of: p1, p2, p3, p4, p5, p6.
	Seat *string `json:"seat"`
	// What goes on then. Null: nobody recalls. One of: steps, turn.
	Then *string `json:"then"`
}

// A trade or an alliance under way.
type Offer struct {
	// With whom. Null: there is none. One of: p1, p2, p3, p4, p5, p6.
	Partner *string `json:"partner"`
	// What is given. Null: not named yet. One of: gold, lumber, mining, wheat.
	Give *string `json:"give"`
	// How much is given.
	GiveCount int `json:"give_count"`
	// What is wanted. Null: not named yet. One of: gold, lumber, mining, wheat.
	Want *string `json:"want"`
	// How much is wanted.
	WantCount int `json:"want_count"`
	// Seats still to answer a proposal. One of: p1, p2, p3, p4, p5, p6.
	Asked []string `json:"asked"`
}

// What a seat may know of a match.
type View struct {
	// How many seats play.
	SeatsCount int `json:"seats_count"`
	// The options of the match.
	Options Options `json:"options"`
	// The year, from 1 on.
	Year int `json:"year"`
	// The season. One of: summer, harvest, fall, winter, spring.
	Season string `json:"season"`
	// Seasons that are over.
	SeasonsDone int `json:"seasons_done"`
	// What is being decided.
	Decision string `json:"decision"`
	// Whose turn it is: the place in `order`.
	Turn int `json:"turn"`
	// Whose turn it is. One of: p1, p2, p3, p4, p5, p6.
	Seat string `json:"seat"`
	// Who decides now. One of: p1, p2, p3, p4, p5, p6.
	ToAct []string `json:"to_act"`
	// The turn order. One of: p1, p2, p3, p4, p5, p6.
	Order []string `json:"order"`
	// How the match ended. One of: goes_on, target, alliance, years, seasons, supply, year_cap.
	Ending string `json:"ending"`
	// Allies who won together. One of: p1, p2, p3, p4, p5, p6.
	Winners []string `json:"winners"`
	// The terrain of every tile.
	Tiles Tiles `json:"tiles"`
	// The trading posts.
	Posts []Post `json:"posts"`
	// The structures laid.
	Structures []Structure `json:"structures"`
	// Supplies.
	StructuresLeft StructuresLeft `json:"structures_left"`
	// Golden Xadlas left.
	GoldenLeft int `json:"golden_left"`
	// Silver Xadlas left.
	SilverLeft int `json:"silver_left"`
	// The buildings.
	Buildings []Building `json:"buildings"`
	// Soldiers on the map.
	Armies []Army `json:"armies"`
	// Super units that were bought.
	Units []SuperUnit `json:"units"`
	// The year in which a capital was conquered last, by gate.
	Conquered map[string]int `json:"conquered"`
	// Morale cards that were not drawn yet.
	MoraleDeck MoraleDeck `json:"morale_deck"`
	// The houses in the order of seats.
	Seats []House `json:"seats"`
	// Free actions of this turn.
	Free Free `json:"free"`
	// The march under way; all 0 or null when there is none.
	March March `json:"march"`
	// The battle under way; all 0 or null when there is none.
	Battle Battle `json:"battle"`
	// Soldiers that look for a place; 0 or null when there are none.
	Loose Loose `json:"loose"`
	// A recall under way.
	Recall Recall `json:"recall"`
	// A trade or an alliance under way.
	Offer Offer `json:"offer"`
}
