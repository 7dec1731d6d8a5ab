/** The server {@code travel}: stateless, of revision 2026-07-28, as a plain controller without an SDK. */
@NullMarked
package io.mcpclient.sample.embedded.stateless;

import org.jspecify.annotations.NullMarked;
