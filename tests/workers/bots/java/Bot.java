import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class Bot {
    public static void main(String[] arguments) throws IOException {
        BufferedReader source = new BufferedReader(new InputStreamReader(System.in));
        for (String line = source.readLine(); line != null; line = source.readLine()) {
            if (line.contains("\"turn\":")) {
                System.out.println(0);
            }
        }
    }
}
