// What a seat may know in township: `pentarch describe township --types go`.

package township

// The options of the match.
type Options struct {
	// Renown that ends the match.
	RenownTarget int `json:"renown_target"`
	// The last round.
	RoundCap int `json:"round_cap"`
	// Rounds without mustering.
	PeaceRounds int `json:"peace_rounds"`
	// What happens to used tools. One of: none, die, single.
	ToolWear string `json:"tool_wear"`
	// How much a loot takes. One of: per_point, single.
	LootRule string `json:"loot_rule"`
	// How the five tokens are counted. One of: combined, same_kind.
	DestroyRule string `json:"destroy_rule"`
	// Laurels per defender eliminated.
	AttackLaurels int `json:"attack_laurels"`
	// Laurels per attacker eliminated in a rout.
	DefenceLaurels int `json:"defence_laurels"`
	// Laurels captured per unit or point left.
	CaptureLaurels int `json:"capture_laurels"`
	// Renown per finery in stock.
	FineryRenown int `json:"finery_renown"`
}

// The attack being fought. Numbers are 0 until they are decided or rolled.
type Attack struct {
	// Who is attacked. One of: p1, p2, p3, p4, p5, p6.
	Defender string `json:"defender"`
	// Units that attack.
	Attackers int `json:"attackers"`
	// Swords used.
	Swords int `json:"swords"`
	// Units that defend.
	Defenders int `json:"defenders"`
	// Shields used.
	Shields int `json:"shields"`
	// Dice of the attack that scored.
	AttackTotal int `json:"attack_total"`
	// Dice of the defence that scored.
	DefenceTotal int `json:"defence_total"`
	// Points of a success that no defender took.
	LeftOver int `json:"left_over"`
}

// Pieces in stock.
type Stock struct {
	// Pieces of grain.
	Grain int `json:"grain"`
	// Pieces of lumber.
	Lumber int `json:"lumber"`
	// Pieces of ore.
	Ore int `json:"ore"`
	// Pieces of stone.
	Stone int `json:"stone"`
	// Pieces of tools.
	Tools int `json:"tools"`
	// Pieces of swords.
	Swords int `json:"swords"`
	// Pieces of shields.
	Shields int `json:"shields"`
	// Pieces of ale.
	Ale int `json:"ale"`
	// Pieces of finery.
	Finery int `json:"finery"`
}

// A building in play.
type Building struct {
	// The site: the kind and a number.
	Name string `json:"name"`
	// Damage tokens; only without any does the building work.
	Damage int `json:"damage"`
	// Depletion tokens, each of which closes a place.
	Depletion int `json:"depletion"`
	// Activities here in this turn.
	Worked int `json:"worked"`
	// Whether raw materials were taken here in this turn.
	Produced bool `json:"produced"`
}

// One seat's town.
type Town struct {
	// Whose it is. One of: p1, p2, p3, p4, p5, p6.
	Seat string `json:"seat"`
	// The place in the order of elimination; 0 while it plays.
	Eliminated int `json:"eliminated"`
	// Laurels, stored finery and undamaged buildings: what wins.
	Renown int `json:"renown"`
	// Laurels from feasts and fights.
	Laurels int `json:"laurels"`
	// All units.
	Units int `json:"units"`
	// Units that the houses hold; more leave at the end of the turn.
	Housing int `json:"housing"`
	// Units that can still do something this turn.
	Idle int `json:"idle"`
	// Units that attack this turn.
	Mustered int `json:"mustered"`
	// Tools used this turn.
	ToolsUsed int `json:"tools_used"`
	// Pieces in stock.
	Stock Stock `json:"stock"`
	// Grain that the granaries hold.
	GrainRoom int `json:"grain_room"`
	// Other pieces that the warehouses hold.
	GoodsRoom int `json:"goods_room"`
	// The buildings in canonical order.
	Buildings []Building `json:"buildings"`
}

// The whole match: nothing is hidden.
type View struct {
	// The round, from 1 on.
	Round int `json:"round"`
	// Whose turn it is. One of: p1, p2, p3, p4, p5, p6.
	Active string `json:"active"`
	// What is being decided. One of: break, activity, discard, assign, attack, swords, defend,
	// shields, spoils, damage, over.
	Decision string `json:"decision"`
	// How the match ended; empty while it goes on. One of: (empty), conquest, renown, cap.
	Ending string `json:"ending"`
	// The options of the match.
	Options Options `json:"options"`
	// Units sent against each seat and not fought with yet.
	Assigned []int `json:"assigned"`
	// The opponent that `assign` asks about. Null: nobody is asked about. One of: p1, p2, p3, p4, p5,
	// p6.
	Asked *string `json:"asked"`
	// The attack being fought. Numbers are 0 until they are decided or rolled. Null: nobody is
	// fighting.
	Attack *Attack `json:"attack"`
	// The towns in the order of seats.
	Towns []Town `json:"towns"`
}
