/** The identity of this client at an authorization server: configured, a metadata document, or registered there. */
@NullMarked
package io.mcpclient.internal.oauth.client;

import org.jspecify.annotations.NullMarked;
