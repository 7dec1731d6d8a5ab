/** The extensions that an application has enabled for a client: their declaration, and which of their methods a server offers. */
@NullMarked
package io.mcpclient.internal.extension;

import org.jspecify.annotations.NullMarked;
