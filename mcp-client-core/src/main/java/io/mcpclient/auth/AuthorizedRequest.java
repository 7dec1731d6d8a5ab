package io.mcpclient.auth;

import java.net.URI;

/**
 * One HTTP request that needs credentials.
 *
 * @param operation protocol method or another name, for messages and for counting what was tried
 * @param httpMethod {@code POST}, {@code GET} or {@code DELETE}
 * @param url where it goes
 * @param isBackground whether nobody waits for it, so that no user may be asked because of it (fault H27)
 */
public record AuthorizedRequest(String operation, String httpMethod, URI url, boolean isBackground) {}
