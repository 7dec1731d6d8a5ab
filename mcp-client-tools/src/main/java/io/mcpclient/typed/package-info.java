/** Interfaces whose methods call the tools, resources and prompts of a server. */
@NullMarked
package io.mcpclient.typed;

import org.jspecify.annotations.NullMarked;
