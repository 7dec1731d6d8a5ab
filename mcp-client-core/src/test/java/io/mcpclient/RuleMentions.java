package io.mcpclient;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which tests name which rules of the specification: the ids in the comments of all test sources of the repository, and
 * in the comments of the lists of required conformance scenarios. {@code PAG-01 to PAG-03} names three rules. And the same
 * for the faults of the catalogue.
 */
final class RuleMentions {

    /** A comment, or a literal in which something may look like one. */
    private static final Pattern COMMENT =
            Pattern.compile("\"\"\"[\\s\\S]*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*+\"|'(?:\\\\.|[^'\\\\\\n])*+'"
                    + "|(?<comment>//[^\\n]*|/\\*[\\s\\S]*?\\*/)");

    private static final Pattern TEST = Pattern.compile("@(Test|ParameterizedTest|ArchTest)\\b");

    private static final Pattern RULES = Pattern.compile("\\b([A-Z]{2,5}-A?)(\\d\\d)(?: to \\1(\\d\\d))?\\b");

    private static final Pattern FAULTS = Pattern.compile("(?<![-\\w])([A-Z])(\\d\\d)(?: to \\1(\\d\\d))?\\b");

    private final SortedMap<String, SortedSet<String>> testsByRule = new TreeMap<>();

    private final Pattern pattern;

    private RuleMentions(Pattern pattern) {
        this.pattern = pattern;
    }

    /**
     * Reads all tests of a repository.
     *
     * @param repository directory that holds the modules
     */
    static RuleMentions in(Path repository) throws IOException {
        RuleMentions mentions = new RuleMentions(RULES);
        mentions.addTests(repository);
        for (Path list : files(repository, "required", ".txt")) {
            mentions.add("required/" + list.getFileName(), Files.readString(list));
        }
        return mentions;
    }

    /**
     * Reads which faults of the catalogue ({@code A01} and so on) are named, by tests of the library; those of the scripted
     * servers prove nothing about it.
     *
     * @param repository directory that holds the modules
     */
    static RuleMentions ofFaultsIn(Path repository) throws IOException {
        RuleMentions mentions = new RuleMentions(FAULTS);
        mentions.addTests(repository);
        return mentions;
    }

    private void addTests(Path repository) throws IOException {
        for (Path source : files(repository, "src/test/java", ".java")) {
            String text = Files.readString(source);
            String name = withoutEnding(source);
            boolean proves = this.pattern != FAULTS || !source.toString().contains("testkit");
            if (proves && TEST.matcher(text).find() && !name.endsWith("CoverageTests")) {
                add(name, comments(text));
            }
        }
    }

    /** Returns the tests that name a rule, in the order of the alphabet. */
    SortedSet<String> of(String rule) {
        return this.testsByRule.getOrDefault(rule, new TreeSet<>());
    }

    /** Returns every rule that some test names. */
    Set<String> rules() {
        return this.testsByRule.keySet();
    }

    /** Returns the text of all comments of a Java source, in one line. */
    static String comments(String source) {
        StringBuilder comments = new StringBuilder();
        Matcher matcher = COMMENT.matcher(source);
        while (matcher.find()) {
            if (matcher.group("comment") != null) {
                comments.append(matcher.group("comment")).append('\n');
            }
        }
        return comments.toString()
                .replaceAll("(?m)^\\s*(//|/\\*\\*?|\\*/?)", " ")
                .replaceAll("\\s+", " ");
    }

    /** Returns the ids in a text, those of a range one by one. */
    static Set<String> ids(String text) {
        return ids(RULES, text);
    }

    /** The same for faults of the catalogue. */
    static Set<String> faults(String text) {
        return ids(FAULTS, text);
    }

    private static Set<String> ids(Pattern pattern, String text) {
        Set<String> ids = new LinkedHashSet<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            int first = Integer.parseInt(matcher.group(2));
            int last = matcher.group(3) == null ? first : Integer.parseInt(matcher.group(3));
            for (int number = first; number <= last; number++) {
                ids.add("%s%02d".formatted(matcher.group(1), number));
            }
        }
        return ids;
    }

    private void add(String test, String text) {
        ids(this.pattern, text).forEach(id -> this.testsByRule
                .computeIfAbsent(id, any -> new TreeSet<>())
                .add(test));
    }

    private static List<Path> files(Path repository, String directory, String ending) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> modules = Files.newDirectoryStream(repository)) {
            for (Path module : modules) {
                Path root = module.resolve(directory);
                if (Files.isDirectory(root)) {
                    try (Stream<Path> found = Files.walk(root)) {
                        found.filter(file -> file.toString().endsWith(ending)).forEach(files::add);
                    }
                }
            }
        }
        return files;
    }

    private static String withoutEnding(Path source) {
        String file = source.getFileName().toString();
        return file.substring(0, file.lastIndexOf('.'));
    }
}
