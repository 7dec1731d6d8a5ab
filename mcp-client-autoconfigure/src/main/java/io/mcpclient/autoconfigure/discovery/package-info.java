/** Servers that are looked up by card, domain or registry entry. */
@NullMarked
package io.mcpclient.autoconfigure.discovery;

import org.jspecify.annotations.NullMarked;
