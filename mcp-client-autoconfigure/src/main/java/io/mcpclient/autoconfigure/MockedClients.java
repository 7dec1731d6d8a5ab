package io.mcpclient.autoconfigure;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.Predicate;

import org.slf4j.Logger;
import org.springframework.util.StringUtils;

import io.mcpclient.McpClient;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.support.Loggers;

/**
 * Support for mocks that replace clients in tests, with {@code @MockitoBean} for example. Mocks return nothing until they are
 * stubbed, which happens after application startup: they are therefore injected where the application requires them, but
 * excluded from operations on all clients (connect, list, measure, report, close).
 */
final class MockedClients {

    private static final Logger logger = Loggers.CONFIGURATION;

    private MockedClients() {}

    /**
     * Returns the clients that are not mocks. Warns of those that a test with a mock connects nevertheless.
     * @param clients all clients
     * @param startsAsConfigured whether the application connects a client at startup, at its configured URL or command
     */
    static List<McpClient> without(List<McpClient> clients, Predicate<McpClient> startsAsConfigured) {
        List<McpClient> others =
                clients.stream().filter(client -> !isMock(client)).toList();
        if (others.size() == clients.size()) {
            return others;
        }
        logger.info(
                "Mocks of MCP clients are excluded from McpClients and the registries: {}",
                clients.size() - others.size());
        List<String> started =
                others.stream().filter(startsAsConfigured).map(McpClient::name).toList();
        if (!started.isEmpty()) {
            logger.warn(
                    "The client of an MCP server is a mock, but these servers are started or connected as configured: {}. To"
                            + " prevent that in a test, set mcp.servers.<name>.enabled=false or mcp.servers.<name>.start=lazy,"
                            + " or replace them with @AutoConfigureMcpTestServer of mcp-client-test.",
                    started);
        }
        return others;
    }

    /** Every real client has a name, a status and a reactive counterpart from the beginning. */
    private static boolean isMock(McpClient client) {
        return !StringUtils.hasText(client.name()) || client.status() == null || client.reactive() == null;
    }

    /** Returns the reactive counterpart of a client; for a mock, one that looks up the counterpart on each call. */
    static ReactiveMcpClient reactive(McpClient client) {
        ReactiveMcpClient reactive = client.reactive();
        return (reactive != null) ? reactive : lateReactive(client);
    }

    private static ReactiveMcpClient lateReactive(McpClient client) {
        return (ReactiveMcpClient) Proxy.newProxyInstance(
                ReactiveMcpClient.class.getClassLoader(),
                new Class<?>[] {ReactiveMcpClient.class},
                (proxy, method, arguments) -> {
                    if (method.getDeclaringClass() == Object.class) {
                        return switch (method.getName()) {
                            case "equals" -> proxy == arguments[0];
                            case "hashCode" -> System.identityHashCode(proxy);
                            default -> "reactive counterpart of a mock";
                        };
                    }
                    ReactiveMcpClient reactive = client.reactive();
                    if (reactive == null) {
                        throw new IllegalStateException("This McpClient is a mock without a reactive counterpart."
                                + " Stub its method reactive(), or replace the ReactiveMcpClient as well.");
                    }
                    try {
                        return method.invoke(reactive, arguments);
                    } catch (InvocationTargetException ex) {
                        throw ex.getTargetException();
                    }
                });
    }
}
