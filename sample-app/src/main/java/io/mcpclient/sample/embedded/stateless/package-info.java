/** The servers {@code travel} and {@code vault}: stateless, of revision 2026-07-28, as plain controllers without an SDK. */
@NullMarked
package io.mcpclient.sample.embedded.stateless;

import org.jspecify.annotations.NullMarked;
