package io.mcpclient;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code docs/architecture.md} names classes that exist. */
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

    private static Set<String> simpleNames() throws IOException {
        Set<String> names = new TreeSet<>();
        for (String module : List.of("mcp-client-core", "mcp-client-autoconfigure")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src"))) {
                files.map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith(".java"))
                        .forEach(name -> names.add(name.substring(0, name.length() - ".java".length())));
            }
        }
        return names;
    }
}
