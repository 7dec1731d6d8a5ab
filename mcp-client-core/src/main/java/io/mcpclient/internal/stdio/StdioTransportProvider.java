package io.mcpclient.internal.stdio;

import reactor.core.publisher.Mono;

import io.mcpclient.settings.McpStderrMode;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.TransportProvider;

/**
 * Provides transports to servers that run as child processes.
 *
 * <pre>{@code
 * StdioTransportSettings settings = StdioTransportSettings.of("npx", "-y", "@modelcontextprotocol/server-everything");
 * McpClient client = McpClient.builder("everything")
 *         .transport(new StdioTransportProvider(settings))
 *         .build();
 * }</pre>
 *
 * <p>The process is started when the client connects, and again after it has exited. It stops with the session of the client,
 * at the latest when this JVM shuts down normally. Thread-safe.
 *
 * <p>Cost per server: one thread that reads standard output and one that reads standard error ({@link McpStderrMode#DISCARD} saves
 * the latter), about 50 kB of heap, and the thread with which the JDK waits for the exit of each child. Writing takes a pooled
 * thread only while there are messages to write.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio">MCP: Transports, stdio</a>
 */
public final class StdioTransportProvider implements TransportProvider {

    private final StdioTransportSettings settings;

    /**
     * Creates a provider. Starts no process yet.
     * @param settings settings of the transport
     */
    public StdioTransportProvider(StdioTransportSettings settings) {
        this.settings = settings;
    }

    @Override
    public Mono<McpTransport> create(Context context) {
        return Mono.fromSupplier(() -> new StdioTransport(context, this.settings));
    }
}
