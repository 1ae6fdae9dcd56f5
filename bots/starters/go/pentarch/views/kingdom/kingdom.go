// What a seat may know in kingdom: `pentarch describe kingdom --types go`.

package kingdom

// The options of the match.
type Options struct {
	// The map; auto picks one by seats. One of: auto, duel, strait, crowns, winds, isles, pentacle,
	// realms, random.
	Map string `json:"map"`
	// How large a random map is. One of: small, medium, large.
	MapSize string `json:"map_size"`
	// Castles that win; 0: the map's number.
	CastlesToWin int `json:"castles_to_win"`
	// The last round, from 5; 0: the map's number.
	MaxRounds int `json:"max_rounds"`
	// Gold of each kingdom at the start.
	StartGold int `json:"start_gold"`
	// Swordsmen in each home at the start.
	StartSwordsmen int `json:"start_swordsmen"`
	// Attack of the home castles at the start.
	HomeAttack int `json:"home_attack"`
	// How strongly neutral castles are held. One of: none, normal, strong.
	Garrisons string `json:"garrisons"`
	// Scrolls on offer each round.
	MarketSize int `json:"market_size"`
	// How far prices stray from the list.
	PriceSpread int `json:"price_spread"`
	// A tech is offered every so many rounds; 0: never.
	TechInterval int `json:"tech_interval"`
	// Rounds until a guard tower can fight.
	TowerBuildTime int `json:"tower_build_time"`
	// Mages can cast blessing too.
	ExtraSpells bool `json:"extra_spells"`
}

// An area of the map.
type Area struct {
	// Its name.
	Id string `json:"id"`
	// Land or sea. One of: land, sea.
	Kind string `json:"kind"`
	// Where it is drawn.
	X int `json:"x"`
	// Where it is drawn.
	Y int `json:"y"`
	// Gold that it pays its owner.
	Tax int `json:"tax"`
	// Whether it has a castle.
	Castle bool `json:"castle"`
	// Whose home it is. Null: it is nobody's home. One of: p1, p2, p3, p4, p5, p6.
	Home *string `json:"home"`
	// The adjacent areas.
	Neighbours []string `json:"neighbours"`
}

// The map, which never changes.
type Board struct {
	// Its name. One of: duel, strait, crowns, winds, isles, pentacle, realms, random.
	Map string `json:"map"`
	// The size of a random map; empty for others. One of: (empty), small, medium, large.
	MapSize string `json:"map_size"`
	// What it is called.
	Title string `json:"title"`
	// How a random map was grown.
	Wedge []string `json:"wedge"`
	// How wide it is drawn.
	Width int `json:"width"`
	// How high it is drawn.
	Height int `json:"height"`
	// The areas.
	Areas []Area `json:"areas"`
}

// A land region.
type Region struct {
	// Its name.
	Id string `json:"id"`
	// Who owns it. Null: nobody does. One of: p1, p2, p3, p4, p5, p6, n0.
	Owner *string `json:"owner"`
	// Whether it has a sawmill.
	Sawmill bool `json:"sawmill"`
}

// A unit in training.
type Recruit struct {
	// The kind of unit. One of: swordsman, guard_tower, mage, knight, trireme, galleon, dragon.
	Type string `json:"type"`
	// Where it will appear.
	Place string `json:"place"`
	// Rounds until it is ready.
	Rounds int `json:"rounds"`
}

// A castle.
type Castle struct {
	// Its region.
	Id string `json:"id"`
	// Who owns it. Null: nobody does. One of: p1, p2, p3, p4, p5, p6, n0.
	Owner *string `json:"owner"`
	// How many units it trains at a time.
	Production int `json:"production"`
	// Its attack.
	Attack int `json:"attack"`
	// Units in training.
	Queue []Recruit `json:"queue"`
}

// A unit on the map.
type Unit struct {
	// Its name: `u` and a number.
	Id string `json:"id"`
	// Its kind. One of: swordsman, guard_tower, mage, knight, trireme, galleon, dragon.
	Type string `json:"type"`
	// Whose it is; `n0` is a garrison. One of: p1, p2, p3, p4, p5, p6, n0.
	Kingdom string `json:"kingdom"`
	// Where it is.
	Area string `json:"area"`
	// The ship that carries it. Null: none does.
	Ship *string `json:"ship"`
	// Mana of a mage.
	Mana int `json:"mana"`
	// Rounds until a guard tower is complete.
	Build int `json:"build"`
}

// A scroll on offer.
type Offer struct {
	// Which. One of: improve_defense, improve_production, sawmill, market, dragon_egg,
	// galleon_blueprint, guard_tower.
	Scroll string `json:"scroll"`
	// Its price.
	Price int `json:"price"`
}

// Scrolls as the round began.
type Stock struct {
	// Scrolls of improve defense.
	ImproveDefense int `json:"improve_defense"`
	// Scrolls of improve production.
	ImproveProduction int `json:"improve_production"`
	// Scrolls of sawmill.
	Sawmill int `json:"sawmill"`
	// Scrolls of market.
	Market int `json:"market"`
	// Scrolls of dragon egg.
	DragonEgg int `json:"dragon_egg"`
	// Scrolls of galleon blueprint.
	GalleonBlueprint int `json:"galleon_blueprint"`
	// Scrolls of guard tower.
	GuardTower int `json:"guard_tower"`
}

// Scrolls left.
type PlannedStock struct {
	// Scrolls of improve defense.
	ImproveDefense int `json:"improve_defense"`
	// Scrolls of improve production.
	ImproveProduction int `json:"improve_production"`
	// Scrolls of sawmill.
	Sawmill int `json:"sawmill"`
	// Scrolls of market.
	Market int `json:"market"`
	// Scrolls of dragon egg.
	DragonEgg int `json:"dragon_egg"`
	// Scrolls of galleon blueprint.
	GalleonBlueprint int `json:"galleon_blueprint"`
	// Scrolls of guard tower.
	GuardTower int `json:"guard_tower"`
}

// A unit ordered.
type Queued struct {
	// Where it is trained.
	Castle string `json:"castle"`
	// The kind of unit. One of: swordsman, guard_tower, mage, knight, trireme, galleon, dragon.
	Type string `json:"type"`
	// Where it will appear.
	Place string `json:"place"`
	// Rounds until it is ready.
	Rounds int `json:"rounds"`
}

// The path of a unit.
type Path struct {
	// The unit.
	Unit string `json:"unit"`
	// The areas it enters.
	Areas []string `json:"areas"`
}

// A unit that boards.
type Load struct {
	// The unit.
	Unit string `json:"unit"`
	// The ship.
	Ship string `json:"ship"`
}

// A passenger.
type Unload struct {
	// The unit.
	Unit string `json:"unit"`
	// Where.
	Area string `json:"area"`
}

// A spell.
type Cast struct {
	// The mage.
	Mage string `json:"mage"`
	// The spell. One of: fog, earthquake, blessing.
	Spell string `json:"spell"`
	// The target.
	Area string `json:"area"`
}

// What a seat has entered in this round.
type Plan struct {
	// What it is asked. One of: debt, menu, path, target, area, done.
	Decision string `json:"decision"`
	// The commands entered.
	Orders []string `json:"orders"`
	// Gold left.
	Gold int `json:"gold"`
	// Scrolls left.
	Stock PlannedStock `json:"stock"`
	// Prices of the scrolls on offer.
	Prices map[string]int `json:"prices"`
	// Whether the kingdom has the market.
	Market bool `json:"market"`
	// The tech started. Null: none was. One of: shield_wall, heavy_lances, plate_armor, conscription,
	// quartermasters, land_registry, forestry, masonry, haggling, seamanship, arcane_study,
	// dragon_bond.
	Research *string `json:"research"`
	// Units ordered.
	Queued []Queued `json:"queued"`
	// Castles improved. One of: improve_defense, improve_production, sawmill, market, dragon_egg,
	// galleon_blueprint, guard_tower.
	Improved map[string]string `json:"improved"`
	// Regions where a sawmill was built.
	Sawmills []string `json:"sawmills"`
	// Regions where a tower was placed.
	Towers []string `json:"towers"`
	// Units disbanded.
	Disbanded []string `json:"disbanded"`
	// Movement orders.
	Paths []Path `json:"paths"`
	// Units that board.
	Loads []Load `json:"loads"`
	// Passengers that land.
	Unloads []Unload `json:"unloads"`
	// Spells.
	Casts []Cast `json:"casts"`
}

// Everything of one seat.
type Kingdom struct {
	// Whose it is. One of: p1, p2, p3, p4, p5, p6.
	Seat string `json:"seat"`
	// The round in which it fell; 0 while it plays.
	Eliminated int `json:"eliminated"`
	// Whether its orders are given.
	Done bool `json:"done"`
	// Gold as the round began.
	Gold int `json:"gold"`
	// Scrolls as the round began.
	Stock Stock `json:"stock"`
	// Whether it has the market.
	Market bool `json:"market"`
	// Techs known. One of: shield_wall, heavy_lances, plate_armor, conscription, quartermasters,
	// land_registry, forestry, masonry, haggling, seamanship, arcane_study, dragon_bond.
	Techs []string `json:"techs"`
	// Instalments still due, by tech.
	Research map[string]int `json:"research"`
	// Castles owned.
	Castles int `json:"castles"`
	// Gold that it earns in a round.
	Income int `json:"income"`
	// Gold that it pays in a round.
	Upkeep int `json:"upkeep"`
	// The value of its army.
	Army int `json:"army"`
	// What a seat has entered in this round. Null: it is another seat's.
	Plan *Plan `json:"plan"`
}

// How the match ended.
type Outcome struct {
	// Why. One of: castles, conquest, cap.
	Reason string `json:"reason"`
	// Ranks by seat.
	Ranks []int `json:"ranks"`
}

// What a seat may know: the realm as the round began, and its own plan.
type View struct {
	// The round, from 1 on.
	Round int `json:"round"`
	// The round after which the match ends by the cap.
	LastRound int `json:"last_round"`
	// Castles that win.
	CastlesToWin int `json:"castles_to_win"`
	// What is being decided. One of: orders, over.
	Phase string `json:"phase"`
	// Who has not given its orders yet. One of: p1, p2, p3, p4, p5, p6.
	ToAct []string `json:"to_act"`
	// The options of the match.
	Options Options `json:"options"`
	// The map, which never changes.
	Board Board `json:"board"`
	// The land regions.
	Regions []Region `json:"regions"`
	// The castles.
	Castles []Castle `json:"castles"`
	// The units.
	Units []Unit `json:"units"`
	// The number of the next unit.
	NextUnit int `json:"next_unit"`
	// The scrolls on offer.
	Market []Offer `json:"market"`
	// The tech on offer. Null: none is. One of: shield_wall, heavy_lances, plate_armor, conscription,
	// quartermasters, land_registry, forestry, masonry, haggling, seamanship, arcane_study,
	// dragon_bond.
	Tech *string `json:"tech"`
	// Techs still to come, in no order. One of: shield_wall, heavy_lances, plate_armor, conscription,
	// quartermasters, land_registry, forestry, masonry, haggling, seamanship, arcane_study,
	// dragon_bond.
	TechsLeft []string `json:"techs_left"`
	// Techs still to come, in order. Null: it is hidden. One of: shield_wall, heavy_lances,
	// plate_armor, conscription, quartermasters, land_registry, forestry, masonry, haggling,
	// seamanship, arcane_study, dragon_bond.
	Deck []string `json:"deck"`
	// The kingdoms in the order of seats.
	Seats []Kingdom `json:"seats"`
	// How the match ended. Null: it goes on.
	Outcome *Outcome `json:"outcome"`
}
