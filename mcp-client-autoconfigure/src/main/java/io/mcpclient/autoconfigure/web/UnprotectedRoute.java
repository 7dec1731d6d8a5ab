package io.mcpclient.autoconfigure.web;

import java.net.InetAddress;
import java.net.UnknownHostException;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

import io.mcpclient.autoconfigure.McpAuthEndpoints;

/**
 * Warns at the start if nothing protects the route where visitors authorize the application itself: each visitor who knows the
 * link can have it act with an account of their own. An application that is bound to the loopback interface has no visitors
 * from elsewhere.
 *
 * @see "fault H14"
 */
record UnprotectedRoute(McpAuthEndpoints endpoints, Environment environment) {

    private static final Logger logger = LoggerFactory.getLogger(UnprotectedRoute.class);

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
            return false; // the web server says so
        }
    }
}
