package io.mcpclient.internal.era;

import java.net.URI;

import org.jspecify.annotations.Nullable;

import io.mcpclient.transport.DelegatingTransport;
import io.mcpclient.transport.McpTransport;

/**
 * The transport to one of several addresses of a server. A session belongs to the transport with which it began, so that its id
 * is never sent to another address. Thread-safe.
 */
public final class AddressedTransport extends DelegatingTransport {

    private final McpTransport transport;

    private final URI address;

    /**
     * Creates the transport.
     * @param transport transport to the address
     * @param address URL of the endpoint there
     */
    public AddressedTransport(McpTransport transport, URI address) {
        this.transport = transport;
        this.address = address;
    }

    @Override
    protected McpTransport delegate() {
        return this.transport;
    }

    /**
     * Returns the resolved address of a transport.
     * @param transport any transport
     * @return the URL, or {@code null} if the transport uses the configured address
     */
    public static @Nullable URI of(@Nullable McpTransport transport) {
        return (transport instanceof AddressedTransport addressed) ? addressed.address : null;
    }
}
