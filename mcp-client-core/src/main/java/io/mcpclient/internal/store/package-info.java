/** Access to stores: limits, encryption, leases. */
@NullMarked
package io.mcpclient.internal.store;

import org.jspecify.annotations.NullMarked;
