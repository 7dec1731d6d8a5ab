/**
 * Settings of a client.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.settings;

import org.jspecify.annotations.NullMarked;
