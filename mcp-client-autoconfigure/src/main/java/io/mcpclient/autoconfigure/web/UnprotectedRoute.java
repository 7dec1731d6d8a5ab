package io.mcpclient.autoconfigure.web;

import java.net.InetAddress;
import java.net.UnknownHostException;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

import io.mcpclient.autoconfigure.auth.McpAuthEndpoints;
import io.mcpclient.support.Loggers;

/**
 * Logs a warning at startup if the route on which visitors authorize the application itself is not protected: anyone who
 * knows the link can have the application act with their own account. An application bound to the loopback interface has no
 * remote visitors.
 *
 * @see "fault H14"
 */
record UnprotectedRoute(McpAuthEndpoints endpoints, Environment environment) {

    private static final Logger logger = Loggers.AUTH;

    void warn() {
        if (!isLoopback(this.environment.getProperty("server.address"))) {
            logger.warn(
                    "{}/{} is accessible to anyone who knows the link, and authorizes the application itself."
                            + " Add Spring Security, define a bean McpAuthorizationGuard, or set server.address to 127.0.0.1.",
                    this.endpoints.beginPath(),
                    "{id}");
        }
    }

    private static boolean isLoopback(@Nullable String address) {
        try {
            return StringUtils.hasText(address)
                    && InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException ex) {
            return false; // the web server reports it
        }
    }
}
