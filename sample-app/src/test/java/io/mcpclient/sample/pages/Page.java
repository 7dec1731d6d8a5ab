package io.mcpclient.sample.pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A page of the documentation. The Java blocks of a page are one package: a block may use the types of another one.
 *
 * @param path path in the repository
 * @param text content
 */
record Page(String path, String text) {

    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\n(.*?)```", Pattern.DOTALL);

    private static final Pattern SERVER = Pattern.compile("@Mcp(?!Tool\\(|Prompt\\(|Resource\\()\\w+\\(\"(\\w+)\"\\)");

    private static final Pattern TYPE = Pattern.compile(
            "(?m)^(?:public |abstract |final |sealed )*(?:class|record|interface|enum|@interface) (\\w+)");

    /**
     * A block of code.
     *
     * @param page its page
     * @param line number of its first line in the page
     * @param text content
     */
    record Block(Page page, int line, String text) {

        /** Returns the name of the first type of a block of Java. */
        String type() {
            Matcher matcher = TYPE.matcher(this.text);
            return matcher.find() ? matcher.group(1) : "NoType" + this.line;
        }

        @Override
        public String toString() {
            return this.page.path + ":" + this.line;
        }
    }

    /** Returns README.md and all pages below docs. */
    static List<Page> all() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(
                            Stream.of("README", "CONTRIBUTING", "SECURITY").map(name -> ROOT.resolve(name + ".md")),
                            docs)
                    .filter(path -> path.toString().endsWith(".md"))
                    .sorted()
                    .map(Page::read)
                    .toList();
        }
    }

    private static Page read(Path path) {
        try {
            return new Page(ROOT.relativize(path).toString(), Files.readString(path));
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** Returns the package of the page's Java blocks. */
    String packageName() {
        return "page."
                + this.path.replaceAll("\\.md$", "").replaceAll("\\W", "_").toLowerCase(Locale.ROOT);
    }

    /** Returns the servers whose clients or handlers the page's Java blocks name. */
    Set<String> servers() {
        return SERVER.matcher(this.text).results().map(match -> match.group(1)).collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the blocks of a language, in the order of the page. */
    List<Block> blocks(String language) {
        return BLOCK.matcher(this.text)
                .results()
                .filter(match -> match.group(1).equals(language))
                .map(match -> new Block(this, lineOf(match.start(2)), match.group(2)))
                .toList();
    }

    private int lineOf(int position) {
        return 1 + (int) this.text.substring(0, position).lines().count();
    }

    @Override
    public String toString() {
        return this.path;
    }
}
