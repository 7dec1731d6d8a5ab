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
            "\\b(?:whoever|anew|can not|signs? of life|of no use|in whose name|goes before"
                    + "|wishes|wished|besieg\\w*|blemish\\w*|coalesc\\w*|doubtful|farewells?|for ever|stand-in"
                    + "|(?:is|are|was|were|be|been) told|kept results|repetition table|learned addresses|input rounds|meanwhile|unusual\\w*"
                    + "|he|his|himself)\\b",
            Pattern.CASE_INSENSITIVE);

    /** The same words in names of types, methods and variables. */
    private static final Pattern REPLACED_IN_NAMES =
            Pattern.compile("(?:[Aa]new|[Ww]hoever|CanNot|[Ww]ishe[sd]|[Ff]arewell|[Bb]esieged|StandIn"
                    + "|Doubtful|[Ii]nTheNameOf|[Ii]nWhoseName|GoesBefore|ForEver|SignOfLife|[Uu]nusual)(?![a-z])");

    @Test
    void noTextUsesATermThatTheGlossaryReplaces() throws IOException {
        List<Path> texts = texts();
        assertThat(texts).hasSizeGreaterThan(1200);

        List<String> found = new ArrayList<>();
        for (Path text : texts) {
            List<String> lines = Files.readAllLines(text);
            for (int i = 0; i < lines.size(); i++) {
                if (usesReplacedWord(lines.get(i))) {
                    found.add(ROOT.relativize(text) + ":" + (i + 1) + ": "
                            + lines.get(i).strip());
                }
            }
        }

        assertThat(found).as("use the term of the glossary").isEmpty();
    }

    private static boolean usesReplacedWord(String line) {
        return REPLACED.matcher(line).find() || REPLACED_IN_NAMES.matcher(line).find();
    }

    private static List<Path> texts() throws IOException {
        List<Path> texts = new ArrayList<>();
        for (String folder : List.of(
                "mcp-client-protocol/src",
                "mcp-client-core/src",
                "mcp-client-oauth/src",
                "mcp-client-tools/src",
                "mcp-client-extensions/src",
                "mcp-client-autoconfigure/src",
                "mcp-client-spring-ai/src",
                "mcp-client-langchain4j/src",
                "mcp-client-test/src",
                "mcp-client-console/src",
                "mcp-client-maven-plugin/src",
                "mcp-client-starter/src",
                "sample-app/src",
                "conformance/src",
                "benchmarks/src",
                "docs",
                ".")) {
            int depth = folder.equals(".") ? 1 : Integer.MAX_VALUE;
            Path path = ROOT.resolve(folder);
            if (Files.isDirectory(path)) {
                try (Stream<Path> files = Files.walk(path, depth)) {
                    files.filter(file -> isText(file.getFileName().toString())).forEach(texts::add);
                }
            }
        }
        return texts;
    }

    /** The glossary and this class quote the words. */
    private static boolean isText(String name) {
        return name.endsWith(".java") && !name.equals("TermsTests.java")
                || name.endsWith(".md") && !name.equals("CONTRIBUTING.md") && !name.endsWith("-coverage.md")
                || name.equals("additional-spring-configuration-metadata.json");
    }
}
