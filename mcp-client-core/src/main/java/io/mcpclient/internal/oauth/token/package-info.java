/** Tokens: asked for at a token endpoint, kept in a store, renewed before they expire, bound to a key. */
@NullMarked
package io.mcpclient.internal.oauth.token;

import org.jspecify.annotations.NullMarked;
