/** One class per outgoing feature: typed method to operation, paging, result checks. */
@NullMarked
package io.mcpclient.operation;

import org.jspecify.annotations.NullMarked;
