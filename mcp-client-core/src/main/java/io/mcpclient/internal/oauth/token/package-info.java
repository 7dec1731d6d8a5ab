/** Tokens: requests to token endpoints, storage, renewal before expiry, and binding to a key. */
@NullMarked
package io.mcpclient.internal.oauth.token;

import org.jspecify.annotations.NullMarked;
