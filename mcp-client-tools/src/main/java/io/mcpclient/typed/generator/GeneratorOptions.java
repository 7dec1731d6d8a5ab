package io.mcpclient.typed.generator;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.palantir.javapoet.ClassName;
import org.jspecify.annotations.Nullable;
import org.springframework.util.PropertyPlaceholderHelper;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.text.KnownNames;
import io.mcpclient.text.SafeText;

/**
 * Options of the command line.
 *
 * @param values the values of each option, in their order
 */
record GeneratorOptions(Map<String, List<String>> values) {

    /** The sources of the tools, of which an interface needs one. */
    private static final List<String> SOURCES = List.of("url", "command", "tools-file");

    private static final List<String> KNOWN = List.of(
            "url",
            "header",
            "command",
            "arg",
            "tools-file",
            "server",
            "package",
            "name",
            "output",
            "tools",
            "overwrite");

    private static final PropertyPlaceholderHelper ENVIRONMENT = new PropertyPlaceholderHelper("${", "}");

    static GeneratorOptions of(String... options) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String option : options) {
            int end = option.indexOf('=');
            String name = option.substring(0, (end < 0) ? option.length() : end);
            if (!name.startsWith("--") || !KNOWN.contains(name.substring(2))) {
                throw new McpConfigurationException(
                        "",
                        SafeText.excerpt(name),
                        "is not an option",
                        KnownNames.remedy("options", name.replaceFirst("^-+", ""), KNOWN));
            }
            values.computeIfAbsent(name.substring(2), key -> new ArrayList<>())
                    .add((end < 0) ? "" : option.substring(end + 1));
        }
        return new GeneratorOptions(values);
    }

    boolean has(String option) {
        return this.values.containsKey(option);
    }

    String required(String option) {
        List<String> given = all(option);
        if (given.size() != 1 || given.get(0).isBlank()) {
            throw invalid(
                    option, given.size() > 1 ? "has two values" : "is missing", "Set one value of " + option + ".");
        }
        return given.get(0);
    }

    private List<String> all(String option) {
        return this.values.getOrDefault(option, List.of());
    }

    /** Returns the file for a type. */
    Path file(ClassName type) {
        Path file = Path.of(required("output"))
                .resolve(type.packageName().replace('.', '/'))
                .resolve(type.simpleName() + ".java");
        if (Files.exists(file) && !has("overwrite")) {
            throw invalid("output", "has the file " + file + " already", "Move it, or set overwrite.");
        }
        return file;
    }

    /** Returns the file with the tools, or {@code null} if the server itself is asked. */
    @Nullable
    Path toolsFile() {
        List<String> sources = SOURCES.stream().filter(this::has).toList();
        if (sources.size() != 1) {
            throw invalid(
                    sources.isEmpty() ? "url" : String.join(", ", sources),
                    sources.isEmpty() ? "is missing" : "exclude each other",
                    "Set one of " + String.join(", ", SOURCES) + ".");
        }
        return has("tools-file") ? Path.of(required("tools-file")) : null;
    }

    McpClient client() {
        McpClientBuilder builder = McpClient.builder(required("server"));
        if (has("command")) {
            return builder.command(
                            resolved("command"),
                            all("arg").stream()
                                    .map(value -> resolved("arg", value))
                                    .toArray(String[]::new))
                    .build();
        }
        builder.url(resolved("url"));
        for (String header : all("header")) {
            int end = header.indexOf(':');
            if (end < 1) {
                throw invalid("header", "is not a name and a value", "Write \"Name: value\".");
            }
            String value = resolved("header", header.substring(end + 1).strip());
            builder.http(http -> http.withHeader(header.substring(0, end).strip(), value));
        }
        return builder.build();
    }

    private String resolved(String option) {
        return resolved(option, required(option));
    }

    /** Replaces the names of environment variables with their values, so that secrets are not on the command line. */
    private String resolved(String option, String value) {
        return ENVIRONMENT.replacePlaceholders(value, name -> {
            String present = System.getenv(name);
            if (present == null) {
                throw invalid(
                        option,
                        "refers to the environment variable \"" + SafeText.excerpt(name) + "\", which is not set",
                        "Set it, or change the value.");
            }
            return present;
        });
    }

    McpConfigurationException invalid(String option, String problem, String remedy) {
        List<String> server = all("server");
        return new McpConfigurationException(server.isEmpty() ? "" : server.get(0), option, problem, remedy);
    }
}
