/** Endpoints on which users authorize servers in their browsers, and the client metadata document for authorization servers. */
@NullMarked
package io.mcpclient.autoconfigure.web;

import org.jspecify.annotations.NullMarked;
