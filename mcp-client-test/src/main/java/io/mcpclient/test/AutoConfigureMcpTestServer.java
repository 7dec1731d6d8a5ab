package io.mcpclient.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.test.context.aot.DisabledInAotMode;

import io.mcpclient.status.McpEra;

/**
 * Replaces the MCP servers of an application by test servers in a test with {@code @SpringBootTest}. The clients, registries and
 * integrations are those of the application; nothing connects to the configured URL or looks one up, no command is started, and
 * neither credentials nor the values of placeholders are needed.
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
 * A server that is named here and not configured under {@code mcp.servers} is added. If servers are named, the others are switched
 * off: they are neither started nor connected, and calls to them fail, unless the test itself sets {@code url}, {@code command},
 * {@code card}, {@code domain}, {@code registry}, {@code start} or {@code enabled} of a server. A test with a mock of a client does the
 * same without this annotation. Test servers are shared by the tests that share an application context, and are closed with it.
 *
 * <p>A test with this annotation is skipped in native images and after ahead-of-time processing.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@DisabledInAotMode
public @interface AutoConfigureMcpTestServer {

    /** Names of the servers to replace; by default all that are configured. */
    String[] value() default {};

    /** When tools and recorded calls are removed. */
    Reset reset() default Reset.AFTER;

    /** Location of a recording that a single server replays, for example {@code classpath:weather.json}; by default none. */
    String replay() default "";

    /**
     * Eras of the protocol that the servers support, by default both, as {@link McpTestServer#eras}. A client prefers the stateless
     * one, unless {@code mcp.servers.<name>.protocol} says otherwise. To test with the handshake, which most servers use, set
     * {@code era = McpEra.LEGACY}.
     */
    McpEra[] era() default {McpEra.LEGACY, McpEra.MODERN};

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
