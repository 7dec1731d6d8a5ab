/** Access to stores: limits, encryption, leases. */
@NullMarked
package io.mcpclient.support.store;

import org.jspecify.annotations.NullMarked;
