/** Where users authorize servers in their browsers, and authorization servers read who this client is. */
@NullMarked
package io.mcpclient.autoconfigure.web;

import org.jspecify.annotations.NullMarked;
