/** The REST API over the clients: servers, tools, resources, prompts, and the servers' questions to the user. */
@NullMarked
package io.mcpclient.sample.api;

import org.jspecify.annotations.NullMarked;
