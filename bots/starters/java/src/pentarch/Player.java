// `pentarch bot types .` writes this folder anew.
package pentarch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Plays one match. */
public interface Player {
    /** One of {@code turn.legal()}. */
    String decide(Turn turn);

    /**
     * Plays until the input ends: a JSON message a line on standard input, an answer a line on
     * standard output. Every match gets a player of its own.
     */
    static void run(Function<Start, Player> make) throws IOException {
        PrintStream out = System.out;
        System.setOut(System.err); // what a bot prints is no answer
        Map<String, Player> players = new HashMap<>();
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.isEmpty()) continue;
            Json message = Json.parse(line);
            if (message.has("match_start")) {
                Json start = message.get("match_start");
                players.put(matchOf(start), make.apply(Start.of(start)));
            } else if (message.has("turn")) {
                String match = matchOf(message.get("turn"));
                Turn turn = Turn.of(message.get("turn"));
                out.println(answer(match, turn, players.get(match).decide(turn)));
                out.flush();
            } else if (message.has("match_end")) {
                players.remove(matchOf(message.get("match_end")));
            }
        }
    }

    private static String matchOf(Json message) {
        return message.get("match_id", Json::text, "");
    }

    private static String answer(String match, Turn turn, String text) {
        return String.format(
                "{\"decide\": {\"match_id\": %s, \"sequence\": %d, \"text\": %s}}",
                Json.quoted(match), turn.sequence(), Json.quoted(text));
    }
}
