package io.mcpclient.autoconfigure.files;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.InputStreamResource;
import org.springframework.core.io.Resource;
import org.springframework.mock.env.MockEnvironment;

import io.mcpclient.error.McpConfigurationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ConfigFileTests {

    private static Function<String, String> inputs(Environment environment) {
        return id -> environment.getProperty("mcp.inputs." + id);
    }

    /** Files are shared in repositories and written by other programs; the properties of the application are not for them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "${db.password}",
                "${env:db.password}",
                "${DB_PASSWORD}",
                "${API_TOKEN}",
                "${env:API_TOKEN}",
                "${mcp.servers.other.auth.token}",
                "${java.version}",
                "${a:${db.password}}",
                "${NO_SUCH:-${db.password}}",
                "${PATH:-${db.password}}",
                "${config:db.password}",
                "${input:../db.password}",
                "${}"
            })
    void applicationPropertiesAreNotResolvedInFiles(String variable) {
        ConfigFile file = new ConfigFile(
                "mcp.json",
                inputs(new MockEnvironment()
                        .withProperty("db.password", "s3cret")
                        .withProperty("API_TOKEN", "s3cret")
                        .withProperty("mcp.servers.other.auth.token", "s3cret")),
                Map.of());
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> file.resolved("servers.a.cwd", "/srv/" + variable))
                .withMessageContaining("mcp.json: servers.a.cwd ")
                .withMessageMatching("(?s).*(\\$\\{|mcp\\.inputs\\.).*")
                .withMessageNotContaining("s3cret");
    }

    @Test
    void variablesAreResolvedOnceAndNotRecursively() {
        ConfigFile file = new ConfigFile(
                "mcp.json",
                inputs(new MockEnvironment()
                        .withProperty("mcp.inputs.token", "in-${db.password}")
                        .withProperty("db.password", "s3cret")),
                Map.of());
        assertThat(file.resolved("a", "${NO_SUCH:-a:-b}${NO_SUCH:-}$${NO_SUCH:-$}{db.password}"))
                .isEqualTo("a:-b$${db.password}");
        assertThat(file.resolved("a", "${PATH:-x}${userHome}"))
                .isEqualTo(System.getenv("PATH") + System.getProperty("user.home"));
        assertThat(file.resolved("a", "${input:token}")).isEqualTo("in-s3cret"); // a property of the operator
    }

    @Test
    void namesAreIndependentOfTheOrder() {
        Set<String> entries = Set.of("a b", "a/b", "a-b");
        assertThat(EntryNames.of(entries)).isEqualTo(EntryNames.of(new TreeSet<>(entries)));
    }

    @Test
    void endlessFileIsRejected() {
        Resource endless = new InputStreamResource(new InputStream() {
            @Override
            public int read() {
                return ' ';
            }
        });
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> new ConfigFile("http://example.com", id -> null, Map.of()).content(endless))
                .withMessageContaining("http://example.com: it is larger than 1 MB");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":", "[{\"a\":"})
    void deeplyNestedFileIsRefused(String opening) {
        Resource nested = new ByteArrayResource(opening.repeat(100_000).getBytes(StandardCharsets.UTF_8));
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> new ConfigFile("mcp.json", id -> null, Map.of()).content(nested))
                .withMessageContaining("mcp.json: ")
                .withMessageContaining("is not valid JSON");
    }
}
