package io.mcpclient.autoconfigure.beans;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.CustomScopeConfigurer;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.SimpleThreadScope;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.auth.McpCredentials;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.call.McpToolCall;
import io.mcpclient.call.McpToolInterceptor;
import io.mcpclient.handler.McpElicitationHandler;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.handler.McpProgressListener;
import io.mcpclient.handler.McpRootsProvider;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.spring.McpClientCustomizer;
import io.mcpclient.spring.McpProgressUpdate;
import io.mcpclient.spring.McpServer;
import io.mcpclient.spring.McpServerPolicy;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Each bean applies once, and only to its server, in whatever way it is defined. */
@Timeout(60)
class CandidateBeansTests {

    private static final List<String> HEARD = new CopyOnWriteArrayList<>();

    private final ScriptedLegacyServer weather = ScriptedHttpServer.legacy();

    private final ScriptedLegacyServer files = ScriptedHttpServer.legacy();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
            .withBean(CustomScopeConfigurer.class, CandidateBeansTests::scopes)
            .withPropertyValues(
                    "mcp.defaults.start=lazy",
                    "mcp.servers.weather.url=" + this.weather.url(),
                    "mcp.servers.files.url=" + this.files.url());

    private static CustomScopeConfigurer scopes() {
        CustomScopeConfigurer scopes = new CustomScopeConfigurer();
        scopes.addScope("thread", new SimpleThreadScope());
        return scopes;
    }

    @BeforeEach
    void script() {
        HEARD.clear();
        this.weather.on("tools/call").optionally().reply(CandidateBeansTests::progress);
        this.files.on("tools/call").optionally().reply(CandidateBeansTests::progress);
    }

    private static Reply progress(RecordedRequest request) {
        return Reply.sse(
                "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                        + request.json().at("/params/_meta/progressToken") + ",\"progress\":1}}",
                "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[]}}");
    }

    @AfterEach
    void close() {
        this.weather.close();
        this.files.close();
    }

    private static void call(AssertableApplicationContext context, String server) {
        context.getBean(server + "McpClient", McpClient.class).callTool("x", Map.of());
    }

    @ParameterizedTest
    @ValueSource(classes = {Interfaces.class, TargetClasses.class})
    void scopedBeansApplyToTheirServerOnly(Class<?> beans) {
        this.runner.withUserConfiguration(beans).run(context -> {
            call(context, "weather");
            assertThat(HEARD).containsExactly("customizer files");
            call(context, "files");
            assertThat(HEARD)
                    .containsExactlyInAnyOrder(
                            "customizer files", "interceptor files", "listener files", "method files");
        });
        assertThat(this.weather.requests("tools/call")).singleElement().satisfies(request -> assertThat(
                        request.header("Authorization"))
                .isNull());
        assertThat(this.files.requests("tools/call")).singleElement().satisfies(request -> assertThat(
                        request.header("Authorization"))
                .isEqualTo("Bearer for-files"));
        assertThat(offers(this.weather)).isFalse();
        assertThat(offers(this.files)).isTrue();
    }

    private static boolean offers(ScriptedLegacyServer server) {
        return server.requests("initialize")
                .get(0)
                .json()
                .at("/params/capabilities")
                .has("elicitation");
    }

    @ParameterizedTest
    @ValueSource(classes = {SharedInterfaces.class, SharedTargetClasses.class})
    void scopedBeansForAllServersApplyOnceInTheirOrder(Class<?> beans) {
        this.runner.withUserConfiguration(beans).run(context -> {
            call(context, "weather");
            assertThat(HEARD).containsExactly("policy files", "policy weather", "first weather", "second weather");
        });
    }

    // A proxy of interfaces has no other methods.
    @Test
    void annotatedMethodThatAScopedProxyDoesNotHaveFailsTheStart() {
        this.runner.withUserConfiguration(NotOfInterface.class).run(context -> assertThat(context)
                .getFailure()
                .hasMessageContaining("@McpProgressUpdate hear of the bean \"hearer\" is not a method of an interface")
                .hasMessageContaining("or use ScopedProxyMode.TARGET_CLASS"));
    }

    @Test
    void beansThatAreNotCandidatesAreNotUsed() {
        this.runner.withUserConfiguration(NotCandidates.class).run(context -> {
            call(context, "weather");
            assertThat(HEARD).containsExactly("interceptor weather");
        });
    }

    @Test
    void prototypesApplyToTheirServerOnly() {
        this.runner.withUserConfiguration(Prototypes.class).run(context -> {
            call(context, "weather");
            assertThat(HEARD).isEmpty();
            call(context, "files");
            assertThat(HEARD).containsExactly("component files", "interceptor files", "static files");
        });
    }

    @ParameterizedTest
    @ValueSource(classes = {Interfaces.class, TargetClasses.class, Prototypes.class})
    void beansOfAParentApplyToTheirServerOnly(Class<?> beans) {
        try (AnnotationConfigApplicationContext parent = new AnnotationConfigApplicationContext()) {
            parent.addBeanFactoryPostProcessor(scopes());
            parent.register(beans);
            parent.refresh();
            this.runner.withParent(parent).run(context -> {
                call(context, "weather");
                assertThat(HEARD).noneMatch(what -> what.endsWith("weather"));
                call(context, "files");
                assertThat(HEARD).contains("interceptor files");
            });
        }
    }

    private static McpToolInterceptor interceptor(String name) {
        return call -> {
            HEARD.add(name + " " + call.serverName());
            return call.proceed();
        };
    }

    @Scope(scopeName = "thread", proxyMode = ScopedProxyMode.INTERFACES)
    @Retention(RetentionPolicy.RUNTIME)
    @interface ByInterfaces {}

    @Scope(scopeName = "thread", proxyMode = ScopedProxyMode.TARGET_CLASS)
    @Retention(RetentionPolicy.RUNTIME)
    @interface ByClass {}

    interface Hearer {

        @McpProgressUpdate("files")
        void hear(McpProgress progress);
    }

    static class HearerBean implements Hearer {

        @Override
        public void hear(McpProgress progress) {
            HEARD.add("method " + progress.serverName());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Interfaces {

        @Bean
        @McpServer("files")
        @ByInterfaces
        McpCredentials credentials() {
            return request -> Mono.just(Map.of("Authorization", "Bearer for-files"));
        }

        @Bean
        @McpServer("files")
        @ByInterfaces
        McpToolInterceptor interceptor() {
            return CandidateBeansTests.interceptor("interceptor");
        }

        @Bean
        @McpServer("files")
        @ByInterfaces
        McpProgressListener listener() {
            return progress -> HEARD.add("listener " + progress.serverName());
        }

        @Bean
        @McpServer("files")
        @ByInterfaces
        McpElicitationHandler handler() {
            return (params, context) -> ElicitResult.decline();
        }

        @Bean
        @McpServer("files")
        @ByInterfaces
        McpClientCustomizer customizer() {
            return (server, builder) -> HEARD.add("customizer " + server);
        }

        @Bean
        @ByInterfaces
        HearerBean hearer() {
            return new HearerBean();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TargetClasses {

        @Bean
        @McpServer("files")
        @ByClass
        McpCredentials credentials() {
            return request -> Mono.just(Map.of("Authorization", "Bearer for-files"));
        }

        @Bean
        @McpServer("files")
        @ByClass
        McpToolInterceptor interceptor() {
            return CandidateBeansTests.interceptor("interceptor");
        }

        @Bean
        @McpServer("files")
        @ByClass
        McpProgressListener listener() {
            return progress -> HEARD.add("listener " + progress.serverName());
        }

        @Bean
        @McpServer("files")
        @ByClass
        McpElicitationHandler handler() {
            return (params, context) -> ElicitResult.decline();
        }

        @Bean
        @McpServer("files")
        @ByClass
        McpClientCustomizer customizer() {
            return (server, builder) -> HEARD.add("customizer " + server);
        }

        @Bean
        @ByClass
        HearerBean hearer() {
            return new HearerBean();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class SharedInterfaces {

        @Bean
        @ByInterfaces
        @Order(2)
        McpToolInterceptor a() {
            return CandidateBeansTests.interceptor("second");
        }

        @Bean
        @ByInterfaces
        @Order(1)
        McpToolInterceptor b() {
            return CandidateBeansTests.interceptor("first");
        }

        @Bean
        @ByInterfaces
        McpServerPolicy policy() {
            return (target, refusal) -> {
                HEARD.add("policy " + target.serverName());
                return refusal;
            };
        }

        @Bean
        @ByInterfaces
        McpRootsProvider roots() {
            return context -> List.of();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class SharedTargetClasses {

        @Bean
        @ByClass
        @Order(2)
        McpToolInterceptor a() {
            return CandidateBeansTests.interceptor("second");
        }

        @Bean
        @ByClass
        @Order(1)
        McpToolInterceptor b() {
            return CandidateBeansTests.interceptor("first");
        }

        @Bean
        @ByClass
        McpServerPolicy policy() {
            return (target, refusal) -> {
                HEARD.add("policy " + target.serverName());
                return refusal;
            };
        }

        @Bean
        @ByClass
        McpRootsProvider roots() {
            return context -> List.of();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class NotOfInterface {

        @Bean
        @ByInterfaces
        WithoutInterface hearer() {
            return new WithoutInterface();
        }
    }

    static class WithoutInterface {

        @McpProgressUpdate
        public void hear(McpProgress progress) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class NotCandidates {

        @Bean
        McpElicitationHandler handler() {
            return (params, context) -> ElicitResult.decline();
        }

        @Bean(autowireCandidate = false)
        McpElicitationHandler another() {
            return handler();
        }

        @Bean(defaultCandidate = false)
        McpElicitationHandler third() {
            return handler();
        }

        @Bean(autowireCandidate = false)
        @McpServer("weather")
        McpToolInterceptor unused() {
            return CandidateBeansTests.interceptor("unused");
        }

        @Bean(defaultCandidate = false)
        McpToolInterceptor unassigned() {
            return CandidateBeansTests.interceptor("unassigned");
        }

        @Bean(defaultCandidate = false)
        @McpServer("weather")
        McpToolInterceptor assigned() {
            return CandidateBeansTests.interceptor("interceptor");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(ComponentInterceptor.class)
    static class Prototypes {

        @Bean
        @McpServer("files")
        @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
        @Order(2)
        McpToolInterceptor interceptor() {
            return CandidateBeansTests.interceptor("interceptor");
        }

        @Bean
        @McpServer("files")
        @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
        @Order(3)
        static McpToolInterceptor ofStaticMethod() {
            return CandidateBeansTests.interceptor("static");
        }
    }

    @Component
    @McpServer("files")
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    @Order(1)
    static class ComponentInterceptor implements McpToolInterceptor {

        @Override
        public CallToolResult intercept(McpToolCall call) throws Exception {
            return CandidateBeansTests.interceptor("component").intercept(call);
        }
    }
}
