package io.mcpclient.autoconfigure;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslBundleRegistrar;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundleRegistry;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.util.Assert;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.spring.McpClientCustomizer;
import io.mcpclient.spring.McpConnectionDetails;
import io.mcpclient.spring.McpServers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** SSL bundles of servers that do not exist or cannot be loaded, at the start and later. */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class SslBundleTests {

    private static final String BUNDLE = "names the SSL bundle \"corp\", which cannot be loaded: ";

    @TempDir
    private Path directory;

    private ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
            .withPropertyValues("mcp.defaults.start=lazy");

    @BeforeEach
    void createFile() throws IOException {
        Files.writeString(this.directory.resolve("garbage.pem"), "hello");
    }

    private ApplicationContextRunner with(String property, String value) {
        return this.runner.withPropertyValues(
                "spring.ssl.bundle." + property + "=" + value.replace("DIRECTORY", "file:" + this.directory));
    }

    @ParameterizedTest
    @CsvSource({
        "pem.corp.truststore.certificate, DIRECTORY/missing.pem, missing.pem",
        "pem.corp.truststore.certificate, DIRECTORY/garbage.pem, Missing certificates",
        "jks.corp.truststore.location, DIRECTORY/missing.p12, missing.p12",
        "pem.corp.truststore.certificate, canary/MIIEvQIBADANBgkqhkiG9w0, is neither a file nor PEM"
    })
    void whenABundleCannotBeLoadedThenThePropertyAndTheReasonAreNamed(String property, String value, String reason) {
        with(property, value)
                .withPropertyValues(
                        "mcp.servers.weather.url=https://localhost:1/mcp", "mcp.servers.weather.ssl.bundle=corp")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(McpConfigurationException.class)
                        .hasMessageContaining("mcp.servers.weather.ssl.bundle " + BUNDLE)
                        .hasMessageContaining(reason)
                        .message()
                        .doesNotContain("canary"));
    }

    @Test
    void whenTheBundleOfConnectionDetailsCannotBeLoadedThenTheyAreNamed() {
        this.runner
                .withPropertyValues("mcp.servers.weather.start=lazy")
                .withBean(McpConnectionDetails.class, () -> new Details(broken()))
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(McpConfigurationException.class)
                        .hasMessageContaining("mcp.servers.weather has connection details with an SSL bundle"));
    }

    private record Details(SslBundle bundle) implements McpConnectionDetails {

        @Override
        public String serverName() {
            return "weather";
        }

        @Override
        public URI url() {
            return URI.create("https://localhost:1/mcp");
        }

        @Override
        public @Nullable SslBundle sslBundle() {
            return this.bundle;
        }
    }

    @Test
    void whenAServerIsAddedThenItsBundleIsCheckedToo() {
        with("pem.corp.truststore.certificate", "DIRECTORY/missing.pem").run(context -> {
            McpServers servers = context.getBean(McpServers.class);
            for (String bundle : new String[] {"corp", "unknown"}) {
                Map<String, Object> properties = Map.of("url", "https://localhost:1/mcp", "ssl.bundle", bundle);
                assertThatExceptionOfType(McpConfigurationException.class)
                        .isThrownBy(() -> servers.add("added", properties))
                        .withMessageContaining(
                                "mcp.servers.added.ssl.bundle names the SSL bundle \"" + bundle + "\", which ");
            }
            assertThat(context.getBean(McpClients.class).all()).isEmpty();
        });
    }

    @Test
    void whenAReloadedBundleCannotBeLoadedThenConnectionsStayAndTheLogNamesIt(CapturedOutput output) {
        this.runner
                .withPropertyValues(
                        "mcp.servers.weather.url=https://localhost:1/mcp",
                        "mcp.servers.weather.ssl.bundle=corp",
                        "mcp.servers.files.url=https://localhost:1/mcp",
                        "mcp.servers.files.ssl.bundle=corp")
                .withBean(Bundles.class)
                .run(context -> {
                    McpClient before = context.getBean(McpClients.class).get("weather");
                    context.getBean(SslBundleRegistry.class).updateBundle("corp", broken());
                    assertThat(context.getBean(McpClients.class).get("weather")).isSameAs(before);
                });
        for (String server : new String[] {"weather", "files"}) {
            assertThat(output.getOut())
                    .containsOnlyOnce("MCP server \"" + server
                            + "\": the SSL bundle \"corp\" has changed, but the connection stays as it is: ");
        }
        assertThat(output.getOut()).contains("missing.pem").doesNotContain("\tat ");
    }

    @Test
    void whenAClientCannotBeCreatedForAReloadedBundleThenOtherServersGetTheirs(CapturedOutput output) {
        AtomicBoolean isReloading = new AtomicBoolean();
        List<String> created = new ArrayList<>();
        McpClientCustomizer customizer = (server, builder) -> {
            if (isReloading.get()) {
                created.add(server);
                Assert.state(created.size() > 1, "no more clients");
            }
        };
        this.runner
                .withPropertyValues(
                        "mcp.servers.files.url=https://localhost:1/mcp",
                        "mcp.servers.files.ssl.bundle=corp",
                        "mcp.servers.weather.url=https://localhost:1/mcp",
                        "mcp.servers.weather.ssl.bundle=corp")
                .withBean(Bundles.class)
                .withBean(McpClientCustomizer.class, () -> customizer)
                .run(context -> {
                    isReloading.set(true);
                    context.getBean(SslBundleRegistry.class).updateBundle("corp", SslBundle.systemDefault());
                });
        assertThat(created).containsExactlyInAnyOrder("files", "weather");
        assertThat(output.getOut())
                .containsOnlyOnce("the SSL bundle \"corp\" has changed, but the connection stays as it is")
                .contains("no more clients");
    }

    private SslBundle broken() {
        PemSslStoreDetails trust = PemSslStoreDetails.forCertificate("file:" + this.directory.resolve("missing.pem"));
        return SslBundle.of(new PemSslStoreBundle(null, trust));
    }

    /** Registers a bundle that can be loaded. */
    static final class Bundles implements SslBundleRegistrar {

        @Override
        public void registerBundles(SslBundleRegistry registry) {
            registry.registerBundle("corp", SslBundle.systemDefault());
        }
    }
}
