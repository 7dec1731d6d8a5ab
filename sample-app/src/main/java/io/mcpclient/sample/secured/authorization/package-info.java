/**
 * The authorization server of the profile {@code secured}: Spring's, with its own web server and its own application context.
 */
@NullMarked
package io.mcpclient.sample.secured.authorization;

import org.jspecify.annotations.NullMarked;
