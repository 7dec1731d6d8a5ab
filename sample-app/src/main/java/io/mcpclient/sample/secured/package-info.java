/**
 * The profile {@code secured}: a server that wants to know who calls it, and everything between it and the authorization
 * server.
 */
@NullMarked
package io.mcpclient.sample.secured;

import org.jspecify.annotations.NullMarked;
