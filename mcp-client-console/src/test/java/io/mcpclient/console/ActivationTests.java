package io.mcpclient.console;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;

import javax.tools.ToolProvider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;

import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.autoconfigure.apps.McpAppsAutoConfiguration;
import io.mcpclient.console.internal.chat.ChatEngine;
import io.mcpclient.console.internal.chat.LangChain4jEngine;
import io.mcpclient.console.internal.chat.SpringAiEngine;

import static org.assertj.core.api.Assertions.assertThat;

class ActivationTests {

    private static final AutoConfigurations WIRING =
            AutoConfigurations.of(McpClientAutoConfiguration.class, McpConsoleAutoConfiguration.class);

    private final WebApplicationContextRunner servlet = new WebApplicationContextRunner().withConfiguration(WIRING);

    /** A class path with devtools. As a dependency of the tests, they would restart the applications of the tests. */
    private static ClassLoader devtools(Path folder) throws IOException {
        Path source = folder.resolve("RemoteSpringApplication.java");
        Files.writeString(source, "package org.springframework.boot.devtools; class RemoteSpringApplication {}");
        int result =
                ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", folder.toString(), source.toString());
        assertThat(result).isZero();
        return new URLClassLoader(new URL[] {folder.toUri().toURL()}, ActivationTests.class.getClassLoader());
    }

    private static boolean hasConsole(ApplicationContext context) {
        return context.getBeansOfType(Object.class, true, false).values().stream()
                .anyMatch(bean -> bean.getClass().getName().startsWith("io.mcpclient.console"));
    }

    @Test
    void propertySwitchesTheConsoleOn() {
        this.servlet.withPropertyValues("mcp.console.enabled=true").run(context -> {
            assertThat(context).hasNotFailed().hasBean("mcpConsoleRoutes");
            assertThat(hasConsole(context)).isTrue();
        });
    }

    @Test
    void devtoolsSwitchTheConsoleOn(@TempDir Path folder) throws IOException {
        this.servlet
                .withClassLoader(devtools(folder))
                .run(context -> assertThat(context).hasNotFailed().hasBean("mcpConsoleRoutes"));
    }

    @Test
    void falseSwitchesTheConsoleOffAlsoWithDevtools(@TempDir Path folder) throws IOException {
        this.servlet
                .withClassLoader(devtools(folder))
                .withPropertyValues("mcp.console.enabled=false")
                .run(context -> assertThat(hasConsole(context)).isFalse());
    }

    @Test
    void applicationWithoutDevtoolsAndPropertyHasNoBeanOfTheConsole() {
        this.servlet.run(context -> {
            assertThat(context).hasNotFailed().doesNotHaveBean(McpConsoleProperties.class);
            assertThat(hasConsole(context)).isFalse();
        });
    }

    @Test
    void applicationWithoutWebServerHasNoConsole() {
        new ApplicationContextRunner()
                .withConfiguration(WIRING)
                .withPropertyValues("mcp.console.enabled=true")
                .run(context -> assertThat(hasConsole(context)).isFalse());
    }

    @Test
    void applicationWithWebFluxHasNoConsole() {
        new ReactiveWebApplicationContextRunner()
                .withConfiguration(WIRING)
                .withPropertyValues("mcp.console.enabled=true")
                .run(context -> assertThat(hasConsole(context)).isFalse());
    }

    @Test
    void applicationWithoutSpringMvcHasNoConsole() {
        this.servlet
                .withClassLoader(new FilteredClassLoader(DispatcherServlet.class))
                .withPropertyValues("mcp.console.enabled=true")
                .run(context -> assertThat(hasConsole(context)).isFalse());
    }

    @Test
    void applicationWithoutClientsHasNoConsole() {
        this.servlet
                .withPropertyValues("mcp.console.enabled=true", "mcp.enabled=false")
                .run(context -> assertThat(hasConsole(context)).isFalse());
    }

    @Test
    void viewsNeedTheirModuleAndTheirProperty() {
        WebApplicationContextRunner console = this.servlet
                .withConfiguration(AutoConfigurations.of(McpAppsAutoConfiguration.class))
                .withPropertyValues("mcp.console.enabled=true");
        WebApplicationContextRunner enabled = console.withPropertyValues("mcp.extensions.apps.enabled=true");

        enabled.run(context -> assertThat(context).hasBean("mcpConsoleAppArea"));
        console.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("mcpConsoleAppArea"));
        enabled.withClassLoader(new FilteredClassLoader("io.mcpclient.apps"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("mcpConsoleAppArea"));
    }

    @Test
    void chatOfEachFrameworkNeedsItsClasses() {
        WebApplicationContextRunner enabled = this.servlet.withPropertyValues("mcp.console.enabled=true");
        enabled.withClassLoader(new FilteredClassLoader("org.springframework.ai", "dev.langchain4j"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ChatEngine.class));
        enabled.withClassLoader(new FilteredClassLoader("io.mcpclient.springai", "io.mcpclient.langchain4j"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ChatEngine.class));
        enabled.withClassLoader(new FilteredClassLoader("org.springframework.ai"))
                .run(context -> assertThat(context).getBean(ChatEngine.class).isInstanceOf(LangChain4jEngine.class));
        enabled.withClassLoader(new FilteredClassLoader("dev.langchain4j"))
                .run(context -> assertThat(context).getBean(ChatEngine.class).isInstanceOf(SpringAiEngine.class));
    }

    @Test
    void chatIsSwitchedOffByItsProperty() {
        try (ConsoleApplication application = ConsoleApplication.withConsole()
                .property("mcp.console.chat.enabled", "false")
                .start()) {
            assertThat(RawHttp.likeThePage(application.port())
                            .get("/mcp-console/api/chat")
                            .body())
                    .isEqualTo("{\"enabled\":false,\"models\":[],\"conversations\":[]}");
        }
    }

    @Test
    void unknownPropertyOfTheConsoleIsRejected() {
        this.servlet
                .withPropertyValues("mcp.console.enabled=true", "mcp.console.pth=/x")
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("mcp.console.pth"));
    }

    @Test
    void pathThatIsNoPathIsRejected() {
        this.servlet
                .withPropertyValues("mcp.console.enabled=true", "mcp.console.path=console/")
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("mcp.console.path"));
    }

    @Test
    void routeExistsOnlyWithTheConsole() {
        try (ConsoleApplication without = ConsoleApplication.builder().start();
                ConsoleApplication with = ConsoleApplication.withConsole().start()) {
            assertThat(new RawHttp(without.port()).get("/mcp-console/").status())
                    .isEqualTo(404);
            assertThat(new RawHttp(without.port())
                            .get("/io/mcpclient/console/page/index.html")
                            .status())
                    .isEqualTo(404);
            assertThat(new RawHttp(with.port()).get("/mcp-console/").status()).isEqualTo(200);
        }
    }

    @Test
    void pathIsBelowThePathsOfTheApplication() {
        try (ConsoleApplication application = ConsoleApplication.withConsole()
                .property("mcp.console.path", "/dev/mcp")
                .property("server.servlet.context-path", "/shop")
                .property("spring.mvc.servlet.path", "/app")
                .start()) {
            RawHttp page = RawHttp.likeThePage(application.port());

            assertThat(page.get("/shop/app/dev/mcp/").status()).isEqualTo(200);
            assertThat(page.get("/shop/app/dev/mcp").header("Location")).isEqualTo("mcp/");
            assertThat(page.get("/shop/app/dev/mcp/api/servers").body()).isEqualTo("[]");
            assertThat(page.without("X-Mcp-Console")
                            .get("/shop/app/dev/mcp/api/servers")
                            .status())
                    .isEqualTo(403);
            assertThat(page.get("/shop/app/mcp-console/").status()).isEqualTo(404);
        }
    }

    @Test
    void settingsOfTheApplicationForJsonDoNotChangeTheConsole() {
        try (ConsoleApplication application = ConsoleApplication.withConsole()
                .property("spring.jackson.property-naming-strategy", "SNAKE_CASE")
                .property("spring.jackson.default-property-inclusion", "non_null")
                .start()) {
            assertThat(RawHttp.likeThePage(application.port())
                            .get("/mcp-console/api/session")
                            .body())
                    .contains("\"canAdd\":true", "\"csrfHeader\":null");
        }
    }
}
