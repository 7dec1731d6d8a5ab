/**
 * The profile {@code secured}: a server that requires tokens, and its integration with the authorization server.
 */
@NullMarked
package io.mcpclient.sample.secured;

import org.jspecify.annotations.NullMarked;
