package io.mcpclient.autoconfigure;

import io.mcpclient.auth.HttpAuthorization;

/**
 * Authorizes requests with client registrations that somebody else manages: with those of Spring Security's OAuth2 client, if it
 * is there and no bean of this type takes its place.
 *
 * @see AuthProperties#getRegistrationId()
 */
@FunctionalInterface
public interface McpRegistrationAuthorizations {

    /**
     * Finds a registration.
     * @param serverName configured name of the server, which is not to be called
     * @param registrationId {@code mcp.servers.<name>.auth.registration-id}
     * @return makes one authorization for each principal
     * @throws io.mcpclient.error.McpConfigurationException if there is no such registration
     */
    HttpAuthorization.Provider authorization(String serverName, String registrationId);
}
