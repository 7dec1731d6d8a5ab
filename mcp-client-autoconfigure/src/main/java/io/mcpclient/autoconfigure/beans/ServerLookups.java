package io.mcpclient.autoconfigure.beans;

import reactor.core.publisher.Mono;

import io.mcpclient.autoconfigure.settings.FoundServer;
import io.mcpclient.autoconfigure.settings.ServerLookup;
import io.mcpclient.spring.McpServers;

/** Looks up servers by card, domain or registry entry: present if the module for extensions is. Thread-safe. */
public interface ServerLookups {

    /**
     * Checks the properties of a server before its first lookup.
     * @param server name of the server
     * @param lookup what to look up
     * @throws io.mcpclient.error.McpConfigurationException if it cannot be looked up
     */
    void check(String server, ServerLookup lookup);

    /**
     * Looks up a server. Nothing is contacted but the publisher of the card, the domain or the registry, and nothing is started.
     * @param server name of the server
     * @param lookup what to look up
     * @return the server, with its inputs filled in and the consent checked; or the reason why it cannot be used
     */
    Mono<FoundServer> find(String server, ServerLookup lookup);

    /**
     * Looks up a server as {@link #find} does, to show it.
     * @param server name of the server
     * @param lookup what to look up
     * @return what would be contacted or run, and the inputs
     */
    Mono<McpServers.Preview> preview(String server, ServerLookup lookup);

    /**
     * Reads the catalogs of a domain.
     * @param domain domain, such as {@code example.com}
     * @return the servers that they offer
     */
    Mono<McpServers.Offers> discover(String domain);
}
