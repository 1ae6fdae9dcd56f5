import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import pentarch.Player;
import pentarch.Turn;

/** A bot that fails in the way that FAIL names: never answers, or does wrong at its third decision. */
public final class Bot implements Player {
    @Override
    public String decide(Turn turn) {
        String how = System.getenv("FAIL");
        if (how.equals("sleep")) sleep();
        return turn.sequence() < 3 ? turn.legal().get(0) : fail(turn, how);
    }

    private String fail(Turn turn, String how) {
        if (how.equals("crash")) return turn.legal().get(turn.legal().size());
        if (how.equals("print"))
            new PrintStream(new FileOutputStream(FileDescriptor.out)).println("thinking about it");
        return "break castle";
    }

    private static void sleep() {
        try {
            Thread.sleep(3_600_000);
        } catch (InterruptedException error) {
            throw new IllegalStateException(error);
        }
    }

    public static void main(String[] arguments) throws IOException {
        Player.run(start -> new Bot());
    }
}
