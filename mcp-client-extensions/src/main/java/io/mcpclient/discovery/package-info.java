/**
 * Server cards, AI catalogs and MCP registries: what is known about servers before a client connects to one.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.discovery;

import org.jspecify.annotations.NullMarked;
