package io.mcpclient.autoconfigure.beans;

import io.mcpclient.transport.ReactiveMcpServerResolver;

/**
 * Resolves the instances of a service, for servers with a URL such as {@code lb://weather/mcp}: by default with Spring Cloud, if
 * it is present and no bean of this type replaces it.
 */
@FunctionalInterface
public interface McpServiceAddresses {

    /**
     * Returns the resolver for a service.
     * @param serviceId id of the service
     * @return resolver whose URL is {@code http} or {@code https} with the id of the service as host
     */
    ReactiveMcpServerResolver of(String serviceId);
}
