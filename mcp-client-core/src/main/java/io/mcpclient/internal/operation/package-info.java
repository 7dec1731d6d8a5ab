/** One class per outgoing feature: typed methods, paging, validation of results. */
@NullMarked
package io.mcpclient.internal.operation;

import org.jspecify.annotations.NullMarked;
