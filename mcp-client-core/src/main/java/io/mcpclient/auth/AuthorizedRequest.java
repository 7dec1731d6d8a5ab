package io.mcpclient.auth;

import java.net.URI;

/**
 * HTTP request that needs credentials.
 *
 * @param operation protocol method or another name, for messages and for counting attempts
 * @param httpMethod {@code POST}, {@code GET} or {@code DELETE}
 * @param url target URL
 * @param isBackground whether it is background work with no waiting caller, so that it must not prompt a user
 */
public record AuthorizedRequest(String operation, String httpMethod, URI url, boolean isBackground) {}
