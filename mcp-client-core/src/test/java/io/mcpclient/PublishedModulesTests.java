package io.mcpclient;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

import static org.assertj.core.api.Assertions.assertThat;

/** What a repository requires of each published module: a complete POM, and packages that say since when they exist. */
class PublishedModulesTests {

    private static final Path ROOT = Path.of("..");

    /** Modules of the build that a release does not contain. */
    private static final Set<String> NOT_PUBLISHED = Set.of("sample-app", "conformance");

    private static Element pom(String module) {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(ROOT.resolve(module).resolve("pom.xml").toFile())
                    .getDocumentElement();
        } catch (Exception ex) {
            throw new IllegalStateException(module, ex);
        }
    }

    /** The text at a path of elements below another one; empty if there is none. */
    private static String text(Element element, String path) {
        Element found = element;
        for (String name : path.split("/")) {
            found = Stream.iterate(found.getFirstChild(), node -> node != null, Node::getNextSibling)
                    .filter(node -> node.getNodeName().equals(name))
                    .map(Element.class::cast)
                    .findFirst()
                    .orElse(null);
            if (found == null) {
                return "";
            }
        }
        return found.getTextContent().strip();
    }

    private static List<String> modules() {
        NodeList modules = ((Element) pom(".").getElementsByTagName("modules").item(0)).getElementsByTagName("module");
        return Stream.iterate(0, i -> i < modules.getLength(), i -> i + 1)
                .map(i -> modules.item(i).getTextContent())
                .toList();
    }

    static List<String> published() {
        return modules().stream()
                .filter(module -> !NOT_PUBLISHED.contains(module))
                .toList();
    }

    @Test
    void parentHasTheMetadataThatModulesInherit() {
        Element parent = pom(".");
        assertThat(List.of(
                        "name",
                        "description",
                        "url",
                        "licenses/license/name",
                        "licenses/license/url",
                        "developers/developer/name",
                        "developers/developer/organization",
                        "scm/connection",
                        "scm/developerConnection",
                        "scm/url",
                        "issueManagement/system",
                        "issueManagement/url"))
                .allSatisfy(path -> assertThat(text(parent, path)).as(path).isNotEmpty());
        assertThat(parent.getAttribute("child.project.url.inherit.append.path")).isEqualTo("false");
        assertThat(List.of("connection", "developerConnection", "url")).allSatisfy(address -> assertThat(
                        ((Element) parent.getElementsByTagName("scm").item(0))
                                .getAttribute("child.scm." + address + ".inherit.append.path"))
                .as(address)
                .isEqualTo("false"));
    }

    @ParameterizedTest
    @MethodSource("published")
    void publishedModuleHasANameOfItsOwnAndInheritsTheRest(String module) {
        Element pom = pom(module);
        assertThat(text(pom, "parent/artifactId")).isEqualTo("mcp-client-parent");
        assertThat(text(pom, "parent/version")).isEqualTo(text(pom("."), "version"));
        assertThat(text(pom, "artifactId")).isEqualTo(module).startsWith("mcp-client-");
        assertThat(text(pom, "name")).startsWith("MCP Client :: ");
        assertThat(text(pom, "description")).isNotEmpty();
        assertThat(List.of("version", "groupId", "url", "licenses", "developers", "scm", "issueManagement"))
                .allSatisfy(path -> assertThat(text(pom, path)).as(path).isEmpty());
        assertThat(text(pom, "properties/maven.deploy.skip")).isEmpty();
    }

    @Test
    void moduleThatIsNotPublishedIsNeverDeployed() {
        assertThat(modules()).containsAll(NOT_PUBLISHED);
        assertThat(NOT_PUBLISHED).allSatisfy(module -> assertThat(text(pom(module), "properties/maven.deploy.skip"))
                .isEqualTo("true"));
    }

    // types and members have a tag of their own only if they are newer than their package
    @Test
    void everyPublicPackageSaysSinceWhenItExists() throws IOException {
        List<Path> packages = new ArrayList<>();
        for (String module : published()) {
            Path sources = ROOT.resolve(module).resolve("src/main/java");
            if (Files.isDirectory(sources)) {
                try (Stream<Path> files = Files.walk(sources)) {
                    files.filter(file -> file.endsWith("package-info.java"))
                            .filter(file -> !file.toString().contains("internal"))
                            .forEach(packages::add);
                }
            }
        }
        assertThat(packages).hasSizeGreaterThan(50).allSatisfy(file -> assertThat(Files.readString(file))
                .containsPattern("@since \\d+\\.\\d+\\.\\d+\\b"));
    }
}
