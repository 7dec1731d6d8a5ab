package io.mcpclient.autoconfigure.files;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.text.SafeText;

/**
 * The entry of a server in a file of {@code mcp.config-locations}, which becomes properties of that server.
 *
 * <pre>
 *  url, httpUrl, serverUrl                  url; the first of httpUrl, serverUrl, url applies
 *  command, args, env, envFile, cwd         command, args, env, working-directory
 *  type, transport, transportType           transport
 *  headers                                  headers
 *  disabled, enabled                        enabled
 *  includeTools, tools                      tools.include
 *  excludeTools, disabledTools              tools.exclude
 *  sandboxEnabled                           refused: the program would have more rights than its author expects
 *  other settings of a program              nothing
 *  what else there is                       nothing, with a warning
 * </pre>
 *
 * @param file the file
 * @param resource the resource of the file
 * @param member member of the file that has the entry
 * @param name name of the entry
 * @param value the entry
 */
record ServerEntry(ConfigFile file, Resource resource, String member, String name, JsonNode value) {

    private static final String DIRECTORY = "working-directory";

    /** Addresses, by precedence. */
    private static final List<String> URLS = List.of("httpUrl", "serverUrl", "url");

    private static final Set<String> OF_PROCESSES = Set.of("args", "env", "envFile", "cwd");

    /** Types without dashes and underscores. */
    private static final Map<String, String> TRANSPORTS = Map.of(
            "stdio", "stdio",
            "local", "stdio",
            "http", "streamable-http",
            "streamablehttp", "streamable-http",
            "sse", "sse");

    /** Settings of the program itself, such as its approval of calls, which gives no permission here. */
    private static final Set<String> OF_PROGRAMS = Set.of(
            "alwaysAllow",
            "autoApprove",
            "trust",
            "description",
            "title",
            "name",
            "icon",
            "gallery",
            "version",
            "source",
            "dev",
            "watchPaths",
            "extensionName",
            "alwaysLoad");

    /** Keys without an equivalent, and what to do. */
    private static final Map<String, String> REMEDIES = Map.of(
            "timeout",
            "Its unit depends on the program: set request-timeout of the server.",
            "oauth",
            "Set auth.type and the other properties under auth of the server.",
            "auth",
            "Set auth.type and the other properties under auth of the server.",
            "authProviderType",
            "Set auth.type and the other properties under auth of the server.",
            "headersHelper",
            "Set auth.type and the other properties under auth of the server.");

    private static final String REMEDY = "Remove it, or set the property of the server that has its meaning.";

    /** Receives keys that have no effect, with the place and the reason. */
    interface Ignored {

        void accept(String key, String place, String reason);
    }

    String place() {
        return this.member + "." + SafeText.excerpt(this.name);
    }

    private String place(String key) {
        return place() + "." + SafeText.excerpt(key);
    }

    /** Checks what does not depend on the values. */
    void check() {
        if (!this.value.isObject()) {
            throw this.file.invalid(place(), "is not an object", "Use an object with url or command.");
        }
        this.file.requirePlainName(place(), this.name);
        boolean hasAddress = this.value.hasNonNull("command") || URLS.stream().anyMatch(this.value::hasNonNull);
        if (!hasAddress && isEnabled()) {
            throw this.file.invalid(place(), "has neither url nor command", "Set one of them.");
        }
    }

    /**
     * Returns the properties, without the prefix of the server.
     * @param ignored receives keys that have no effect
     */
    Map<String, String> properties(Ignored ignored) {
        Map<String, String> properties = new LinkedHashMap<>();
        boolean isEnabled = isEnabled();
        if (!isEnabled || this.value.has("disabled") || this.value.has("enabled")) {
            properties.put("enabled", String.valueOf(isEnabled));
        }
        try {
            address(properties, ignored);
            for (Map.Entry<String, JsonNode> key : this.value.properties()) {
                if (!key.getValue().isNull()) {
                    other(key.getKey(), key.getValue(), properties, ignored);
                }
            }
        } catch (McpConfigurationException ex) {
            if (isEnabled) {
                throw ex;
            }
            properties.keySet().retainAll(Set.of("enabled")); // not used, and so not checked
        }
        return properties;
    }

    private boolean isEnabled() {
        return bool("enabled", true) && !bool("disabled", false);
    }

    private boolean bool(String key, boolean otherwise) {
        JsonNode found = this.value.path(key);
        if (found.isMissingNode() || found.isNull()) {
            return otherwise;
        }
        String text = found.asString("").toLowerCase(Locale.ROOT);
        if (!text.equals("true") && !text.equals("false")) {
            throw this.file.invalid(place(key), "is neither true nor false", "Use one of them.");
        }
        return text.equals("true");
    }

    private void address(Map<String, String> properties, Ignored ignored) {
        URLS.stream()
                .filter(this.value::hasNonNull)
                .findFirst()
                .ifPresent(key -> texts(place(key), "url", this.value.path(key), properties));
        if (this.value.hasNonNull("command")) {
            process(this.value.path("command"), properties, ignored);
        }
    }

    private void process(JsonNode command, Map<String, String> properties, Ignored ignored) {
        List<JsonNode> args = new ArrayList<>();
        String place = place("command");
        if (command.isObject()) { // an older form of Zed
            place = place + ".path";
            words(place, command.path("path")).forEach(args::add);
            args.addAll(list(place("command.args"), command.path("args")));
            members(place("command.env"), "env", command.path("env"), properties);
        } else if (command.isArray()) {
            command.forEach(args::add);
        } else {
            words(place, command).forEach(args::add);
        }
        args.addAll(list(place("args"), this.value.path("args")));
        if (args.isEmpty() || args.get(0).asString("").isBlank()) {
            throw this.file.invalid(place, "is empty", "Name the program.");
        }
        texts(place, "command", args.get(0), properties);
        for (int i = 1; i < args.size(); i++) {
            texts(place("args[" + (i - 1) + "]"), "args[" + (i - 1) + "]", args.get(i), properties);
        }
        environment(properties, ignored);
        texts(place("cwd"), DIRECTORY, this.value.path("cwd"), properties);
    }

    /** A whole command line, which some programs accept. Variables are replaced afterwards: they never divide it. */
    private List<JsonNode> words(String place, JsonNode command) {
        try {
            return CommandLine.words(command.asString(""), text -> this.file.resolved(place, text)).stream()
                    .<JsonNode>map(JsonNodeFactory.instance::stringNode)
                    .toList();
        } catch (IllegalArgumentException ex) {
            throw this.file.invalid(
                    place, String.valueOf(ex.getMessage()), "Name the program, and put its arguments into args.");
        }
    }

    private void environment(Map<String, String> properties, Ignored ignored) {
        JsonNode location = this.value.path("envFile");
        if (!location.isMissingNode() && !location.isNull() && this.file.given() != null) {
            String place = place("envFile");
            variables(place, this.file.resolved(place, location.asString("")), ignored)
                    .forEach((name, text) -> properties.put("env[" + name + "]", escaped(text)));
        }
        members(place("env"), "env", this.value.path("env"), properties);
    }

    private Map<String, String> variables(String place, String location, Ignored ignored) {
        Resource found = envFile(location);
        String shown = "the file " + SafeText.excerpt(location);
        if (found == null) {
            throw this.file.invalid(
                    place,
                    "names " + shown + ", which does not exist",
                    "Correct the path, which is relative to the working directory or to the directory of this file.");
        }
        try {
            return EnvFile.variables(
                    ConfigFile.bytes(found),
                    line -> ignored.accept(
                            "envFile", place + ", line " + line, "It is not NAME=value. Correct the line."));
        } catch (CharacterCodingException ex) {
            throw this.file.invalid(place, "names " + shown + ", which is not text in UTF-8", "Convert the file.");
        } catch (IOException ex) {
            throw this.file.invalid(
                    place, "names " + shown + ", which cannot be read", "Use a readable file of at most 1 MB.");
        }
    }

    /** The working directory is the workspace folder; files of projects are often in a directory below it. */
    private @Nullable Resource envFile(String location) {
        Resource inWorkspace = new FileSystemResource(location);
        if (inWorkspace.exists()) {
            return inWorkspace;
        }
        try {
            Resource besides = this.resource.isFile() ? this.resource.createRelative(location) : null;
            return (besides != null && !location.startsWith("/") && besides.exists()) ? besides : null;
        } catch (IOException ex) {
            return null;
        }
    }

    private void other(String key, JsonNode value, Map<String, String> properties, Ignored ignored) {
        boolean isProcess = this.value.hasNonNull("command");
        if (OF_PROCESSES.contains(key)) {
            if (!isProcess && !value.isEmpty()) {
                ignored.accept(key, place(key), "It is for a command. Remove it.");
            }
            return;
        }
        switch (key) {
            case "command", "url", "httpUrl", "serverUrl", "disabled", "enabled" -> {}
            case "headers" -> {
                if (URLS.stream().anyMatch(this.value::hasNonNull)) {
                    headers(value, properties, ignored);
                } else if (!value.isEmpty()) {
                    ignored.accept(key, place(key), "It is for a url. Remove it.");
                }
            }
            case "type", "transport", "transportType" -> properties.put("transport", transport(key, value));
            case "includeTools" -> included(key, value, properties);
            case "tools" -> tools(key, value, properties, ignored);
            case "excludeTools", "disabledTools" -> excluded(key, value, properties);
            case "sandboxEnabled", "sandbox" -> {
                if (value.isObject() || bool(key, false)) {
                    throw this.file.invalid(
                            place(key),
                            "asks for a sandbox, which this application does not have",
                            "Start the program in a sandbox, such as a container, and remove the key.");
                }
            }
            default -> {
                if (!OF_PROGRAMS.contains(key)) {
                    ignored.accept(key, place(key), REMEDIES.getOrDefault(key, REMEDY));
                }
            }
        }
    }

    /** Many instructions contain headers that each client sets itself. */
    private void headers(JsonNode value, Map<String, String> properties, Ignored ignored) {
        members(place("headers"), "headers", value, properties);
        value.propertyNames().stream().filter(ReservedHeaders::contains).forEach(name -> {
            properties.remove("headers[" + name + "]");
            ignored.accept("headers." + name, place("headers"), "The client sets it itself. Remove it.");
        });
    }

    private String transport(String key, JsonNode value) {
        String type = value.asString("").toLowerCase(Locale.ROOT).replaceAll("[_-]", "");
        String transport = TRANSPORTS.get(type);
        if (transport == null) {
            throw this.file.invalid(place(key), "is not a known type", "Use stdio, http or sse.");
        }
        return transport;
    }

    /** A list restricts the tools; elsewhere it has settings of single tools. */
    private void tools(String key, JsonNode value, Map<String, String> properties, Ignored ignored) {
        if (value.isArray()) {
            included(key, value, properties);
        } else {
            ignored.accept(key, place(key), REMEDY);
        }
    }

    /** An empty list includes no tool. */
    private void included(String key, JsonNode value, Map<String, String> properties) {
        if (value.isArray() && value.isEmpty()) {
            properties.put("tools.include", "");
        } else {
            texts(place(key), "tools.include", value, properties);
        }
    }

    private void excluded(String key, JsonNode value, Map<String, String> properties) {
        long before = properties.keySet().stream()
                .filter(property -> property.startsWith("tools.exclude["))
                .count();
        List<JsonNode> tools = list(place(key), value);
        for (int i = 0; i < tools.size(); i++) {
            texts(place(key) + "[" + i + "]", "tools.exclude[" + (before + i) + "]", tools.get(i), properties);
        }
    }

    /** Returns the elements of a list, none if it is missing. Anything else would be lost, such as what its author excludes. */
    private List<JsonNode> list(String place, JsonNode value) {
        List<JsonNode> elements = new ArrayList<>();
        if (value.isArray()) {
            value.forEach(elements::add);
        } else if (!value.isMissingNode() && !value.isNull()) {
            throw this.file.invalid(place, "is not a list", "Write it as a list, such as [\"first\", \"second\"].");
        }
        return elements;
    }

    /** A list, such as {@code ["NAME=value"]}, would become variables or headers whose names are numbers. */
    private void members(String place, String property, JsonNode value, Map<String, String> properties) {
        boolean isNothing = value.isMissingNode() || value.isNull() || (value.isArray() && value.isEmpty());
        if (!isNothing && !value.isObject()) {
            throw this.file.invalid(place, "is not an object", "Write it as an object, such as {\"NAME\": \"value\"}.");
        }
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            if (!member.getValue().isValueNode()) {
                throw this.file.invalid(
                        place + "." + SafeText.excerpt(member.getKey()), "is not a text", "Write its value as a text.");
            }
        }
        texts(place, property, value, properties);
    }

    private void texts(String place, String property, JsonNode value, Map<String, String> properties) {
        if (value.isObject()) {
            value.properties().forEach(member -> {
                String inner = place + "." + SafeText.excerpt(member.getKey());
                this.file.requirePlainName(inner, member.getKey());
                texts(inner, property + "[" + member.getKey() + "]", member.getValue(), properties);
            });
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                texts(place + "[" + i + "]", property + "[" + i + "]", value.get(i), properties);
            }
        } else if (value.isValueNode() && !value.isNull()) {
            String text = this.file.resolved(place, value.asString());
            // Spring's editor for paths resolves system properties, even if they are escaped.
            if (property.equals(DIRECTORY) && text.contains("${")) {
                throw this.file.invalid(
                        place, "is not a path", "Correct the path: it contains ${ after its variables are replaced.");
            }
            boolean mayBeVariable = property.startsWith("env[") || property.startsWith("headers[");
            properties.put(property, escaped(mayBeVariable ? this.file.expanded(text) : text));
        }
    }

    /** The text is final: nothing in it is a placeholder of Spring. */
    private static String escaped(String text) {
        return text.replace("${", "\\${");
    }

    /** Reverses {@link #escaped}, for a binder that resolves no placeholders. */
    static String plain(String text) {
        return text.replace("\\${", "${");
    }
}
