package io.mcpclient;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Sources, descriptions of properties and pages use the terms of the field: see the glossary in CONTRIBUTING.md. */
class TermsTests {

    private static final Path ROOT = Path.of("..");

    /** Words that the glossary replaces. */
    private static final Pattern REPLACED = Pattern.compile(
            "\\b(?:whoever|anew|can not|signs? of life|of no use|in whose name|is told|goes before|wishes|wished"
                    + "|besieg\\w*)\\b",
            Pattern.CASE_INSENSITIVE);

    @Test
    void noTextUsesAWordThatTheGlossaryReplaces() throws IOException {
        List<Path> texts = texts();
        assertThat(texts).hasSizeGreaterThan(800);

        List<String> found = new ArrayList<>();
        for (Path text : texts) {
            List<String> lines = Files.readAllLines(text);
            for (int i = 0; i < lines.size(); i++) {
                if (REPLACED.matcher(lines.get(i)).find()) {
                    found.add(ROOT.relativize(text) + ":" + (i + 1) + ": "
                            + lines.get(i).strip());
                }
            }
        }

        assertThat(found).as("use the term of the glossary").isEmpty();
    }

    private static List<Path> texts() throws IOException {
        List<Path> texts = new ArrayList<>();
        for (String module : List.of(
                "mcp-client-core",
                "mcp-client-autoconfigure",
                "mcp-client-spring-ai",
                "mcp-client-langchain4j",
                "mcp-client-starter",
                "sample-app",
                "docs",
                ".")) {
            Path folder = ROOT.resolve(module);
            Path sources = folder.resolve("src").resolve("main");
            int depth = module.equals(".") ? 1 : Integer.MAX_VALUE;
            try (Stream<Path> files = Files.walk(Files.isDirectory(sources) ? sources : folder, depth)) {
                files.filter(file -> isText(file.getFileName().toString())).forEach(texts::add);
            }
        }
        return texts;
    }

    /** The glossary itself quotes the words. */
    private static boolean isText(String name) {
        return name.endsWith(".java")
                || name.endsWith(".md") && !name.equals("CONTRIBUTING.md") && !name.endsWith("-coverage.md")
                || name.equals("additional-spring-configuration-metadata.json");
    }
}
