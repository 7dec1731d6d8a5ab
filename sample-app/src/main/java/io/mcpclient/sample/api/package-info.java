/** The REST API over the registry: servers, tools, and one call at a time. */
@NullMarked
package io.mcpclient.sample.api;

import org.jspecify.annotations.NullMarked;
