/**
 * A server in the same JVM, for tests of applications: messages pass as bytes, without a process or a network.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.transport.memory;

import org.jspecify.annotations.NullMarked;
