package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

func main() {
	source := bufio.NewReader(os.Stdin)
	for {
		line, err := source.ReadString('\n')
		if strings.Contains(line, "\"turn\":") {
			fmt.Println(0)
		}
		if err != nil {
			return
		}
	}
}
