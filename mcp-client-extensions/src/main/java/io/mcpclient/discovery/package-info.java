/** Server cards, AI catalogs and MCP registries: what is known about servers before a client connects to one. */
@NullMarked
package io.mcpclient.discovery;

import org.jspecify.annotations.NullMarked;
