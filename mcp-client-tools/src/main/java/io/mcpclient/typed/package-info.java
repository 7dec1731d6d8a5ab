/**
 * Interfaces whose methods call the tools, resources and prompts of a server.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.typed;

import org.jspecify.annotations.NullMarked;
