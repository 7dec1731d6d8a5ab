/** What a server may ask of us and tell us, as interfaces that users implement. */
@NullMarked
package io.mcpclient.handler;

import org.jspecify.annotations.NullMarked;
