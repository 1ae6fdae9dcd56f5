// Package pentarch is the protocol: a JSON message a line on standard input, an answer a line on
// standard output. `pentarch bot types .` writes this folder anew.
package pentarch

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"
)

// Start says that a match begins.
type Start struct {
	MatchID string            `json:"match_id"`
	Ruleset string            `json:"ruleset"`
	Seat    int               `json:"seat"`  // the bot's own, counted from 0
	Seats   int               `json:"seats"` // how many there are
	Options map[string]string `json:"options"`
	Seed    uint64            `json:"bot_seed,string"` // for the bot's own luck
}

// Turn asks for a decision.
type Turn struct {
	MatchID  string          `json:"match_id"`
	Sequence int             `json:"sequence"` // 1, 2, 3 and so on
	View     json.RawMessage `json:"view"`     // all that the seat may know
	Legal    []string        `json:"legal"`    // what the rules allow now
	Events   []Event         `json:"events"`   // what has happened since the last decision
	Clock    Clock           `json:"clock"`
}

// Event is something that happened; Seat is nil where it concerns nobody in particular.
type Event struct {
	Name   string   `json:"name"`
	Seat   *int     `json:"seat"`
	Values []string `json:"values"`
}

// Clock is the seat's time; what is nil is without limit.
type Clock struct {
	Left      *Duration `json:"left"`
	Increment *Duration `json:"increment"`
	Cap       *Duration `json:"cap"`
}

// Duration is a time.Duration that is written like "2.5s".
type Duration time.Duration

// UnmarshalText reads a duration.
func (d *Duration) UnmarshalText(text []byte) error {
	found, err := time.ParseDuration(string(text))
	*d = Duration(found)
	return err
}

// Bot plays one match.
type Bot interface {
	// Decide gives one of turn.Legal. An error ends the program, and is shown.
	Decide(turn Turn) (string, error)
}

type end struct {
	MatchID string `json:"match_id"`
}

type message struct {
	Start *Start `json:"match_start"`
	Turn  *Turn  `json:"turn"`
	End   *end   `json:"match_end"`
}

type decide struct {
	MatchID  string `json:"match_id"`
	Sequence int    `json:"sequence"`
	Text     string `json:"text"`
}

// Run plays until the input ends. Every match gets a bot of its own.
func Run(newBot func(Start) Bot) error {
	out := os.Stdout
	os.Stdout = os.Stderr // what a bot prints is no answer
	in := bufio.NewReader(os.Stdin)
	bots := map[string]Bot{}
	for {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if err := hear(line, newBot, bots, json.NewEncoder(out)); err != nil {
			return err
		}
	}
}

func hear(line []byte, newBot func(Start) Bot, bots map[string]Bot, out *json.Encoder) error {
	if len(line) <= 1 {
		return nil
	}
	var heard message
	if err := json.Unmarshal(line, &heard); err != nil {
		return err
	}
	switch {
	case heard.Start != nil:
		bots[heard.Start.MatchID] = newBot(*heard.Start)
	case heard.Turn != nil:
		turn := *heard.Turn
		bot, ok := bots[turn.MatchID]
		if !ok {
			return fmt.Errorf("a turn of an unknown match %q", turn.MatchID)
		}
		text, err := bot.Decide(turn)
		if err != nil {
			return err
		}
		answer := decide{MatchID: turn.MatchID, Sequence: turn.Sequence, Text: text}
		return out.Encode(map[string]decide{"decide": answer})
	case heard.End != nil:
		delete(bots, heard.End.MatchID)
	}
	return nil
}
