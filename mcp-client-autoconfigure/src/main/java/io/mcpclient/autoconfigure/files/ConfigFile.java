package io.mcpclient.autoconfigure.files;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.text.SafeText;

/**
 * One file of {@code mcp.config-locations}, which other programs write and repositories share: it reads environment variables, as
 * those programs do, and of the properties of the application only the inputs that the operator sets for such files.
 *
 * @param location location of the file, empty for a text that is not in a file
 * @param given returns the value of an input that was given to the application, {@code null} without one; {@code null} to read the
 *     texts of the file as they are, with their variables
 * @param inputs inputs that the file declares, by id
 */
public record ConfigFile(
        String location, @Nullable Function<String, @Nullable String> given, Map<String, JsonNode> inputs) {

    static final int MAX_BYTES = 1024 * 1024;

    static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]*)}");

    private static final Pattern VARIABLE_NAME = Pattern.compile("[A-Za-z0-9_.()-]+");

    static final Pattern WHOLE_VARIABLE = Pattern.compile("\\$([A-Za-z_][A-Za-z0-9_]*)");

    private static final String ENV = "env:";

    static final String INPUT = "input:";

    private static final String DEFAULT = ":-";

    private static final Set<String> MACHINE =
            Set.of("workspaceFolder", "userHome", "workspaceFolderBasename", "pathSeparator", "/");

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS, JsonReadFeature.ALLOW_TRAILING_COMMA)
            .build();

    /** Signals a file that is not read. The message is a predicate. */
    private static final class UnreadableException extends IOException {

        UnreadableException(String problem) {
            super(problem);
        }
    }

    /**
     * Reads a file.
     * @param resource file
     * @return its contents
     * @throws IOException if it is not a regular file, is too large, or cannot be read
     */
    public static byte[] bytes(Resource resource) throws IOException {
        // A named pipe would block, and a device may never end.
        if (resource.isFile() && !Files.isRegularFile(resource.getFile().toPath())) {
            throw new UnreadableException("is not a regular file");
        }
        try (InputStream stream = resource.getInputStream()) {
            byte[] bytes = stream.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new UnreadableException("is larger than 1 MB");
            }
            return bytes;
        }
    }

    /** Returns the content of the file as JSON. */
    JsonNode content(Resource resource) {
        try {
            // Jackson detects UTF-8, UTF-16 and UTF-32, with or without a byte order mark.
            return JSON.readTree(bytes(resource));
        } catch (JacksonException ex) {
            TokenStreamLocation location = ex.getLocation();
            throw invalid(
                    (location != null) ? "line " + location.getLineNr() : "it",
                    "is not valid JSON",
                    "Correct the syntax of the file.");
        } catch (UnreadableException ex) {
            throw invalid("it", String.valueOf(ex.getMessage()), "Use a regular file of at most 1 MB.");
        } catch (IOException ex) {
            throw invalid("it", "cannot be read", "Check its permissions.");
        }
    }

    McpConfigurationException invalid(String place, String problem, String remedy) {
        if (this.location.isEmpty()) {
            return new McpConfigurationException("", "The file", "is not valid: " + place + " " + problem, remedy);
        }
        return new McpConfigurationException(
                "",
                McpServersFiles.LOCATIONS,
                "has the file " + SafeText.excerpt(this.location) + ": " + place + " " + problem,
                remedy);
    }

    /** Rejects a variable in a name, which is not replaced. */
    void requirePlainName(String place, String name) {
        if (name.contains("${")) {
            throw invalid(place, "has a variable in its name", "Use variables in values only.");
        }
    }

    /** Returns a text with the values of its variables. */
    String resolved(String place, String text) {
        if (this.given == null) {
            return text;
        }
        return VARIABLE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(variable(place, found.group(1))));
    }

    /** Returns a text that is nothing but {@code $NAME} with the value of that environment variable, if there is one. */
    String expanded(String text) {
        Matcher variable = WHOLE_VARIABLE.matcher(text);
        String value = (this.given != null && variable.matches()) ? System.getenv(variable.group(1)) : null;
        return (value != null) ? value : text;
    }

    /** Whether a variable is a directory or a separator, and no value of the environment. */
    static boolean isOfMachine(String variable) {
        return MACHINE.contains(variable);
    }

    private String variable(String place, String variable) {
        if (variable.equals("workspaceFolder")) {
            return System.getProperty("user.dir");
        }
        if (variable.equals("userHome")) {
            return System.getProperty("user.home");
        }
        if (variable.equals("workspaceFolderBasename")) {
            return String.valueOf(Path.of(System.getProperty("user.dir")).getFileName());
        }
        if (variable.equals("pathSeparator") || variable.equals("/")) {
            return File.separator;
        }
        if (variable.startsWith(INPUT)) {
            return input(place, variable.substring(INPUT.length()));
        }
        String plain = variable.startsWith(ENV) ? variable.substring(ENV.length()) : variable;
        int separator = plain.indexOf(DEFAULT);
        String name = (separator >= 0) ? plain.substring(0, separator) : plain;
        if (!VARIABLE_NAME.matcher(name).matches() || plain.contains("${")) {
            throw invalid(
                    place,
                    "contains ${" + SafeText.excerpt(variable) + "}, which is not supported",
                    "Use ${NAME}, ${NAME:-default} or ${input:id}, and no variable inside another.");
        }
        String value = System.getenv(name);
        if (value == null && separator >= 0) {
            return plain.substring(separator + DEFAULT.length());
        }
        if (value == null) {
            String shown = SafeText.excerpt(name);
            throw invalid(
                    place,
                    "contains ${" + SafeText.excerpt(variable) + "}, and there is no such environment variable",
                    "Set the environment variable " + shown
                            + ". Files do not read properties of the application: for one," + " write ${input:" + shown
                            + "} and set mcp.inputs." + shown + ".");
        }
        return value;
    }

    private String input(String place, String id) {
        @Nullable String value = (this.given != null) ? this.given.apply(id) : null;
        JsonNode declared = this.inputs.get(id);
        if (value == null && declared != null && declared.has("default")) {
            value = declared.get("default").asString("");
        }
        if (value == null) {
            String description =
                    (declared != null) ? declared.path("description").asString("") : "";
            throw invalid(
                    place,
                    "needs the input " + SafeText.excerpt(id)
                            + (description.isEmpty() ? "" : " (" + SafeText.excerpt(description) + ")"),
                    "Set mcp.inputs." + SafeText.excerpt(id) + ".");
        }
        return value;
    }
}
