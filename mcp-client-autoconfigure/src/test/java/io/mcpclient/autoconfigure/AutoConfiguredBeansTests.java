package io.mcpclient.autoconfigure;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mockito.Mockito;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.actuate.audit.InMemoryAuditEventRepository;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsProperties;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.ApplicationContextAssertProvider;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.cloud.client.discovery.ReactiveDiscoveryClient;
import org.springframework.cloud.loadbalancer.support.LoadBalancerClientFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.ReactiveOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.ReactiveClientRegistrationRepository;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

import io.mcpclient.autoconfigure.auth.McpAuthEndpoints;
import io.mcpclient.autoconfigure.properties.McpProperties;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each bean of the auto-configurations is present, absent if it is switched off, absent without its library, and replaced by
 * a bean of the application if it has a condition for that. A new class with beans needs a row in {@link #ROWS}, and a new public
 * type a row in the table of the failure analysis for missing beans.
 */
@Timeout(60)
public class AutoConfiguredBeansTests {

    private static final String WEB_CLIENT = "org.springframework.web.reactive.function.client";

    private static final String SECURITY = "org.springframework.security";

    private static final String ACTUATOR = "org.springframework.boot.actuate";

    private static final String HEALTH = "org.springframework.boot.health";

    private static final String JDBC = "org.springframework.jdbc";

    private static final String CLOUD = "org.springframework.cloud";

    private static final String REDIS = "org.springframework.data.redis";

    /**
     * Prerequisites of the beans of a class.
     *
     * @param web kind of application
     * @param library package without which the beans are absent
     * @param isRequired whether the properties select the library, so that its absence fails the start
     * @param off property that switches the beans off, beside {@code mcp.enabled}
     * @param properties properties that the beans need
     * @param beans beans of other libraries or the application that they need
     */
    private record Row(
            Web web, String library, boolean isRequired, String off, List<String> properties, List<Class<?>> beans) {

        static Row without(String library) {
            return new Row(Web.NONE, library, false, "mcp.enabled=false", List.of(), List.of());
        }

        Row in(Web kind) {
            return new Row(kind, this.library, this.isRequired, this.off, this.properties, this.beans);
        }

        Row off(String property) {
            return new Row(this.web, this.library, this.isRequired, property, this.properties, this.beans);
        }

        Row failing() {
            return new Row(this.web, this.library, true, this.off, this.properties, this.beans);
        }

        Row with(String... pairs) {
            return new Row(this.web, this.library, this.isRequired, this.off, List.of(pairs), this.beans);
        }

        Row with(Class<?>... types) {
            return new Row(this.web, this.library, this.isRequired, this.off, this.properties, List.of(types));
        }
    }

    private enum Web {
        NONE,
        SERVLET,
        REACTIVE
    }

    /** By the names of the classes, those of nested ones behind a dot. */
    private static final Map<String, Row> ROWS = Map.ofEntries(
            Map.entry("McpClientAutoConfiguration", Row.without(WEB_CLIENT).with("mcp.config-watch=true")),
            Map.entry(
                    "McpClientAutoConfiguration.OwnServersConfiguration",
                    Row.without(WEB_CLIENT).in(Web.SERVLET)),
            Map.entry("EnvironmentChanges", Row.without(CLOUD)),
            Map.entry(
                    "McpAuthorizationGuardAutoConfiguration.Servlet",
                    Row.without(SECURITY).in(Web.SERVLET).with(SecurityFilterChain.class)),
            Map.entry(
                    "McpAuthorizationGuardAutoConfiguration.Reactive",
                    Row.without(SECURITY).in(Web.REACTIVE).with(SecurityWebFilterChain.class)),
            Map.entry("McpIdentityAutoConfiguration", Row.without(SECURITY)),
            Map.entry(
                    "McpEndpointAutoConfiguration",
                    Row.without(ACTUATOR)
                            .with("management.endpoints.web.exposure.include=mcp")
                            .off("management.endpoint.mcp.access=NONE")),
            Map.entry("McpHealthAutoConfiguration", Row.without(HEALTH).off("management.health.mcp.enabled=false")),
            Map.entry(
                    "McpHealthAutoConfiguration.Tools",
                    Row.without(HEALTH)
                            .with("management.health.mcp-tools.enabled=true")
                            .off("management.health.mcp-tools.enabled=false")),
            Map.entry(
                    "McpApprovalAuditAutoConfiguration",
                    Row.without(ACTUATOR).with(InMemoryAuditEventRepository.class)),
            Map.entry("McpInfoAutoConfiguration", Row.without(ACTUATOR).off("management.info.mcp.enabled=false")),
            Map.entry(
                    "McpSessionStoreHealthAutoConfiguration",
                    Row.without(HEALTH).off("management.health.mcp-session-store.enabled=false")),
            Map.entry(
                    "McpTokenStoreHealthAutoConfiguration",
                    Row.without(HEALTH)
                            .with("mcp.auth.store.type=jdbc", "spring.datasource.url=jdbc:h2:mem:beans")
                            .off("management.health.mcp-token-store.enabled=false")),
            Map.entry(
                    "McpMetricsAutoConfiguration",
                    Row.without("io.micrometer.core").with(SimpleMeterRegistry.class)),
            Map.entry(
                    "McpMetricsAutoConfiguration.MeterHandlerConfiguration",
                    Row.without("org.springframework.boot.micrometer.metrics")
                            .with(
                                    SimpleMeterRegistry.class,
                                    MetricsProperties.class,
                                    DefaultMeterObservationHandler.class)),
            Map.entry(
                    "McpObservationAutoConfiguration",
                    Row.without("io.micrometer.observation").with(ObservationRegistry.class)),
            Map.entry(
                    "McpObservationAutoConfiguration.TracingConfiguration",
                    Row.without("io.micrometer.tracing")
                            .with(ObservationRegistry.class, Tracer.class, Propagator.class)),
            Map.entry(
                    "McpRegistrationAutoConfiguration.Reactive",
                    Row.without(SECURITY + ".oauth2.client")
                            .with(
                                    ReactiveClientRegistrationRepository.class,
                                    ReactiveOAuth2AuthorizedClientService.class)),
            Map.entry(
                    "McpRegistrationAutoConfiguration.Waiting",
                    Row.without(SECURITY + ".oauth2.client")
                            .with(ClientRegistrationRepository.class, OAuth2AuthorizedClientService.class)),
            Map.entry(
                    "ServiceAddressesConfigurations.Balanced",
                    Row.without(CLOUD).with(LoadBalancerClientFactory.class)),
            Map.entry(
                    "ServiceAddressesConfigurations.Reactive",
                    Row.without(CLOUD).with(ReactiveDiscoveryClient.class)),
            Map.entry(
                    "ServiceAddressesConfigurations.Waiting", Row.without(CLOUD).with(DiscoveryClient.class)),
            Map.entry("McpSessionAutoConfiguration", Row.without(WEB_CLIENT)),
            Map.entry(
                    "JdbcSessionConfiguration",
                    Row.without(JDBC)
                            .failing()
                            .with("mcp.session.store=jdbc", "spring.datasource.url=jdbc:h2:mem:beans")),
            Map.entry("RedisSessionConfiguration", Row.without(REDIS).failing().with("mcp.session.store=redis")),
            Map.entry(
                    "McpDiscoveryAutoConfiguration.LookupConfiguration",
                    Row.without("io.mcpclient.discovery").with("mcp.registry.url=https://mcp.example")),
            Map.entry(
                    "McpAppsAutoConfiguration.AppsConfiguration",
                    Row.without("io.mcpclient.apps").with("mcp.extensions.apps.enabled=true")),
            Map.entry(
                    "McpSkillsAutoConfiguration.SkillsConfiguration",
                    Row.without("io.mcpclient.skills").with("mcp.extensions.skills.enabled=true")),
            Map.entry(
                    "McpSkillsEndpointAutoConfiguration.EndpointConfiguration",
                    Row.without(ACTUATOR)
                            .with(
                                    "mcp.extensions.skills.enabled=true",
                                    "management.endpoints.web.exposure.include=mcpskills")
                            .off("management.endpoint.mcpskills.access=NONE")),
            Map.entry("McpTokenStoreAutoConfiguration", Row.without(WEB_CLIENT)),
            Map.entry(
                    "JdbcTokenConfiguration",
                    Row.without(JDBC)
                            .failing()
                            .with("mcp.auth.store.type=jdbc", "spring.datasource.url=jdbc:h2:mem:beans")),
            Map.entry("RedisTokenConfiguration", Row.without(REDIS).failing().with("mcp.auth.store.type=redis")),
            Map.entry(
                    "McpAuthorizationWebAutoConfiguration",
                    Row.without(WEB_CLIENT).in(Web.SERVLET).with("mcp.auth.prompt=web")),
            Map.entry(
                    "ServletAuthorizationConfiguration",
                    Row.without("org.springframework.web.servlet.function")
                            .in(Web.SERVLET)
                            .with("mcp.auth.prompt=web")
                            .off("mcp.auth.prompt=none")),
            Map.entry(
                    "ReactiveAuthorizationConfiguration",
                    Row.without("org.springframework.web.reactive.function.server")
                            .in(Web.REACTIVE)
                            .with("mcp.auth.prompt=web")
                            .off("mcp.auth.prompt=none")));

    /** The outcome of each start without beans of the test; many definitions need the same start. */
    private static final Map<Start, Outcome> OUTCOMES = new ConcurrentHashMap<>();

    /**
     * What a start depends on.
     *
     * @param row prerequisites, with all of which it starts
     * @param property property that switches something off, or null
     * @param absent package that is absent, or null
     */
    private record Start(Row row, String property, String absent) {}

    /**
     * What a start led to.
     *
     * @param failure why it failed, or null
     * @param beans names of the beans
     */
    private record Outcome(Throwable failure, Set<String> beans) {}

    /** A method that defines a bean. */
    private record Definition(Method method) {

        String row() {
            String name = this.method.getDeclaringClass().getName();
            return name.substring(name.lastIndexOf('.') + 1).replace('$', '.');
        }

        String bean() {
            String[] names = this.method.getAnnotation(Bean.class).value();
            return (names.length > 0) ? names[0] : this.method.getName();
        }

        @Override
        public String toString() {
            return row() + " " + bean();
        }
    }

    private static List<Class<?>> autoConfigurations() {
        ClassLoader loader = AutoConfiguredBeansTests.class.getClassLoader();
        return StreamSupport.stream(
                        ImportCandidates.load(AutoConfiguration.class, loader).spliterator(), false)
                .filter(name -> name.startsWith("io.mcpclient."))
                .<Class<?>>map(name -> ClassUtils.resolveClassName(name, loader))
                .toList();
    }

    private static List<Definition> all() {
        Set<Class<?>> classes = new LinkedHashSet<>();
        autoConfigurations().forEach(type -> collect(type, classes));
        return classes.stream()
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Bean.class))
                .map(Definition::new)
                .toList();
    }

    /** Returns the types of beans of this library that an application can inject. */
    public static Set<Class<?>> publicTypes() {
        return all().stream()
                .<Class<?>>map(definition -> definition.method().getReturnType())
                .filter(type ->
                        Modifier.isPublic(type.getModifiers()) && type.getName().startsWith("io.mcpclient."))
                .collect(Collectors.toSet());
    }

    static List<Definition> definitions() {
        return all().stream()
                .filter(definition -> ROWS.containsKey(definition.row()))
                .toList();
    }

    private static void collect(Class<?> type, Set<Class<?>> classes) {
        if (!classes.add(type)) {
            return;
        }
        Import imports = type.getAnnotation(Import.class);
        if (imports != null) {
            Arrays.stream(imports.value()).forEach(imported -> collect(imported, classes));
        }
        Arrays.stream(type.getDeclaredClasses()).forEach(nested -> collect(nested, classes));
    }

    static List<Definition> replaceable() {
        return definitions().stream()
                .filter(definition -> definition.method().isAnnotationPresent(ConditionalOnMissingBean.class))
                .toList();
    }

    @Test
    void whenAClassDefinesBeansThenItHasARow() {
        assertThat(all()).extracting(Definition::row).isSubsetOf(ROWS.keySet());
        assertThat(ROWS.keySet())
                .isSubsetOf(definitions().stream().map(Definition::row).toList());
    }

    @ParameterizedTest
    @MethodSource("definitions")
    void whenItsPrerequisitesAreMetThenTheBeanExists(Definition definition) {
        Outcome outcome = outcome(definition, null, null);
        assertThat(outcome.failure()).isNull();
        assertThat(outcome.beans()).contains(definition.bean());
    }

    @ParameterizedTest
    @MethodSource("definitions")
    void whenSwitchedOffThenThereIsNoBean(Definition definition) {
        for (String property : new LinkedHashSet<>(
                List.of("mcp.enabled=false", ROWS.get(definition.row()).off()))) {
            Outcome outcome = outcome(definition, property, null);
            assertThat(outcome.failure()).as(property).isNull();
            assertThat(outcome.beans()).as(property).doesNotContain(definition.bean());
        }
    }

    @ParameterizedTest
    @MethodSource("definitions")
    void whenItsLibraryIsAbsentThenThereIsNoBean(Definition definition) {
        Row row = ROWS.get(definition.row());
        Outcome outcome = outcome(definition, null, row.library());
        if (row.isRequired()) {
            assertThat(outcome.failure()).rootCause().hasMessageContaining("spring-boot-starter");
        } else {
            assertThat(outcome.failure()).isNull();
            assertThat(outcome.beans()).doesNotContain(definition.bean());
        }
    }

    @ParameterizedTest
    @MethodSource("replaceable")
    void whenTheApplicationHasItsOwnBeanThenItReplacesTheDefault(Definition definition) {
        ConditionalOnMissingBean condition = definition.method().getAnnotation(ConditionalOnMissingBean.class);
        Class<?> type = (condition.value().length > 0)
                ? condition.value()[0]
                : definition.method().getReturnType();
        String name = (condition.name().length > 0) ? condition.name()[0] : "own";
        Object own = bean(type);
        run(ROWS.get(definition.row()), null, null, context -> register(context, name, type, own), context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(name)).isSameAs(own);
            if (condition.name().length == 0) {
                assertThat(context).hasSingleBean(type);
            }
        });
    }

    private static Outcome outcome(Definition definition, String property, String absent) {
        return OUTCOMES.computeIfAbsent(new Start(ROWS.get(definition.row()), property, absent), start -> {
            AtomicReference<Outcome> outcome = new AtomicReference<>();
            run(
                    start.row(),
                    property,
                    absent,
                    context -> {},
                    context -> outcome.set(
                            (context.getStartupFailure() != null)
                                    ? new Outcome(context.getStartupFailure(), Set.of())
                                    : new Outcome(null, Set.of(context.getBeanDefinitionNames()))));
            return outcome.get();
        });
    }

    private static void run(
            Row row,
            String property,
            String absent,
            Consumer<ConfigurableApplicationContext> more,
            Consumer<ApplicationContextAssertProvider<?>> check) {
        switch (row.web()) {
            case NONE ->
                prepared(new ApplicationContextRunner(), row, property, absent, more)
                        .run(check::accept);
            case SERVLET ->
                prepared(new WebApplicationContextRunner(), row, property, absent, more)
                        .run(check::accept);
            case REACTIVE ->
                prepared(new ReactiveWebApplicationContextRunner(), row, property, absent, more)
                        .run(check::accept);
        }
    }

    private static <R extends AbstractApplicationContextRunner<R, ?, ?>> R prepared(
            R runner, Row row, String property, String absent, Consumer<ConfigurableApplicationContext> more) {
        List<Class<?>> configurations = new ArrayList<>(autoConfigurations());
        configurations.addAll(List.of(
                SslAutoConfiguration.class, DataSourceAutoConfiguration.class, DataRedisAutoConfiguration.class));
        R prepared = runner.withConfiguration(AutoConfigurations.of(configurations.toArray(Class[]::new)))
                .withPropertyValues(
                        "mcp.servers.weather.url=https://weather.example.com/mcp", "mcp.defaults.start=lazy")
                .withPropertyValues(row.properties().toArray(String[]::new))
                .withPropertyValues((property != null) ? new String[] {property} : new String[0])
                .withInitializer(context -> {
                    row.beans()
                            .forEach(type -> register(
                                    context, StringUtils.uncapitalize(type.getSimpleName()), type, bean(type)));
                    more.accept(context);
                });
        return (absent != null) ? prepared.withClassLoader(new FilteredClassLoader(absent)) : prepared;
    }

    private static Object bean(Class<?> type) {
        if (type == SimpleMeterRegistry.class) {
            return new SimpleMeterRegistry();
        }
        if (type == MetricsProperties.class) {
            return new MetricsProperties();
        }
        if (type == ObservationRegistry.class) {
            return ObservationRegistry.create();
        }
        if (type == McpAuthEndpoints.class) {
            return new McpAuthEndpoints(McpProperties.unset().auth(), new MockEnvironment());
        }
        Class<?> mocked = (type == HealthContributor.class) ? HealthIndicator.class : type;
        return Mockito.mock(mocked);
    }

    /** Conditions evaluate definitions: a registered singleton has none. */
    private static void register(ConfigurableApplicationContext context, String name, Class<?> type, Object bean) {
        RootBeanDefinition definition = new RootBeanDefinition();
        definition.setTargetType(type);
        definition.setBeanClass(type);
        definition.setInstanceSupplier(() -> bean);
        definition.setAutowireMode(AbstractBeanDefinition.AUTOWIRE_NO);
        definition.setRole(BeanDefinition.ROLE_APPLICATION);
        ((BeanDefinitionRegistry) context.getBeanFactory()).registerBeanDefinition(name, definition);
    }
}
