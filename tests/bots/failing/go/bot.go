// A bot that fails in the way that FAIL names: never answers, or does wrong at its third decision.
package main

import (
	"fmt"
	"os"
	"time"

	"bot/pentarch"
)

var stdout = os.Stdout

type failing struct{}

func (bot failing) Decide(turn pentarch.Turn) (string, error) {
	how := os.Getenv("FAIL")
	if how == "sleep" {
		time.Sleep(time.Hour)
	}
	if turn.Sequence < 3 {
		return turn.Legal[0], nil
	}
	return bot.fail(turn, how), nil
}

func (bot failing) fail(turn pentarch.Turn, how string) string {
	switch how {
	case "crash":
		return turn.Legal[len(turn.Legal)]
	case "print":
		fmt.Fprintln(stdout, "thinking about it")
	}
	return "break castle"
}

func main() {
	if err := pentarch.Run(func(pentarch.Start) pentarch.Bot { return failing{} }); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
