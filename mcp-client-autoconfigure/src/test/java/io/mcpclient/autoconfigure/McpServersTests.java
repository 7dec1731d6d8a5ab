package io.mcpclient.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import ch.qos.logback.classic.Level;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.auth.McpCredentials;
import io.mcpclient.autoconfigure.actuate.McpHealthAutoConfiguration;
import io.mcpclient.autoconfigure.observation.McpMetricsAutoConfiguration;
import io.mcpclient.autoconfigure.properties.ConfiguredServers;
import io.mcpclient.autoconfigure.settings.AuthSettings;
import io.mcpclient.autoconfigure.settings.ServerSettings;
import io.mcpclient.autoconfigure.web.McpAuthorizationWebAutoConfiguration;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.settings.McpProcessSettings;
import io.mcpclient.settings.McpToolPinning;
import io.mcpclient.spring.McpServers;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Servers that are changed while the application runs. */
@Timeout(120)
class McpServersTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SslAutoConfiguration.class,
                    McpClientAutoConfiguration.class,
                    McpHealthAutoConfiguration.class,
                    McpMetricsAutoConfiguration.class))
            .withUserConfiguration(Beans.class);

    @Configuration(proxyBeanMethods = false)
    static class Beans {

        @Bean
        MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }

        @Bean
        Intercepted intercepted() {
            return new Intercepted(new CopyOnWriteArrayList<>());
        }

        @Bean
        McpInterceptor interceptor(Intercepted intercepted) {
            return (call, next) -> {
                intercepted.servers().add(call.serverName());
                return next.handle(call);
            };
        }
    }

    record Intercepted(List<String> servers) {}

    private static ScriptedLegacyServer server() {
        ScriptedLegacyServer server = ScriptedHttpServer.legacy();
        server.withoutVerification();
        return server;
    }

    @Test
    void addedServerIsConfiguredLikeAConfiguredOne() {
        try (ScriptedLegacyServer server = server()) {
            this.runner
                    .withPropertyValues("mcp.defaults.request-timeout=7s", "tenant.token=s3cret")
                    .run(context -> {
                        bindMeters(context);
                        McpServers servers = context.getBean(McpServers.class);
                        McpClient client = servers.add(
                                "weather", Map.of("url", server.url(), "headers.X-Token", "${tenant.token}"));
                        assertThat(client.callTool("echo", Map.of("city", "Oslo"), String.class))
                                .isEqualTo("{\"city\":\"Oslo\"}");
                        assertThat(settings(context, "weather")
                                        .client()
                                        .timeouts()
                                        .request())
                                .isEqualTo(Duration.ofSeconds(7));
                        assertThat(server.requests("tools/call").get(0).header("X-Token"))
                                .isEqualTo("${tenant.token}");
                        assertThat(context.getBean(Intercepted.class).servers()).contains("weather");
                        assertThat(context.getBean(McpToolRegistry.class)
                                        .awaitReady(LIMIT)
                                        .tools())
                                .hasSize(1);
                        assertThat(context.getBean(CompositeHealthContributor.class)
                                        .getContributor("weather"))
                                .isNotNull();
                        assertThat(meters(context.getBean(MeterRegistry.class))).contains("weather");

                        assertThat(servers.remove("weather")).isTrue();
                        assertThat(servers.remove("weather")).isFalse();
                        assertThat(context.getBean(McpToolRegistry.class)
                                        .snapshot()
                                        .tools())
                                .isEmpty();
                        assertThat(context.getBean(CompositeHealthContributor.class)
                                        .getContributor("weather"))
                                .isNull();
                        assertThat(meters(context.getBean(MeterRegistry.class))).isEmpty();
                        assertThatExceptionOfType(McpRejectedException.class)
                                .isThrownBy(() -> client.callTool("echo", Map.of()));
                    });
        }
    }

    /** Users who supply an address or a header must not read the properties of the application through it. */
    @Test
    void placeholdersInValuesGivenAtRunTimeAreNotResolved() {
        this.runner
                .withPropertyValues("db.password=s3cret", "mcp.defaults.start=lazy")
                .run(context -> {
                    McpServers servers = context.getBean(McpServers.class);
                    String text = "${db.password}${java.version}${PATH}#{1+1}\\${db.password}";
                    servers.add(
                            "process",
                            Map.of(
                                    "command",
                                    "run-${db.password}",
                                    "args",
                                    List.of(text, "${db.password:x}"),
                                    "env",
                                    Map.of("${db.password}", text, "NESTED", "${a:${db.password}}"),
                                    "working-directory",
                                    "${java.home}"));
                    servers.add("list", Map.of("command", "run", "args[0]", text, "workingDirectory", "file:/${PATH}"));
                    McpProcessSettings process = process(context, "process");
                    assertThat(process.command()).isEqualTo("run-${db.password}");
                    assertThat(process.args()).containsExactly(text, "${db.password:x}");
                    assertThat(process.env())
                            .containsEntry("NESTED", "${a:${db.password}}")
                            .containsEntry("${db.password}", text);
                    assertThat(process.workingDirectory()).isEqualTo(Path.of("${java.home}"));
                    assertThat(process(context, "list").args()).containsExactly(text);
                    assertThat(process(context, "list").workingDirectory()).isEqualTo(Path.of("file:/${PATH}"));

                    assertThatExceptionOfType(McpConfigurationException.class)
                            .isThrownBy(() -> servers.replace("list", Map.of("url", "${spring.url:http://a.b/mcp}")))
                            .withMessageContaining("mcp.servers.list.url is not a URL");
                    assertThatExceptionOfType(McpConfigurationException.class)
                            .isThrownBy(() ->
                                    servers.add("other", Map.of("url", "http://a.b", "required", "${db.flag:true}")))
                            .withMessageContaining("mcp.servers.other.required has a value of the wrong type");
                });
    }

    private static ServerSettings settings(ApplicationContext context, String server) {
        return context.getBean(PropertiesMcpClientFactory.class).settings().get(server);
    }

    private static McpProcessSettings process(ApplicationContext context, String server) {
        return (McpProcessSettings) settings(context, server).client().endpoint();
    }

    @Test
    void credentialsOfTheDefaultsReachAnAddedServerOnlyIfItInheritsThem() {
        try (ScriptedLegacyServer tenant = server();
                ScriptedLegacyServer own = server()) {
            this.runner
                    .withBean(
                            "credentials", McpCredentials.class, () -> request -> Mono.just(Map.of("X-Bean", "of-all")))
                    .withPropertyValues(
                            "mcp.defaults.headers.X-Corporate=s3cret",
                            "mcp.defaults.env.CORPORATE=s3cret",
                            "mcp.defaults.inherit-env=CORPORATE_KEY",
                            "mcp.defaults.tools.pinning=warn",
                            "mcp.defaults.start=lazy")
                    .run(context -> {
                        McpServers servers = context.getBean(McpServers.class);
                        servers.add("tenant", Map.of("url", tenant.url(), "headers.X-Tenant", "acme"))
                                .ping();
                        servers.add("client", Map.of("command", "run"));
                        context.getBean(McpClients.class)
                                .add(
                                        "settings",
                                        McpClientSettings.defaults().withEndpoint(McpHttpSettings.of(tenant.url())))
                                .ping();
                        tenant.requests()
                                .forEach(request ->
                                        assertThat(request.headers().toString()).doesNotContain("s3cret", "of-all"));
                        assertThat(process(context, "client").env()).isEmpty();
                        assertThat(process(context, "client").inheritEnv())
                                .isEqualTo(McpProcessSettings.DEFAULT_INHERIT_ENV);
                        assertThat(settings(context, "tenant").client().tools().pinning())
                                .isEqualTo(McpToolPinning.WARN);

                        servers.add("own", Map.of("url", own.url(), "inherit-credentials", true))
                                .ping();
                        assertThat(own.requests("ping").get(0).header("X-Corporate"))
                                .isEqualTo("s3cret");
                        assertThat(own.requests("ping").get(0).header("X-Bean")).isEqualTo("of-all");
                        servers.replace("own", Map.of("url", own.url())).ping();
                        assertThat(own.requests("ping").get(1).header("X-Corporate"))
                                .isNull();
                    });
        }
    }

    @Test
    void defaultAuthorizationIsNotAppliedToAddedServersUnlessInherited() {
        this.runner
                .withPropertyValues(
                        "mcp.defaults.auth.type=bearer",
                        "mcp.defaults.auth.token=s3cret",
                        "mcp.defaults.start=lazy",
                        "mcp.servers.own.url=https://own.example.com/mcp",
                        "mcp.servers.third-party.url=https://third.example.com/mcp",
                        "mcp.servers.third-party.inherit-credentials=false")
                .run(context -> {
                    McpServers servers = context.getBean(McpServers.class);
                    servers.add("tenant", Map.of("url", "https://tenant.example.com/mcp"));
                    servers.add("known", Map.of("url", "https://known.example.com", "inherit-credentials", "true"));
                    assertThat(settings(context, "own").auth().scheme()).isInstanceOf(AuthSettings.Simple.class);
                    assertThat(settings(context, "known").auth().scheme()).isInstanceOf(AuthSettings.Simple.class);
                    assertThat(settings(context, "third-party").auth()).isEqualTo(AuthSettings.OWN_BEANS);
                    assertThat(settings(context, "tenant").auth()).isEqualTo(AuthSettings.OWN_BEANS);
                    assertThatExceptionOfType(McpConfigurationException.class)
                            .isThrownBy(() -> servers.add(
                                    "half", Map.of("url", "https://half.example.com", "auth.type", "bearer")))
                            .withMessageContaining("mcp.servers.half.auth.token");
                });
    }

    private static void bindMeters(ApplicationContext context) {
        MeterRegistry registry = context.getBean(MeterRegistry.class);
        context.getBeansOfType(MeterBinder.class).values().forEach(binder -> binder.bindTo(registry));
    }

    private static Set<String> meters(MeterRegistry registry) {
        Set<String> servers = ConcurrentHashMap.newKeySet();
        registry.getMeters().forEach(meter -> {
            String server = meter.getId().getTag("server");
            if (server != null && meter.getId().getName().equals("mcp.client.state")) {
                servers.add(server);
            }
        });
        return servers;
    }

    @Test
    void programmaticSettingsStartFromTheConfiguredDefaults() {
        try (ScriptedLegacyServer server = server()) {
            this.runner.withPropertyValues("mcp.defaults.request-timeout=7s").run(context -> {
                McpClients clients = context.getBean(McpClients.class);
                assertThat(clients.defaults().timeouts().request()).isEqualTo(Duration.ofSeconds(7));
                McpClient client =
                        clients.add("weather", clients.defaults().withEndpoint(McpHttpSettings.of(server.url())));
                await().atMost(LIMIT).until(() -> client.status().isConnected());
                client.ping();
                assertThat(context.getBean(Intercepted.class).servers()).contains("weather");
            });
        }
    }

    @Test
    void injectedClientContinuesWithReplacedSettings() {
        try (ScriptedLegacyServer first = server();
                ScriptedLegacyServer second = server()) {
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + first.url())
                    .run(context -> {
                        McpClient injected = context.getBean(McpClient.class);
                        injected.ping();
                        context.getBean(McpServers.class).replace("weather", Map.of("url", second.url()));
                        injected.callTool("echo", Map.of());
                        assertThat(second.requests("tools/call")).hasSize(1);
                        assertThat(first.requests("tools/call")).isEmpty();
                        first.awaitRequests("DELETE", 1, LIMIT);
                    });
        }
    }

    // Aspects of an application create proxies.
    @Test
    void injectedProxyOfAClientContinuesWithReplacedSettings() {
        try (ScriptedLegacyServer first = server();
                ScriptedLegacyServer second = server()) {
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + first.url())
                    .withBean(ProxiedClients.class)
                    .run(context -> {
                        McpClient injected = context.getBean(McpClient.class);
                        McpServers servers = context.getBean(McpServers.class);
                        assertThat(AopUtils.isJdkDynamicProxy(injected)).isTrue();
                        injected.ping();
                        servers.replace("weather", Map.of("url", second.url()));
                        injected.callTool("echo", Map.of());
                        assertThat(servers.disable("weather")).isTrue();
                        assertThat(servers.enable("weather")).isTrue();
                        injected.callTool("echo", Map.of());
                        assertThat(second.requests("tools/call")).hasSize(2);
                        assertThat(first.requests("tools/call")).isEmpty();
                        assertThat(context.getBean(McpClients.class).get("weather"))
                                .isSameAs(injected);
                    });
        }
    }

    static final class ProxiedClients implements BeanPostProcessor {

        @Override
        public Object postProcessAfterInitialization(Object bean, String beanName) {
            return (bean instanceof McpClient) ? new ProxyFactory(bean).getProxy() : bean;
        }
    }

    @Test
    void invalidPropertiesAreNamedAndChangeNothing() {
        try (ScriptedLegacyServer server = server()) {
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + server.url())
                    .run(context -> {
                        McpServers servers = context.getBean(McpServers.class);
                        assertThatExceptionOfType(McpConfigurationException.class)
                                .isThrownBy(() -> servers.add("files", Map.of("ulr", "http://localhost")))
                                .withMessageContaining("mcp.servers.files.ulr is not a setting of a server");
                        assertThatExceptionOfType(McpConfigurationException.class)
                                .isThrownBy(() -> servers.replace(
                                        "weather", Map.of("url", server.url(), "request-timeout", "soon")))
                                .withMessageContaining(
                                        "mcp.servers.weather.request-timeout has a value of the wrong type");
                        assertThatExceptionOfType(McpConfigurationException.class)
                                .isThrownBy(() -> servers.add("files", Map.of("url", server.url(), "enabled", false)))
                                .withMessageContaining("mcp.servers.files.enabled is false");
                        assertThatExceptionOfType(McpConfigurationException.class)
                                .isThrownBy(() -> servers.add("files", Map.of()))
                                .withMessageContaining("mcp.servers.files.url");
                        assertThatExceptionOfType(McpRejectedException.class)
                                .isThrownBy(() -> servers.add("weather", Map.of("url", server.url())));
                        assertThatExceptionOfType(McpRejectedException.class)
                                .isThrownBy(() -> servers.replace("wether", Map.of("url", server.url())))
                                .withMessageContaining("\"wether\": replace: there is no server of this name")
                                .withMessageContaining("Did you mean \"weather\"?");
                        context.getBean(McpClient.class).ping();
                        assertThat(context.getBean(McpClients.class).all()).hasSize(1);
                    });
        }
    }

    @Test
    void missingArgumentsAreNamed() {
        this.runner.run(context -> {
            McpServers servers = context.getBean(McpServers.class);
            Map<String, ThrowingCallable> calls = Map.of(
                    "add: the argument \"name\"", () -> servers.add(null, Map.of("url", "http://localhost/mcp")),
                    "add: the argument \"properties\"", () -> servers.add("weather", null),
                    "replace: the argument \"name\"", () -> servers.replace(null, Map.of()),
                    "remove: the argument \"name\"", () -> servers.remove(null),
                    "disable: the argument \"name\"", () -> servers.disable(null),
                    "enable: the argument \"name\"", () -> servers.enable(null),
                    "discover: the argument \"domain\"", () -> servers.discover(null),
                    "preview: the argument \"name\"", () -> servers.preview(null, Map.of()),
                    "previewFile: the argument \"content\"", () -> servers.previewFile(null, Map.of()),
                    "addFromRegistry: the argument \"name\"", () -> servers.addFromRegistry(null, "1", Map.of()));
            calls.forEach((problem, call) -> assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(call)
                    .withMessageContaining(problem + " is null"));
        });
    }

    @Test
    void disabledServerIsNotReplaced() {
        this.runner
                .withPropertyValues("mcp.servers.weather.url=http://localhost/mcp", "mcp.servers.weather.start=lazy")
                .run(context -> {
                    McpServers servers = context.getBean(McpServers.class);
                    servers.disable("weather");
                    assertThatExceptionOfType(McpRejectedException.class)
                            .isThrownBy(() -> servers.replace("weather", Map.of("url", "http://localhost/mcp")))
                            .withMessageContaining("replace: the server is disabled")
                            .withMessageContaining("Call McpServers.enable first.");
                });
    }

    @Test
    void removedServerStaysRemovedUntilItsPropertiesChange() {
        Map<String, Object> properties = new ConcurrentHashMap<>(
                Map.of("mcp.servers.weather.url", "http://localhost/mcp", "mcp.servers.weather.start", "lazy"));
        try (CapturedLog log =
                CapturedLog.of("io.mcpclient.configuration").at(Level.INFO).open()) {
            this.runner
                    .withInitializer(context -> context.getEnvironment()
                            .getPropertySources()
                            .addFirst(new MapPropertySource("changing", properties)))
                    .run(context -> {
                        McpServers servers = context.getBean(McpServers.class);
                        servers.remove("weather");
                        assertThat(servers.reload().isEmpty()).isTrue();
                        assertThat(log.messages())
                                .singleElement()
                                .asString()
                                .contains("MCP server \"weather\" is configured, but was removed at run time")
                                .contains("Call McpServers.add to use it again.");
                        properties.put("mcp.servers.weather.request-timeout", "7s");
                        assertThat(servers.reload().added()).containsExactly("weather");
                    });
        }
    }

    @Test
    void addedServerForUsersNeedsPagesThatWereCreatedAtTheStart() {
        Map<String, String> properties = Map.of("url", "https://localhost/mcp", "auth.type", "oauth2");
        WebApplicationContextRunner web = new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        SslAutoConfiguration.class,
                        McpClientAutoConfiguration.class,
                        McpAuthorizationWebAutoConfiguration.class))
                .withPropertyValues("mcp.defaults.start=lazy");
        web.run(context -> assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> context.getBean(McpServers.class).add("vault", properties))
                .satisfies(failure -> {
                    assertThat(failure.property()).isEqualTo("mcp.servers.vault.auth.grant");
                    assertThat(failure.remedy())
                            .startsWith("In a web application set mcp.auth.prompt=web, and restart it: pages for users"
                                    + " are created at the start only");
                }));
        web.withPropertyValues("mcp.auth.prompt=web")
                .run(context -> assertThat(context.getBean(McpServers.class).add("vault", properties))
                        .isNotNull());
    }

    @Test
    void disabledServerIsRemovedUntilItIsEnabled() {
        try (ScriptedLegacyServer server = server()) {
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + server.url())
                    .run(context -> {
                        McpServers servers = context.getBean(McpServers.class);
                        McpClient injected = context.getBean(McpClient.class);
                        injected.ping();
                        assertThat(servers.disable("weather")).isTrue();
                        assertThat(servers.disable("weather")).isFalse();
                        assertThat(servers.disabled()).containsExactly("weather");
                        assertThatExceptionOfType(McpRejectedException.class)
                                .isThrownBy(() -> injected.callTool("echo", Map.of()))
                                .withMessageContaining("MCP server \"weather\"")
                                .withMessageContaining("If its server was disabled, enable it");
                        assertThat(context.getBean(McpToolRegistry.class)
                                        .snapshot()
                                        .tools())
                                .isEmpty();

                        assertThat(servers.enable("weather")).isTrue();
                        assertThat(servers.enable("weather")).isFalse();
                        injected.callTool("echo", Map.of());
                        assertThat(server.requests("tools/call")).hasSize(1);
                        assertThat(context.getBean(McpToolRegistry.class)
                                        .awaitReady(LIMIT)
                                        .tools())
                                .hasSize(1);
                    });
        }
    }

    @Test
    void reloadTouchesOnlyTheServersWhosePropertiesHaveChanged() {
        try (ScriptedLegacyServer server = server();
                ScriptedLegacyServer other = server()) {
            Map<String, Object> properties = new ConcurrentHashMap<>(Map.of(
                    "mcp.servers.kept.url", server.url(),
                    "mcp.servers.changed.url", server.url(),
                    "mcp.servers.removed.url", server.url()));
            this.runner
                    .withInitializer(context -> context.getEnvironment()
                            .getPropertySources()
                            .addFirst(new MapPropertySource("changing", properties)))
                    .run(context -> {
                        McpServers servers = context.getBean(McpServers.class);
                        McpClients clients = context.getBean(McpClients.class);
                        clients.all().forEach(McpClient::ping);
                        assertThat(server.sessionsOpened()).isEqualTo(3);
                        assertThat(servers.reload().isEmpty()).isTrue();
                        servers.add("own", Map.of("url", other.url()));

                        properties.put("mcp.servers.changed.url", other.url());
                        properties.put("mcp.servers.added.url", other.url());
                        properties.remove("mcp.servers.removed.url");
                        McpServers.Changes changes = servers.reload();
                        assertThat(changes.added()).containsExactly("added");
                        assertThat(changes.replaced()).containsExactly("changed");
                        assertThat(changes.removed()).containsExactly("removed");
                        assertThat(clients.all())
                                .extracting(McpClient::name)
                                .containsExactly("added", "changed", "kept", "own");
                        clients.all().forEach(McpClient::ping);
                        assertThat(server.sessionsOpened()).isEqualTo(3);

                        ConfiguredServers configured = context.getBean(ConfiguredServers.class);
                        assertThat(configured.byName()).containsOnlyKeys("added", "changed", "kept", "own");
                        properties.put("mcp.defaults.request-timeout", "7s");
                        properties.put("mcp.servers.changed.required", "true");
                        assertThat(servers.reload().replaced()).containsExactly("added", "changed", "kept");
                        assertThat(clients.defaults().timeouts().request()).isEqualTo(Duration.ofSeconds(7));
                        assertThat(configured.isRequired("changed")).isTrue();
                        properties.remove("mcp.defaults.request-timeout");
                        properties.remove("mcp.servers.changed.required");
                        servers.reload();
                        clients.all().forEach(McpClient::ping);
                        int sessions = server.sessionsOpened();

                        properties.put("mcp.servers.kept.url", "no URL");
                        properties.put("mcp.servers.added.url", server.url());
                        assertThatExceptionOfType(McpConfigurationException.class)
                                .isThrownBy(servers::reload)
                                .withMessageContaining("mcp.servers.kept.url");
                        clients.get("kept").ping();
                        assertThat(server.sessionsOpened()).isEqualTo(sessions);
                    });
        }
    }

    @Test
    void hundredServersAddedReplacedAndRemovedUnderLoadLeakNothing() {
        try (ScriptedLegacyServer first = server();
                ScriptedLegacyServer second = server()) {
            this.runner.withPropertyValues("mcp.defaults.shutdown-timeout=5s").run(context -> {
                McpServers servers = context.getBean(McpServers.class);
                McpClients clients = context.getBean(McpClients.class);
                bindMeters(context);
                AtomicBoolean over = new AtomicBoolean();
                AtomicInteger calls = new AtomicInteger();
                List<Throwable> failures = new CopyOnWriteArrayList<>();
                List<Thread> callers = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    Thread caller = new Thread(() -> {
                        while (!over.get()) {
                            for (McpClient client : clients.all()) {
                                try {
                                    client.ping();
                                    calls.incrementAndGet();
                                } catch (McpRejectedException ex) {
                                    // removed since it was listed
                                } catch (RuntimeException ex) {
                                    failures.add(ex);
                                }
                            }
                            Thread.onSpinWait();
                        }
                    });
                    caller.start();
                    callers.add(caller);
                }
                for (int i = 0; i < 100; i++) {
                    servers.add("server-" + i, Map.of("url", first.url()));
                }
                await().atMost(LIMIT).until(() -> calls.get() > 200);
                for (int i = 0; i < 100; i++) {
                    servers.replace("server-" + i, Map.of("url", second.url()));
                }
                int replaced = calls.get();
                await().atMost(LIMIT).until(() -> calls.get() > replaced + 200);
                for (int i = 0; i < 100; i++) {
                    servers.remove("server-" + i);
                }
                over.set(true);
                for (Thread caller : callers) {
                    caller.join(LIMIT.toMillis());
                    assertThat(caller.isAlive()).isFalse();
                }
                assertThat(failures).isEmpty();
                assertThat(clients.all()).isEmpty();
                assertThat(context.getBean(PropertiesMcpClientFactory.class).settings())
                        .isEmpty();
                assertThat(context.getBean(McpToolRegistry.class).snapshot().tools())
                        .isEmpty();
                assertThat(context.getBean(CompositeHealthContributor.class).stream())
                        .isEmpty();
                assertThat(meters(context.getBean(MeterRegistry.class))).isEmpty();
                await().atMost(LIMIT).until(() -> first.openConnections() == 0 && second.openConnections() == 0);
                assertThat(second.requests("DELETE").size()).isEqualTo(second.sessionsOpened());
            });
        }
    }
}
