/** The contract of an era: how a connection begins, a request is shaped, a loss is noticed and repaired. */
@NullMarked
package io.mcpclient.protocol;

import org.jspecify.annotations.NullMarked;
