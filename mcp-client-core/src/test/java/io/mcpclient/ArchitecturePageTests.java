package io.mcpclient;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import io.mcpclient.schema.ProtocolRevision;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code docs/architecture.md} names classes that exist, and lists the files of frequent changes. */
class ArchitecturePageTests {

    private static final Path ROOT = Path.of("..");

    private static final Pattern CLASS = Pattern.compile("`([A-Z][a-z]\\w+)`");

    @Test
    void classesOfThePageExist() throws Exception {
        Set<String> named = CLASS.matcher(Files.readString(ROOT.resolve("docs/architecture.md")))
                .results()
                .map((MatchResult match) -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(named).hasSizeGreaterThan(50);

        named.removeAll(simpleNames());

        assertThat(named).as("classes that docs/architecture.md names").isEmpty();
    }

    @Test
    void filesOfChangesAreListed() throws Exception {
        List<String> rows = Files.readString(ROOT.resolve("docs/architecture.md"))
                .split("## Files of a change\n", 2)[1]
                .lines()
                .filter(line -> line.startsWith("| a"))
                .toList();

        assertThat(rows).hasSize(3).allSatisfy(row -> assertThat(files(row))
                .as(row)
                .hasSize(Integer.parseInt(row.split("\\|")[3].strip())));
        assertThat(files(rows.get(0))).containsAll(sourcesWith("RootsProvider"));
        assertThat(files(rows.get(1))).containsAll(sourcesWith("maxPages"));
        assertThat(files(rows.get(2))).containsExactly(ProtocolRevision.class.getSimpleName());
    }

    private static List<String> files(String row) {
        return Pattern.compile("`([\\w.-]+)`")
                .matcher(row.split("\\|")[2])
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    /** Returns the names of the main classes that contain a word. */
    private static List<String> sourcesWith(String word) throws IOException {
        List<String> names = new ArrayList<>();
        for (String module : List.of("mcp-client-protocol", "mcp-client-core", "mcp-client-autoconfigure")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    if (Files.readString(file).contains(word)) {
                        names.add(file.getFileName().toString().replace(".java", ""));
                    }
                }
            }
        }
        assertThat(names).as(word).isNotEmpty();
        return names;
    }

    private static Set<String> simpleNames() throws IOException {
        Set<String> names = new TreeSet<>();
        for (String module : List.of(
                "mcp-client-protocol",
                "mcp-client-core",
                "mcp-client-oauth",
                "mcp-client-tools",
                "mcp-client-extensions",
                "mcp-client-autoconfigure",
                "mcp-client-console")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src"))) {
                files.map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith(".java"))
                        .forEach(name -> names.add(name.substring(0, name.length() - ".java".length())));
            }
        }
        return names;
    }
}
