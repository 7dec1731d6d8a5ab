package io.mcpclient.autoconfigure.files;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;

import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import tools.jackson.databind.JsonNode;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.spring.McpServers.Input;
import io.mcpclient.spring.McpServers.Preview;
import io.mcpclient.support.store.Digest;
import io.mcpclient.text.SafeText;

/**
 * The servers in the content of a file of another program, which are shown before they are added. What is shown are the texts of the
 * file, with their variables: values of the environment may be secrets.
 */
public final class PastedServers {

    private static final int MAX_SHOWN = 2000;

    private final Map<String, ServerEntry> entries;

    private final Map<String, ServerEntry> asWritten;

    private final Map<String, String> entryNames = new LinkedHashMap<>();

    private final Function<String, @Nullable String> given;

    private PastedServers(
            Map<String, ServerEntry> entries,
            Map<String, ServerEntry> asWritten,
            Function<String, @Nullable String> given) {
        this.entries = entries;
        this.asWritten = asWritten;
        this.given = given;
        EntryNames.of(entries.keySet()).forEach((entry, name) -> this.entryNames.put(name, entry));
    }

    /**
     * Reads the content of a file.
     * @param content JSON as in a file of {@code mcp.config-locations}
     * @param given returns the value of an input, {@code null} without one
     * @return its servers
     * @throws McpConfigurationException if it is not valid
     */
    public static PastedServers read(String content, Function<String, @Nullable String> given) {
        Resource resource = new ByteArrayResource(content.getBytes(StandardCharsets.UTF_8));
        return new PastedServers(entries(resource, given), entries(resource, null), given);
    }

    private static Map<String, ServerEntry> entries(
            Resource resource, @Nullable Function<String, @Nullable String> given) {
        Map<String, ServerEntry> entries = new LinkedHashMap<>();
        McpServersFiles.read(new ConfigFile("", given, new HashMap<>()), resource, entries);
        return entries;
    }

    /**
     * Returns the names that the servers get.
     * @return names in the order of the file
     */
    public Set<String> names() {
        return this.entryNames.keySet();
    }

    /**
     * Returns the properties of a server.
     * @param name one of {@link #names()}
     * @return keys of {@code mcp.servers.<name>} with final values
     * @throws McpConfigurationException if the entry is not valid, or an input or a variable has no value
     */
    public Map<String, String> properties(String name) {
        return properties(entry(name, this.entries), new LinkedHashSet<>());
    }

    private ServerEntry entry(String name, Map<String, ServerEntry> all) {
        ServerEntry entry = all.get(this.entryNames.getOrDefault(name, ""));
        if (entry == null) {
            throw new McpConfigurationException(
                    "", "The file", "has no server " + SafeText.excerpt(name), "Choose one of its servers.");
        }
        return entry;
    }

    private static Map<String, String> properties(ServerEntry entry, Set<String> warnings) {
        Map<String, String> properties = new LinkedHashMap<>();
        entry.properties((key, place, reason) ->
                        warnings.add("The key " + SafeText.excerpt(key) + " has no effect. " + reason))
                .forEach((key, text) -> properties.put(key, ServerEntry.plain(text)));
        if ("false".equals(properties.remove("enabled"))) {
            warnings.add("It is disabled in the file.");
        }
        return properties;
    }

    /**
     * Returns the consent to properties.
     * @param properties properties of a server
     * @return a digest of them
     */
    public static String consent(Map<String, String> properties) {
        List<String> parts = new ArrayList<>();
        new TreeMap<>(properties).forEach((key, value) -> {
            parts.add(key);
            parts.add(value);
        });
        return Digest.of(parts);
    }

    /**
     * Describes a server: what would be contacted or run, and what is missing.
     * @param name one of {@link #names()}
     * @param check checks its properties
     * @return what to show; without a consent if it cannot be added
     */
    public Preview preview(String name, Consumer<Map<String, String>> check) {
        Set<String> warnings = new LinkedHashSet<>();
        try {
            Map<String, String> texts = properties(entry(name, this.asWritten), warnings);
            List<Input> inputs = variables(texts, entry(name, this.entries).file(), warnings);
            String problem = null;
            String consent = null;
            try {
                requireShown(texts);
                Map<String, String> properties = properties(name);
                check.accept(properties);
                consent = consent(properties);
            } catch (McpConfigurationException ex) {
                problem = ex.problem() + ". " + ex.remedy();
            }
            String shown = description(texts) + ((problem != null) ? "\n\n" + problem : "");
            return new Preview(
                    name, "", "", shown, texts.containsKey("command"), consent, List.copyOf(warnings), inputs);
        } catch (McpConfigurationException ex) {
            return Preview.incomplete(ex.problem() + ". " + ex.remedy(), List.of());
        }
    }

    /** Nobody can agree to the part of a command that is cut. Values of variables and headers are never shown. */
    private static void requireShown(Map<String, String> texts) {
        texts.forEach((key, text) -> {
            if (text.length() > MAX_SHOWN && !isSecret(key)) {
                throw new McpConfigurationException(
                        "",
                        key,
                        SafeText.excerpt(key) + " has " + text.length() + " characters, of which only " + MAX_SHOWN
                                + " are shown",
                        "Shorten it, or configure the server in the application.");
            }
        });
    }

    private static boolean isSecret(String key) {
        return key.startsWith("env[") || key.startsWith("headers[");
    }

    private static String description(Map<String, String> texts) {
        List<String> lines = new ArrayList<>();
        texts.forEach((key, text) -> {
            String shown = SafeText.excerpt(text, MAX_SHOWN);
            if (key.equals("command")) {
                lines.add("program   " + shown);
            } else if (key.startsWith("args[")) {
                lines.add("argument  " + shown);
            } else if (isSecret(key)) {
                lines.add("with " + SafeText.excerpt(key.substring(key.indexOf('[') + 1, key.length() - 1)) + "=***");
            } else {
                lines.add(key.equals("url") ? shown : SafeText.excerpt(key) + " " + shown);
            }
        });
        return String.join("\n", lines);
    }

    /** Returns the inputs of the texts; warns of each variable of the environment, whose value the server would get. */
    private List<Input> variables(Map<String, String> texts, ConfigFile file, Set<String> warnings) {
        Map<String, Input> inputs = new LinkedHashMap<>();
        texts.forEach((key, text) -> {
            Matcher variable = ConfigFile.VARIABLE.matcher(text);
            while (variable.find()) {
                String name = variable.group(1);
                if (name.startsWith(ConfigFile.INPUT)) {
                    String id = name.substring(ConfigFile.INPUT.length());
                    inputs.computeIfAbsent(
                            id, unknown -> input(id, key, file.inputs().get(id)));
                } else if (!ConfigFile.isOfMachine(name)) {
                    warnings.add(reads(name, key));
                }
            }
            Matcher whole = ConfigFile.WHOLE_VARIABLE.matcher(text);
            if ((key.startsWith("env[") || key.startsWith("headers[")) && whole.matches()) {
                warnings.add(reads(whole.group(1), key));
            }
        });
        return List.copyOf(inputs.values());
    }

    private static String reads(String variable, String key) {
        return "The server gets the value of the environment variable " + SafeText.excerpt(variable) + ", in "
                + SafeText.excerpt(key) + ".";
    }

    private Input input(String id, String key, @Nullable JsonNode declared) {
        boolean secret = declared != null && declared.path("password").asBoolean(false);
        String otherwise = (declared != null && declared.hasNonNull("default"))
                ? declared.get("default").asString("")
                : null;
        List<String> choices = new ArrayList<>();
        if (declared != null) {
            declared.path("options")
                    .forEach(option ->
                            choices.add(option.isObject() ? option.path("value").asString("") : option.asString("")));
        }
        return new Input(
                id,
                key,
                (declared != null && declared.hasNonNull("description"))
                        ? declared.get("description").asString("")
                        : null,
                otherwise == null,
                secret,
                secret ? null : otherwise,
                choices,
                this.given.apply(id) != null);
    }
}
