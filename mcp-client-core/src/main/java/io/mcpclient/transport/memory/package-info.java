/** A server in the same JVM, for tests of applications: messages pass as bytes, without a process or a network. */
@NullMarked
package io.mcpclient.transport.memory;

import org.jspecify.annotations.NullMarked;
