// `pentarch bot types .` writes this folder anew.
package pentarch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A JSON value: null, Boolean, Double, String, a List of Json or a Map of Json. */
public record Json(Object value) {
    /** Says what is wrong with a text, or that a value is not what was asked for. */
    public static final class Mistake extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Mistake(String message) {
            super(message);
        }
    }

    /** Reads a whole text. */
    public static Json parse(String text) {
        return new Parser(text).whole();
    }

    /** Whether it is an object with that field. */
    public boolean has(String name) {
        return value instanceof Map<?, ?> fields && fields.containsKey(name);
    }

    /** A field of an object. */
    public Json get(String name) {
        if (!has(name)) throw new Mistake("there is no field " + name);
        return (Json) ((Map<?, ?>) value).get(name);
    }

    /** A field that may be missing, which means that it has the value that is nothing. */
    public <T> T get(String name, Function<Json, T> read, T nothing) {
        return has(name) ? read.apply(get(name)) : nothing;
    }

    public int integer() {
        return as(Double.class).intValue();
    }

    public boolean flag() {
        return as(Boolean.class);
    }

    public String text() {
        return as(String.class);
    }

    public <T> T orNull(Function<Json, T> read) {
        return value == null ? null : read.apply(this);
    }

    public <T> List<T> list(Function<Json, T> read) {
        List<T> found = new ArrayList<>();
        for (Object item : as(List.class)) found.add(read.apply((Json) item));
        return found;
    }

    public <T> Map<String, T> map(Function<Json, T> read) {
        Map<String, T> found = new LinkedHashMap<>();
        for (Map.Entry<?, ?> field : ((Map<?, ?>) as(Map.class)).entrySet())
            found.put((String) field.getKey(), read.apply((Json) field.getValue()));
        return found;
    }

    private <T> T as(Class<T> type) {
        if (!type.isInstance(value)) throw new Mistake("a value is no " + type.getSimpleName());
        return type.cast(value);
    }

    /** A text as JSON writes it. */
    public static String quoted(String text) {
        StringBuilder found = new StringBuilder("\"");
        for (char letter : text.toCharArray()) {
            if (letter == '"' || letter == '\\') found.append('\\').append(letter);
            else if (letter < ' ') found.append(String.format("\\u%04x", (int) letter));
            else found.append(letter);
        }
        return found.append('"').toString();
    }

    /** Reads a text from left to right. */
    private static final class Parser {
        private final String text;
        private int at = 0;

        Parser(String text) {
            this.text = text;
        }

        Json whole() {
            Json found = value();
            if (peek() != 0) throw mistake();
            return found;
        }

        private Json value() {
            return switch (peek()) {
                case '{' -> new Json(object());
                case '[' -> new Json(list());
                case '"' -> new Json(string());
                case 't' -> word("true", true);
                case 'f' -> word("false", false);
                case 'n' -> word("null", null);
                default -> new Json(number());
            };
        }

        private Map<String, Json> object() {
            Map<String, Json> found = new LinkedHashMap<>();
            expect('{');
            while (!ends('}', found.isEmpty())) {
                String name = string();
                expect(':');
                found.put(name, value());
            }
            return found;
        }

        private List<Json> list() {
            List<Json> found = new ArrayList<>();
            expect('[');
            while (!ends(']', found.isEmpty())) found.add(value());
            return found;
        }

        /** Whether the list ends here; if not, the next item follows. */
        private boolean ends(char bracket, boolean isFirst) {
            if (peek() == bracket) {
                at++;
                return true;
            }
            if (!isFirst) expect(',');
            return false;
        }

        private String string() {
            StringBuilder found = new StringBuilder();
            expect('"');
            while (at < text.length() && text.charAt(at) != '"') {
                char letter = text.charAt(at++);
                found.append(letter == '\\' ? escape() : letter);
            }
            expect('"');
            return found.toString();
        }

        private char escape() {
            char letter = at < text.length() ? text.charAt(at++) : 0;
            return switch (letter) {
                case 'b' -> '\b';
                case 'f' -> '\f';
                case 'n' -> '\n';
                case 'r' -> '\r';
                case 't' -> '\t';
                case 'u' -> {
                    at += 4;
                    if (at > text.length()) throw mistake();
                    yield (char) Integer.parseInt(text.substring(at - 4, at), 16);
                }
                default -> letter;
            };
        }

        private Double number() {
            int start = at;
            while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
            if (at == start) throw mistake();
            return Double.valueOf(text.substring(start, at));
        }

        private Json word(String name, Object value) {
            if (!text.startsWith(name, at)) throw mistake();
            at += name.length();
            return new Json(value);
        }

        /** The next character that is no space; 0 at the end. */
        private char peek() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
            return at < text.length() ? text.charAt(at) : 0;
        }

        private void expect(char wanted) {
            if (peek() != wanted) throw mistake();
            at++;
        }

        private Mistake mistake() {
            return new Mistake("no JSON at character " + at);
        }
    }
}
