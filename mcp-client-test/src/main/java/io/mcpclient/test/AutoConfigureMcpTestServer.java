package io.mcpclient.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Replaces the MCP servers of an application by test servers in a test with {@code @SpringBootTest}. The clients, registries and
 * integrations are those of the application; nothing connects to the configured URL, no command is started, and neither
 * credentials nor the values of placeholders are needed.
 *
 * <p>Each server is a {@link McpTestServer} bean, to be injected by the name of the server:
 *
 * <pre>{@code
 * @SpringBootTest
 * @AutoConfigureMcpTestServer
 * class ForecastsTests {
 *
 *     @Autowired
 *     @McpServer("weather")
 *     McpTestServer weather;
 * }
 * }</pre>
 *
 * A server that is named here and not configured under {@code mcp.servers} is added. Test servers are shared by the tests that share
 * an application context, and are closed with it.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
public @interface AutoConfigureMcpTestServer {

    /** Names of the servers to replace; by default all that are configured. */
    String[] value() default {};

    /** When tools and recorded calls are removed. */
    Reset reset() default Reset.AFTER;

    /** Location of a recording that a single server replays, for example {@code classpath:weather.json}; by default none. */
    String replay() default "";

    /** When a test server is reset. */
    enum Reset {

        /** Before each test method. */
        BEFORE,

        /** After each test method. */
        AFTER,

        /** Never. */
        NONE
    }
}
