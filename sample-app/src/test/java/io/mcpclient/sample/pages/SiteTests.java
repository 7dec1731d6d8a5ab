package io.mcpclient.sample.pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The documentation as a static site, as {@code mvn -N -Psite compile} builds it. */
@Timeout(120)
class SiteTests {

    private static final Path PROGRAM = Page.ROOT.resolve(".mvn/Site.java");

    private static final String REPOSITORY = "https://git.example.com/files/";

    /** An attribute that makes a browser load or open something. */
    private static final Pattern ADDRESS = Pattern.compile("<(\\w+)[^>]*? (?:href|src|srcset|action)=\"([^\"]*)\"");

    private static final Pattern ID = Pattern.compile(" id=\"([^\"]+)\"");

    @TempDir
    private static Path site;

    private record Run(int status, String output) {}

    private static Run build(Path root, Path output) throws IOException, InterruptedException {
        Path log = Files.createTempFile(site, "site", ".log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PROGRAM.toString(),
                        root.toString(),
                        output.toString(),
                        REPOSITORY)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
        return new Run(process.exitValue(), Files.readString(log));
    }

    @BeforeAll
    static void build() throws IOException, InterruptedException {
        assertThat(build(Page.ROOT, site.resolve("pages")))
                .satisfies(run -> assertThat(run.status()).as(run.output()).isZero());
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(site.resolve("pages"))) {
            return files.filter(file -> file.toString().endsWith(".html")).toList();
        }
    }

    private static List<MatchResult> addresses(Path page) throws IOException {
        return ADDRESS.matcher(Files.readString(page)).results().toList();
    }

    private static Set<String> ids(Path page) throws IOException {
        return ID.matcher(Files.readString(page))
                .results()
                .map(id -> id.group(1))
                .collect(Collectors.toSet());
    }

    @Test
    void everyPageOfTheDocumentationIsPartOfTheSite() throws IOException {
        assertThat(Page.all().stream()
                        .map(page -> page.path().replaceAll("README\\.md$", "index.md"))
                        .map(path -> site.resolve("pages").resolve(path.replaceAll("\\.md$", ".html"))))
                .isNotEmpty()
                .allSatisfy(page -> assertThat(page).isRegularFile());
    }

    @Test
    void pagesLoadNothingFromElsewhere() throws IOException {
        for (Path page : pages()) {
            assertThat(Files.readString(page))
                    .doesNotContain("<script", "<iframe", "<style")
                    .contains("default-src 'none'");
            assertThat(addresses(page))
                    .filteredOn(address -> !address.group(1).equals("a"))
                    .isNotEmpty()
                    .allSatisfy(address ->
                            assertThat(page.resolveSibling(address.group(2))).isRegularFile());
        }
        assertThat(site.resolve("pages/site.css")).content().doesNotContain("@import", "url(");
    }

    @Test
    void linksWithinTheSiteLeadToPagesAndHeadings() throws IOException {
        for (Path page : pages()) {
            for (MatchResult address : addresses(page)) {
                String link = address.group(2);
                if (link.startsWith("http")) {
                    assertThat(link).doesNotContain(".md");
                } else {
                    String[] parts = link.split("#", 2);
                    Path target = parts[0].isEmpty()
                            ? page
                            : page.resolveSibling(parts[0]).normalize();
                    assertThat(target).as("%s: %s", page, link).isRegularFile();
                    if (parts.length > 1) {
                        assertThat(ids(target)).as("%s: %s", page, link).contains(parts[1]);
                    }
                }
            }
        }
    }

    @Test
    void deadLinksFailTheBuild() throws IOException, InterruptedException {
        Path root = Files.createDirectory(site.resolve("repository"));
        Files.createDirectory(root.resolve("docs"));
        Files.writeString(
                root.resolve("README.md"), "# One\n\n[file](docs/missing.md) [heading](docs/README.md#missing)\n");
        Files.writeString(root.resolve("docs/README.md"), "# Two\n\n[good](../README.md#one) [own](#two)\n");

        Run run = build(root, site.resolve("none"));

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.output().lines())
                .containsExactlyInAnyOrder(
                        "dead link: README.md: docs/missing.md", "dead link: README.md: docs/README.md#missing");
    }
}
