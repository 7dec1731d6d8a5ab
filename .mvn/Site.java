import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Writes README.md, the pages below docs and the pages that they link to as a static site, in folders as in the repository. Files that
 * pages link to are copied if they are below docs; others become links into the repository. A link to a file or a heading that does
 * not exist fails the build. Run as a source file by {@code mvn -N -Psite compile}.
 *
 * <pre>java -cp (commonmark-java) Site.java (repository) (output) (URL of the files in the repository)</pre>
 */
final class Site {

    private static final List<Extension> EXTENSIONS =
            List.of(TablesExtension.create(), HeadingAnchorExtension.create());

    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();

    private static final HtmlRenderer RENDERER =
            HtmlRenderer.builder().extensions(EXTENSIONS).escapeHtml(true).sanitizeUrls(true).build();

    private static final Pattern ID = Pattern.compile(" id=\"([^\"]+)\"");

    /** The page whose sections and links are the navigation. */
    private static final Path INDEX = Path.of("docs", "README.md");

    private final Path root;

    private final Path output;

    private final String files;

    /** Pages by their path in the repository, in the order in which they were found. */
    private final Map<Path, Node> pages = new LinkedHashMap<>();

    private final Map<Path, String> bodies = new TreeMap<>();

    private final Set<String> dead = new LinkedHashSet<>();

    private Site(Path root, Path output, String files) {
        this.root = root;
        this.output = output;
        this.files = files;
    }

    public static void main(String[] arguments) throws IOException {
        Site site = new Site(
                Path.of(arguments[0]).toAbsolutePath().normalize(), Path.of(arguments[1]), arguments[2]);
        site.read();
        String navigation = site.navigation();
        for (Path page : site.pages.keySet()) {
            site.bodies.put(page, site.render(page));
        }
        site.checkAnchors();
        if (!site.dead.isEmpty()) {
            site.dead.forEach(link -> System.err.println("dead link: " + link));
            System.exit(1);
        }
        for (Path page : site.pages.keySet()) {
            site.write(page, navigation);
        }
        Files.copy(site.root.resolve(".mvn/site.css"), site.output.resolve("site.css"), StandardCopyOption.REPLACE_EXISTING);
        System.out.println(site.pages.size() + " pages in " + site.output);
    }

    private void read() throws IOException {
        List<Path> pending = new ArrayList<>(List.of(Path.of("README.md"), INDEX));
        try (Stream<Path> docs = Files.walk(this.root.resolve("docs"))) {
            docs.filter(Site::isPage).sorted().map(this.root::relativize).forEach(pending::add);
        }
        while (!pending.isEmpty()) {
            Path page = pending.remove(0);
            if (!this.pages.containsKey(page)) {
                Node document = PARSER.parse(Files.readString(this.root.resolve(page)));
                this.pages.put(page, document);
                links(document).stream()
                        .map(Link::getDestination)
                        .filter(Site::isInternal)
                        .map(link -> target(page, link))
                        .filter(target -> isPage(target) && exists(target))
                        .forEach(pending::add);
            }
        }
    }

    private static boolean isPage(Path file) {
        return file.toString().endsWith(".md");
    }

    private boolean exists(Path file) {
        return !file.startsWith("..") && Files.exists(this.root.resolve(file));
    }

    private static boolean isInternal(String link) {
        return URI.create(link).getScheme() == null;
    }

    /** The file that a link leads to. A link to a heading alone leads to its own page. */
    private static Path target(Path page, String link) {
        String path = URI.create(link).getPath();
        return path.isEmpty() ? page : page.resolveSibling(path).normalize();
    }

    private static List<Link> links(Node document) {
        List<Link> links = new ArrayList<>();
        document.accept(new AbstractVisitor() {

            @Override
            public void visit(Link link) {
                links.add(link);
                visitChildren(link);
            }
        });
        return links;
    }

    /** Where a page is in the site: a README is the index of its folder. */
    private static Path html(Path page) {
        String name = page.getFileName().toString();
        return page.resolveSibling(name.equals("README.md") ? "index.html" : name.replaceAll("\\.md$", ".html"));
    }

    private static String relative(Path from, Path to) {
        Path folder = from.getParent();
        return ((folder != null) ? folder.relativize(to) : to).toString().replace('\\', '/');
    }

    private String render(Path page) {
        Node document = this.pages.get(page);
        document.accept(new AbstractVisitor() {

            @Override
            public void visit(Link link) {
                link.setDestination(destination(page, link.getDestination()));
                visitChildren(link);
            }

            @Override
            public void visit(Image image) {
                image.setDestination(destination(page, image.getDestination()));
            }
        });
        return RENDERER.render(document);
    }

    private String destination(Path page, String link) {
        if (!isInternal(link)) {
            return link;
        }
        Path target = target(page, link);
        String fragment = URI.create(link).getFragment();
        String suffix = (fragment != null) ? "#" + fragment : "";
        if (!exists(target)) {
            this.dead.add(page + ": " + link);
            return link;
        }
        if (this.pages.containsKey(target)) {
            return (target.equals(page) ? "" : relative(html(page), html(target))) + suffix;
        }
        if (target.startsWith("docs") && Files.isRegularFile(this.root.resolve(target))) {
            copy(target);
            return relative(html(page), target);
        }
        return this.files + target.toString().replace('\\', '/') + suffix;
    }

    private void copy(Path file) {
        try {
            Path copy = this.output.resolve(file);
            Files.createDirectories(copy.getParent());
            Files.copy(this.root.resolve(file), copy, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private void checkAnchors() throws IOException {
        Map<Path, Set<String>> anchors = new TreeMap<>();
        this.bodies.forEach((page, body) -> anchors.put(
                page, ID.matcher(body).results().map(id -> id.group(1)).collect(Collectors.toSet())));
        for (Path page : this.pages.keySet()) {
            for (Link link : links(PARSER.parse(Files.readString(this.root.resolve(page))))) {
                if (isInternal(link.getDestination())) {
                    String fragment = URI.create(link.getDestination()).getFragment();
                    Set<String> ids = anchors.get(target(page, link.getDestination()));
                    if (fragment != null && ids != null && !ids.contains(fragment)) {
                        this.dead.add(page + ": " + link.getDestination());
                    }
                }
            }
        }
    }

    /** The sections of the index with the pages that they link to first. Links are relative to the root of the site. */
    private String navigation() {
        StringBuilder html = new StringBuilder();
        Set<Path> listed = new LinkedHashSet<>();
        for (Node node = this.pages.get(INDEX).getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading heading && heading.getLevel() == 2) {
                html.append("<h2>").append(text(heading)).append("</h2>\n");
            } else {
                StringBuilder items = new StringBuilder();
                for (Link link : links(node)) {
                    Path target = isInternal(link.getDestination()) ? target(INDEX, link.getDestination()) : INDEX;
                    if (this.pages.containsKey(target) && listed.add(target) && !target.equals(INDEX)) {
                        items.append("<li><a href=\"%s\">%s</a></li>\n"
                                .formatted(html(target).toString().replace('\\', '/'), text(link)));
                    }
                }
                html.append(items.isEmpty() ? "" : "<ul>\n" + items + "</ul>\n");
            }
        }
        return html.toString();
    }

    private static String text(Node node) {
        StringBuilder text = new StringBuilder();
        node.accept(new AbstractVisitor() {

            @Override
            public void visit(Text literal) {
                text.append(literal.getLiteral());
            }

            @Override
            public void visit(Code code) {
                text.append(code.getLiteral());
            }
        });
        return escape(text.toString());
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }

    private String title(Path page) {
        for (Node node = this.pages.get(page).getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading heading) {
                return text(heading);
            }
        }
        return page.toString();
    }

    private void write(Path page, String navigation) throws IOException {
        Path html = html(page);
        String up = "../".repeat(html.getNameCount() - 1);
        String links = navigation
                .replace("href=\"" + html.toString().replace('\\', '/') + "\"", "aria-current=\"page\" href=\"" + html + "\"")
                .replaceAll("href=\"", "href=\"" + up);
        Path file = this.output.resolve(html);
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self'">
                <title>%s</title>
                <link rel="stylesheet" href="%ssite.css">
                </head>
                <body>
                <nav aria-label="Pages">
                <p><a href="%sindex.html">MCP client for Spring Boot</a></p>
                %s</nav>
                <main>
                %s</main>
                </body>
                </html>
                """.formatted(title(page), up, up, links, this.bodies.get(page)));
    }
}
