// `pentarch bot types .` writes this folder anew.
package pentarch;

import java.util.Map;

/**
 * A match begins.
 *
 * @param ruleset The ruleset's id.
 * @param seat The bot's own, counted from 0.
 * @param seats How many there are.
 * @param options The options of the match.
 * @param seed For the bot's own luck: the same match, the same play.
 */
public record Start(String ruleset, int seat, int seats, Map<String, String> options, long seed) {
    static Start of(Json json) {
        return new Start(
                json.get("ruleset").text(),
                json.get("seat", Json::integer, 0),
                json.get("seats").integer(),
                json.get("options", each -> each.map(Json::text), Map.of()),
                Long.parseUnsignedLong(json.get("bot_seed", Json::text, "0")));
    }
}
