// A bot that looks ahead without knowing the rules: it tries every command in the simulator, and
// gives the one after which random play went best.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"

	"bot/pentarch"
)

const farthest = 12

type object = map[string]any

type answer struct {
	Error string     `json:"error"`
	State int        `json:"state"`
	Legal [][]string `json:"legal"`
	Ranks []int      `json:"ranks"`
}

type searcher struct {
	ruleset  string
	seat     int
	requests io.Writer
	answers  *json.Decoder
}

func newSearcher(start pentarch.Start) pentarch.Bot {
	simulator := exec.Command("sh", "-c", "exec "+os.Getenv("PENTARCH_SIMULATOR"))
	simulator.Stderr = os.Stderr
	requests, err := simulator.StdinPipe()
	if err != nil {
		panic(err)
	}
	answers, err := simulator.StdoutPipe()
	if err != nil {
		panic(err)
	}
	if err := simulator.Start(); err != nil {
		panic(err)
	}
	reader := json.NewDecoder(bufio.NewReader(answers))
	return searcher{start.Ruleset, start.Seat, requests, reader}
}

func (bot searcher) ask(request object) (told answer, err error) {
	line, err := json.Marshal(request)
	if err != nil {
		return told, err
	}
	if _, err := bot.requests.Write(append(line, '\n')); err != nil {
		return told, err
	}
	if err := bot.answers.Decode(&told); err != nil {
		return told, fmt.Errorf("the simulator said nothing: %w", err)
	}
	if told.Error != "" {
		return told, fmt.Errorf("%s: %s", line, told.Error)
	}
	return told, nil
}

func (bot searcher) Decide(turn pentarch.Turn) (string, error) {
	root, err := bot.ask(object{
		"do": "sample", "ruleset": bot.ruleset, "seat": bot.seat, "view": turn.View,
		"seed": turn.Sequence,
	})
	if err != nil {
		return "", err
	}
	known, err := bot.ask(object{"do": "legal", "state": root.State})
	if err != nil {
		return "", err
	}
	best, bestRank := "", len(known.Legal)+1
	for _, text := range known.Legal[bot.seat] {
		rank, err := bot.rankAfter(root.State, text)
		if err != nil {
			return "", err
		}
		if rank < bestRank {
			best, bestRank = text, rank
		}
	}
	_, err = bot.ask(object{"do": "drop", "states": []int{root.State}})
	return best, err
}

func (bot searcher) rankAfter(state int, text string) (int, error) {
	tried, err := bot.ask(object{"do": "copy", "state": state})
	if err != nil {
		return 0, err
	}
	command := object{"do": "apply", "state": tried.State, "seat": bot.seat, "command": text}
	if _, err := bot.ask(command); err != nil {
		return 0, err
	}
	end, err := bot.ask(object{"do": "playout", "state": tried.State, "seed": 1, "most": farthest})
	if err != nil {
		return 0, err
	}
	_, err = bot.ask(object{"do": "drop", "states": []int{tried.State}})
	return end.Ranks[bot.seat], err
}

func main() {
	if err := pentarch.Run(newSearcher); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
