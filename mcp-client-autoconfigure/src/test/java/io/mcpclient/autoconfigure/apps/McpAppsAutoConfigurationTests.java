package io.mcpclient.autoconfigure.apps;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.mcpclient.McpClient;
import io.mcpclient.apps.McpAppPermission;
import io.mcpclient.apps.McpAppResources;
import io.mcpclient.apps.McpAppSettings;
import io.mcpclient.apps.McpApps;
import io.mcpclient.apps.McpAppsExtension;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** MCP Apps in an application: off, enabled, with settings. */
@Timeout(60)
class McpAppsAutoConfigurationTests {

    private static final String HASH = "sha256:" + "0a".repeat(32);

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SslAutoConfiguration.class, McpClientAutoConfiguration.class, McpAppsAutoConfiguration.class))
            .withPropertyValues("mcp.servers.shop.url=" + this.server.url(), "mcp.servers.shop.protocol=legacy");

    @AfterEach
    void close() {
        this.server.close();
    }

    private ApplicationContextRunner enabled(String... properties) {
        return this.runner
                .withPropertyValues("mcp.extensions.apps.enabled=true")
                .withPropertyValues(properties);
    }

    private String declared() {
        return this.server.requests("initialize").get(0).body();
    }

    @Test
    void clientsDeclareEnabledAppsAndHaveTheDefaultSettings() {
        enabled().run(context -> {
            McpClient client = context.getBean(McpClient.class);
            client.session().connect();
            McpAppSettings settings = client.extension(McpApps.class).reactive().settings();

            assertThat(declared()).contains("\"io.modelcontextprotocol/ui\":{\"mimeTypes\":");
            assertThat(settings.localDomains()).isFalse();
            assertThat(settings.permissions()).isEmpty();
            assertThat(settings.allowedHashes()).isEmpty();
            assertThat(settings.blockedHashes()).isEmpty();
            assertThat(settings.resources()).isEqualTo(McpAppResources.ALL_OF_SERVER);
            assertThat(settings.maxDocumentSize()).isEqualTo(2 * 1024 * 1024);
        });
    }

    @Test
    void propertiesBecomeSettings() {
        enabled(
                        "mcp.extensions.apps.local-domains=true",
                        "mcp.extensions.apps.permissions=geolocation,clipboard-write",
                        "mcp.extensions.apps.allowed-hashes=" + HASH,
                        "mcp.extensions.apps.blocked-hashes=" + HASH,
                        "mcp.extensions.apps.resources=ui-and-listed",
                        "mcp.extensions.apps.max-document-size=64KB")
                .run(context -> {
                    McpAppSettings settings = context.getBean(McpClient.class)
                            .extension(McpApps.class)
                            .reactive()
                            .settings();

                    assertThat(settings.localDomains()).isTrue();
                    assertThat(settings.permissions())
                            .containsExactlyInAnyOrder(McpAppPermission.GEOLOCATION, McpAppPermission.CLIPBOARD_WRITE);
                    assertThat(settings.allowedHashes()).containsExactly(HASH);
                    assertThat(settings.blockedHashes()).containsExactly(HASH);
                    assertThat(settings.resources()).isEqualTo(McpAppResources.UI_AND_LISTED);
                    assertThat(settings.maxDocumentSize()).isEqualTo(64 * 1024);
                });
    }

    @Test
    void nothingIsDeclaredUnlessAppsAreEnabled() {
        this.runner.run(context -> {
            McpClient client = context.getBean(McpClient.class);
            client.session().connect();

            assertThat(context).doesNotHaveBean(McpAppsExtension.class);
            assertThat(declared()).doesNotContain("extensions");
            assertThatExceptionOfType(McpConfigurationException.class)
                    .isThrownBy(() -> client.extension(McpApps.class));
        });
    }

    @Test
    void applicationWithoutTheModuleStartsWithoutApps() {
        enabled().withClassLoader(new FilteredClassLoader("io.mcpclient.apps")).run(context -> assertThat(context)
                .hasNotFailed());
    }

    @ParameterizedTest
    @CsvSource({"allowed-hashes, sha256:0a", "blocked-hashes, 0A0A", "max-document-size, 0B", "max-document-size, 3GB"})
    void invalidSettingFailsWithTheNameOfItsProperty(String property, String value) {
        enabled("mcp.extensions.apps." + property + "=" + value).run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .isInstanceOfSatisfying(McpConfigurationException.class, failure -> assertThat(failure.property())
                        .isEqualTo("mcp.extensions.apps." + property)));
    }
}
