/**
 * Access to stores: limits, encryption, leases.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.support.store;

import org.jspecify.annotations.NullMarked;
