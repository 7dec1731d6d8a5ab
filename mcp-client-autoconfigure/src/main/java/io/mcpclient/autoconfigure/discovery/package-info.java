/**
 * Servers that are looked up by card, domain or registry entry.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.autoconfigure.discovery;

import org.jspecify.annotations.NullMarked;
