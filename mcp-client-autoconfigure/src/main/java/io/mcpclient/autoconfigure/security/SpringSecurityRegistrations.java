package io.mcpclient.autoconfigure.security;

import java.time.Duration;
import java.util.function.Predicate;

import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.autoconfigure.auth.McpRegistrationAuthorizations;
import io.mcpclient.error.McpConfigurationException;

/** Client registrations of Spring Security. */
record SpringSecurityRegistrations(Predicate<String> known, AuthorizedClients clients)
        implements McpRegistrationAuthorizations {

    /** Timeout of looking up a registration at startup. */
    static final Duration LIMIT = Duration.ofSeconds(10);

    @Override
    public HttpAuthorization.Provider authorization(String serverName, String registrationId) {
        if (!this.known.test(registrationId)) {
            throw new McpConfigurationException(
                    serverName,
                    "mcp.servers." + serverName + ".auth.registration-id",
                    "is \"" + registrationId + "\", which is not a client registration",
                    "Define it under spring.security.oauth2.client.registration, or correct the name.");
        }
        return server -> new RegistrationAuthorization(this.clients, registrationId, server);
    }
}
