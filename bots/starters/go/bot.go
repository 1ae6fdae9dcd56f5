// A bot that plays every ruleset by a list of wishes. Make it yours.
package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"

	"bot/pentarch"
	"bot/pentarch/views/kingdom"
)

// The beginnings of commands, dearest first. What there is: `pentarch describe township verbs`.
var wishes = map[string][]string{
	"township": {
		"feast", "repair house", "repair school", "repair", "produce woodlot", "recruit",
		"produce", "break house", "break school", "break monument", "skip",
	},
	"kingdom": {"halt", "train swordsman", "move all", "done"},
	"capital": {
		"upgrade", "settle", "build farming_village", "build", "quest", "take", "war", "send",
		"guard", "charge", "hold", "raze city", "raze", "save", "done", "keep farming_village",
		"keep",
	},
	"heroes": {
		"buy", "recruit", "hero", "fight", "attack", "stay", "seize", "raise", "take", "move 1",
		"end",
	},
	"tradewarz": {
		"resources gold gold", "resources lumber lumber", "resources mining mining",
		"resources wheat wheat", "build castle", "build village", "build", "recruit gate",
		"decline", "ready",
	},
}

// Units that march together.
const enough = 3

type myBot struct {
	ruleset string
	seat    string // as commands and views write it: p1, p2, ...
}

func newBot(start pentarch.Start) pentarch.Bot {
	return &myBot{ruleset: start.Ruleset, seat: fmt.Sprintf("p%d", start.Seat+1)}
}

// Decide finds the dearest wish. turn.View is what the seat may know; the packages in pentarch/views
// have it as types for every ruleset.
func (bot *myBot) Decide(turn pentarch.Turn) (string, error) {
	choices := turn.Legal
	if bot.ruleset == "kingdom" {
		var view kingdom.View
		if err := json.Unmarshal(turn.View, &view); err != nil {
			return "", err
		}
		choices = withoutIdleMoves(choices, view, bot.seat)
	}
	for _, wish := range wishes[bot.ruleset] {
		for _, text := range choices {
			if strings.HasPrefix(text, wish) {
				return text, nil
			}
		}
	}
	return turn.Legal[0], nil
}

// withoutIdleMoves leaves out moves, but for those of armies towards a castle.
func withoutIdleMoves(legal []string, view kingdom.View, seat string) []string {
	units := map[string]int{}
	for _, unit := range view.Units {
		if unit.Kingdom == seat {
			units[unit.Area]++
		}
	}
	away := distances(view, seat)
	var found []string
	for _, text := range legal {
		words := strings.Fields(text)
		if words[0] == "move" {
			if words[1] != "all" {
				continue
			}
			from, to := words[3], words[4]
			if units[from] < enough || away(to) >= away(from) {
				continue
			}
		}
		found = append(found, text)
	}
	return found
}

// distances tells how far an area is from the nearest castle that somebody else holds.
func distances(view kingdom.View, seat string) func(area string) int {
	land := map[string][]string{}
	for _, area := range view.Board.Areas {
		if area.Kind == "land" {
			land[area.Id] = area.Neighbours
		}
	}
	found := map[string]int{}
	var queue []string
	for _, castle := range view.Castles {
		if castle.Owner == nil || *castle.Owner != seat {
			found[castle.Id] = 0
			queue = append(queue, castle.Id)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, next := range land[queue[0]] {
			_, isLand := land[next]
			if _, isKnown := found[next]; isLand && !isKnown {
				found[next] = found[queue[0]] + 1
				queue = append(queue, next)
			}
		}
	}
	return func(area string) int {
		if distance, ok := found[area]; ok {
			return distance
		}
		return math.MaxInt
	}
}

func main() {
	if err := pentarch.Run(newBot); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
