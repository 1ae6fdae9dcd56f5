// What a seat may know in capital: `pentarch describe capital --types go`.

package capital

// The options of the match.
type Options struct {
	// 6 or 8 Capital upgrades to win. One of: short, full.
	Mode string `json:"mode"`
	// Two teams of two; needs four seats. One of: none, 2v2.
	Teams string `json:"teams"`
	// Quests and the Legendary Deck.
	Quests bool `json:"quests"`
	// Settle effects of mercenaries.
	Settle bool `json:"settle"`
	// Standard cities, advanced ones by lot, or advanced ones by choice. One of: a, b_random, b_pick.
	Cities string `json:"cities"`
	// The last round.
	RoundCap int `json:"round_cap"`
	// Extra starting cards per seat position.
	LateSeatCards int `json:"late_seat_cards"`
	// Once 1 more Gold and Build for later seats (CP-3.7).
	LateSeatBonus bool `json:"late_seat_bonus"`
}

// The Deck.
type Pile struct {
	// How many cards there are.
	Count int `json:"count"`
	// The cards, the top one first. Null: they are hidden.
	Cards []string `json:"cards"`
}

// A unit in a slot.
type Unit struct {
	// The card. Null: it lies face down.
	Card *string `json:"card"`
	// Whether it has attacked this turn.
	Spent bool `json:"spent"`
	// Whether it has moved in this Regroup phase.
	Moved bool `json:"moved"`
	// Whether it is in the battle.
	OnBattlefield bool `json:"on_battlefield"`
}

// A seat's city.
type City struct {
	// Which city it is. Null: not chosen yet. One of: a, b1, b2, b3, b4, b5, b6.
	Id *string `json:"id"`
	// Points of a score that raze it.
	Hp int `json:"hp"`
	// Slots for troops.
	TroopSlots int `json:"troop_slots"`
	// Slots for mercenaries.
	MercSlots int `json:"merc_slots"`
	// Whether troops may attack from here.
	AttackOpen bool `json:"attack_open"`
	// Whether troops may defend from here.
	DefenseOpen bool `json:"defense_open"`
	// Whether mercenaries may act from here.
	MercOpen bool `json:"merc_open"`
	// The troops here, in order of arrival.
	Troops []Unit `json:"troops"`
	// The mercenaries here, in order of arrival.
	Mercs []Unit `json:"mercs"`
}

// The sums of all that is in play.
type Tracker struct {
	// The sum of gold.
	Gold int `json:"gold"`
	// The sum of build.
	Build int `json:"build"`
	// The sum of draw.
	Draw int `json:"draw"`
	// The sum of store.
	Store int `json:"store"`
	// The sum of passive.
	Passive int `json:"passive"`
	// The sum of discount.
	Discount int `json:"discount"`
	// The sum of attack bonus.
	AttackBonus int `json:"attack_bonus"`
}

// What is left to spend in this Build phase.
type Pools struct {
	// Gold.
	Gold int `json:"gold"`
	// Build.
	Build int `json:"build"`
	// Gold less for each upgrade.
	Discount int `json:"discount"`
	// Gold less for the next upgrade.
	Rebate int `json:"rebate"`
	// Buildings to come that need no Build and no banner.
	FreeBuildings int `json:"free_buildings"`
	// Troops to come that are free.
	FreeTroops int `json:"free_troops"`
}

// What the next of each costs.
type Prices struct {
	// Gold for a Village.
	Village int `json:"village"`
	// Gold for an upgrade.
	Upgrade int `json:"upgrade"`
}

// What the seat did, as Quests ask for it.
type Deeds struct {
	// Whether it won an attack this turn.
	WonAttack bool `json:"won_attack"`
	// Hit points razed this turn.
	RazedHp int `json:"razed_hp"`
	// Whether it won a defence since its last turn.
	WonDefence bool `json:"won_defence"`
	// Whether it keeps its whole hand this turn.
	KeepAll bool `json:"keep_all"`
}

// A building on the table.
type Building struct {
	// Its location: its name, or a Village's number.
	At string `json:"at"`
	// The card.
	Card string `json:"card"`
	// Points that raze it.
	Hp int `json:"hp"`
	// The mercenary settled under it. Null: nobody is.
	Settled *string `json:"settled"`
	// Slots for troops.
	TroopSlots int `json:"troop_slots"`
	// Slots for mercenaries.
	MercSlots int `json:"merc_slots"`
	// The troops here, in order of arrival.
	Troops []Unit `json:"troops"`
	// The mercenaries here, in order of arrival.
	Mercs []Unit `json:"mercs"`
}

// Everything of one seat.
type Realm struct {
	// Whose it is. One of: p1, p2, p3, p4.
	Seat string `json:"seat"`
	// The team. Null: nobody plays in teams. One of: A, B.
	Team *string `json:"team"`
	// Whether its city stands.
	Alive bool `json:"alive"`
	// The place in the order of defeat; 0 while it plays.
	Defeat int `json:"defeat"`
	// A seat's city.
	City City `json:"city"`
	// The upgrades completed. One of: gold, build, draw, store, passive, mercenary, attack, defense.
	Upgrades []string `json:"upgrades"`
	// The sums of all that is in play.
	Tracker Tracker `json:"tracker"`
	// What is left to spend in this Build phase.
	Pools Pools `json:"pools"`
	// What the next of each costs.
	Prices Prices `json:"prices"`
	// What the seat did, as Quests ask for it.
	Deeds Deeds `json:"deeds"`
	// Villages ever built; the next one gets the next number.
	VillagesFounded int `json:"villages_founded"`
	// The hand.
	Hand Pile `json:"hand"`
	// The cards kept so far in this Regroup phase.
	Kept Pile `json:"kept"`
	// The buildings, in order.
	Buildings []Building `json:"buildings"`
}

// A troop in the battle.
type Fighter struct {
	// Whose it is. One of: p1, p2, p3, p4.
	Seat string `json:"seat"`
	// The card.
	Card string `json:"card"`
	// Its home.
	At string `json:"at"`
	// Whether its home stands.
	HasHome bool `json:"has_home"`
}

// The battle being fought.
type Battle struct {
	// Who attacks. One of: p1, p2, p3, p4.
	Attacker string `json:"attacker"`
	// Who is attacked. One of: p1, p2, p3, p4.
	Defender string `json:"defender"`
	// The attackers, in order of commitment.
	Attackers []Fighter `json:"attackers"`
	// The defenders, in order of commitment.
	Defenders []Fighter `json:"defenders"`
	// The attack total as it stands.
	AttackTotal int `json:"attack_total"`
	// The defence total as it stands.
	DefenceTotal int `json:"defence_total"`
	// What mercenaries add to the attack.
	AttackExtra int `json:"attack_extra"`
	// What mercenaries add to the defence.
	DefenceExtra int `json:"defence_extra"`
	// How much Passive Defence is cut.
	PassiveCut int `json:"passive_cut"`
	// Heals of the attacker left.
	AttackHeals int `json:"attack_heals"`
	// Heals of the defender left.
	DefenceHeals int `json:"defence_heals"`
	// Attack minus defence, once it is decided.
	Score int `json:"score"`
	// Points of the score left for razing.
	Points int `json:"points"`
	// Siege points left.
	Siege int `json:"siege"`
	// What the winner can still save.
	Budget int `json:"budget"`
	// Whether the defender's city was razed.
	Defeated bool `json:"defeated"`
}

// What a seat may know of a match.
type View struct {
	// The options of the match.
	Options Options `json:"options"`
	// The round, from 1 on.
	Round int `json:"round"`
	// The phase of the turn. One of: setup, build, attack, regroup, over.
	Phase string `json:"phase"`
	// Whose turn it is. One of: p1, p2, p3, p4.
	Active string `json:"active"`
	// What is being decided.
	Decision string `json:"decision"`
	// Who decides. Null: the match is over. One of: p1, p2, p3, p4.
	ToAct *string `json:"to_act"`
	// The Deck.
	Deck Pile `json:"deck"`
	// The discard pile, the latest card last.
	Discard []string `json:"discard"`
	// The Legendary Deck.
	Legendary Pile `json:"legendary"`
	// The Legendary cards being looked at.
	Looked Pile `json:"looked"`
	// Who is being spied on. Null: nobody is. One of: p1, p2, p3, p4.
	Spied *string `json:"spied"`
	// The realms in the order of seats.
	Seats []Realm `json:"seats"`
	// The battle being fought. Null: there is none.
	Battle *Battle `json:"battle"`
	// How the match ended. One of: none, capital, conquest, round_cap.
	Ending string `json:"ending"`
	// Who has won. Null: nobody yet, or a cap ended it. One of: p1, p2, p3, p4.
	Winner *string `json:"winner"`
}
