/** The OAuth flow against simulations of widely used authorization servers. */
@NullMarked
package io.mcpclient.autoconfigure.provider;

import org.jspecify.annotations.NullMarked;
