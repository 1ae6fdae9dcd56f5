// `pentarch bot types .` writes this folder anew.
package pentarch;

import java.util.List;
import java.util.Map;

/**
 * A decision.
 *
 * @param sequence 1, 2, 3 and so on.
 * @param view All that the seat may know.
 * @param legal What the rules allow now.
 * @param events What has happened since the last decision, as far as the seat may know.
 * @param clock The seat's time.
 */
public record Turn(int sequence, Json view, List<String> legal, List<Event> events, Clock clock) {
    /** In seconds; what is without limit is infinite. */
    public record Clock(double left, double increment, double cap) {
        static Clock of(Json json) {
            double endless = Double.POSITIVE_INFINITY;
            return new Clock(
                    json.get("left", Clock::seconds, endless),
                    json.get("increment", Clock::seconds, 0.0),
                    json.get("cap", Clock::seconds, endless));
        }

        /** "2.5s" as 2.5. */
        private static double seconds(Json json) {
            return Double.parseDouble(json.text().replace("s", ""));
        }
    }

    /** Something that happened; the seat is -1 where it concerns nobody in particular. */
    public record Event(String name, int seat, List<String> values) {
        static Event of(Json json) {
            return new Event(
                    json.get("name").text(),
                    json.get("seat", Json::integer, -1),
                    json.get("values", each -> each.list(Json::text), List.of()));
        }
    }

    static Turn of(Json json) {
        return new Turn(
                json.get("sequence").integer(),
                json.get("view"),
                json.get("legal").list(Json::text),
                json.get("events", each -> each.list(Event::of), List.of()),
                json.get("clock", Clock::of, Clock.of(new Json(Map.of()))));
    }
}
