/** A web application that uses the MCP client as its users would: the starter, some properties, two injected beans. */
@NullMarked
package io.mcpclient.sample;

import org.jspecify.annotations.NullMarked;
