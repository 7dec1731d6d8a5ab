package io.mcpclient.transport.stdio;

import reactor.core.publisher.Mono;

import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.TransportProvider;

/**
 * Provides transports to servers that are child processes.
 *
 * <pre>{@code
 * StdioTransportSettings settings = StdioTransportSettings.of("npx", "-y", "@modelcontextprotocol/server-everything");
 * McpClient client = McpClient.builder("everything")
 *         .transport(new StdioTransportProvider(settings))
 *         .build();
 * }</pre>
 *
 * The process is started when the client connects, and again after it has ended. It ends with the session of the client,
 * and at the latest with this JVM, if that ends in good order. Thread-safe.
 *
 * <p>What a server costs: one thread that reads its output and one that reads its standard error ({@link
 * StderrMode#DISCARD} saves the latter), about 50 kB of heap, and the thread with which the JDK waits for the end of
 * every child. Writing needs a thread of a pool for as long as there is something to write.
 *
 * @see "MCP 2025-11-25, basic/transports, stdio (STD-01 to STD-22)"
 */
public final class StdioTransportProvider implements TransportProvider {

    private final StdioTransportSettings settings;

    /**
     * Creates a provider. No process is started yet.
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
