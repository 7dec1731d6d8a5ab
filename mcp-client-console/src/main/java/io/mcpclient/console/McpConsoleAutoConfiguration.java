package io.mcpclient.console;

import java.time.Clock;
import java.util.List;
import java.util.regex.Pattern;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.console.internal.json.ConsoleJson;
import io.mcpclient.console.internal.live.EventStreams;
import io.mcpclient.console.internal.web.Area;
import io.mcpclient.console.internal.web.ConsoleRoutes;
import io.mcpclient.console.internal.web.Guard;
import io.mcpclient.console.internal.web.OptionalArea;
import io.mcpclient.console.internal.web.SessionArea;
import io.mcpclient.console.internal.web.ViewOrigin;
import io.mcpclient.error.McpConfigurationException;

/**
 * Auto-configuration of the console: a page that shows the MCP servers of the application and calls their tools. It exists in
 * applications with Spring MVC, if {@code mcp.console.enabled} is {@code true} or, if it is not set, with Spring Boot's devtools.
 * Otherwise there is no bean of it and no address.
 */
@AutoConfiguration(
        after = McpClientAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
            "io.mcpclient.springai.McpSpringAiAutoConfiguration",
            "io.mcpclient.langchain4j.autoconfigure.McpLangChain4jAutoConfiguration"
        })
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(DispatcherServlet.class)
@ConditionalOnBean(McpClients.class)
@Conditional(OnConsoleCondition.class)
@EnableConfigurationProperties(McpConsoleProperties.class)
@ImportRuntimeHints(ConsoleRuntimeHints.class)
@Import({
    AppConfiguration.class,
    WireConfiguration.class,
    AreaConfiguration.class,
    QuestionConfiguration.class,
    ChatConfiguration.class,
    SkillConfiguration.class,
    TaskConfiguration.class
})
public final class McpConsoleAutoConfiguration {

    private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9_-]+)+");

    @Bean
    Access mcpConsoleAccess(McpConsoleProperties properties, ApplicationContext context) {
        return Access.of(properties, context);
    }

    @Bean
    ConsoleJson mcpConsoleJson(ObjectProvider<JsonMapper> mapper) {
        return new ConsoleJson(mapper.getIfUnique(JsonMapper::new));
    }

    @Bean
    EventStreams mcpConsoleEventStreams(ConsoleJson mcpConsoleJson) {
        return new EventStreams(mcpConsoleJson);
    }

    @Bean
    SessionArea mcpConsoleSessionArea(
            Access mcpConsoleAccess, Environment environment, ObjectProvider<OptionalArea> optionalAreas) {
        return new SessionArea(
                environment.getProperty("spring.application.name", ""),
                mcpConsoleAccess.secured(),
                mcpConsoleAccess.canAdd(),
                optionalAreas.stream().toList());
    }

    @Bean
    RouterFunction<ServerResponse> mcpConsoleRoutes(
            McpConsoleProperties properties,
            Access mcpConsoleAccess,
            ConsoleJson mcpConsoleJson,
            EventStreams mcpConsoleEventStreams,
            ObjectProvider<ViewOrigin> views,
            List<Area> areas) {
        ViewOrigin origin = views.getIfAvailable();
        Guard guard = new Guard(mcpConsoleAccess.secured(), mcpConsoleAccess.authority(), origin);
        return new ConsoleRoutes(path(properties), guard, mcpConsoleJson, mcpConsoleEventStreams, origin).of(areas);
    }

    private static String path(McpConsoleProperties properties) {
        if (!PATH.matcher(properties.path()).matches()) {
            throw new McpConfigurationException(
                    "",
                    "mcp.console.path",
                    "is not a path",
                    "Use letters, digits, - and _ after a slash, such as /mcp-console.");
        }
        return properties.path();
    }

    static Clock clock() {
        return Clock.systemUTC();
    }
}
