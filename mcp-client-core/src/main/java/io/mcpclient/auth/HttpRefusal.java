package io.mcpclient.auth;

import java.util.List;

import io.mcpclient.error.McpChallenge;

/**
 * Response of a server to an unauthorized request.
 *
 * @param status 401 or 403
 * @param challenges the server's challenges, empty if there are none
 */
public record HttpRefusal(int status, List<McpChallenge> challenges) {}
