/** Questions of servers that wait for a person. */
@NullMarked
package io.mcpclient.console.internal.question;

import org.jspecify.annotations.NullMarked;
