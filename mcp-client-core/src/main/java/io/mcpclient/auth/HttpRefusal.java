package io.mcpclient.auth;

import java.util.List;

import io.mcpclient.error.McpChallenge;

/**
 * A server's answer that its request was not authorized.
 *
 * @param status 401 or 403
 * @param challenges what the server asks for, empty if it does not say so
 */
public record HttpRefusal(int status, List<McpChallenge> challenges) {}
