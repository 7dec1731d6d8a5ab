/** An authorization server for tests, and what makes a scripted server one that wants its tokens. */
@NullMarked
package io.mcpclient.testkit.oauth;

import org.jspecify.annotations.NullMarked;
