/** The REST API over the clients: servers, tools, resources, prompts, and what servers ask the user. */
@NullMarked
package io.mcpclient.sample.api;

import org.jspecify.annotations.NullMarked;
