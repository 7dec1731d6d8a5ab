/** Writes the source of interfaces for the tools, resources and prompts of a server. */
@NullMarked
package io.mcpclient.typed.generator;

import org.jspecify.annotations.NullMarked;
