/**
 * The Maven plugin that writes typed clients.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.maven;

import org.jspecify.annotations.NullMarked;
