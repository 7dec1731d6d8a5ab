/**
 * The authorization server of the profile {@code secured}: Spring's, with a web server of its own and without a line in the
 * application's context.
 */
@NullMarked
package io.mcpclient.sample.secured.authorization;

import org.jspecify.annotations.NullMarked;
