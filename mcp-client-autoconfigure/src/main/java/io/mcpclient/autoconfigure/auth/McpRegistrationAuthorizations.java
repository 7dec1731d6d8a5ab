package io.mcpclient.autoconfigure.auth;

import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.autoconfigure.properties.AuthProperties;

/**
 * Authorizes requests with externally managed client registrations: by default with those of Spring Security's OAuth2 client,
 * if it is present and no bean of this type replaces it.
 *
 * @see AuthProperties#registrationId()
 */
@FunctionalInterface
public interface McpRegistrationAuthorizations {

    /**
     * Finds a registration.
     * @param serverName configured name of the server; the server must not be called
     * @param registrationId {@code mcp.servers.<name>.auth.registration-id}
     * @return provider of one authorization per principal
     * @throws io.mcpclient.error.McpConfigurationException if there is no such registration
     */
    HttpAuthorization.Provider authorization(String serverName, String registrationId);
}
