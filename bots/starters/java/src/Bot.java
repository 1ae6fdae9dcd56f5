import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import pentarch.Player;
import pentarch.Start;
import pentarch.Turn;
import pentarch.views.KingdomView;

/** A bot that plays every ruleset by a list of wishes. Make it yours. */
public final class Bot implements Player {
    /** Beginnings of commands, dearest first. All there are: `pentarch describe township verbs`. */
    private static final Map<String, List<String>> WISHES = Map.of(
            "township", List.of(
                    "feast", "repair house", "repair school", "repair", "produce woodlot",
                    "recruit", "produce", "break house", "break school", "break monument", "skip"),
            "kingdom", List.of("halt", "train swordsman", "move all", "done"),
            "capital", List.of(
                    "upgrade", "settle", "build farming_village", "build", "quest", "take", "war",
                    "send", "guard", "charge", "hold", "raze city", "raze", "save", "done",
                    "keep farming_village", "keep"),
            "heroes", List.of(
                    "buy", "recruit", "hero", "fight", "attack", "stay", "seize", "raise", "take",
                    "move 1", "end"),
            "tradewarz", List.of(
                    "resources gold gold", "resources lumber lumber", "resources mining mining",
                    "resources wheat wheat", "build castle", "build village", "build",
                    "recruit gate", "decline", "ready"));

    /** Units that march together. */
    private static final int ENOUGH = 3;

    private final String ruleset;

    /** As commands and views write it: p1, p2, ... */
    private final String seat;

    private Bot(Start start) {
        ruleset = start.ruleset();
        seat = "p" + (start.seat() + 1);
    }

    /** {@code turn.view()} is what the seat may know; views has it as types for every ruleset. */
    @Override
    public String decide(Turn turn) {
        List<String> choices = turn.legal();
        if (ruleset.equals("kingdom"))
            choices = withoutIdleMoves(choices, KingdomView.of(turn.view()));
        for (String wish : WISHES.get(ruleset))
            for (String text : choices)
                if (text.startsWith(wish)) return text;
        return turn.legal().get(0);
    }

    /** The commands without moves, but for those of armies towards a castle. */
    private List<String> withoutIdleMoves(List<String> legal, KingdomView view) {
        Map<String, Integer> away = distances(view);
        return legal.stream()
                .filter(text -> !text.startsWith("move ") || isMarch(text.split(" "), view, away))
                .toList();
    }

    private boolean isMarch(String[] words, KingdomView view, Map<String, Integer> away) {
        if (!words[1].equals("all")) return false;
        String from = words[3];
        String to = words[4];
        long units = view.units().stream()
                .filter(unit -> unit.kingdom().equals(seat) && unit.area().equals(from))
                .count();
        int far = Integer.MAX_VALUE;
        return units >= ENOUGH && away.getOrDefault(to, far) < away.getOrDefault(from, far);
    }

    /** How far each area is from the nearest castle that somebody else holds. */
    private Map<String, Integer> distances(KingdomView view) {
        Map<String, List<String>> land = new HashMap<>();
        for (KingdomView.Area area : view.board().areas())
            if (area.kind().equals("land")) land.put(area.id(), area.neighbours());
        Map<String, Integer> found = new HashMap<>();
        Deque<String> queue = new ArrayDeque<>();
        for (KingdomView.Castle castle : view.castles()) {
            if (seat.equals(castle.owner())) continue;
            found.put(castle.id(), 0);
            queue.add(castle.id());
        }
        while (!queue.isEmpty()) {
            String area = queue.remove();
            for (String next : land.get(area)) {
                if (!land.containsKey(next) || found.containsKey(next)) continue;
                found.put(next, found.get(area) + 1);
                queue.add(next);
            }
        }
        return found;
    }

    public static void main(String[] arguments) throws IOException {
        Player.run(Bot::new);
    }
}
