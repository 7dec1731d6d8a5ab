package io.mcpclient.autoconfigure.discovery;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpException;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.spring.McpServerCardDifferenceEvent;
import io.mcpclient.spring.McpServers;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Servers whose endpoint is looked up: in a card, in the catalog of a domain, in a registry. All of them over HTTP. */
@ExtendWith(OutputCaptureExtension.class)
@Timeout(60)
class LookedUpServersTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final String CARD = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";

    private final ScriptedHttpServer publisher = new ScriptedHttpServer();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    @TempDir
    Path directory;

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SslAutoConfiguration.class, McpDiscoveryAutoConfiguration.class, McpClientAutoConfiguration.class))
            .withPropertyValues(
                    "mcp.defaults.reconnect.initial-interval=100ms",
                    "mcp.discovery.trusted-origins=" + origin(this.publisher) + "," + origin(this.server));

    @AfterEach
    void close() {
        this.publisher.close();
        this.server.close();
    }

    private static String origin(ScriptedHttpServer server) {
        return "http://127.0.0.1:" + server.port();
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }

    private String remote(String more) {
        return "{'type': 'streamable-http', 'url': '" + this.server.url() + "'" + more + "}";
    }

    private String card(String remote) {
        return json("{'$schema': '" + CARD + "', 'name': 'example.shop/orders', 'version': '3.0.1',"
                + " 'description': 'Orders of the shop', 'remotes': [" + remote + "]}");
    }

    private void publishes(String type, String document) {
        this.publisher.on("GET").always().reply(Reply.status(200, type, document));
    }

    private void publishesCard(String remote) {
        publishes("application/mcp-server-card+json", card(remote));
    }

    private void publishesEntry(String more) {
        this.publisher
                .on("GET")
                .always()
                .reply(request -> Reply.status(
                        200,
                        "application/json",
                        request.path().contains("/versions/") && request.path().endsWith("1.2.0")
                                ? entry("1.2.0", more)
                                : entry("1.3.0", more)));
    }

    private static String entry(String version, String more) {
        return json("{'server': {'name': 'com.example/orders', 'description': 'Orders', 'version': '" + version + "', "
                + more + "}, '_meta': {'io.modelcontextprotocol.registry/official': {'status': 'active',"
                + " 'isLatest': true}}}");
    }

    private ApplicationContextRunner withCard(String... properties) {
        return this.runner
                .withPropertyValues("mcp.servers.orders.card=" + this.publisher.url())
                .withPropertyValues(properties);
    }

    private ApplicationContextRunner withRegistry(String... properties) {
        return this.runner
                .withPropertyValues(
                        "mcp.registry.url=" + origin(this.publisher),
                        "mcp.servers.orders.registry=com.example/orders@1.2.0")
                .withPropertyValues(properties);
    }

    private static McpClient client(ApplicationContext context) {
        return context.getBean("ordersMcpClient", McpClient.class);
    }

    private static String echo(ApplicationContext context) {
        return client(context).callTool("echo", Map.of("city", "Oslo")).text();
    }

    private static List<String> methods(ScriptedHttpServer server) {
        return server.requests().stream().map(RecordedRequest::rpcMethod).toList();
    }

    // CRD-19, CRD-20, CRD-25
    @Test
    void serverOfACardIsCalledWithItsHeadersAndThoseOfTheApplication() {
        publishesCard(remote(", 'headers': [{'name': 'X-Tenant', 'value': '{tenant}', 'variables': {'tenant': {}}},"
                + " {'name': 'X-Plan', 'value': 'of-card'}]"));
        withCard("mcp.inputs.tenant=acme", "mcp.servers.orders.headers.X-Plan=of-application")
                .run(context -> {
                    assertThat(echo(context)).contains("Oslo");
                    assertThat(this.server.requests("tools/call"))
                            .singleElement()
                            .satisfies(request -> {
                                assertThat(request.header("x-tenant")).isEqualTo("acme");
                                assertThat(request.header("x-plan")).isEqualTo("of-application");
                            });
                    await().atMost(LIMIT).until(() -> !context.getBean(McpToolRegistry.class)
                            .snapshot()
                            .ofServer("orders")
                            .isEmpty());
                });
    }

    @Test
    void inputsOfTheServerOverrideThoseOfAllServers() {
        publishesCard(remote(", 'headers': [{'name': 'X-Tenant', 'value': '{tenant}', 'variables': {'tenant': {}}}]"));
        withCard("mcp.inputs.tenant=acme", "mcp.servers.orders.inputs.tenant=own")
                .run(context -> {
                    assertThat(echo(context)).contains("Oslo");
                    assertThat(this.server.requests("tools/call").get(0).header("x-tenant"))
                            .isEqualTo("own");
                });
    }

    // CRD-20
    @Test
    void missingInputsAreNamedTogether() {
        publishesCard(remote(", 'headers': [{'name': 'X-Tenant', 'value': '{tenant}', 'isRequired': true, 'variables':"
                + " {'tenant': {'isRequired': true}}}, {'name': 'X-Region', 'isRequired': true}]"));
        withCard().run(context -> assertThatThrownBy(() -> echo(context))
                .isInstanceOf(McpException.class)
                .hasMessageContaining("\"orders\"")
                .hasMessageContaining("mcp.inputs.tenant")
                .hasMessageContaining("mcp.inputs.X-Region"));
    }

    // CRD-23
    @Test
    void secretsAreSentToTheOriginThatIsConfiguredOnly() {
        publishesCard(remote(", 'headers': [{'name': 'X-Key', 'isSecret': true, 'isRequired': true}]"));
        withCard("mcp.inputs.X-Key=s3cret").run(context -> {
            assertThatThrownBy(() -> echo(context))
                    .hasMessageContaining("mcp.servers.orders.secrets-origin")
                    .hasMessageContaining("X-Key")
                    .hasMessageContaining("Set it to " + origin(this.server))
                    .hasMessageNotContaining("s3cret");
            assertThat(this.server.connectionsAccepted()).isZero();
        });
        withCard("mcp.inputs.X-Key=s3cret", "mcp.servers.orders.secrets-origin=" + origin(this.server))
                .run(context -> {
                    assertThat(echo(context)).contains("Oslo");
                    assertThat(this.server.requests("tools/call").get(0).header("x-key"))
                            .isEqualTo("s3cret");
                });
    }

    // CRD-18, CRD-A08
    @Test
    void authorizationOfTheCardDoesNotReplaceThatOfTheApplication() {
        publishesCard(remote(", 'headers': [{'name': 'Authorization', 'isSecret': true}]"));
        withCard(
                        "mcp.inputs.Authorization=Bearer of-card",
                        "mcp.servers.orders.secrets-origin=" + origin(this.server),
                        "mcp.servers.orders.auth.type=bearer",
                        "mcp.servers.orders.auth.token=own-token")
                .run(context -> {
                    assertThat(echo(context)).contains("Oslo");
                    assertThat(this.server.requests()).allSatisfy(request -> assertThat(request.header("authorization"))
                            .isEqualTo("Bearer own-token"));
                });
    }

    // CRD-17
    @Test
    void revisionsOfTheCardSaveTheProbe() {
        publishesCard(remote(", 'supportedProtocolVersions': ['2025-11-25']"));
        withCard().run(context -> {
            assertThat(echo(context)).contains("Oslo");
            assertThat(methods(this.server)).startsWith("initialize").doesNotContain("server/discover");
        });
    }

    // CRD-29, REG-29
    @Test
    void applicationStartsWithoutTheCardAndTriesAgain() {
        this.publisher.on("GET").reply(Reply.status(503));
        publishesCard(remote(""));
        withCard().run(context -> {
            assertThat(context).hasNotFailed();
            await().atMost(LIMIT).until(() -> client(context).status().isConnected());
            assertThat(echo(context)).contains("Oslo");
        });
    }

    @Test
    void requiredServerIsAwaitedOrFailsTheStart() {
        publishesCard(remote(""));
        withCard("mcp.servers.orders.required=true")
                .run(context ->
                        assertThat(client(context).status().isConnected()).isTrue());
        this.runner
                .withPropertyValues(
                        "mcp.servers.orders.card=http://127.0.0.1:9/card",
                        "mcp.discovery.trusted-origins=http://127.0.0.1:9",
                        "mcp.servers.orders.required=true")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("\"orders\" is required")
                        .hasStackTraceContaining("http://127.0.0.1:9/card could not be read"));
    }

    @Test
    void lazyServerIsLookedUpOnFirstUse() {
        publishesCard(remote(""));
        withCard("mcp.servers.orders.start=lazy").run(context -> {
            assertThat(this.publisher.requests()).isEmpty();
            assertThat(echo(context)).contains("Oslo");
        });
    }

    // CRD-A01
    @Test
    void addressesThatAreNotPublicAreRefusedUnlessTrusted() {
        publishesCard(remote(""));
        withCard("mcp.discovery.trusted-origins=" + origin(this.publisher)).run(context -> {
            assertThatThrownBy(() -> echo(context)).hasMessageContaining("127.0.0.1");
            assertThat(this.server.connectionsAccepted()).isZero();
        });
        assertThat(this.publisher.requests()).isNotEmpty();
    }

    @Test
    void policyAppliesToWhatWasFound() {
        publishesCard(remote(""));
        withCard("mcp.policy.allowed-servers=https://*.example.com").run(context -> {
            assertThat(context).hasNotFailed();
            assertThatThrownBy(() -> echo(context)).hasMessageContaining("mcp.policy.allowed-servers");
            assertThat(this.server.connectionsAccepted()).isZero();
        });
    }

    @Test
    void serverOfADomainIsTheOneWithTheNameOfTheApplication() {
        String card = origin(this.publisher) + "/card";
        this.publisher
                .on("GET")
                .always()
                .reply(request -> request.path().endsWith("ai-catalog.json")
                        ? Reply.status(
                                200,
                                "application/ai-catalog+json",
                                json("{'specVersion': '1.0', 'host': {'displayName': 'Shop'}, 'entries': ["
                                        + "{'identifier': 'urn:air:example.shop:mcp:stock', 'displayName': 'Stock',"
                                        + " 'type': 'application/mcp-server-card+json', 'url': '" + card + "/stock'},"
                                        + "{'identifier': 'urn:air:example.shop:mcp:orders', 'displayName': 'Orders',"
                                        + " 'type': 'application/mcp-server-card+json', 'url': '" + card + "'}]}"))
                        : request.path().endsWith("ard.json")
                                ? Reply.status(404)
                                : Reply.status(200, "application/mcp-server-card+json", card(remote(""))));
        this.runner
                .withPropertyValues("mcp.servers.orders.domain=" + origin(this.publisher))
                .run(context -> assertThat(echo(context)).contains("Oslo"));
        this.runner
                .withPropertyValues("mcp.servers.shop.domain=" + origin(this.publisher))
                .run(context -> {
                    assertThatThrownBy(() -> context.getBean(McpClient.class).ping())
                            .hasMessageContaining("mcp.servers.shop.domain")
                            .hasMessageContaining("urn:air:example.shop:mcp:stock")
                            .hasMessageContaining("Set card");
                    McpServers.Offers offers = context.getBean(McpServers.class).discover(origin(this.publisher));
                    assertThat(offers.servers())
                            .extracting(McpServers.Offer::displayName)
                            .containsExactly("Stock", "Orders");
                });
    }

    @Test
    void serverOfARegistryIsCalled(CapturedOutput output) {
        publishesEntry("'remotes': [" + remote("") + "]");
        withRegistry("mcp.registry.headers.Authorization=Bearer of-registry").run(context -> {
            assertThat(echo(context)).contains("Oslo");
            assertThat(this.publisher.requests()).allSatisfy(request -> assertThat(request.header("authorization"))
                    .isEqualTo("Bearer of-registry"));
            assertThat(this.server.requests()).allSatisfy(request -> assertThat(request.header("authorization"))
                    .isNull());
            assertThat(output).contains("com.example/orders@1.2.0: version 1.3.0 is newer");
        });
    }

    // REG-07
    @Test
    void versionOfAnEntryIsExact() {
        publishesEntry("'remotes': [" + remote("") + "]");
        for (String reference : List.of("com.example/orders", "com.example/orders@latest")) {
            withRegistry("mcp.servers.orders.registry=" + reference)
                    .run(context -> assertThatThrownBy(() -> echo(context))
                            .hasMessageContaining("mcp.servers.orders.registry")
                            .hasMessageContaining("Set it to com.example/orders@1.3.0"));
        }
    }

    @Test
    void policyMayNameEntriesOfRegistries() {
        publishesEntry("'remotes': [" + remote("") + "]");
        withRegistry("mcp.policy.allowed-servers=registry:com.example/*")
                .run(context -> assertThat(echo(context)).contains("Oslo"));
        withRegistry("mcp.policy.allowed-servers=registry:com.example/orders@1.2.0")
                .run(context -> assertThat(echo(context)).contains("Oslo"));
        for (String refusing : List.of(
                "mcp.policy.allowed-servers=registry:com.example/orders@1.2.1",
                "mcp.policy.allowed-servers=registry:com.other/*",
                "mcp.policy.denied-servers=registry:COM.example/ord*")) {
            withRegistry(refusing).run(context -> assertThatThrownBy(() -> echo(context))
                    .hasMessageContaining("mcp.servers.orders.registry")
                    .hasMessageContaining(refusing.substring(0, refusing.indexOf('='))));
        }
    }

    // REG-13, REG-14, REG-15, REG-23
    @Test
    void packageRunsWithItsConsentAlone() throws Exception {
        Path program = this.directory.resolve("runner");
        Files.writeString(
                program,
                "#!/bin/sh\ncd " + this.directory + "\necho \"$KEY $OWN $*\" > started.tmp\nmv started.tmp started\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        publishesEntry("'packages': [{'registryType': 'npm', 'identifier': '@example/orders-mcp', 'version': '1.2.0',"
                + " 'runtimeHint': '" + program + "', 'transport': {'type': 'stdio'},"
                + " 'environmentVariables': [{'name': 'KEY', 'isSecret': true, 'isRequired': true}]}]");
        String[] allowed = {
            "mcp.registry.processes=true",
            "mcp.registry.runtimes=" + program,
            "mcp.inputs.KEY=s3cret",
            "mcp.servers.orders.env.OWN=own"
        };
        StringBuilder digest = new StringBuilder();
        withRegistry("mcp.registry.runtimes=" + program, "mcp.inputs.KEY=s3cret", "mcp.servers.orders.consent=sha256:0")
                .run(context -> assertThatThrownBy(() -> echo(context)).hasMessageContaining("processes"));
        withRegistry(allowed).run(context -> {
            assertThatThrownBy(() -> echo(context))
                    .hasMessageContaining("mcp.servers.orders.consent is missing")
                    .hasMessageContaining(program + " -y @example/orders-mcp@1.2.0 with KEY=***")
                    .hasMessageNotContaining("s3cret");
            McpServers.Preview preview =
                    context.getBean(McpServers.class).preview("orders", Map.of("registry", "com.example/orders@1.2.0"));
            assertThat(preview.isProcess()).isTrue();
            assertThat(preview.inputs()).singleElement().satisfies(input -> assertThat(input.secret() && input.given())
                    .isTrue());
            digest.append(preview.consent());
        });
        withRegistry(allowed)
                .withPropertyValues("mcp.servers.orders.consent=sha256:0")
                .run(context -> assertThatThrownBy(() -> echo(context)).hasMessageContaining("changed"));
        assertThat(this.directory.resolve("started")).doesNotExist();

        withRegistry(allowed)
                .withPropertyValues("mcp.servers.orders.consent=" + digest)
                .run(context -> await().atMost(LIMIT).until(() -> Files.exists(this.directory.resolve("started"))));
        assertThat(Files.readString(this.directory.resolve("started")))
                .isEqualTo("s3cret own -y @example/orders-mcp@1.2.0\n");
    }

    @Test
    void serverIsAddedFromTheRegistryAtRunTime() {
        this.server.on("notifications/cancelled").optionally().reply(Reply.status(202));
        publishesEntry("'remotes': ["
                + remote(", 'headers': [{'name': 'X-Tenant', 'value': '{tenant}', 'variables': {'tenant': {}}}]")
                + "]");
        this.runner
                .withPropertyValues("mcp.registry.url=" + origin(this.publisher))
                .run(context -> {
                    McpServers servers = context.getBean(McpServers.class);
                    McpClient client = servers.addFromRegistry("com.example/orders", "1.2.0", Map.of("tenant", "acme"));
                    assertThat(client.name()).isEqualTo("orders");
                    assertThat(client.callTool("echo", Map.of("city", "Oslo")).text())
                            .contains("Oslo");
                    assertThat(this.server.requests("tools/call").get(0).header("x-tenant"))
                            .isEqualTo("acme");
                    assertThat(servers.disable("orders")).isTrue();
                    assertThat(servers.enable("orders")).isTrue();
                    assertThat(client.callTool("echo", Map.of("city", "Rome")).text())
                            .contains("Rome");
                    assertThat(servers.remove("orders")).isTrue();
                });
    }

    @Test
    void lookupOfARemovedServerChangesNothing() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch removed = new CountDownLatch(1);
        this.publisher.on("GET").always().reply(request -> {
            asked.countDown();
            waitFor(removed);
            return Reply.status(200, "application/mcp-server-card+json", card(remote("")));
        });
        withCard().run(context -> {
            waitFor(asked);
            assertThat(context.getBean(McpServers.class).remove("orders")).isTrue();
            removed.countDown();
            assertThatThrownBy(() -> echo(context)).isInstanceOf(McpException.class);
            assertThat(context.getBean(McpClients.class).all()).isEmpty();
        });
        assertThat(this.server.connectionsAccepted()).isZero();
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            assertThat(latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @Test
    void contradictoryPropertiesFailTheStart() {
        Map<String, String> expected = Map.of(
                "url=http://127.0.0.1:9/mcp", "mcp.servers.orders.url",
                "command=npx", "mcp.servers.orders.command",
                "registry=com.example/orders@1", "mcp.servers.orders.card",
                "env.KEY=x", "mcp.servers.orders.env",
                "auth.token=x", "mcp.servers.orders.auth.type");
        expected.forEach(
                (property, named) -> withCard("mcp.servers.orders." + property).run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOfSatisfying(McpConfigurationException.class, error -> assertThat(error.property())
                                .isEqualTo(named))));
        this.runner
                .withPropertyValues("mcp.servers.orders.url=http://127.0.0.1:9/mcp", "mcp.servers.orders.consent=x")
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("consent"));
    }

    @Test
    void invalidSettingsOfLookupsNameTheirProperty() {
        Map<String, String> expected = Map.of(
                "mcp.discovery.timeout=0s", "mcp.discovery.timeout",
                "mcp.discovery.ssl.bundle=none", "mcp.discovery.ssl.bundle",
                "mcp.servers.orders.card=http://[", "mcp.servers.orders.card",
                "mcp.servers.orders.secrets-origin=http://[", "mcp.servers.orders.secrets-origin");
        expected.forEach((property, named) -> withCard(property)
                .run(context -> assertThat(context).getFailure().hasStackTraceContaining(named + " is ")));
        Map<String, String> ofRegistry = Map.of(
                "mcp.registry.max-entries=0", "mcp.registry.max-entries",
                "mcp.registry.url=corp", "mcp.registry.url",
                "mcp.registry.ssl.bundle=none", "mcp.registry.ssl.bundle",
                "mcp.servers.orders.registry=orders", "mcp.servers.orders.registry",
                "mcp.registry.others.corp.headers.X=y", "mcp.registry.others.corp.url");
        ofRegistry.forEach((property, named) -> withRegistry(property)
                .run(context -> assertThat(context).getFailure().hasStackTraceContaining(named + " is ")));
    }

    @Test
    void bundleOfLookupsThatCannotBeLoadedNamesItsProperty() {
        withRegistry("mcp.registry.ssl.bundle=corp")
                .withPropertyValues("spring.ssl.bundle.pem.corp.truststore.certificate=file:missing.pem")
                .run(
                        context -> assertThat(context)
                                .getFailure()
                                .rootCause()
                                .hasMessageContaining(
                                        "mcp.registry.ssl.bundle names the SSL bundle \"corp\", which cannot be loaded: missing.pem"));
    }

    @Test
    void registryServerWithoutARegistryIsAnError() {
        this.runner
                .withPropertyValues("mcp.servers.orders.registry=com.example/orders@1.2.0")
                .run(context ->
                        assertThat(context).getFailure().hasStackTraceContaining("mcp.registry.url is missing"));
    }

    @Test
    void lookupsAreOffUntilTheyAreConfigured() {
        this.publisher.on("GET").optionally().reply(Reply.status(404));
        this.runner.withPropertyValues("mcp.discovery.enabled=false").run(context -> assertThatThrownBy(
                        () -> context.getBean(McpServers.class).discover(origin(this.publisher)))
                .hasMessageContaining("Set mcp.discovery.enabled=true"));
        this.runner.withPropertyValues("mcp.discovery.enabled=true").run(context -> assertThatThrownBy(
                        () -> context.getBean(McpServers.class).discover(origin(this.publisher)))
                .hasMessageContaining("has no catalog"));
        assertThat(this.publisher.requests()).isNotEmpty();
    }

    @Test
    void lookupsNeedTheModuleForExtensions() {
        withCard()
                .withClassLoader(new FilteredClassLoader("io.mcpclient.discovery"))
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("Set mcp.discovery.enabled=true, and add mcp-client-extensions"));
    }

    // CRD-16, CRD-A03
    @Test
    void serverThatDiffersFromItsCardIsReportedOnce(CapturedOutput output) {
        publishesCard(remote(""));
        List<McpServerCardDifferenceEvent> events = new CopyOnWriteArrayList<>();
        withCard()
                .withInitializer(context ->
                        context.addApplicationListener((ApplicationListener<PayloadApplicationEvent<?>>) event -> {
                            if (event.getPayload() instanceof McpServerCardDifferenceEvent difference) {
                                events.add(difference);
                            }
                        }))
                .run(context -> {
                    assertThat(echo(context)).contains("Oslo");
                    client(context).session().reconnect();
                    assertThat(echo(context)).contains("Oslo");
                });
        assertThat(events).singleElement().satisfies(event -> {
            assertThat(event.serverName()).isEqualTo("orders");
            assertThat(event.differences())
                    .anySatisfy(difference -> assertThat(difference).contains("\"example.shop/orders\" in the card"));
        });
        assertThat(output.getOut()).containsOnlyOnce("it differs from its card");
    }
}
