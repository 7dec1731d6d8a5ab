/** The servers {@code travel} and {@code vault}: stateless, of revision 2026-07-28, as scripts of the test server. */
@NullMarked
package io.mcpclient.sample.embedded.stateless;

import org.jspecify.annotations.NullMarked;
