package io.mcpclient.console;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Properties of the console.
 *
 * @param enabled Whether the application has the console. By default, if Spring Boot's devtools are on the class path.
 * @param path Path of the console below the context path of the application.
 * @param authority Authority that a user needs for the console, such as ROLE_ADMIN. By default, each authenticated user may use it.
 *     Has no effect without Spring Security.
 * @param addServers Whether servers can be added at the console, which includes commands that run on this machine. By default, if the
 *     application does not have Spring Security and only its own machine has access.
 * @param questionTimeout Maximum time that a question of a server or the approval of a call waits for a decision at the console.
 * @param wire Recent requests of clients.
 * @param calls Calls that were made at the console.
 * @param chat Conversations with the application's model.
 * @param apps Views of tools.
 */
@ConfigurationProperties(prefix = "mcp.console", ignoreUnknownFields = false)
public record McpConsoleProperties(
        @Nullable Boolean enabled,
        @DefaultValue("/mcp-console") String path,
        @Nullable String authority,
        @Nullable Boolean addServers,
        @DefaultValue("2m") Duration questionTimeout,
        @DefaultValue Wire wire,
        @DefaultValue Calls calls,
        @DefaultValue Chat chat,
        @DefaultValue Apps apps) {

    /**
     * Limits of the view of recent requests.
     *
     * @param maxRequests Number of requests that are retained.
     * @param maxAge Time after which a request is discarded.
     * @param maxSize Size of all retained requests and responses.
     * @param maxMessageSize Size after which a request or a response is cut.
     */
    public record Wire(
            @DefaultValue("500") int maxRequests,
            @DefaultValue("15m") Duration maxAge,
            @DefaultValue("16MB") DataSize maxSize,
            @DefaultValue("128KB") DataSize maxMessageSize) {}

    /**
     * Limits of the history of calls.
     *
     * @param maxCalls Number of calls of a user that are retained.
     * @param maxSize Size of the results of a user that are retained.
     */
    public record Calls(
            @DefaultValue("50") int maxCalls,
            @DefaultValue("32MB") DataSize maxSize) {}

    /**
     * Conversations with the application's model, of Spring AI or LangChain4j.
     *
     * @param enabled Whether users of the console may use the model.
     */
    public record Chat(@DefaultValue("true") boolean enabled) {}

    /**
     * Views of tools.
     *
     * @param origin Origin at which the application serves the frames of views, other than that of the console, such as
     *     https://views.example.net. By default, 127.0.0.1 for a console at localhost, and the other way round; otherwise none.
     */
    public record Apps(@Nullable String origin) {}
}
