/**
 * Writes the source of interfaces for the tools, resources and prompts of a server.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.typed.generator;

import org.jspecify.annotations.NullMarked;
