package io.mcpclient.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
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
import org.slf4j.Logger;

import static org.assertj.core.api.Assertions.assertThat;

/** The loggers of all modules, compared with the page that lists them. */
class LoggersTests {

    private static final Pattern OBTAINED = Pattern.compile("\\bgetLogger\\(\\s*([^)]*)\\)");

    private static final Pattern LISTED =
            Pattern.compile("^\\| `(io\\.mcpclient\\.[a-z0-9]+(?:\\.<server>)?)`", Pattern.MULTILINE);

    private static Set<String> areas() {
        return Stream.of(Loggers.class.getFields())
                .map(LoggersTests::logger)
                .map(Logger::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Logger logger(java.lang.reflect.Field area) {
        try {
            return (Logger) area.get(null);
        } catch (IllegalAccessException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static Stream<String> obtained(Path source) {
        try {
            return OBTAINED.matcher(Files.readString(source)).results().map(logger -> source + " " + logger.group(1));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static List<String> obtained() throws IOException {
        List<String> obtained = new ArrayList<>();
        try (DirectoryStream<Path> modules = Files.newDirectoryStream(Path.of(".."), "mcp-client-*")) {
            for (Path module : modules) {
                sources(module.resolve("src/main/java"))
                        .forEach(source -> obtained(source).forEach(obtained::add));
            }
        }
        return obtained;
    }

    private static List<Path> sources(Path root) throws IOException {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    // Users set levels by area; names of internal classes change.
    @Test
    void loggersAreNamedByArea() throws IOException {
        assertThat(obtained())
                .hasSizeGreaterThan(areas().size())
                .allMatch(logger -> logger.contains("\"io.mcpclient.") || logger.endsWith("/ToolAudit.java LOGGER"));
    }

    @Test
    void pageListsAllLoggers() throws IOException {
        Set<String> expected = areas();
        expected.addAll(Set.of(
                "io.mcpclient.audit",
                "io.mcpclient.langchain4j",
                "io.mcpclient.server.<server>",
                "io.mcpclient.stderr.<server>"));
        assertThat(LISTED.matcher(Files.readString(Path.of("..", "docs", "observability.md")))
                        .results()
                        .map((MatchResult listed) -> listed.group(1)))
                .containsExactlyInAnyOrderElementsOf(expected);
    }
}
