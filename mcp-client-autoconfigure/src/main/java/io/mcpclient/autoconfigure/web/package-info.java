/**
 * Endpoints on which users authorize servers in their browsers, and the client metadata document for authorization servers.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.autoconfigure.web;

import org.jspecify.annotations.NullMarked;
